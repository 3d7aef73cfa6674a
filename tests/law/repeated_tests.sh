#!/bin/sh
# Does ./run test repeat only the tests that are labelled unsteady? It runs here on a project of its own, whose tests fail
# the first time, or always.
#   repeated_tests.sh SOURCE GENERATOR
set -eu
source=$1 generator=$2
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
mkdir "$temp/cmake"
cp "$source/run" "$temp"
: >"$temp/cmake/packages.txt"
cat >"$temp/CMakePresets.json" <<END
{"version": 3,
 "configurePresets": [{"name": "test", "generator": "$generator", "binaryDir": "\${sourceDir}/build/test"}],
 "buildPresets": [{"name": "test", "configurePreset": "test"}],
 "testPresets": [{"name": "test", "configurePreset": "test"}]}
END
# fails once NAME: notes that it ran, and passes from the second time on
cat >"$temp/fails" <<'END'
#!/bin/sh
echo ran >>"$2.runs"
[ "$1" = never ] || { [ "$1" = once ] && [ "$(wc -l <"$2.runs")" -gt 1 ]; }
END
chmod +x "$temp/fails"

# case_of CODE RUNS FAILS LABELS...: ./run test ends with the code when these tests exist, and runs the first so often.
case_of() {
    want=$1 runs=$2
    shift 2
    rm -rf "$temp/build" "$temp"/*.runs
    {
        echo 'cmake_minimum_required(VERSION 3.21)'
        echo 'project(repeated NONE)'
        echo 'enable_testing()'
        i=0
        while [ $# -gt 0 ]; do
            i=$((i + 1))
            echo "add_test(NAME t$i COMMAND $temp/fails $1 $temp/t$i)"
            echo "set_tests_properties(t$i PROPERTIES LABELS \"$2\")"
            shift 2
        done
    } >"$temp/CMakeLists.txt"
    code=0
    "$temp/run" test --quick >"$temp/said" 2>&1 || code=$?
    ran=$(wc -l <"$temp/t1.runs")
    [ "$code $ran" = "$want $runs" ] && return
    cat "$temp/CMakeLists.txt" "$temp/said"
    echo "repeated_tests: ends with $code after $ran runs; expected $want after $runs"
    exit 1
}
case_of 0 1 never 'quick'
case_of 1 1 once 'quick'
case_of 1 1 always 'quick'
case_of 0 2 once 'quick;unsteady'
grep -q 'failed first and passed alone: t1$' "$temp/said" || { echo "repeated_tests: the unsteady test is not named"; exit 1; }
case_of 1 2 always 'quick;unsteady'
case_of 1 1 once 'quick;unsteady' once 'quick'
grep -q 'some tests failed: t2' "$temp/said" || { echo "repeated_tests: the test that failed is not named"; exit 1; }
echo "repeated_tests: good"
