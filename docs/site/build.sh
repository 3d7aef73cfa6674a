#!/bin/sh
# Makes the documentation site.
#   build.sh SOURCE BUILD WEND
# SOURCE is the tree, BUILD a folder whose "source" and "html" are replaced, WEND the program, whose help becomes
# a page. The pages keep their places in the tree, so that their links hold.
set -eu
source=$1 build=$2 wend=$3
rm -rf "$build/source" "$build/html"
mkdir -p "$build/source"
cp "$source/docs/site/mkdocs.yml" "$build"

cd "$source"
for folder in bindings/python bindings/javascript docs docs/tutorials docs/decisions docs/pictures bench bench/results data examples engine/include/wend importers/include/wend graph/include/wend; do
    mkdir -p "$build/source/$folder"
    find "$folder" -maxdepth 1 -type f -exec cp {} "$build/source/$folder/" \;
done
cp README.md "$build/source/index.md"
cp CONTRIBUTING.md CHANGELOG.md SECURITY.md LICENSE "$build/source/"
# The README is the first page; mkdocs links to it by that name.
find "$build/source" -name '*.md' -exec sed -i 's#\](\(\(\.\./\)*\)README\.md#](\1index.md#g' {} +
# bench and data have a README of their own.
sed -i 's#\](\.\./bench/index\.md#](../bench/README.md#g; s#\](bench/index\.md#](bench/README.md#g; s#\](data/index\.md#](data/README.md#g' \
    "$build/source/index.md" "$build/source"/docs/*.md

{
    printf '# Commands\n\nWhat `wend help` and `wend COMMAND --help` print.\n\n```text\n'
    "$wend" --help
    printf '```\n'
    for command in $("$wend" --help | sed -nE 's/^  ([a-z][a-z-]*) .*/\1/p'); do
        printf '\n## wend %s\n\n```text\n' "$command"
        "$wend" "$command" --help
        printf '```\n'
    done
} >"$build/source/commands.md"
cat >"$build/source/api.md" <<'END'
# Functions in C

Every public function, type and constant, made from the headers: <a href="api/index.html">the reference</a>.
END

(cd "$build" && mkdocs build --quiet --config-file mkdocs.yml)
# mkdocs looks at links between pages; those to the anchors of a page are looked up here.
python3 "$source/docs/site/check_anchors.py" "$build/html"
{
    cat docs/site/Doxyfile
    echo "OUTPUT_DIRECTORY = $build/html"
    echo "INPUT = engine/include/wend importers/include/wend graph/include/wend"
} | doxygen - >"$build/doxygen.log" 2>&1 || { cat "$build/doxygen.log"; exit 1; }
[ -s "$build/html/index.html" ] && [ -s "$build/html/api/index.html" ]
