#!/bin/sh
# Does the Python package that was just built pass its tests and doctests?
# usage: suite.sh SOURCE BUILD PYTHON MISSING COMPILER SANITIZE [TEST_FILE...]
set -eu
source=$1 build=$2 python=$3 missing=$4 compiler=$5 sanitize=$6
shift 6
here=$source/bindings/python

skip() {
    echo "skipped: $*"
    exit 77
}
[ -z "$missing" ] || skip "$missing"
"$python" -c 'import pytest' 2>/dev/null || skip "no pytest for $python (Debian: python3-pytest)"

export PYTHONPATH="$build/python" PYTHONDONTWRITEBYTECODE=1
case $sanitize in
*address*)
    # Python itself is not instrumented, so the runtime has to come first.
    for library in libclang_rt.asan-$(uname -m).so libasan.so; do
        preload=$("$compiler" -print-file-name="$library" 2>/dev/null || :)
        case $preload in /*) break ;; esac
    done
    case $preload in /*) ;; *) skip "no shared AddressSanitizer of $compiler" ;; esac
    report=$(mktemp -d)
    trap 'rm -rf "$report"' EXIT
    # What the interpreter never frees is no concern of these tests; what has a frame of Wend is.
    set_up="LD_PRELOAD=$preload ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1:log_path=$report/log"
    set_up="$set_up LSAN_OPTIONS=exitcode=0 PYTHONMALLOC=malloc"
    ;;
esac

cd "$build/python" # where the package is; python looks in the working directory first
if [ $# -eq 0 ]; then set -- "$here/tests" "$here/README.md" "$build/python/wend"; fi
status=0
# shellcheck disable=SC2086 # a list of assignments
env ${set_up:-} "$python" -m pytest -q -p no:cacheprovider --doctest-modules --doctest-glob=README.md "$@" || status=$?
if [ -n "${report:-}" ]; then
    if cat "$report"/* 2>/dev/null | awk 'BEGIN { RS = ""; ORS = "\n\n" }
            /ERROR: AddressSanitizer|runtime error/ || (/^(Direct|Indirect) leak/ && /wend_|wendpy_|wendi_|wimp_/) { print; found = 1 }
            END { exit !found }'; then
        echo "the sanitizers report what stands above"
        status=1
    fi
fi
exit $status
