#!/bin/sh
# Does the same query on the same map give the same hashes in every language, and on every machine that is there?
#   languages.sh SOURCE BUILD PYTHON [--here | --times]
# Runs the programs answer of C and C++ in BUILD/bin, answer.py on the package in BUILD/python, answer.mjs on the npm package
# that ./run web --build has left, and the programs of other machines that ./run cross has left in BUILD/cross or in
# build/test/cross; prints a table. Rows whose program or emulator is missing say so. --here: only what BUILD has, which cannot
# be of an older state of the tree. --times: also the milliseconds from the start of the process to the printed answer, the
# median of nine runs, on this machine.
# Exit code: 0, 1 a difference, 77 only one row ran.
set -eu
source=$1 build=$2 python=$3 only_here='' times=''
case ${4:-} in
--here) only_here=yes ;;
--times) times=yes ;;
esac
source=$(cd "$source" && pwd) build=$(cd "$build" && pwd) # wine wants a whole name
here=$source/tests/cross/languages
export WINEDEBUG=-all PYTHONDONTWRITEBYTECODE=1
row='| %-40s | %-8s | %-16s | %-16s | %-12s |'
expected='' ran=0 failed=0
said=$(mktemp)
trap 'rm -f "$said"' EXIT

# shellcheck disable=SC2059
{
    printf "$row" "language, machine" outcome "world hash" "path hash" cost
    [ -z "$times" ] || printf ' ms |'
    printf "\n$row" --- --- --- --- ---
    [ -z "$times" ] || printf ' --- |'
    printf '\n'
}
milliseconds() { # COMMAND...
    for _ in 1 2 3 4 5 6 7 8 9; do
        start=$(date +%s%N)
        "$@" >/dev/null 2>&1
        echo $((($(date +%s%N) - start) / 100000))
    done | sort -n | sed -n 5p | sed 's/\(.\)$/.\1/; s/^\./0./'
}
skip() { # NAME WHY
    printf '| %-40s | skipped: %s |\n' "$1" "$2"
}
ask() { # NAME COMMAND...
    name=$1
    shift
    if ! answer=$("$@" 2>"$said"); then
        printf '| %-40s | FAILED: %s |\n' "$name" "$(cat "$said")"
        failed=1
        return
    fi
    answer=$(printf '%s' "$answer" | tr -d '\r')
    ran=$((ran + 1))
    [ -n "$expected" ] || expected=$answer
    # shellcheck disable=SC2059,SC2086 # the four words of an answer
    printf "$row" "$name" $answer
    [ -z "$times" ] || printf ' %s |' "$(milliseconds "$@")"
    [ "$answer" = "$expected" ] && echo || { echo " DIFFERS"; failed=1; }
}

machine=$(uname -m)
for language in C:answer_c C++:answer_cpp; do
    program=$build/bin/${language#*:}
    if [ -x "$program" ]; then ask "${language%%:*}, $machine" "$program"; else skip "${language%%:*}, $machine" "no $program"; fi
done
if [ -e "$build/python/wend/_native.abi3.so" ] && [ -n "$python" ]; then
    ask "Python, $machine" env PYTHONPATH="$build/python" "$python" "$here/answer.py"
else
    skip "Python, $machine" "the package is not built"
fi
package=$source/build/web/package/lib/index.js
forms='simd plain' toolchains=$(ls "$source"/cmake/toolchains/*.cmake)
[ -z "$only_here" ] || forms='' toolchains=''
for form in $forms; do
    name="JavaScript and WebAssembly ($form), node"
    if ! command -v node >/dev/null; then
        skip "$name" "no node"
    elif [ ! -e "$package" ]; then
        skip "$name" "./run web --build has not been run"
    else
        ask "$name" node "$here/answer.mjs" "$package" $form
    fi
done
for toolchain in $toolchains; do
    other=$(basename "$toolchain" .cmake)
    folder=''
    for candidate in "$build/cross/$other" "$source/build/cross/$other" "$source/build/test/cross/$other"; do
        for end in .exe .js ''; do [ -n "$folder" ] || [ ! -e "$candidate/answer$end" ] || folder=$candidate program=$candidate/answer$end; done
    done
    emulator=$(sed -n 's/^set(CMAKE_CROSSCOMPILING_EMULATOR \([^)]*\)).*/\1/p' "$toolchain")
    if [ -z "$folder" ]; then
        skip "C, $other" "./run cross has not been run"
    elif [ -n "$emulator" ] && ! command -v "${emulator%% *}" >/dev/null; then
        skip "C, $other" "no ${emulator%% *}"
    else
        WINEPREFIX=$(dirname "$folder")/wine
        export WINEPREFIX
        times='' # that would be the emulator's
        # shellcheck disable=SC2086 # a command and its options
        ask "C, $other" $emulator "$program"
    fi
done
[ $failed = 0 ] || exit 1
[ $ran -gt 1 ] || exit 77
echo "$ran equal answers"
