#!/bin/sh
# Draws the pictures of our own maps in docs/import.md, docs/floors.md, docs/open_worlds.md, docs/profiles.md and docs/gis.md. usage: map_pictures.sh WEND
# Those of lanes and mountains need ImageMagick's convert; the latter also wend-gdal and bench_heights beside WEND, gdal_translate and gdaldem.
set -eu
wend=$(realpath "$1")
docs=$(cd "$(dirname "$0")" && pwd)
data=$docs/../data
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# draw NAME MAP FROM TO SCALE [bake options]
draw() {
    name=$1 map=$2 from=$3 to=$4 scale=$5
    shift 5
    "$wend" bake "$data/$map" -o "$folder/map.wend" --quiet "$@"
    "$wend" render "$folder/map.wend" --from "$from" --to "$to" --scale "$scale" \
        --layers costs,walls,links,path -o "$docs/$name.png"
}
draw tunnel tunnel.recipe 4,3 22,3 24
draw escalator escalator.txt 3,4 9,4 40
draw lift lift.recipe 1,2 16,2 32
draw ledges ledges.recipe 8,7 8,1 40
draw house house.txt 1,0 2,0 64 --thin-walls
draw pictures/house_floors house.recipe 3,4 17,4,2 14
draw pictures/bridge bridge.recipe 2,6 22,6 14
draw pictures/shop shop.tmx 1,1,1 14,1,1 18
draw pictures/cave cave.recipe 2,1,1 21,6,1 16
draw pictures/globe globe.png 125,45 25,40 6 --wrap x
# A lake freezes: the same world with another cost of its class.
"$wend" bake "$data/freezing_lake.txt" --class-cost-range 1,4 -o "$folder/lake.wend" --quiet
winter=1
for ice in blocked 1.25 3; do
    "$wend" edit "$folder/lake.wend" --class-cost "~=$ice" -o "$folder/lake.wend" --quiet
    "$wend" render "$folder/lake.wend" --from 2,5 --to 21,5 --scale 20 --layers costs,path \
        -o "$docs/freezing_lake_$winter.png"
    winter=$((winter + 1))
done
# A river drains: the mud in its ford falls dry before the rest of its bed.
"$wend" bake "$data/drained_river.txt" --class-cost-range 1,4 -o "$folder/river.wend" --quiet
week=1
for bed in blocked,blocked 4,blocked 1.25,1.25; do
    "$wend" edit "$folder/river.wend" --class-cost "m=${bed%,*}" --class-cost "~=${bed#*,}" \
        -o "$folder/river.wend" --quiet
    "$wend" render "$folder/river.wend" --from 4,2 --to 15,2 --scale 16 --layers costs,path \
        -o "$docs/drained_river_$week.png"
    week=$((week + 1))
done
draw hex_island hex_island.txt 1,3 5,3 48
"$wend" bake "$data/agents.recipe" -o "$folder/agents.wend" --quiet
"$wend" render "$folder/agents.wend" --from 4,5 --to 26,5 --scale 24 --layers costs \
    --also scout --also tank --also boat -o "$docs/agents.png"

# line WORLD FROM TO SCALE: a path in pixels, there and back, as convert closes lines
line() {
    "$wend" path "$1" --from "$2" --to "$3" --algorithm exact --tiles full --quiet |
        awk -F, -v s="$4" '/^[0-9]+,[0-9]+$/ { at[++n] = ($1 + .5) * s "," ($2 + .5) * s; print at[n] }
            END { while (--n > 0) print at[n] }'
}
# One-way aisles: the way there and the way back. A triangle on every fourth tile of a lane points along it.
"$wend" bake "$data/warehouse.png" --lanes "$data/warehouse_lanes.png" --lane-costs compulsory \
    -o "$folder/warehouse.wend" --quiet
"$wend" render "$folder/warehouse.wend" --scale 12 --layers costs -o "$folder/warehouse.png"
arrows=$(
    for i in 0 1 2 3 4 5 6 7 8 9; do
        y=$((3 * i * 12 + 66)) tip=$((8 - i % 2 * 16))
        for x in 13 21 30 39 48 57; do echo "polygon $((x * 12 - tip / 2)),$((y - 4)) $((x * 12 + tip)),$y $((x * 12 - tip / 2)),$((y + 4))"; done
    done
    for i in 0 1 2 3 4; do
        x=$((9 * i * 12 + 222)) tip=$((8 - i % 2 * 16))
        for y in 4 10 16 22 28 34; do echo "polygon $((x - 4)),$((y * 12 - tip / 2)) $x,$((y * 12 + tip)) $((x + 4)),$((y * 12 - tip / 2))"; done
    done
)
"${CONVERT:-convert}" "$folder/warehouse.png" -fill '#909090' -draw "$arrows" -fill none -strokewidth 4 \
    -stroke '#d81b1b' -draw "stroke-linejoin round polyline $(line "$folder/warehouse.wend" 13,11 57,23 12)" \
    -stroke '#1450d8' -draw "stroke-linejoin round polyline $(line "$folder/warehouse.wend" 57,23 13,11 12)" \
    -strokewidth 2 -stroke black -fill white -draw 'circle 162,138 170,138' -draw 'circle 690,282 698,282' \
    -colors 64 "PNG8:$docs/pictures/lanes.png"

# Mountains of 4 km: by costs of tiles, by those of steps, and back.
command -v gdaldem >/dev/null && [ -x "$(dirname "$wend")/bench_heights" ] ||
    { echo "slopes.png and isochrones.png are left out: they need gdaldem and bench_heights" >&2; exit 0; }
cd "$folder"
"$(dirname "$wend")/bench_heights" 400 400 3 500 .4 >heights
cat >heights.hdr <<'END'
ENVI
samples = 400
lines = 400
bands = 1
data type = 4
interleave = bsq
byte order = 0
map info = {UTM, 1, 1, 400000, 5200000, 10, 10, 33, North, WGS-84}
END
gdal_translate -q -of GTiff heights heights.tif
gdaldem hillshade -q -compute_edges -z 1.5 heights.tif shade.tif
gdal_translate -q -of PNG shade.tif shade.png
"$wend" bake heights.tif --rule height --max-climb 2 -o tiles.wend --quiet
"$wend" bake heights.tif --rule slope --slope tobler -o steps.wend --quiet
"${CONVERT:-convert}" shade.png -level -60%,100% -scale 200% -fill none -strokewidth 4 \
    -stroke '#707070' -draw "stroke-linejoin round polyline $(line tiles.wend 40,360 360,40 2)" \
    -stroke '#d81b1b' -draw "stroke-linejoin round polyline $(line steps.wend 40,360 360,40 2)" \
    -stroke '#1450d8' -draw "stroke-linejoin round polyline $(line steps.wend 360,40 40,360 2)" \
    -strokewidth 2 -stroke black -fill white -draw 'circle 81,721 89,721' -draw 'circle 721,81 729,81' \
    -colors 64 "PNG8:$docs/slopes.png"

# On the same mountains, what lies within 10 to 50 minutes of a hut.
"$wend" reach steps.wend --from 200,200 --within 3000 --bands 5 --scale 2 -o bands.png --quiet
"${CONVERT:-convert}" shade.png -level -60%,100% -scale 200% bands.png -compose multiply -composite \
    -colors 64 "PNG8:$docs/pictures/isochrones.png"
