#!/bin/sh
# Does every #include in the tree obey the law in CONTRIBUTING.md? usage: check.sh ROOT. Prints each breach; exit 1 if any.
set -eu
cd "$1"

# One line for each file and include: FILE KIND NAME, KIND being " or <.
find bench check cli data draw engine examples importers tests viewer -name '*.[ch]' -o -name '*.cpp' 2>/dev/null | sort |
    xargs awk '/^[ \t]*#[ \t]*include[ \t]*[<"]/ {
        split($0, part, /[<">]/); kind = index($0, "<") && index($0, "<") < index($0 "\"", "\"") ? "<" : "\""
        print FILENAME, kind, part[2] } ' >"${TMPDIR:-/tmp}/wend-includes.$$"
trap 'rm -f "${TMPDIR:-/tmp}/wend-includes.$$"' EXIT

awk '
function breach(text) { print FILENAME_OF ": " text; breaches++ }
function glob(pattern) { gsub(/\./, "[.]", pattern); gsub(/\*/, ".*", pattern); return "^" pattern "$" }
function exists(file,  line, there) { there = (getline line < file) >= 0; close(file); return there }

# The line of the stage block that a file of engine/src belongs to, 0 if none.
function stage_of(name,  s, n, i, names) {
    sub(/\.[ch]$/, "", name)
    for (s = 1; s <= stages; s++) {
        n = split(stage_names[s], names, " ")
        for (i = 1; i <= n; i++) if (name ~ glob(names[i])) return s
    }
    return 0
}
# May stage line `from` see stage line `to`? Follows what is named behind the colon.
function sees(from, to,  n, i, names) {
    if (from == to) return 1
    if ((from, to) in known) return known[from, to]
    known[from, to] = 0
    n = split(stage_sees[from], names, " ")
    for (i = 1; i <= n; i++) if (sees(stage_of(names[i]), to)) known[from, to] = 1
    return known[from, to]
}

# ---- The law
FNR == 1 { file_number++ }
file_number == 1 && /^```/ { block = $1 == "```law" ? $2 : ""; next }
file_number == 1 && block != "" {
    colon = index($0, ":")
    left = substr($0, 1, colon - 1); right = substr($0, colon + 1)
    if (block == "folders") folder_sees[left] = " " left " " right " "
    if (block == "stages") { stage_names[++stages] = left; stage_sees[stages] = right }
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
    if (name ~ /^wend\//) {
        owner = exists("engine/include/" name) ? "engine" : exists("importers/include/" name) ? "importers" : ""
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
    if (kind == "<") next
    if (folder == "engine") {
        from = stage_of(part[3]); to = stage_of(name)
        if (part[2] != "src" || to == 0 || !exists("engine/src/" name)) breach("may not include \"" name "\"")
        else if (from == 0) breach("is not in the law: add its stage")
        else if (!sees(from, to)) breach("the stage" " " stage_names[from] " may not see " name)
    } else if (name ~ /\.\./) {
        if (folder != "tests" || name !~ /^\.\.\/support\/[^\/]*$/) breach("may not include \"" name "\"")
    } else {
        n = split(dir " " (folder == "importers" ? "importers/src" : "") " " \
                  (folder == "tests" ? "tests/support" : "") folder_sees[folder] \
                  (dir == "tests/unit" ? "engine/src importers/src" : ""), names, " ")
        for (i = 1; i <= n; i++) if (exists(names[i] "/" name)) next
        breach("may not include \"" name "\"")
    }
}
END {
    if (!stages || !libraries) { print "CONTRIBUTING.md: no law found"; exit 1 }
    if (breaches) exit 1
    n = 0; for (f in files) n++
    print n " files, " FNR " includes: all within the law"
    if (n == 0) exit 1
}' CONTRIBUTING.md "${TMPDIR:-/tmp}/wend-includes.$$"
