#!/bin/sh
# Do the examples build against the installed library, and do they print what examples/README.md shows?
# usage: examples.sh SOURCE BUILD CMAKE GENERATOR C_COMPILER CXX_COMPILER SANITIZE COVERAGE          compares
#        examples.sh SOURCE BUILD CMAKE GENERATOR C_COMPILER CXX_COMPILER SANITIZE COVERAGE --new    prints the page as it
#                                                                                                    should be
set -eu
source=$(cd "$1" && pwd) build=$2 cmake=$3 generator=$4 c=$5 cxx=$6 sanitize=$7 coverage=$8 new=${9:-}
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
flags='-Wall -Wextra -Wno-missing-field-initializers -Werror'
[ -z "$sanitize" ] || flags="$flags -fsanitize=$sanitize"
[ "$coverage" != ON ] || flags="$flags --coverage"
failed=0
fail() {
    echo "examples: $*"
    failed=1
}
step() { # NAME COMMAND...
    name=$1
    shift
    "$@" >"$temp/log" 2>&1 || { cat "$temp/log"; echo "examples: $name failed"; exit 1; }
}

step "install" "$cmake" --install "$build" --prefix "$temp/prefix"
cp -R "$source/examples" "$temp/examples"
step "configure" "$cmake" -S "$temp/examples" -B "$temp/build" -G "$generator" -D CMAKE_PREFIX_PATH="$temp/prefix" \
    -D CMAKE_C_COMPILER="$c" -D CMAKE_CXX_COMPILER="$cxx" -D CMAKE_C_FLAGS="$flags" -D CMAKE_CXX_FLAGS="$flags"
step "build" "$cmake" --build "$temp/build" -j 2

# Every program is short, listed and shown.
for file in "$source"/examples/*.c "$source"/examples/*.cpp; do
    name=${file##*/} lines=$(wc -l <"$file")
    [ "$lines" -le 120 ] || fail "$name has $lines lines; at most 120 are read at one go"
    grep -q "^| \[$name\]($name) |" "$source/examples/README.md" || fail "README.md does not list $name"
    grep -q "^\$ ${name%.*}\( \|\$\)" "$source/examples/README.md" || fail "README.md does not show what $name prints"
done

# The blocks of the README, each a command and what it prints; game needs SDL2.
export SDL_VIDEODRIVER=dummy LSAN_OPTIONS=detect_leaks=0 # SDL keeps some memory
count=0
awk -v folder="$temp" '/^```console$/ { n++; first = 1; next } /^```/ { inside = 0; next }
    first { print substr($0, 3) > (folder "/command" n); printf "" > (folder "/shown" n); first = 0; inside = 1; next }
    inside { print > (folder "/shown" n) }' "$source/examples/README.md"
cd "$temp/examples"
# The robot drives where `wend path` leads, also on a rotated map.
sed 's/^origin: .*/origin: [-2.0, -3.0, 0.5]/' office.yaml >turned.yaml
"$temp/prefix/bin/wend" bake turned.yaml -o turned.wend --inflate inscribed=0.22,inflation=0.60,scaling=3 -q >/dev/null
"$temp/prefix/bin/wend" path turned.wend --units world --profile robot --smooth --from 0.5,4.6 --to 11,4.7 --json |
    sed 's/.*"waypoints":\[\[//; s/\]\].*//; s/\],\[/\n/g' | awk -F, '{ printf "%.2f %.2f\n", $1, $2 }' >led
"$temp/build/robot" turned.yaml 0.5 4.6 11 4.7 | awk '$1 + 0 != 0 && $2 != "m" { print $1, $2 }' >driven
[ "$(wc -l <led)" -gt 3 ] && diff led driven || fail "robot drives elsewhere than wend path leads"
for command in "$temp"/command*; do
    read -r line <"$command"
    program=${line%% *}
    if [ ! -x "$temp/build/$program" ]; then
        [ "$program" = game ] && echo "game is not built: SDL2 is missing" || fail "$program is not built"
        continue
    fi
    # shellcheck disable=SC2086 # a list of arguments
    timeout 120 "$temp/build/"$line >"$temp/said" 2>&1 || fail "$line exits with $?"
    shown=${command%command*}shown${command##*command}
    if [ "$new" = --new ]; then
        mv "$temp/said" "$shown"
    elif diff -u "$shown" "$temp/said"; then
        count=$((count + 1))
    else
        fail "README.md shows something else than $line prints"
    fi
done
if [ "$new" = --new ]; then
    awk -v folder="$temp" '/^```console$/ { n++; print; getline; print; while ((getline line < (folder "/shown" n)) > 0) print line
        inside = 1; next } /^```/ { inside = 0 } !inside' "$source/examples/README.md"
    exit $failed
fi
echo "$count examples print what README.md shows"
[ $count -gt 7 ] || failed=1
exit $failed
