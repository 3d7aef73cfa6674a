#!/bin/sh
# Do the Debian packages install on a clean Debian, and does everything in them work there?
# usage: packages.sh SOURCE CMAKE [DEBS]. DEBS: a folder of packages that were built before.
#
# Builds the packages, looks into them, and installs them into a minimal Debian made by debootstrap, with apt and nothing but
# what they depend on: bakes a map, plans a path, starts the viewer, and builds a program by pkg-config and by CMake. Exits
# with 77 and says why where that is not possible: not root, no debootstrap, no mirror.
set -eu
source=$1 cmake=$2 debs=${3:-}
temp=$(mktemp -d)
mounted=
clean() {
    for folder in $mounted; do umount "$folder" 2>/dev/null || :; done
    rm -rf --one-file-system "$temp"
}
trap clean EXIT
fail() {
    echo "packages: $*"
    exit 1
}
step() { # NAME COMMAND...
    name=$1
    shift
    "$@" >"$temp/log" 2>&1 || { tail -n 60 "$temp/log"; fail "$name failed"; }
}
for tool in dpkg-deb dpkg-shlibdeps cpack; do
    command -v $tool >/dev/null || { echo "skipped: $tool is missing"; exit 77; }
done

if [ -z "$debs" ]; then
    cd "$source"
    step "configure" "$cmake" --preset package -B "$temp/build"
    step "build" "$cmake" --build "$temp/build" -j 2
    (cd "$temp/build" && cpack -G DEB) >"$temp/log" 2>&1 || { cat "$temp/log"; fail "cpack failed"; }
    debs=$temp/build/packages
fi
debs=$(cd "$debs" && pwd)

# ---- what is in them
soversion=$(cd "$debs" && ls libwend[0-9]*.deb | sed 's/libwend\([0-9.]*\)_.*/\1/')
for name in "libwend$soversion" "libwend-import$soversion" "libwend-graph$soversion" libwend-dev wend wend-viewer wend-gdal wend-mpi; do
    ls "$debs/${name}"_*.deb >/dev/null 2>&1 || fail "there is no package $name"
done
holds() { # PACKAGE FILE
    dpkg-deb -c "$debs/$1"_*.deb | awk '{ print $6 }' | grep -q "$2" || fail "$1 does not hold $2"
}
holds "libwend$soversion" "/libwend\.so\.$soversion$"
holds "libwend-import$soversion" "/libwend_import\.so\.$soversion$"
holds "libwend-graph$soversion" "/libwend_graph\.so\.$soversion$"
for file in include/wend/wend.h include/wend/wend.hpp include/wend/import.hpp libwend.so cmake/wend/wendConfig.cmake pkgconfig/wend.pc; do
    holds libwend-dev "/$file$"
done
for file in bin/wend man1/wend.1.gz bash-completion/completions/wend _wend wend.fish; do holds wend "/$file$"; done
for file in bin/wend-view man1/wend-view.1.gz applications/wend-view.desktop mime/packages/wend.xml apps/wend-view.svg maps/island.png; do
    holds wend-viewer "/$file$"
done
holds wend-gdal "/wend/wend-gdal$"
holds wend-mpi "/wend/wend_mpi\.so$"
# What links GDAL or MPI stands apart: nobody else needs them.
for name in "libwend$soversion" "libwend-import$soversion" "libwend-graph$soversion" libwend-dev wend wend-viewer; do
    needs=$(dpkg-deb -f "$debs/${name}"_*.deb Depends)
    case $needs in *gdal* | *mpi*) fail "$name depends on $needs" ;; esac
done
dpkg-deb -f "$debs"/wend-gdal_*.deb Depends | grep -q libgdal || fail "wend-gdal does not depend on GDAL"
dpkg-deb -f "$debs"/wend-mpi_*.deb Depends | grep -q "libopenmpi.*wend (=\|wend (=.*libopenmpi" || fail "wend-mpi does not depend on Open MPI and wend"
mkdir "$temp/control"
dpkg-deb -e "$debs/libwend${soversion}"_*.deb "$temp/control"
grep -q "^libwend.so.$soversion libwend$soversion #MINVER#$" "$temp/control/symbols" || fail "libwend has no symbols file"
if command -v dpkg-gensymbols >/dev/null; then # what the library exports is what the symbols file says
    mkdir -p "$temp/gen/debian"
    printf 'Source: wend\nMaintainer: x <x@localhost>\n\nPackage: libwend%s\nArchitecture: any\nDescription: x\n' "$soversion" >"$temp/gen/debian/control"
    dpkg-deb -x "$debs/libwend${soversion}"_*.deb "$temp/gen/root"
    cp "$temp/control/symbols" "$temp/gen/symbols"
    (cd "$temp/gen" && dpkg-gensymbols -c4 -v"$(dpkg-deb -f "$debs/libwend${soversion}"_*.deb Version)" -p"libwend$soversion" -Proot -Isymbols -O/dev/null) >"$temp/log" 2>&1 ||
        { cat "$temp/log"; fail "the symbols file is not that of the library"; }
fi
if command -v lintian >/dev/null; then
    # Nobody has asked Debian for these packages yet, and the calls of ldconfig are those of CPack.
    lintian --allow-root --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs,maintscript-calls-ldconfig \
        "$debs"/*.deb >"$temp/log" 2>&1 || { cat "$temp/log"; fail "lintian complains"; }
    echo "lintian has nothing to say"
fi
echo "packages: $(cd "$debs" && echo *.deb)"

# ---- a clean Debian
[ "$(id -u)" = 0 ] || { echo "skipped: only root can make a clean Debian"; exit 77; }
command -v debootstrap >/dev/null || { echo "skipped: debootstrap is missing"; exit 77; }
mirror=$(cat /etc/apt/sources.list.d/*.sources /etc/apt/sources.list 2>/dev/null |
    awk '/^URIs:/ { print $2; exit } /^deb / { for (i = 2; i <= NF; i++) if ($i ~ /:\/\//) { print $i; exit } }')
[ -n "$mirror" ] || { echo "skipped: apt has no mirror"; exit 77; }
release=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
root=$temp/root
if ! debootstrap --variant=minbase "$release" "$root" "$mirror" >"$temp/log" 2>&1; then
    tail -n 3 "$temp/log"
    echo "skipped: debootstrap found no $release at $mirror"
    exit 77
fi
cp -a /etc/apt/apt.conf.d "$root/etc/apt/"
cp /etc/apt/sources.list.d/*.sources "$root/etc/apt/sources.list.d/" 2>/dev/null || :
cp -a /etc/ssl "$root/etc/"
cp /etc/resolv.conf /etc/hosts "$root/etc/"
mkdir "$root/debs" "$root/test"
cp "$debs"/*.deb "$root/debs"
cp "$source/data/island.png" "$source/tests/install/consumer/"* "$source/examples/hello.c" "$root/test"
for folder in proc dev; do
    mount --bind /$folder "$root/$folder" || { echo "skipped: mount is not allowed here"; exit 77; }
    mounted="$mounted $root/$folder"
done
inside() { # NAME COMMANDS
    step "$1" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        http_proxy="${http_proxy:-}" https_proxy="${https_proxy:-}" chroot "$root" /bin/sh -ec "$2"
}
inside "apt-get update" "apt-get update -qq"
inside "installing the library" "apt-get install -y -qq --no-install-recommends /debs/libwend${soversion}_*.deb
    test -e /usr/lib/*/libwend.so.$soversion && ldconfig -p | grep -q libwend.so.$soversion"
inside "installing the programs" "apt-get install -y -qq --no-install-recommends /debs/libwend-import*.deb /debs/libwend-graph*.deb /debs/wend_*.deb /debs/wend-viewer_*.deb"
inside "the program" "cd /test && wend bake island.png -o island.wend && wend path island.wend --from 150,200 --to 830,220 | grep -q 'outcome *found'"
# A raster and a bake by ranks say what is missing, and work once that is installed.
printf 'ncols 40\nnrows 30\nxllcorner 1000\nyllcorner 2000\ncellsize 10\n' >"$root/test/hills.asc"
awk 'BEGIN { for (y = 0; y < 30; y++) { for (x = 0; x < 40; x++) printf "%d ", (x * y) % 7; print "" } }' >>"$root/test/hills.asc"
inside "without GDAL and MPI" "cd /test
    if wend bake hills.asc --rule height -o hills.wend 2>said; then exit 1; fi; grep -q 'package' said
    if wend bake --mpi island.png -o mpi.wend 2>said; then exit 1; fi; grep -q 'package wend-mpi' said"
inside "installing what reads rasters" "apt-get install -y -qq --no-install-recommends /debs/wend-gdal_*.deb"
inside "a raster" "cd /test && wend bake hills.asc --rule height -o hills.wend && wend path hills.wend --units world --from 1005,2005 --to 1395,2295 | grep -q 'outcome *found'"
inside "installing the module for MPI" "apt-get install -y -qq --no-install-recommends /debs/wend-mpi_*.deb openmpi-bin"
inside "a bake by ranks" "cd /test && export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    mpirun --oversubscribe -n 2 wend bake --mpi island.png -o mpi.wend && cmp mpi.wend island.wend"
inside "the viewer" "wend-view --version && test -f /usr/share/wend/maps/island.png"
inside "installing the headers" "apt-get install -y -qq --no-install-recommends /debs/libwend-dev_*.deb gcc libc6-dev pkg-config cmake make"
inside "pkg-config" "cd /test && gcc -std=c17 hello.c -o hello \$(pkg-config --cflags --libs wend) && ./hello | grep -q '^found'
    gcc -std=c17 import.c -o import \$(pkg-config --cflags --libs wend-import) && ./import
    gcc -std=c17 graph.c -o graph \$(pkg-config --cflags --libs wend-graph) && ./graph"
inside "find_package" "cd /test && cmake -S . -B build -D EXAMPLE=/test/hello.c && cmake --build build && ./build/engine && ./build/import && ./build/graph"
inside "removing them" "apt-get remove -y -qq libwend$soversion && ! test -e /usr/bin/wend && ! test -e /usr/include/wend"
echo "the packages work on a clean $release"
