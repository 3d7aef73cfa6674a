#!/bin/sh
# Do the recipes for package managers fit this tree? They must have its version, its licence and options that exist.
# usage: recipes.sh SOURCE VERSION
set -eu
source=$1 version=$2
cd "$source"
failed=0
fail() {
    echo "recipes: $*"
    failed=1
}
grep -q "\"version\": \"$version\"" packaging/vcpkg/wend/vcpkg.json || fail "vcpkg.json has another version than $version"
grep -q "tag: \"v$version\"" packaging/homebrew/wend.rb || fail "wend.rb has another version than $version"
grep -q "GIT_TAG v$version)" docs/install.md || fail "docs/install.md fetches another version than $version"
count=0
for option in $(grep -ohE 'WEND_[A-Z_]+' packaging/vcpkg/wend/portfile.cmake packaging/homebrew/wend.rb docs/install.md | sort -u); do
    count=$((count + 1))
    grep -q "^ *option($option " CMakeLists.txt importers/CMakeLists.txt || fail "$option is no option of CMakeLists.txt"
done
[ $count -gt 3 ] || fail "no options found"
# The table of options in docs/install.md states their defaults for Wend on its own.
for option in IMPORTERS CLI VIEWER TESTS; do
    grep -q "^| \`WEND_BUILD_$option\` |" docs/install.md || fail "docs/install.md does not list WEND_BUILD_$option"
done
if command -v python3 >/dev/null; then python3 -m json.tool packaging/vcpkg/wend/vcpkg.json >/dev/null || fail "vcpkg.json is no JSON"; fi
if command -v ruby >/dev/null; then ruby -c packaging/homebrew/wend.rb >/dev/null || fail "wend.rb is no Ruby"; fi
echo "recipes: version $version, $count options"
exit $failed
