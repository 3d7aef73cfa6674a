#!/bin/sh
# Do all commands print one JSON object that keeps to docs/json.schema.json, whether they succeed or fail?
#   json.sh WEND JSON_SCHEMA SOURCE
set -eu
WEND=$1 CHECK=$2 source=$3 schema=$3/docs/json.schema.json
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export LC_ALL=C
failed=0
fail() { echo "FAILED: $*"; failed=1; }

"$CHECK" "$schema" "$source/docs/json.md" || failed=1

# ok CODE ARGS...: an answer; its exit code may be 1. error CODE ARGS...: an error with the same code.
run() {
    kind=$1 expected=$2
    shift 2
    code=0
    "$WEND" "$@" --json >out 2>err || code=$?
    [ "$code" = "$expected" ] || fail "wend $*: exit code $code, expected $expected"
    said=$("$CHECK" "$schema" <out) || fail "wend $*: $(cat out)"
    echo "$said"
    case $kind$said in
    answer*'an error'*) fail "wend $*: an error, expected an answer" ;;
    error*'an error'*) grep -q "\"code\":$expected[,}]" out || fail "wend $*: another code in $(cat out)" ;;
    error*) fail "wend $*: no error" ;;
    esac
}
answer() { run answer "$@"; }
error() { run error "$@"; }
has() { grep -qF -e "$1" out || fail "$1 is not in $(cat out)"; }

printf 'type octile\nheight 5\nwidth 8\nmap\n........\n...@....\n...@..@.\n...@..@@\n......@.\n' >small.map
printf 'image: m.pgm\nresolution: 0.05\norigin: [0,0,0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n' >m.yaml
printf 'P2\n3 2\n255\n255 0 255 255 205 255\n' >m.pgm
island=$source/data/island.png
answer 0 bake small.map
printf 'P2 6 1 100 10 10 10 11 15 0\n' >heights.pgm
answer 0 bake heights.pgm --rule slope --height-scale 10 -o heights.wend
answer 0 path heights.wend --from 0,0 --to 5,0
has '"cost_unit":"s"'
has '"relief":{"map_m":5.000,'
answer 0 bake "$island" -o island.wend
answer 0 bake "$island" --dry-run
answer 0 bake m.yaml -o ros.wend
answer 0 bake m.yaml -o robot.wend --inflate inscribed=0.01,inflation=0.1
answer 0 info robot.wend
has '"inflation":{'
answer 1 render robot.wend -o robot.png --from 0,0 --to 2,0 --layers clearance --also robot
has '"also":[{"profile":"robot","outcome":"no_route"}]'
answer 0 legend "$island" -o island.legend
answer 0 bake "$island" --palette island.legend -o painted.wend
for world in small island ros painted; do answer 0 info $world.wend; done

answer 0 edit small.wend --patch small.patch --set 0,4,1,1=blocked
answer 0 info small.wend --patch small.patch
has '"patches":["small.patch"]'
answer 0 info small.wend --patch small.patch --quick
answer 0 merge small.wend small.patch -o merged.wend
answer 0 verify small.wend --patch small.patch
error 3 verify merged.wend --patch small.patch
answer 0 path small.wend --from 0,0 --to 5,4
has '"from":[0,0],"to":[[5,4]]'
answer 1 path small.wend --from 0,0 --to 7,4
answer 0 path small.wend --from 0,0 --to 5,4 --to 4,4 --tiles rle
has '"to":[[5,4],[4,4]]'
has '"tile_runs":[[1,1,2],[0,1,2],[1,0,2]]'
has '"tile_count":7'
answer 0 path small.wend --from 0,0 --to 5,4 --tiles none
grep -q '"tiles":' out && fail "--tiles none has tiles"
answer 0 path small.wend --from 0,0 --to-area 4,4,2,1 --snap 2 --alternatives 1
answer 1 explain small.wend --from 0,0 --to 7,4
answer 0 path small.wend --from 0,0 --to 5,4 --tiles
has '"tiles":[[0,0],'
answer 0 path small.wend --from 0.5,0.5 --to 5.5,4.5 --units world
answer 0 edit small.wend --link 0,0:5,4=2 --wall 0,0:0,1 --set 1,1,2,2=3 --two-way --kind lift -o linked.wend
answer 0 path linked.wend --from 0,0 --to 5,4 --tiles=rle
has '"tile_runs":[[5,4,1]]'
answer 0 info linked.wend

answer 0 bake small.map -o kinds.wend --profile tank:radius=1,1=2 --profile shy:margin=2
answer 0 info kinds.wend
has '"class_costs":[{"class":1,"cost":2.000000}]'
answer 0 path kinds.wend --from 1,1 --to 1,3 --profile tank
has '"profile":"tank"'
answer 0 field kinds.wend --to 1,1 --profile tank
answer 0 check kinds.wend --random 5 --profile shy
error 2 path kinds.wend --from 0,0 --to 5,4 --profile boat
answer 0 check small.wend --random 5
answer 0 render small.wend -o small.png
answer 0 render small.wend -o small.png --from 0,0 --to 5,4
answer 0 export linked.wend -o e.txt --links l.csv --walls w.csv
answer 0 export island.wend -o e.png
answer 0 hash small.wend
answer 0 hash small.wend island.wend
answer 3 hash small.wend missing.wend
has '"file":"missing.wend"'
answer 0 generate --size 40 -o g.png
answer 0 bench small.map --queries 3 --runs 1
answer 3 bench small.map missing.map --queries 3 --runs 1
answer 0 serve-bench small.wend --seconds 0.05 --queries 5 --workers 1 --edits 0
answer 0 serve-bench --terrain 64 --seconds 0.05 --queries 5 --workers 1 --edits 10
answer 0 simulate small.wend --random 3
answer 0 simulate small.wend --from 0,0 --to 5,4
answer 0 field small.wend --to 0,0
answer 0 field small.wend --from 0,0 --from 4,4 --within 3 --tiles
answer 0 field small.wend --from 0,0 -o f.csv
printf 'x,y\n0,0\n4,3\n7,4\n' >places.csv
answer 0 matrix small.wend --sources places.csv --targets places.csv --assign
answer 0 matrix small.wend --sources places.csv --targets places.csv -o m.npy
error 3 matrix small.wend --sources places.csv --targets none.csv
printf 'x,y\n0,0\n4,3\n' >stops.csv
answer 0 tour small.wend --stops stops.csv --closed -o order.csv
error 1 tour small.wend --stops places.csv
answer 0 fleet small.wend --random 5 --threads 1 -o plan.json
answer 0 fleet small.wend --check plan.json
answer 0 fleet small.wend --random 2 --tasks stops.csv
printf 'x,y,to_x,to_y\n0,0,4,3\n0,0,4,0\n1,0,4,0\n' >movers.csv
answer 1 fleet small.wend --movers movers.csv
printf '{"paths":[[[0,0],[0,1]],[[0,1],[0,0]]]}' >plan.json
answer 1 fleet small.wend --check plan.json
error 2 fleet small.wend
answer 0 reach small.wend --from 0,0 --within 3 --bands 2 -o reach.tif
printf 'P2 5 4 255 %s' '0 0 0 0 200  0 0 0 0 200  0 0 0 0 200  0 0 0 0 200' >hill.pgm
printf 'P2 5 4 255 %s' '1 1 1 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 0 0' >lanes.pgm
answer 0 bake hill.pgm --rule slope --height-scale 10 --max-climb 5 --lanes lanes.pgm --lane-costs compulsory -o hill.wend
has '"relief":{"lowest":0.000,"highest":7.843,"lane_tiles":3,"steps":110,"closed":16,'
answer 0 info hill.wend
has '"relief":{"lowest":0.000,'
answer 0 reach small.wend --from 0,0 --from 4,3 --within 3 --nearest
error 1 reach small.wend --from 3,1 --within 3
answer 0 sight small.wend --from 0,0 --range 3 -o sight.csv
answer 0 sight small.wend --from 0,0 --to 2,0
answer 1 sight small.wend --from 0,0 --to 4,3 --range 1
error 2 sight small.wend --from 99,0
answer 0 corridor small.wend --from 0,0 --to 4,3 --bands 2
answer 0 corridor small.wend --from-area 0,0,2,2 --to-area 3,2,2,2
error 1 corridor small.wend --from 0,0 --to 7,4
answer 0 graph "$source/data/course_graph.csv" --nodes "$source/data/course_nodes.csv" --from S --to G
answer 0 graph "$source/data/course_graph.csv" --from S --steps

answer 0 help
has '"name":"serve-bench"'
answer 0 help path
for shell in bash zsh fish; do answer 0 completion $shell; done

error 2 help teleport
error 2 completion csh
error 1 simulate small.wend --from 0,0 --to 7,4
error 2 path small.wend --from 0,0 --to 99,1
error 2 path small.wend --frm 0,0
error 2 bkae small.map
error 2 render small.wend -o -
error 3 path missing.wend --from 0,0 --to 1,1
has '"file":"missing.wend"'
error 3 bake small.map --walls missing.csv
has '"file":"missing.csv"'
printf 'type octile\nheight 2\nwidth 2\nmap\n..\n.\n' >bad.map
error 3 bake bad.map
has '"file":"bad.map","line":6'
printf 'from,to,cost\na,b,1\na,b,x\n' >'odd "name\.csv'
error 3 graph 'odd "name\.csv' --from a
has '"file":"odd \"name\\.csv","line":3'
printf 'image: none.pgm\nresolution: 0.05\norigin: [0,0,0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n' >lost.yaml
error 3 bake lost.yaml
error 4 render small.wend -o missing/small.png

# The check itself finds what is wrong.
"$WEND" render small.wend -o small.png --json >good
for change in 's/"scale":[0-9.]*,//' 's/"scale"/"size"/' 's/"width":/"width":"/; s/,"height/","height/' 's/"schema":1/"schema":2/' \
    's/render/redner/' 's/}$/,"scale":1}/'; do
    sed "$change" good | "$CHECK" "$schema" >out && fail "not noticed: $change"
done
[ $failed = 0 ] && echo "all as in the schema"
exit $failed
