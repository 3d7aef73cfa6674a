#!/bin/sh
# The man page knows every command and option that the help knows.
#   man_page.sh WEND wend.1.scd
set -eu
missing=0
for command in $("$1" --help | sed -nE 's/^  ([a-z][a-z-]*) .*/\1/p'); do
    grep -q "^## wend $command " "$2" || { echo "command $command is not in the man page"; missing=1; }
    for option in $("$1" "$command" --help | sed -nE 's/^ +(-[a-z], )?(--[a-z-]+).*/\2/p'); do
        grep -qF -e "*$option*" "$2" || { echo "$command: option $option is not in the man page"; missing=1; }
        count=$((${count:-0} + 1))
    done
done
echo "$count options"
[ "$count" -gt 30 ] && exit "$missing"
