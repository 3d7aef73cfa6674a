#!/bin/sh
# Do the examples of every --help and of the man page run as they stand, in the source tree?
#   examples.sh WEND SOURCE
set -eu
wend=$1 source=$2
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
mkdir "$temp/bin" "$temp/examples"
ln -s "$wend" "$temp/bin/wend"
PATH=$temp/bin:$PATH
failed=0 count=0

# run_all PLACE FILE: runs the lines of a file, each a command, beside a link to data.
ln -s "$source/data" "$temp/examples/data"
cd "$temp/examples"
run_all() {
    while read -r line; do
        count=$((count + 1))
        code=0
        sh -c "$line" >"$temp/said" 2>&1 </dev/null || code=$?
        case $code$line in 0* | "1wend explain "*) continue ;; esac # there is something to explain
        echo "$1: this example fails: $line"
        tail -n 3 "$temp/said"
        failed=1
    done <"$2"
}

# bake comes first in the list of commands, so the others find its world.
for command in $(wend --help | sed -nE 's/^  ([a-z][a-z-]*) .*/\1/p'); do
    wend "$command" --help | sed -n '/^example:/,/^$/ s/^  //p' >"$temp/example"
    [ -s "$temp/example" ] || { echo "wend $command --help has no example"; failed=1; }
    cat "$temp/example" >>"$temp/help.lines"
done
sed -n '/^# EXAMPLES/,/^# [^E]/ s/^\t//p' "$source/docs/wend.1.scd" >"$temp/man.lines"
run_all help "$temp/help.lines"
# Most examples of the man page are those of the help and have run.
grep -vxFf "$temp/help.lines" "$temp/man.lines" >"$temp/other.lines" || :
run_all man "$temp/other.lines"
echo "$count examples"
[ "$count" -ge 15 ] && exit "$failed"
