#!/bin/sh
# Does the comment of every public function that returns wend_result list its errors? usage: errors.sh SOURCE
#
# The list is "Errors: NAME (reasons), NAME, ..." with the names of wend_result without WEND_ERROR_, each once. A
# function whose callback chooses results says so with "any result". Functions that return something else list none.
set -eu
source=$1
here=$source/tests/headers
names=$(sed -n 's/^ *WEND_ERROR_\([A-Z]*\) = .*/\1/p' "$source/engine/include/wend/base.h" | tr '\n' ' ')
[ -n "$names" ] || { echo "base.h names no errors"; exit 1; }
for folder in engine/include engine/private graph/include importers/include; do
    awk -f "$here/functions.awk" "$source/$folder/wend"/*.h
done | awk -F '\t' -v names="$names" '
BEGIN { n = split(names, list, " "); for (i = 1; i <= n; i++) known[list[i]] }
function wrong(text) { print $1 ": " text; failed = 1 }
{
    at = index($4, "Errors:")
    if ($2 != "wend_result") { if (at) wrong("lists errors, but returns " $2); next }
    functions++
    if (!at) { wrong("lists no errors"); next }
    rest = substr($4, at + 7)
    gsub(/\(0, 1\]/, "0..1", rest) # an interval
    while (match(rest, /\([^()]*\)/)) rest = substr(rest, 1, RSTART - 1) substr(rest, RSTART + RLENGTH)
    if (rest ~ /[()]/) wrong("parentheses within parentheses:" rest)
    sub(/\..*/, "", rest); sub(/;.*/, "", rest) # what follows the list
    if (rest ~ /above|below|likewise/) wrong("refers to another list:" rest)
    delete seen
    count = split(rest, word, /[^A-Z]+/); found = 0
    for (i = 1; i <= count; i++) {
        if (length(word[i]) < 2) continue
        if (!(word[i] in known)) wrong("no wend_result is named " word[i])
        if (word[i] in seen) wrong(word[i] " twice")
        seen[word[i]]; found++
    }
    if (!found) wrong("an empty list")
    if ($3 ~ /\*/ && !("ARGUMENT" in seen)) wrong("takes pointers, but does not list ARGUMENT")
    if ($3 ~ /const wend_[a-z_]*_def\*|wend_query\*/ && !("DEF" in seen)) wrong("takes a definition, but does not list DEF")
    if ($3 ~ /wend_ticket / && !("STALE" in seen)) wrong("takes a ticket, but does not list STALE")
    if ($3 ~ /wend_agent_id / && !("STALE" in seen)) wrong("takes an id, but does not list STALE")
}
END { print functions " lists of errors"; exit failed || functions < 40 }'
