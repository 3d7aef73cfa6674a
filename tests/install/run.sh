#!/bin/sh
# Does ./run do what the README says of it, whatever the machine is like? It runs here in a tree of its own, where the
# programs that install, build and serve only write down how they were called.
#   run.sh SOURCE
set -eu
source=$1
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
mkdir -p "$temp/bin" "$temp/cmake" "$temp/data" "$temp/web" "$temp/build/release/bin" "$temp/build/web/site/wend" \
    "$temp/bindings/python/wend" "$temp/build/python/python/wend" "$temp/tests/python"
cp "$source/run" "$temp"
cd "$temp"
PATH=$temp/bin:$PATH
fail() {
    echo "run.sh: $*"
    cat said calls 2>/dev/null
    exit 1
}
stub() { # FILE: a program, from standard input
    { echo '#!/bin/sh'; cat; } >"$1"
    chmod +x "$1"
}
run() { # CODE ARGUMENTS...: ./run ends with the code
    want=$1 code=0
    shift
    : >calls
    ./run "$@" >said 2>&1 || code=$?
    [ "$code" = "$want" ] || fail "./run $* ends with $code; expected $want"
}
echo 'echo 0' | stub bin/id
echo "echo \"cmake \$*\" >>'$temp/calls'" | stub bin/cmake
echo "echo \"sleep \$*\" >>'$temp/calls'" | stub bin/sleep

# Another package manager holds the lock of the lists, then that of the packages.
echo 'some-tool command some-installed-tool build' >cmake/packages.txt
stub bin/apt-get <<END
echo "apt-get \$*" >>'$temp/calls'
case \$* in *update*) action=update ;; *) action=install ;; esac
if [ ! -e '$temp'/\$action ]; then
    : >'$temp'/\$action
    echo 'E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)' >&2
    exit 100
fi
[ \$action = update ] || { echo 'exit 0' >'$temp/bin/some-installed-tool'; chmod +x '$temp/bin/some-installed-tool'; }
END
run 0 build
[ "$(grep -c '^apt-get .*DPkg::Lock::Timeout=' calls)" = 4 ] && [ "$(grep -c '^sleep' calls)" = 2 ] || fail "the locks of apt are not awaited"
grep -q 'Waiting for another package manager' said || fail "nothing says what ./run waits for"
rm bin/some-installed-tool
printf 'echo "apt-get $*" >>"%s/calls"\necho "E: Unable to locate package" >&2\nexit 100\n' "$temp" | stub bin/apt-get
run 4 build
[ "$(grep -c '^apt-get' calls)" = 1 ] || fail "another error of apt is repeated"

# The demo builds all that is installed, and has what the lines of the README need.
: >cmake/packages.txt
echo 'exit 0' | stub build/release/bin/wend
run 0 demo
grep -qx 'cmake --build --preset release' calls || fail "the demo leaves out a part of the build"
for module in gdal ompi-c; do
    awk -v module=$module '$3 == module && / demo( |$)/ { found = 1 } END { exit !found }' "$source/cmake/packages.txt" ||
        fail "the demo does not install $module"
done

# One Python has one module, another Python both: that one is used for all.
if [ -x /usr/bin/python3 ]; then
    printf 'package-%s python %s python\n' a json b textwrap >cmake/packages.txt
    stub bin/python3 <<'END'
case $* in "-c import json") exit 0 ;; *) exit 1 ;; esac
END
    : >build/python/python/wend/_native.abi3.so
    echo 'echo "suite $*" >>calls' | stub tests/python/suite.sh
    run 0 python
    grep -q '^cmake --preset python .*WEND_PYTHON_EXECUTABLE=/usr/bin/python3$' calls || fail "the build takes another Python"
    grep -q '^suite .* /usr/bin/python3 ' calls || fail "the tests take another Python"
    # Nobody has both: the modules come to the Python that apt serves, and the error names what that one lacks.
    printf 'package-%s python %s python\n' a json b no_such_module >cmake/packages.txt
    run 4 python
    grep -q 'install: package-b *$' said || fail "the missing module is not the only one that is named"
fi

# The page is there for this machine only, unless an address is given.
: >cmake/packages.txt
echo 'exit 0' | stub web/build.sh
: >build/web/site/a.js
: >build/web/site/wend/b.js
: >build/web/site/wend/wend-simd.wasm
echo "echo \"python3 \$*\" >>'$temp/calls'" | stub bin/python3
run 0 web
grep -q '^python3 -m http.server --bind 127.0.0.1 .* 8080$' calls || fail "the page is served to others"
run 0 web 8123 0.0.0.0
grep -q '^python3 -m http.server --bind 0.0.0.0 .* 8123$' calls || fail "the address does not count"
run 2 web here
echo "run.sh: good"
