#!/bin/sh
# Does a binding give the answers of C, pass its own tests, and refuse a library of another version?
#   suite.sh SOURCE LIBRARY COMPILER ANSWERS lua LUAJIT FOLDER_OF_WEND_LUA
#   suite.sh SOURCE LIBRARY COMPILER ANSWERS csharp MCS MONO FOLDER_OF_NATIVE_CS PYTHON
# ANSWERS: the program of answers.c. With the environment variable QUERIES=N it also prints the mean processor time of N queries, in C and
# in the binding by turns, as docs/bindings.md states them.
set -eu
source=$1 library=$2 compiler=$3 answers=$4 language=$5 first=$6 second=$7
queries=${QUERIES:-0}
for program in "$first" "$second"; do
    case $program in *-NOTFOUND | '') echo "skipped: $language is not installed (Debian: luajit, mono-mcs and mono-runtime)"; exit 77 ;; esac
done
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
fail() {
    echo "$language: $*"
    exit 1
}
here=$source/bindings/$language tests=$source/tests/bindings
case $language in
lua)
    export LUA_PATH="$second/?.lua;;"
    answer() { "$first" "$tests/answers.lua" "$@"; }
    misuse() { "$first" "$here/test/test_wend.lua" "$temp"; }
    sed -n '/^```lua$/,/^```$/ { /^```/d; p }' "$here/README.md" >"$temp/readme.lua"
    readme() { "$first" "$temp/readme.lua"; }
    ;;
csharp)
    folder=$8 python=$9
    compile() { # OUT FILE...
        out=$1
        shift
        "$first" -nologo -warnaserror -optimize -unsafe -out:"$temp/$out" "$@" >"$temp/log" || { cat "$temp/log"; fail "does not compile: $*"; }
    }
    compile Wend.dll -target:library "$here/Wend.cs" "$folder/Native.cs"
    sed -n '/^```csharp$/,/^```$/ { /^```/d; p }' "$here/README.md" >"$temp/readme.cs"
    for program in "$tests/answers.cs" "$here/test/TestWend.cs" "$temp/readme.cs"; do
        compile "$(basename "$program" .cs).exe" -r:"$temp/Wend.dll" "$program"
    done
    "$python" - "${folder%/*}/wend_ffi.h" >"$temp/sizes" <<'END' || fail "cffi does not read wend_ffi.h"
import cffi, re, sys
text = open(sys.argv[1]).read()
ffi = cffi.FFI()
ffi.cdef(text)
for name in re.findall(r"^typedef struct (\w+) {", text, re.M):
    print(name, ffi.sizeof(name))
END
    answer() { "$second" "$temp/answers.exe" "$@"; }
    misuse() { "$second" "$temp/TestWend.exe" "$temp" "$temp/sizes"; }
    readme() { "$second" "$temp/readme.exe"; }
    ;;
esac

# A library of another version is refused, before anything else of it is called.
printf 'const char* wend_version_string(void);\nconst char* wend_version_string(void) { return "9.9.0"; }\n' >"$temp/other.c"
mkdir "$temp/other"
"$compiler" -shared -fPIC "$temp/other.c" -o "$temp/other/libwend_ffi.so"
if WEND_LIBRARY=$temp/other/libwend_ffi.so LD_LIBRARY_PATH=$temp/other answer x x >"$temp/said" 2>&1; then fail "takes a library of another version"; fi
grep -q 'is version 9.9.0, expected 0\.[0-9]' "$temp/said" || { cat "$temp/said"; fail "does not name the version of another library"; }

export WEND_LIBRARY="$library" LD_LIBRARY_PATH="${library%/*}"
"$answers" "$source/data/island.png" "$temp" "$queries" >"$temp/c" 2>"$temp/c.time"
answer "$source/data/island.png" "$temp" "$queries" >"$temp/it" 2>"$temp/it.time" || { cat "$temp/it" "$temp/it.time"; fail "answers.* fails"; }
diff "$temp/c" "$temp/it" || fail "gives other answers than C"
[ "$(wc -l <"$temp/it")" = 5 ] || fail "does not answer everything"
misuse || fail "its tests fail"
readme >"$temp/said" || { cat "$temp/said"; fail "the example of its README fails"; }
grep -qi 'found.*248\.27.*183' "$temp/said" || { cat "$temp/said"; fail "the example of its README says something else"; }
if [ "$queries" != 0 ]; then
    for _ in 1 2 3 4; do
        "$answers" "$source/data/island.png" "$temp" "$queries" >/dev/null 2>>"$temp/c.time"
        answer "$source/data/island.png" "$temp" "$queries" >/dev/null 2>>"$temp/it.time"
    done
    for who in c it; do
        echo "$([ $who = c ] && echo C || echo "$language"): $(sort -n "$temp/$who.time" | sed -n 3p) (median of five)"
    done
fi
echo "$language: the same answers as C"
