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
for option in $(grep -ohE '(-D ?|^\| `)WEND_[A-Z_]+' packaging/vcpkg/wend/portfile.cmake packaging/homebrew/wend.rb docs/install.md | sed 's/.*WEND/WEND/' | sort -u); do
    count=$((count + 1))
    grep -qE "^ *(option|set)\($option " CMakeLists.txt importers/CMakeLists.txt || fail "$option is no option of CMakeLists.txt"
done
[ $count -gt 3 ] || fail "no options found"
# The table of options in docs/install.md states their defaults for Wend on its own.
for option in IMPORTERS CLI VIEWER TESTS; do
    grep -q "^| \`WEND_BUILD_$option\` |" docs/install.md || fail "docs/install.md does not list WEND_BUILD_$option"
done
# Package managers refuse a source that may change, and must not link what happens to be there.
grep -qE '^    REF [0-9a-f]{40}( |$)' packaging/vcpkg/wend/portfile.cmake || fail "portfile.cmake names no commit"
[ "$(grep -cE 'revision: "[0-9a-f]{40}"' packaging/homebrew/wend.rb)" = "$(grep -cE '^ *url ' packaging/homebrew/wend.rb)" ] ||
    fail "wend.rb names no commit for a url"
for option in WEND_GDAL WEND_MPI; do
    for recipe in packaging/vcpkg/wend/portfile.cmake packaging/homebrew/wend.rb; do
        grep -q -- "-D$option=OFF" $recipe || fail "$recipe does not set $option, so it depends on the machine"
    done
done
if command -v python3 >/dev/null; then
    python3 - packaging/vcpkg/wend/vcpkg.json packaging/vcpkg/wend/portfile.cmake <<'END' || fail "vcpkg.json or portfile.cmake is wrong"
import json, re, sys
port, script = json.load(open(sys.argv[1])), open(sys.argv[2]).read()
def expect(true, text):
    if not true:
        sys.exit("recipes: " + text)
def dependencies(of, where):
    for one in of:
        one = {"name": one} if isinstance(one, str) else one
        expect(set(one) <= {"name", "host", "default-features", "features", "platform", "version>="}, "%s: unknown key in %s" % (where, one))
        expect(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", one["name"]), "%s: %s is no name of a port" % (where, one["name"]))
        for feature in one.get("features", []):
            expect(one["name"] != port["name"] or feature in port["features"], "%s: no feature %s" % (where, feature))
keys = {"name", "version", "description", "homepage", "license", "supports", "dependencies", "default-features", "features"}
expect(set(port) <= keys, "vcpkg.json: unknown keys %s" % (set(port) - keys))
expect(re.fullmatch(r"\d+\.\d+\.\d+", port["version"]), "vcpkg.json: no version")
dependencies(port["dependencies"], "vcpkg.json")
for name, feature in port["features"].items():
    expect(set(feature) <= {"description", "dependencies", "supports"} and feature["description"], "feature %s" % name)
    dependencies(feature["dependencies"], name)
    expect(re.search(r"FEATURES.*\b%s WEND_" % name, script), "portfile.cmake does not know the feature %s" % name)
expect(set(port["default-features"]) <= set(port["features"]), "vcpkg.json: default-features")
expect(script.count("(") == script.count(")"), "portfile.cmake: brackets")
known = {"vcpkg_from_git", "vcpkg_check_features", "vcpkg_cmake_configure", "vcpkg_cmake_install", "vcpkg_cmake_config_fixup",
         "vcpkg_fixup_pkgconfig", "vcpkg_copy_tools", "vcpkg_install_copyright"}
used = set(re.findall(r"\b(vcpkg_\w+)\(", script))
expect(used <= known, "portfile.cmake calls %s" % (used - known))
END
fi
if command -v python3 >/dev/null; then python3 -m json.tool packaging/vcpkg/wend/vcpkg.json >/dev/null || fail "vcpkg.json is no JSON"; fi
if command -v ruby >/dev/null; then ruby -c packaging/homebrew/wend.rb >/dev/null || fail "wend.rb is no Ruby"; fi
echo "recipes: version $version, $count options"
exit $failed
