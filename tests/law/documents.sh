#!/bin/sh
# Do the documents name files that exist? Checks every relative link, and every `folder/file` of the tree in backticks.
# usage: documents.sh ROOT
set -eu
cd "$1"
count=0
failed=0
for document in *.md bindings/*/*.md docs/*.md docs/decisions/*.md docs/tutorials/*.md data/*.md bench/*.md examples/*.md; do
    for target in $(grep -oE '\]\([^)#]+' "$document" | sed 's/^](//' | grep -v '^https:' || :); do
        count=$((count + 1))
        [ -e "$(dirname "$document")/$target" ] || { echo "$document: link to $target, which does not exist"; failed=1; }
    done
    for path in $(grep -oE '`(\.ci|bench|bindings|check|cli|cmake|data|docs|engine|examples|importers|tests|viewer|web)/[A-Za-z0-9_./-]+`' "$document" | tr -d '`' || :); do
        count=$((count + 1))
        [ -e "$path" ] || { echo "$document: names $path, which does not exist"; failed=1; }
    done
done
echo "$count names of files looked up"
[ $count -gt 0 ] && exit $failed
