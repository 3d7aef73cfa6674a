#!/bin/sh
# A file that is cut while a program uses it: the program ends with an answer, or with its code for bad input or for I/O,
# never by a signal.
#   cut_file.sh WEND
set -eu
WEND=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"$WEND" generate --kind terrain --size 2000 -o map.pgm -q
"$WEND" bake map.pgm -o whole.wend -q
size=$(wc -c <whole.wend)
failed=0
ended=''
# cut DELAY ARGS...: runs wend with the world, and cuts the file after a while.
cut() {
    delay=$1
    shift
    cp whole.wend cut.wend
    "$WEND" "$@" >out 2>said &
    child=$!
    sleep "$delay"
    dd if=/dev/null of=cut.wend bs=1 seek=$((size / 3)) 2>/dev/null
    code=0
    wait $child || code=$?
    ended="$ended $code"
    case $code in
    0 | 1) ;;
    3 | 4) [ -s said ] || { echo "wend $*: exit code $code without a word"; failed=1; } ;;
    *) echo "wend $*: exit code $code"; cat said; failed=1 ;;
    esac
}
for delay in 0 0.002 0.004 0.006 0.008 0.012 0.016 0.02; do
    cut $delay verify cut.wend
    cut $delay path cut.wend --from 3,3 --to 1990,1990 --snap 60
    cut $delay edit cut.wend --patch new.patch --set 1000,1000,5,5=1
    cut $delay merge cut.wend new.patch -o merged.wend
    rm -f new.patch
done
echo "exit codes:$ended"
case $ended in *[34]*) ;; *) echo "no file was cut in time"; failed=1 ;; esac
exit $failed
