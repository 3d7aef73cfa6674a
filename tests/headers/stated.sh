#!/bin/sh
# Are the defaults, ranges and sizes that the public headers state those of the code?
# usage: stated.sh SOURCE BUILD COMPILER SANITIZE COVERAGE [RANGES]
#
# stated.awk reads them from the headers. The defaults become a program that asks wend_default_*() for each
# field. RANGES, the program of ranges.c, tries each range, and must know just those that the headers state.
set -eu
# shellcheck disable=SC1091
. "$(dirname "$0")/compile.sh"
ranges=${6:-}
folders="$source/engine/include/wend $source/engine/private/wend $source/graph/include/wend"
! $has_importers || folders="$folders $source/importers/include/wend"

for folder in $folders; do
    for header in "$folder"/*.h; do awk -f "$here/stated.awk" "$header"; done
done >"$temp/stated"
failed=0
if grep '^TROUBLE' "$temp/stated"; then failed=1; fi

{
    cat <<'END'
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <wend/import_graph.h>
#include <wend/private.h>
#include <wend/wend.h>
#ifdef WITH_IMPORTERS
#include <wend/import.h>
#endif
static int failed, checked;
static void check(int holds, const char* field, const char* value) {
    checked++;
    if (!holds) failed = 1, printf("%s is not %s, as its header says\n", field, value);
}
static int is_zero(const void* memory, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (((const char*)memory)[i]) return 0;
    return 1;
}
int main(void) {
END
    # A structure without a function that fills it starts as {0}; only its stated defaults are looked at.
    awk -F '\t' '
    NR == FNR { if ($1 == "MAKER") maker[$2] = $3; next }
    $1 != "FIELD" || (!($2 in maker) && $5 == "-") { next }
    {
        n = split($4, names, " "); m = split($5, values, ",")
        whole = $5 ~ /^\{.*\}$/ || $5 ~ /for (class|profile) 0/ || $5 == "-"
        if (!whole && n != m) { print "#error " $2 "." $4 ": " n " fields, " m " defaults"; next }
        printf "    {\n        %s d = %s;\n", $2, $2 in maker ? maker[$2] : "{0}"
        for (i = 1; i <= n; i++) {
            field = "d." names[i]; value = whole ? $5 : values[i]; gsub(/^ +| +$/, "", value)
            if (names[i] == "cookie") test = field " != 0"
            else if (value == "-") test = "is_zero(&" field ", sizeof " field ")"
            else if ($5 ~ /^\{/) test = "memcmp(&" field ", &(" $3 ")" value ", sizeof " field ") == 0"
            else if (match($5, / for (class|profile) 0, .* for the others$/)) {
                first = substr($5, 1, RSTART - 1); others = substr($5, RSTART)
                sub(/^ for [a-z]+ 0, /, "", others); sub(/ .*/, "", others)
                most = $5 ~ /profile 0/ ? 16 : 256
                test = field "[0] == " first
                for (k = 1; k < most; k++) test = test " && " field "[" k "] == " others
            } else test = field " == (" $3 ")(" value ")"
            printf "        check(%s, \"%s.%s\", \"%s\");\n", test, $2, names[i], value == "-" ? "0" : value
        }
        print "    }"
    }
    END { print "    printf(\"%d defaults are as stated\\n\", checked);\n    return failed || checked == 0;\n}" }
    ' "$temp/stated" "$temp/stated"
} >"$temp/defaults.c"
with=-DWITHOUT_IMPORTERS
! $has_importers || with=-DWITH_IMPORTERS
compile "$compiler" "$temp/defaults.c" "$temp/defaults" "$with" || exit 1
"$temp/defaults" || failed=1

# A structure of more than 2 KB takes a good part of a small stack: its comment ends in "[Size: N KB]", and no example has it
# there.
{
    echo '#include <stdio.h>'
    for folder in $folders; do
        for header in "$folder"/*.h; do printf '#include "%s"\n' "$header"; done
    done
    echo 'int main(void) {'
    for folder in $folders; do sed -n 's/^} \(wend_[a-z_]*\);$/    printf("%d \1\\n", (int)((sizeof(\1) + 1023) \/ 1024));/p' "$folder"/*.h; done
    echo '}'
} >"$temp/sizes.c"
compile "$compiler" "$temp/sizes.c" "$temp/sizes"
"$temp/sizes" | awk '$1 > 2' | sort >"$temp/sizes.large"
for folder in $folders; do
    awk '/^\/\/\// { about = about " " $0; next }
        /^typedef struct/ { if (match(about, /\[Size: [0-9]+ KB\]$/)) print substr(about, RSTART + 7, RLENGTH - 11), $3 }
        { about = "" }' "$folder"/*.h
done | sort >"$temp/sizes.stated"
diff -u "$temp/sizes.large" "$temp/sizes.stated" || { echo "the headers state other sizes than the structures of more than 2 KB have"; failed=1; }
large=$(awk '{ printf "%s%s", (NR > 1 ? "|" : ""), $2 }' "$temp/sizes.large")
if [ -n "$large" ]; then
    for folder in $folders; do grep -nE "^//  .*\b($large) [a-z_]+( =.*)?[;{]" "$folder"/*.h* || :; done >"$temp/automatic"
    grep -nE "\b($large) [a-z_]+( =.*)?;" "$source"/examples/*.c "$source"/README.md "$source"/docs/*.md >>"$temp/automatic" || :
    if grep -v static "$temp/automatic"; then echo "these examples have a structure of more than 2 KB on the stack"; failed=1; fi
fi

if [ -n "$ranges" ]; then
    awk -F '\t' '$1 == "RANGE" { print $2 "\t" $3 }' "$temp/stated" | sort >"$temp/ranges.stated"
    "$ranges" --list | sort >"$temp/ranges.tried"
    diff -u "$temp/ranges.stated" "$temp/ranges.tried" || { echo "ranges.c tries other ranges than the headers state"; failed=1; }
    "$ranges" || failed=1
fi
exit $failed
