#!/bin/sh
# Does every public function answer a NULL, an id that names nobody, a tile off the map and an enum out of range as
# wend/base.h states? usage: nulls.sh SOURCE BUILD COMPILER SANITIZE COVERAGE
#
# Makes a program that calls each function of the headers with valid arguments (given.h) but one, for each of them.
# A wend_result must be ARGUMENT or STALE, with untouched outputs; all else must be the neutral value.
set -eu
# shellcheck disable=SC1091
. "$(dirname "$0")/compile.sh"
folders=$source/engine/include/wend with=-DWITHOUT_IMPORTERS
if $has_importers; then folders="$folders $source/importers/include/wend" with=-DWITH_IMPORTERS; fi

{
    printf '#include "given.h"\nint main(void) {\n    give();\n'
    for folder in $folders; do awk -f "$here/functions.awk" "$folder"/*.h; done | awk -F '\t' '
    function trim(text) { gsub(/^[ \t]+|[ \t]+$/, "", text); return text }
    BEGIN {
        # Neutral values that a comment names, and what takes any value.
        special["wend_path_outcome"] = special["wend_graph_search_outcome"] = "r == WEND_NO_ROUTE"
        special["wend_graph_find_node"] = special["wend_graph_find_edge"] = special["wend_graph_edge_of"] = "r == -1"
        special["wend_field_cost"] = "isinf(r)"; special["wend_field_end"] = special["wend_path_goal"] = special["wend_crowd_link"] = special["wend_crowd_index"] = "r == -1"
        special["wend_world_metadata"] = special["wend_world_profile_name"] = "r && !*r"
        special["wend_world_find_profile"] = "r == -1"
        special["wend_path_start_tile"] = special["wend_path_goal_tile"] = "r.x == -1 && r.y == -1"
        anything["wend_grid_center tile"]; anything["wend_edit_step from"]; anything["wend_edit_step to"]; anything["wend_edit_wall a"]; anything["wend_edit_wall b"]
        anything["wend_default_link from"]; anything["wend_default_link to"]; anything["wend_default_query start"]; anything["wend_default_query goal"]
    }
    # A call with parameter k replaced; expected is the error.
    function call(k, value, expected, what,  i, list, test, label) {
        if (($1 " " name[k]) in anything) return
        list = ""
        for (i = 1; i <= n; i++) list = list (i > 1 ? ", " : "") (i == k ? value : given[i])
        label = $1 "(" name[k] ": " what ")"
        print "    reset_outputs();"
        if ($2 == "void") { print "    " $1 "(" list ");\n    check(true, \"\");"; calls++; return }
        if ($2 == "wend_result")
            print "    check(" $1 "(" list ") == WEND_ERROR_" expected " && outputs_untouched(), \"" label " is not " expected ", or writes an output\");"
        else {
            if ($2 == "const char*" && what == "out of range") test = "r && strncmp(r, \"unknown\", 7) == 0"
            else if ($1 in special) test = special[$1]
            else if ($2 ~ /^wend_(vec2|crowd_stats|snapped|explanation_info|service_stats|world_info|bake_info|stream_info|rect|level_info|survey_info|tasks|graph_connection|graph_node)$/) test = "neutral_" $2 "(r)"
            else test = "!r"
            print "    { " $2 " r = " $1 "(" list ");"
            print "      check(" test ", \"" label " is not neutral\");"
            if (count_at && count_at != k && $2 ~ /\*$/) print "      check(given_number == 0, \"" label ": the count is not 0\");"
            print "    }"
        }
        calls++
    }
    {
        n = $3 == "" ? 0 : split($3, parameter, ",")
        count_at = 0
        for (i = 1; i <= n; i++) {
            text = trim(parameter[i])
            if (text ~ /\[/) { sub(/\[.*/, "", text); sub(/ [a-z_]+$/, "*&", text) }
            match(text, /[a-z_0-9]+$/); name[i] = substr(text, RSTART); type = trim(substr(text, 1, RSTART - 1))
            sub(/^const /, "", type); plain = type; gsub(/\*/, "p", plain); gsub(/pp$/, "_pp", plain)
            if (plain !~ /_pp$/ && type ~ /\*$/) sub(/p$/, "_p", plain)
            gsub(/ /, "", plain); types[i] = type; given[i] = "given_" plain
            if (name[i] ~ /_opt$/) given[i] = "NULL"
            if (name[i] == "context") { given[i] = "NULL"; types[i] = "" }
            if (name[i] == "count_out") count_at = i
        }
        for (i = 1; i <= n; i++) {
            if (types[i] ~ /\*$/ && name[i] !~ /_opt$/) call(i, "NULL", "ARGUMENT", "NULL")
            if (types[i] == "wend_agent_id") {
                call(i, "(wend_agent_id){99}", "STALE", "nobody")
                call(i, "(wend_agent_id){0}", "STALE", "0")
            }
            if (types[i] == "wend_ticket") {
                call(i, "(wend_ticket){99, 99}", "STALE", "of another service")
                call(i, "(wend_ticket){given_wend_ticket.service, 99}", "STALE", "nobody")
            }
            if (types[i] == "wend_tile") {
                call(i, "((wend_tile){-1, 3})", "ARGUMENT", "left of the map")
                call(i, "((wend_tile){3, INT32_MAX})", "ARGUMENT", "below the map")
            }
            if (types[i] ~ /^wend_(result|outcome|agent_state|field_sense|channel|ros_mode|image_rule|downscale_by)$/)
                call(i, "(" types[i] ")99", "ARGUMENT", "out of range")
        }
    }
    END { print "    printf(\"" calls " calls, %d checks\\n\", tried);\n    return failed || tried < 200;\n}" }'
} >"$temp/nulls.c"
failed=0
for cc in $compilers; do
    # Its objects live until the end, so leaks say nothing; not every argument of given.h is used.
    compile "$cc" "$temp/nulls.c" "$temp/nulls" "$with" "-I$here" -Wno-unused || exit 1
    (cd "$temp" && ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0" ./nulls) || failed=1
done
exit $failed
