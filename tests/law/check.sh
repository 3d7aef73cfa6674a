#!/bin/sh
# Does every #include in the tree obey the law in CONTRIBUTING.md? usage: check.sh ROOT. Prints each breach; exit 1 if any.
set -eu
cd "$1"

# One line for each file and include: FILE KIND NAME, KIND being " or <.
find bench bindings check cli data draw engine examples graph importers tests viewer windows -name '*.[ch]' -o -name '*.[ch]pp' 2>/dev/null | sort |
    xargs awk '/^[ \t]*#[ \t]*include[ \t]*[<"]/ {
        split($0, part, /[<">]/); kind = index($0, "<") && index($0, "<") < index($0 "\"", "\"") ? "<" : "\""
        print FILENAME, kind, part[2] } ' >"${TMPDIR:-/tmp}/wend-includes.$$"
trap 'rm -f "${TMPDIR:-/tmp}/wend-includes.$$"' EXIT

# Which system it is, only the twins may know.
if grep -rnE --include='*.[ch]' --include='*.[ch]pp' '\b(_WIN32|_WIN64|WIN32)\b' $(ls -d engine graph importers check draw cli 2>/dev/null); then
    echo "the files above ask which system they are compiled for"
    exit 1
fi

awk '
function breach(text) { print FILENAME_OF ": " text; breaches++ }
function glob(pattern) { gsub(/\./, "[.]", pattern); gsub(/\*/, ".*", pattern); return "^" pattern "$" }
function exists(file,  line, there) { there = (getline line < file) >= 0; close(file); return there }

# A file without its ending: a .c and its .h are one module.
function module_of(path) { sub(/\.(c|h|cpp|hpp)$/, "", path); return path }
# Follows the includes of a module; a module that is met again on the way there closes a circle.
function follow(module, way,  n, i, names) {
    if (followed[module] == "done") return
    if (followed[module] == "now") { FILENAME_OF = module; breach("include circle:" way " " module); return }
    followed[module] = "now"
    n = split(module_sees[module], names, " ")
    for (i = 1; i <= n; i++) follow(names[i], way " " module)
    followed[module] = "done"
}

# ---- The law
FNR == 1 { file_number++ }
file_number == 1 && /^```/ { block = $1 == "```law" ? $2 : ""; tree = NF > 2 ? $3 : "engine/src"; next }
file_number == 1 && block != "" {
    if (block == "layers") {
        n = split($0, names, " ")
        for (i = 1; i <= n; i++) layer[tree, names[i]] = ++layers
        trees[tree]
        next
    }
    colon = index($0, ":")
    left = substr($0, 1, colon - 1); right = substr($0, colon + 1)
    if (block == "folders") folder_sees[left] = " " left " " right " "
    if (block == "platform") { platform[left] = right; next }
    if (block == "libraries") { library[++libraries] = left; library_in[libraries] = " " right " " }
    next
}
file_number == 1 { next }

# ---- The includes
{
    FILENAME_OF = $1; kind = $2; name = $3
    split($1, part, "/"); folder = part[1]
    dir = $1; sub(/\/[^\/]*$/, "", dir)
    files[$1]
    if (!(folder in folder_sees)) { breach("the folder " folder " is not in the law"); next }
    root = ""; for (t in trees) if (index($1, t "/") == 1) root = t
    if (root != "") {
        own = substr(dir, length(root) + 2); if (own == "") own = "."
        if (!((root, own) in layer)) { breach("is in no layer of " root); next }
    }
    if (name ~ /^wend\//) {
        owner = exists("engine/private/" name) ? "private" : ""
        for (f in folder_sees) if (exists(f "/include/" name)) owner = f
        if (owner == "") breach("<" name "> is not a public header")
        else if (index(folder_sees[folder], " " owner " ") == 0) breach("may not include <" name "> of " owner)
        next
    }
    for (l = 1; l <= libraries; l++) {
        n = split(library[l], names, " ")
        for (i = 1; i <= n; i++)
            if (name ~ glob(names[i]) && index(library_in[l], " " folder " ") == 0)
                breach("may not include <" name ">: only" library_in[l])
    }
    if (kind == "<" && folder in platform) {
        n = split(platform[folder], names, " ")
        for (i = 1; i <= n; i++)
            if (name ~ glob(names[i]) && folder == "engine" && $1 !~ /(_windows|\/hooks)\.c$/) {
                twin = $1; sub(/\.c$/, "_windows.c", twin)
                if (!exists(twin)) breach("includes <" name ">, but has no twin " twin)
            }
    }
    if (kind == "<" && name ~ /^(windows|psapi)\.h$/ && folder != "windows" && $1 !~ /_windows\.c$/)
        breach("may not include <" name ">: only *_windows.c and windows/")
    if (kind == "<") next
    if (root != "") {
        to = name; if (!sub(/\/[^\/]*$/, "", to)) to = "."
        if ((root, to) in layer && exists(root "/" name)) {
            from = module_of($1); seen = module_of(root "/" name)
            if (layer[root, to] > layer[root, own]) breach("the layer " own " may not see " name)
            else if (from != seen && index(module_sees[from] " ", " " seen " ") == 0)
                module_sees[from] = module_sees[from] " " seen
            next
        }
        n = split(folder_sees[folder], names, " ")
        for (i = 1; i <= n; i++) if (names[i] != folder && exists(names[i] "/" name)) next
        breach("may not include \"" name "\": headers of " root " are named folder/file.h")
    } else if (folder == "engine") {
        breach("may not include \"" name "\": a public header includes only <wend/...>")
    } else if (name ~ /\.\./) {
        if (folder != "tests" || name !~ /^\.\.\/support\/[^\/]*$/) breach("may not include \"" name "\"")
    } else {
        n = split(dir " " (folder ~ /^(graph|importers)$/ ? "importers/src" : "") " " \
                  (folder == "tests" ? "tests/support" : "") folder_sees[folder] \
                  (dir == "tests/unit" ? "engine/src importers/src" : ""), names, " ")
        for (i = 1; i <= n; i++) if (exists(names[i] "/" name)) next
        breach("may not include \"" name "\"")
    }
}
END {
    for (m in module_sees) modules[m]
    for (m in modules) follow(m, "")
    if (!layers || !libraries) { print "CONTRIBUTING.md: no law found"; exit 1 }
    if (breaches) exit 1
    n = 0; for (f in files) n++
    print n " files, " FNR " includes: all within the law"
    if (n == 0) exit 1
}' CONTRIBUTING.md "${TMPDIR:-/tmp}/wend-includes.$$"
