#!/bin/sh
# Does a double click on a .wend file open the viewer? Checks the files for the desktop that are installed: the MIME type
# recognises worlds by name and by content, and the viewer is registered for it.
# usage: desktop.sh SOURCE BUILD CMAKE WEND. Exits with 77 where shared-mime-info is missing.
set -eu
source=$1 build=$2 cmake=$3 wend=$4
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
"$cmake" --install "$build" --prefix "$temp/prefix" --component viewer >"$temp/log" 2>&1 || { cat "$temp/log"; exit 1; }
share=$temp/prefix/share
entry=$share/applications/wend-view.desktop
fail() {
    echo "desktop: $*"
    exit 1
}
[ -x "$temp/prefix/bin/wend-view" ] || fail "the component viewer has no wend-view"
grep -q '^Exec=wend-view ' "$entry" || fail "the entry does not start wend-view"
[ -f "$share/icons/hicolor/scalable/apps/$(sed -n 's/^Icon=//p' "$entry").svg" ] || fail "the icon is missing"
type=$(sed -n 's/^MimeType=\(.*\);/\1/p' "$entry")
grep -q "<mime-type type=\"$type\">" "$share/mime/packages/wend.xml" || fail "the type '$type' is not defined"
if command -v desktop-file-validate >/dev/null; then
    desktop-file-validate "$entry" >"$temp/log" 2>&1 || { cat "$temp/log"; fail "the entry is not valid"; }
    [ ! -s "$temp/log" ] || { cat "$temp/log"; fail "the entry has warnings"; }
fi
command -v update-mime-database >/dev/null || { echo "skipped: shared-mime-info is not installed"; exit 77; }
XDG_DATA_HOME=$share update-mime-database "$share/mime" >"$temp/log" 2>&1 || { cat "$temp/log"; fail "the MIME type is not valid"; }
[ ! -s "$temp/log" ] || { cat "$temp/log"; fail "the MIME type has warnings"; }
grep -q "$type:\*.wend" "$share/mime/globs" || fail "*.wend is not of the type"
"$wend" bake "$source/data/house.txt" -o "$temp/house.wend" >"$temp/log" 2>&1 || { cat "$temp/log"; fail "bake"; }
# The magic of the type, as the database has it: >0=, two bytes of length, the bytes.
length=$(od -An -tu1 -j0 -N8 "$temp/house.wend" | wc -w)
od -An -v -tx1 "$share/mime/magic" | tr -d ' \n' >"$temp/magic"
grep -q "3e303d000$length$(od -An -v -tx1 -N8 "$temp/house.wend" | tr -d ' \n')" "$temp/magic" ||
    fail "the magic is not how a .wend file begins"
echo "the entry, the icon and the MIME type are right"
