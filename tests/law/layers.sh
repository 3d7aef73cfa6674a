#!/bin/sh
# Do the folders within a folder form layers, as CONTRIBUTING.md lists them? usage: layers.sh ROOT. Prints each breach;
# exit 1 if any. A file includes from its own folder and from those listed before it; files beside the folders come last
# and may include from all. No files include each other in a circle; X.c and X.h count as one.
set -eu
cd "$1"
lists=${TMPDIR:-/tmp}/wend-layers.$$
trap 'rm -f "$lists"' EXIT

awk '/^```/ { root = $1 == "```law" && $2 == "layers" ? $3 : ""; next } root != "" { for (i = 1; i <= NF; i++) print root, $i }' \
    CONTRIBUTING.md >"$lists"
[ -s "$lists" ] || { echo "CONTRIBUTING.md: no layers found"; exit 1; }

breaches=0
for root in $(cut -d' ' -f1 "$lists" | uniq); do
    find "$root" -name '*.[ch]' -o -name '*.cpp' | sort | xargs awk -v root="$root" '
        function breach(text) { print text; breaches++ }
        function exists(file,  line, there) { there = (getline line < file) >= 0; close(file); return there }
        # The layer of a file, from 1; a file beside the folders has the last, 0: its folder is not listed.
        function layer_of(file,  rest) {
            rest = substr(file, length(root) + 2)
            if (rest !~ /\//) return layers + 1
            sub(/\/.*/, "", rest)
            return layer[rest] + 0
        }
        function stem(file) { sub(/\.[a-z]+$/, "", file); return file }
        # Follows the includes of a stem; state 1: on the way, 2: done.
        function visit(s, way,  n, i, next_stems) {
            state[s] = 1
            n = split(sees[s], next_stems, " ")
            for (i = 1; i <= n; i++) {
                if (state[next_stems[i]] == 1) breach("a circle: " way " " s " " next_stems[i])
                if (!state[next_stems[i]]) visit(next_stems[i], way " " s)
            }
            state[s] = 2
        }
        FILENAME == lists { if ($1 == root) layer[$2] = ++layers; next }
        FNR == 1 {
            files++
            if (!layer_of(FILENAME)) breach(FILENAME ": its folder is not among the layers of " root)
        }
        /^[ \t]*#[ \t]*include[ \t]*"/ {
            split($0, part, "\"")
            dir = FILENAME
            sub(/\/[^\/]*$/, "", dir)
            target = exists(dir "/" part[2]) ? dir "/" part[2] : exists(root "/" part[2]) ? root "/" part[2] : ""
            if (target == "") next
            if (layer_of(target) > layer_of(FILENAME))
                breach(FILENAME ": may not include \"" part[2] "\": its folder comes later")
            from = stem(FILENAME)
            if (from != stem(target)) sees[from] = sees[from] " " stem(target)
            stems[from]
        }
        END {
            for (s in stems) if (!state[s]) visit(s, "")
            if (breaches) exit 1
            print root ": " files " files in " layers " layers, no circle"
        }' lists="$lists" "$lists" || breaches=1
done
exit $breaches
