#!/bin/sh
# Does the man page know every option of the help?   man_page.sh VIEW wend-view.1.scd
set -eu
count=0 missing=0
for option in $("$1" --help | grep -oE -e '--[a-z-]+' | sort -u); do
    grep -qF -e "*$option*" "$2" || { echo "$option is not in the man page"; missing=1; }
    count=$((count + 1))
done
echo "$count options"
[ "$count" -ge 10 ] && exit "$missing"
