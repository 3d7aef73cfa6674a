#!/bin/sh
# Do commands say the same of a map that has grown to the left and above as of the same map baked at once?
# usage: grown_ground.sh WEND
set -eu
wend=$1
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
cd "$temp"
fail() {
    echo "grown ground: $*"
    exit 1
}
# A map of 124 x 93 tiles, and the same whose part to the right and below, 62 x 62, was there first: 62 columns and 31 rows of clusters of
# 31 tiles are added. Walls, links and costs lie on both sides of column 0 and row 0.
"$wend" generate --size 124x93 --kind caves --seed 5 -o all.map -q
head -4 all.map | sed 's/^width.*/width 62/; s/^height.*/height 62/' >right.map
tail -n +36 all.map | cut -c 63-124 >>right.map
"$wend" bake all.map --cluster 31 --levels 1 -o once.wend -q
"$wend" bake right.map --cluster 31 --levels 1 -o right.wend -q
"$wend" edit right.wend --add-ground=-62,-31=all.map -o grown.wend -q
"$wend" info grown.wend | grep -q 'ground *x in -62..61 and y in -31..61' || fail "the ground lies elsewhere"

# The first two passable tiles of a row of all.map from a column on, in columns and rows of the map baked at once.
passable() { # ROW COLUMN
    sed -n "$(($1 + 5))p" all.map | cut -c "$(($2 + 1))-" | awk -v row="$1" -v column="$2" '{ print column + index($0, ".") - 1 "," row }'
}
moved() { # X,Y
    echo "$((${1%,*} - 62)),$((${1#*,} - 31))"
}
a=$(passable 40 10) b=$(passable 50 100) c=$(passable 12 80)
A=$(moved "$a") B=$(moved "$b") C=$(moved "$c")
"$wend" edit once.wend --link "$a:$b=9" --two-way --wall "$c:$((${c%,*} + 1)),${c#*,}" -o once.wend -q
"$wend" edit grown.wend --link="$A:$B=9" --two-way --wall="$C:$((${C%,*} + 1)),${C#*,}" -o grown.wend -q

equal() { # FILE FILE WHAT
    cmp -s "$1" "$2" || fail "$3 differ"
}
for world in once grown; do
    if [ $world = once ]; then from=$a other=$c; else from=$A other=$C; fi
    "$wend" path $world.wend --from="$from" --to="$other" | grep -E '^(outcome|cost|length)' >$world.path
    "$wend" render $world.wend --from="$from" --to="$other" --layers costs,walls,links,clusters,entrances,graph,route,path,waypoints \
        --scale 6 -o $world.png -q
    "$wend" render $world.wend --layers costs,clearance -o $world.clearance.png -q
    "$wend" render $world.wend --from="$from" --to="$other" -o $world.small.svg -q
    "$wend" field $world.wend --to="$from" --to="$other" --nearest --scale 1 -o $world.nearest.png -q
    "$wend" field $world.wend --from="$other" --flow -o $world.flow.csv -q
    "$wend" field $world.wend --from="$other" -o $world.costs.png -q
    "$wend" reach $world.wend --from="$other" --within 40 -o $world.reach.csv -q
    "$wend" reach $world.wend --from="$other" --within 40 --bands 3 -o $world.reach.png -q
    "$wend" corridor $world.wend --from="$from" --to="$other" --above 10 -o $world.corridor.png -q
    "$wend" sight $world.wend --from="$other" -o $world.sight.png --mask $world.mask.pgm -q
    "$wend" info $world.wend | grep -E '^(walls|links)' >$world.info
    "$wend" explain $world.wend --from="$from" --to="$other" --render $world.explain.png | sed 's/ [-0-9]*,[-0-9]*//g' >$world.explain
    "$wend" simulate $world.wend --random 20 --seed 4 --ticks 100 | grep -v -E '^(computed|hash)' >$world.simulate
    "$wend" fleet $world.wend --random 20 --seed 4 --steps 400 -o $world.plan.csv --render $world.heat.png -q
    "$wend" fleet $world.wend --check $world.plan.csv | grep -q 'conflicts *0$' || fail "the plan of a fleet on $world has conflicts"
    "$wend" fleet $world.wend --random 3 --seed 4 --steps 400 -o $world.plan.json --render $world.film.svg -q
done
for what in path png clearance.png small.svg nearest.png flow.csv costs.png reach.png corridor.png sight.png mask.pgm info explain \
    explain.png simulate heat.png film.svg; do
    equal once.$what grown.$what "$what"
done
awk -F, -v OFS=, 'NR > 1 { $1 += 62; $2 += 31 } { print }' grown.reach.csv >moved
equal once.reach.csv moved "tables of reach"

# Ground to avoid, by commands that find paths, costs and areas: shapes at tiles of the map, images of its frame.
"$wend" generate --size 124x93 --seed 6 -o danger.png -q
for world in once grown; do
    if [ $world = once ]; then from=$a other=$c; else from=$A other=$C; fi
    column=${other%,*} row=${other#*,}
    avoid="--avoid=disc:$((column - 4)),$((row + 3)),2.5 --avoid=rect:$((column - 20)),$((row - 9)),7,40=3 --danger=danger.png=2"
    fog="--fog=$world.mask.pgm=2"
    # shellcheck disable=SC2086 # words
    {
        "$wend" path $world.wend --from="$other" --to="$from" $avoid | grep -E '^(outcome|cost|length)'
        "$wend" path $world.wend --from="$other" --to="$from" $avoid $fog | grep -E '^(outcome|cost|length)'
        "$wend" field $world.wend --from="$other" $avoid $fog -o $world.avoid.png -q
        "$wend" reach $world.wend --from="$other" --within 60 $avoid -o $world.reach.avoid.png -q
        "$wend" corridor $world.wend --from="$from" --to="$other" --above 10 $avoid $fog -o $world.corridor.avoid.png -q
        "$wend" simulate $world.wend --random 20 --seed 4 --ticks 100 $avoid | grep -v -E '^(computed|hash)'
    } >$world.avoid
done
for what in avoid avoid.png reach.avoid.png corridor.avoid.png; do equal once.$what grown.$what "$what"; done

# Positions in world units count from tile 0,0.
center() {
    echo "$1" | awk -F, -v OFS=, '{ print $1 + .5, $2 + .5 }'
}
"$wend" path grown.wend --from="$A" --to="$C" | grep '^cost' >by_tile
"$wend" path grown.wend --from="$(center "$A")" --to="$(center "$C")" --units world | grep '^cost' >by_position
equal by_tile by_position "paths by tiles and by positions"

# Of a tile of the map baked at once in either world; the rows of a ROS map go up.
position() { # WORLD X,Y FILE
    center "$(if [ "$1" = once ]; then echo "$2"; else moved "$2"; fi)" |
        if [ "$3" = all.yaml ]; then awk -F, -v OFS=, '{ $2 = -$2; print }'; else cat; fi
}
# Checks and measurements draw the same tiles, and find the same.
for world in once grown; do
    "$wend" check $world.wend --random 40 | sed -n '/^problems/,/^excess/p; s/^build.*, //p' >$world.check
    "$wend" bench $world.wend --queries 20 --links 20 --json -q | tr ',' '\n' |
        grep -E '"(width|height|links|blocked_pct|excess_mean_pct|hpa_abstract_expanded|problems|wrong)"' >$world.bench
    "$wend" serve-bench $world.wend --seconds 0.1 --workers 1 --edits 0 |
        grep 'problems of' >$world.serve
    for file in all.png all.txt all.yaml; do
        "$wend" export $world.wend -o $world.$file --links $world.links.csv --walls $world.walls.csv 2>said |
            sed "s/$world/WORLD/g" >$world.report
        if [ $world = grown ]; then grep -q 'its first tile is -62,-31 of the world$' said || fail "no word of the first tile"; fi
        options=$(sed -n 's/^read it by.*all\.[a-z]*\(.*\) -o WORLD.wend$/\1/p' $world.report | sed "s/WORLD/$world/g")
        # shellcheck disable=SC2086 # words
        "$wend" bake $world.$file $options --levels 1 -o $world.back.wend -q
        "$wend" path $world.back.wend --from="$(position $world "$a" $file)" --to="$(position $world "$c" $file)" --units world |
            grep '^cost' >$world.back.${file#all.}
    done
done
grep -q "the same hash" grown.check || fail "a rebuild has another hash"
for what in check bench serve all.png all.txt all.pgm links.csv walls.csv back.png back.txt back.yaml; do
    equal once.$what grown.$what "$what"
done

# What needs a map that begins at 0,0 says so.
if "$wend" edit grown.wend --set=-5,-5,2,2=7 -o other.wend -q >said 2>&1; then fail "a cost outside of the range is not refused"; fi
grep -q 'begins at' said || { cat said; fail "no reason"; }
[ ! -e other.wend ] || fail "a refused edit has left a file"
echo "grown ground: as at once"
