#!/bin/sh
# Does every public function bear each wrong argument, as wend/base.h states?
# usage: nulls.sh SOURCE BUILD COMPILER SANITIZE COVERAGE [--table]
#
# Makes a program that calls each function of the headers with valid arguments (given.h) but one, for each of them, on the
# thread that made the objects and on another.
# - NULL, an id that names nobody, a tile off the map, an enum out of range: a wend_result must be ARGUMENT or STALE, with
#   untouched outputs; all else must be the neutral value.
# - A definition or query without its cookie: DEF.
# - Objects that do not belong to the others, numbers near 2^31 and 2^63, NaN, infinity, rectangles that overflow, edits,
#   links and agents of nonsense (wrong.h): OK or an error that the comment of the function lists, and no NaN.
# - Worlds, and the grids of worlds, of every form, a streamed one without ground: the same.
# With --table the program prints each call with its result.
set -eu
# shellcheck disable=SC1091
. "$(dirname "$0")/compile.sh"
folders="$source/engine/include/wend $source/engine/private/wend $source/graph/include/wend" with=-DWITHOUT_IMPORTERS
if $has_importers; then folders="$folders $source/importers/include/wend" with=-DWITH_IMPORTERS; fi

{
    printf '#include "given.h"\n#include "wrong.h"\nstatic void make_calls(void) {\n'
    for folder in $folders; do awk -f "$here/functions.awk" "$folder"/*.h; done | awk -F '\t' '
    function trim(text) { gsub(/^[ \t]+|[ \t]+$/, "", text); return text }
    BEGIN {
        n_forms = split("built opened mapped patched streamed fork snapshot", forms, " ")
        # Neutral values that a comment names, and what takes any value.
        special["wend_path_outcome"] = special["wend_graph_search_outcome"] = "r == WEND_NO_ROUTE"
        special["wend_graph_find_node"] = special["wend_graph_find_edge"] = special["wend_graph_edge_of"] = "r == -1"
        special["wend_field_cost"] = "isinf(r)"; special["wend_field_end"] = special["wend_path_goal"] = special["wend_crowd_link"] = special["wend_crowd_index"] = special["wend_fleet_at"] = "r == -1"
        special["wend_world_metadata"] = special["wend_world_profile_name"] = "r && !*r"
        special["wend_world_find_profile"] = "r == -1"
        special["wend_path_start_tile"] = special["wend_path_goal_tile"] = "r.x == -1 && r.y == -1"
        anything["wend_grid_center tile"]; anything["wend_edit_step from"]; anything["wend_edit_step to"]; anything["wend_edit_wall a"]; anything["wend_edit_wall b"]
        # Neither ready for their other arguments, nor of any use with wrong ones.
        unready["wend_bake_begin"]; unready["wend_bake_run"]; unready["wend_bake_finish"]
        n_names = split("ARGUMENT DEF MEMORY LIMIT STALE FORMAT IO UNSUPPORTED CANCELLED DAMAGED NOT_LOADED", names, " ")
        anything["wend_default_seam a"]; anything["wend_default_seam a_last"]; anything["wend_default_seam b"]; anything["wend_default_seam b_last"]
        anything["wend_default_link from"]; anything["wend_default_link to"]; anything["wend_default_query start"]; anything["wend_default_query goal"]
    }
    # A call with parameter k replaced; expected is the error.
    function call(k, value, expected, what,  i, list, test, label) {
        if (($1 " " name[k]) in anything) { try(k, value, what); return }
        list = ""
        for (i = 1; i <= n; i++) list = list (i > 1 ? ", " : "") (i == k ? value : given[i])
        label = $1 "(" name[k] ": " what ")"
        print "    print_row(\"" $1 "\", \"" name[k] "\", \"" what "\", \"" ($2 == "wend_result" ? tolower(expected) : "neutral") "\");"
        print "    reset_outputs();"
        if ($2 == "void") { print "    " $1 "(" list ");\n    check(true, \"\");"; calls++; return }
        if ($2 == "wend_result")
            print "    check(" $1 "(" list ") == WEND_ERROR_" expected " && outputs_untouched(), \"" label " is not " expected ", or writes an output\");"
        else {
            if ($2 == "const char*" && what == "out of range") test = "r && strncmp(r, \"unknown\", 7) == 0"
            else if ($1 in special) test = special[$1]
            else if ($2 ~ /^wend_(vec2|crowd_stats|fleet_stats|overlay_info|shape|snapped|explanation_info|service_stats|world_info|bake_info|stream_info|relief_counts|rect|level_info|survey_info|tasks|graph_connection|graph_node)$/) test = "neutral_" $2 "(r)"
            else test = "!r"
            print "    { " $2 " r = " $1 "(" list ");"
            print "      check(" test ", \"" label " is not neutral\");"
            if (count_at && count_at != k && $2 ~ /\*$/) print "      check(given_number == 0, \"" label ": the count is not 0\");"
            print "    }"
        }
        calls++
    }
    # The errors that the comment lists, a bit for each.
    function listed(  i, text, mask) {
        i = index($4, "Errors:")
        text = i ? substr($4, i) : ""
        mask = 2 # ARGUMENT
        for (i = 1; i <= n_names; i++)
            if (text ~ ("(^|[^A-Z_])" names[i] "([^A-Z_]|$)") || (names[i] ~ /DAMAGED|NOT_LOADED/)) mask += i == 1 ? 0 : 2 ^ i
        return mask
    }
    # A call with a wrong value in parameter k that may be taken or refused.
    function try(k, value, what,  i, list, label) {
        if ($2 == "void") return # destroys, closes, or writes to its other arguments
        list = ""
        for (i = 1; i <= n; i++) list = list (i > 1 ? ", " : "") (i == k ? value : given[i])
        label = $1 "\", \"" name[k] "\", \"" what
        print "    reset_outputs();"
        if ($2 == "wend_result") print "    check_listed(\"" label "\", " $1 "(" list "), " listed() ");"
        else if ($2 ~ /^(float|double)$/) print "    check_number(\"" label "\", (double)" $1 "(" list "));"
        else if ($2 == "wend_vec2") print "    check_vec2(\"" label "\", " $1 "(" list "));"
        else print "    (void)" $1 "(" list ");\n    check_returned(\"" label "\");"
        calls++
    }
    function no_cookie(k, value,  i, list) {
        list = ""
        for (i = 1; i <= n; i++) list = list (i > 1 ? ", " : "") (i == k ? value : given[i])
        print "    reset_outputs();"
        print "    check_cookie(\"" $1 "\", \"" name[k] "\", " $1 "(" list "), " ($1 in unready ? "true" : "false") ");"
        calls++
    }
    function try_number(k, type) {
        if (type == "wend_rect") {
            try(k, "((wend_rect){INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX})", "overflows")
            try(k, "((wend_rect){INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX})", "far to the left")
            try(k, "((wend_rect){1, 1, -1, 2})", "negative width")
            try(k, "((wend_rect){1, 1, 2, INT32_MIN})", "negative height")
        } else if (type == "int32_t" || type == "int64_t") {
            try(k, "-1", "-1")
            try(k, (type == "int32_t" ? "INT32_MIN" : "INT64_MIN"), "least")
            # More than an array holds cannot be noticed.
            if (name[k] !~ /count$|^capacity$|^most$/ || $1 ~ /threads/) try(k, (type == "int32_t" ? "INT32_MAX" : "INT64_MAX"), "greatest")
        } else if (type == "uint8_t") try(k, "255", "255")
        else if (type == "uint32_t") try(k, "UINT32_MAX", "greatest")
        else if (type == "size_t") { if (name[k] ~ /^(stride|budget_bytes)$/) try(k, "SIZE_MAX", "greatest") }
        else if (type == "float" || type == "double") {
            try(k, "(" type ")NAN", "NaN"); try(k, "(" type ")INFINITY", "infinite"); try(k, "(" type ")-INFINITY", "less than all")
            try(k, "(" type ")-1", "-1"); try(k, "(" type ")1e38", "huge")
        } else if (type == "wend_vec2") {
            try(k, "((wend_vec2){NAN, 3})", "NaN"); try(k, "((wend_vec2){3, INFINITY})", "infinite")
            try(k, "((wend_vec2){-1e38f, 1e38f})", "huge")
        }
    }
    {
        calls_before = calls
        n = $3 == "" ? 0 : split($3, parameter, ",")
        count_at = 0
        for (i = 1; i <= n; i++) {
            text = trim(parameter[i])
            if (text ~ /\[/) { sub(/\[.*/, "", text); sub(/ [a-z_]+$/, "*&", text) }
            match(text, /[a-z_0-9]+$/); name[i] = substr(text, RSTART); type = trim(substr(text, 1, RSTART - 1))
            constant[i] = type ~ /^const /
            sub(/^const /, "", type); plain = type; sub(/\*\*$/, "_pp", plain); sub(/\*$/, "_p", plain); gsub(/\*/, "p", plain)
            gsub(/ /, "", plain); types[i] = type; given[i] = "given_" plain
            if (plain == "wend_query_p" && $1 ~ /_on_grid$/) given[i] = "(&given_flat_query)"
            if ($1 == "wend_overlay_world" && name[i] == "out") given[i] = "(&given_view_out)"
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
            try_number(i, types[i])
            if (constant[i] && types[i] ~ /^wend_([a-z_]*_def|query|graph_query)\*$/ && $2 == "wend_result") {
                bare = types[i]; sub(/\*$/, "", bare)
                no_cookie(i, "&(" bare "){0}")
            }
            if (types[i] ~ /^wend_(grid|world|path|graph|field|agent|edit|link|weighted|tile|vec2|debug_draw)\*$/ && name[i] !~ /_opt$|^out$|_out$/) {
                bare = types[i]; sub(/^wend_/, "", bare); sub(/\*$/, "", bare)
                try(i, "wrong_" bare "()", "of another kind")
            }
            if (types[i] == "wend_world*" || (types[i] == "wend_grid*" && constant[i]))
                for (f = 1; f <= n_forms; f++) try(i, "form_" (types[i] == "wend_world*" ? "world" : "grid") "(FORM_" toupper(forms[f]) ")", forms[f])
            if (types[i] ~ /^wend_(result|outcome|agent_state|mover_state|conflict_kind|field_sense|opening_kind|link_kind|channel|ros_mode|image_rule|downscale_by)$/)
                call(i, "(" types[i] ")99", "ARGUMENT", "out of range")
        }
        if (n > 0 && calls == calls_before && $1 != "wend_set_hooks") print "#error no wrong argument is known for " $1
    }
    END {
        print "}"
        print "static void* call_on_thread(void* unused) {\n    make_calls();\n    return unused;\n}"
        print "int main(int argc, char** argv) {\n    prints_table = argc > 1 && strcmp(argv[1], \"--table\") == 0;\n    give();\n    give_wrong();\n    give_forms();\n    make_calls();"
        print "    pthread_t thread;\n    prints_table = false;\n    if (pthread_create(&thread, NULL, call_on_thread, NULL) != 0) abort();\n    pthread_join(thread, NULL);"
        print "    fprintf(stderr, \"" calls " calls on each of two threads, %d checks\\n\", tried);\n    return failed || tried < 2000;\n}"
    }'
} >"$temp/nulls.c"
failed=0
for cc in $compilers; do
    # Its objects live until the end, so leaks say nothing; not every argument of given.h is used.
    compile "$cc" "$temp/nulls.c" "$temp/nulls" "$with" "-I$here" -Wno-unused -O0 || exit 1
    (cd "$temp" && ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0" ./nulls ${6:-}) || failed=1
done
exit $failed
