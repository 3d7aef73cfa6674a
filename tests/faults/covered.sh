#!/bin/sh
# Does some scenario of short_memory call every function that can run out of memory, and is every other function called on
# what is left? usage: covered.sh SOURCE
#
# Functions that touch no object that a scenario has are named below.
set -eu
source=$1
here=$source/tests/faults
failed=0
# Behaviours of a single agent, names of numbers, definitions, single definitions of edits, positions on the ground and on ROS maps, and what belongs to the process.
elsewhere='^wend_(steer_.*|follow_.*|agent_(push|glide)|.*_(string|from_string|name|description)|default_.*|edit_(tiles|step|wall|elevation)|set_hooks|grid_set_class_costs|grid_set_cost_range|grid_set_link|grid_set_link_cost|ros_tile_at|ros_position|grid_remove_link|grid_write|geo_(position|column_row|tile_at|ground|distance))$'
for folder in engine/include engine/private graph/include importers/include; do
    awk -f "$source/tests/headers/functions.awk" "$source/$folder/wend"/*.h
done | awk -F '\t' '{ at = index($4, "Errors:"); print $1, at && substr($4, at) ~ /MEMORY/ ? "memory" : "other" }' |
{
    while read -r name kind; do
        if [ "$kind" = memory ]; then
            grep -qw "$name" "$here"/scenarios_*.c && continue
            echo "$name can return MEMORY, and no scenario calls it"
        else
            echo "$name" | grep -Eq "$elsewhere" && continue
            grep -qw "$name" "$here"/use*.c "$here"/scen*.c && continue
            echo "$name is not called after a failure"
        fi
        failed=1
    done
    exit $failed
}
