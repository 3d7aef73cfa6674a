#!/bin/sh
# Does the man page know every option of the help, and do its keys say what they do?   man_page.sh VIEW wend-view.1.scd
set -eu
count=0 missing=0
for option in $("$1" --help | grep -oE -e '--[a-z-]+' | sort -u); do
    grep -qF -e "*$option*" "$2" || { echo "$option is not in the man page"; missing=1; }
    count=$((count + 1))
done
echo "$count options"
[ "$count" -ge 10 ] || missing=1
# The table of keys, row by row, as --keys prints it.
of_page() {
    awk '/^# KEYS/ { on = 1 } /^# MOUSE/ { on = 0 }
        on && /^(\[\[|\|) / { sub(/^(\[\[|\|) */, ""); gsub(/\*/, ""); keys = $0 }
        on && /^:[ <] / { sub(/^:[ <] /, ""); print keys "\t" $0 }' "$1"
}
of_page "$2" >page.keys
"$1" --keys >program.keys
echo "$(wc -l <program.keys) keys"
[ "$(wc -l <program.keys)" -ge 50 ] || missing=1
diff program.keys page.keys || { echo "the keys of the man page are not those of the program"; missing=1; }
rm -f page.keys program.keys
exit "$missing"
