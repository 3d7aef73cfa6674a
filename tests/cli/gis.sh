#!/bin/sh
# Rasters with coordinates, from GeoTIFF to a path in longitude and latitude.
# usage: gis.sh WEND MAKE_RASTER PART JSON_SCHEMA SCHEMA [GEODESICS]; the parts are info (needs gdalinfo and python3), bake,
# path, lengths (needs GEODESICS), overviews and files (need gdal_translate), errors. JSON_SCHEMA checks what is printed against SCHEMA,
# docs/json.schema.json.
set -eu
wend=$1 make=$2 part=$3 json_schema=$4 schema=$5 geodesics=${6:-}
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
cd "$temp"
failed=0
fail() {
    echo "FAILED: $*"
    failed=1
}

# says CODE TEXT COMMAND...: the command exits with CODE, and its last line on stderr contains TEXT.
says() {
    code=$1 text=$2
    shift 2
    got=0
    "$@" >out 2>err || got=$?
    [ "$got" = "$code" ] || fail "$* exits with $got instead of $code: $(cat err)"
    if [ -n "$text" ]; then grep -qF -- "$text" err || fail "$* does not say '$text' but: $(cat err)"; fi
    if [ "$code" != 0 ] && [ "$(wc -l <err)" != 1 ]; then fail "$* prints $(wc -l <err) lines: $(cat err)"; fi
}
is_near() { awk -v a="$2" -v b="$3" 'BEGIN { exit !(a > b * 0.997 && a < b * 1.003) }' || fail "$1: '$2' is not about $3"; }
same() { # WHAT A B
    [ "$2" = "$3" ] || fail "$1: '$2' is not '$3'"
}
hash_of() { "$wend" hash "$1" | cut -d ' ' -f 1; }
bake() { "$wend" bake -q "$@" || fail "bake $*"; }
member() { # KEY: the value of a plain member of the JSON in out
    sed -n "s/.*\"$1\":\(\"[^\"]*\"\|[^,}]*\).*/\1/p" out
}

case $part in
info)
    command -v gdalinfo >/dev/null && command -v python3 >/dev/null || { echo "needs gdalinfo (gdal-bin) and python3; skipped"; exit 77; }
    for name in utm degrees rotated bands; do
        "$make" $name.tif
        bake $name.tif -o $name.wend --band 1 --rule linear
        "$wend" info $name.wend --json >$name.json
        gdalinfo -json $name.tif >$name.gdal.json
        python3 - $name <<'PYTHON' || fail "gdalinfo and wend info disagree about $name.tif"
import json, sys
name = sys.argv[1]
ours, theirs = json.load(open(name + ".json")), json.load(open(name + ".gdal.json"))
def plain(wkt): return "".join(wkt.split())
def check(what, a, b):
    if a != b: sys.exit("%s: %s: wend info has %r, gdalinfo %r" % (name, what, a, b))
def near(what, a, b, most=1e-6):
    if len(a) != len(b) or any(abs(x - y) > most for x, y in zip(a, b)): check(what, a, b)
check("size", [ours["raster"]["width"], ours["raster"]["height"]], theirs["size"])
check("tiles", [ours["width"], ours["height"]], theirs["size"])
check("driver", ours["raster"]["driver"], theirs["driverShortName"])
check("bands", ours["raster"]["bands"], len(theirs["bands"]))
check("has coordinates", "geo" in ours, "geoTransform" in theirs)
if "geo" in ours:
    geo, system = ours["geo"], theirs.get("coordinateSystem", {}).get("wkt", "")
    near("origin and pixel size", geo["transform"], theirs["geoTransform"], 1e-12) # gdalinfo rounds to 13 decimals
    check("coordinate system", plain(geo["wkt"]), plain(system))
    for mine, other in (("upper_left", "upperLeft"), ("lower_left", "lowerLeft"), ("upper_right", "upperRight"),
                        ("lower_right", "lowerRight"), ("center", "center")):
        near(mine, geo["corners"][mine], theirs["cornerCoordinates"][other])
    if system: check("EPSG", 'ID["EPSG",%d]]' % geo["epsg"] in plain(system), True)
PYTHON
    done
    for name in utm bands; do
        "$wend" info $name.wend --json | "$json_schema" "$schema" >out || fail "info --json of $name: $(cat out)"
        "$wend" bake $name.tif --band 1 --rule linear -q --json | "$json_schema" "$schema" >out || fail "bake --json of $name: $(cat out)"
    done
    "$wend" path utm.wend --units lonlat --from 13.7,46.93 --to 13.71,46.93 --json | "$json_schema" "$schema" >out || fail "path --json: $(cat out)"
    # What can be reached, as a raster and as polygons, lies where the tiles lie.
    says 0 '' "$wend" reach utm.wend --from 20,12 --within 6 -o reach.tif -q
    says 0 '' "$wend" reach utm.wend --from 20,12 --within 6 -o reach.geojson -q
    says 0 '' "$wend" reach utm.wend --from 20,12 --within 6 -o reach.csv -q
    "$wend" path utm.wend --from 20,12 --to 20,12 --units tiles --geojson start.geojson -q >out 2>&1 || fail "path: $(cat out)"
    gdalinfo -json -stats reach.tif >reach.gdal.json
    python3 - <<'PYTHON' || fail "gdalinfo and wend reach disagree"
import json, sys
tif, polygons = json.load(open("reach.gdal.json")), json.load(open("reach.geojson"))
rows = [line.split(",") for line in open("reach.csv")][1:]
x, y = [int(row[0]) for row in rows], [int(row[1]) for row in rows]
def check(what, a, b):
    if a != b: sys.exit("%s: %r is not %r" % (what, a, b))
check("size", tif["size"], [max(x) - min(x) + 1, max(y) - min(y) + 1])
check("geotransform", tif["geoTransform"], [400000 + 30 * min(x), 30, 0, 5200000 - 30 * min(y), 0, -30])
check("EPSG", 'ID["EPSG",32633]]' in tif["coordinateSystem"]["wkt"], True)
check("least cost", tif["bands"][0]["minimum"], 0)
start = json.load(open("start.geojson"))["geometry"]["coordinates"]
ring = polygons["features"][0]["geometry"]["coordinates"][0][0]
check("closed", ring[0], ring[-1])
inside = False
for a, b in zip(ring, ring[1:]):
    if (a[1] > start[1]) != (b[1] > start[1]) and \
       start[0] < a[0] + (b[0] - a[0]) * (start[1] - a[1]) / (b[1] - a[1]): inside = not inside
check("the start lies in the polygon", inside, True)
check("counter-clockwise", sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:])) > 0, True)
PYTHON
    # Cost distance and back direction, read by GDAL, against the numbers in text: hills, so that all directions occur.
    "$make" south_up.tif mercator.tif
    bake south_up.tif --rule linear -o south_up.wend
    for name in utm south_up; do
        "$wend" field $name.wend --to 100,70 --tiles -q >$name.tiles
        "$wend" field $name.wend --to 100,70 --flow -o $name.csv -q
        "$wend" field $name.wend --to 100,70 -o cost.tif -q
        "$wend" field $name.wend --to 100,70 --flow -o degrees.tif -q
        "$wend" field $name.wend --to 100,70 --flow --directions d8 -o d8.tif -q
        gdalinfo -json cost.tif >field.gdal.json
        for file in cost degrees d8; do gdal_translate -q -of XYZ $file.tif $file.xyz; done
        python3 - $name <<'PYTHON' || fail "GDAL and wend field disagree about $name"
import json, math, sys
name = sys.argv[1]
info, source = json.load(open("field.gdal.json")), json.load(open("utm.gdal.json"))
width, height = info["size"]
if [width, height] != source["size"]: sys.exit("the size is %r" % info["size"])
south_up = name == "south_up"
if info["geoTransform"] != ([400000, 30, 0, 5190000, 0, 30] if south_up else source["geoTransform"]): sys.exit("lies at %r" % info["geoTransform"])
if 'ID["EPSG",32633]]' not in info["coordinateSystem"]["wkt"]: sys.exit("has another coordinate system")
read = lambda file: [float(line.split()[2]) for line in open(file)]
cost, degrees, d8 = (read(file + ".xyz") for file in ("cost", "degrees", "d8"))
expected = {}
for line in open(name + ".tiles"):
    part = line.split(",")
    if len(part) == 3 and part[0].isdigit(): expected[int(part[0]) + width * int(part[1])] = float(part[2])
keypad = [int(cell or 0) for line in open(name + ".csv") for cell in line.rstrip("\n").split(",")]
codes = {6: (1, 90), 3: (2, 135), 2: (4, 180), 1: (8, 225), 4: (16, 270), 7: (32, 315), 8: (64, 360), 9: (128, 45), 5: (0, 0)}
turned = {180: 360, 360: 180, 135: 45, 45: 135, 225: 315, 315: 225}
for i in range(width * height):
    if i not in expected:
        if not all(map(math.isnan, (cost[i], degrees[i], d8[i]))): sys.exit("tile %d has numbers" % i)
        continue
    if abs(cost[i] - expected[i]) > 1e-6 * expected[i] + 1e-6: sys.exit("tile %d costs %r, expected %r" % (i, cost[i], expected[i]))
    code, azimuth = codes[keypad[i]]
    if d8[i] != code: sys.exit("tile %d has the code %r, expected %d" % (i, d8[i], code))
    if abs(degrees[i] - (turned.get(azimuth, azimuth) if south_up else azimuth)) > 1e-3: sys.exit("tile %d leads to %r, expected %d" % (i, degrees[i], azimuth))
if len(set(d8) - {0}) < 8 and not south_up: sys.exit("not all directions occur")
PYTHON
    done
    # In metres of the middle of the map where places are given in its units.
    "$wend" field utm.wend --units world --to 403015,5197885 -o metres.tif -q
    metres=$(gdallocationinfo -valonly metres.tif 20 30) tiles=$(sed -n 's/^20,30,//p' utm.tiles)
    awk -v a="$metres" -v b="$tiles" 'BEGIN { exit !(b > 0 && a / b > 29.9999 && a / b < 30.0001) }' || fail "$metres m for $tiles tiles"
    says 2 "--directions is for --flow -o OUT.tif" "$wend" field utm.wend --to 100,70 --directions d8 -o cost.tif
    says 2 "--directions is for --flow -o OUT.tif" "$wend" field utm.wend --to 100,70 --flow --directions d8 -o cost.csv
    "$wend" info utm.wend >out
    grep -qx 'coordinates  WGS 84 / UTM zone 33N (EPSG:32633)' out || fail "info does not name the coordinate system"
    grep -qx 'tiles        from 400000,5200000, each 30,-30' out || fail "info does not tell the geotransform"
    ;;
bake)
    "$make" utm.tif tiled.tif packed.tif ramp.tif feet.tif sea.tif costs.tif many.tif bands.tif wide.tif large.tif
    # The layout of the file does not matter; the window is that part of the whole.
    for rule in height tobler; do
        bake utm.tif --rule $rule -o utm.wend
        for name in tiled packed; do
            bake $name.tif --rule $rule -o $name.wend
            same "$rule of $name.tif" "$(hash_of $name.wend)" "$(hash_of utm.wend)"
        done
    done
    "$wend" info utm.wend --json >out
    same "pixels without data are blocked" "$(member blocked)" 100
    bake utm.tif --rule linear --value-range 300,1300 --window 50,10,80,60 -o part.wend
    bake utm.tif --rule linear --value-range 300,1300 -o whole.wend
    step() { "$wend" path "$1" --from "$2,$3" --to "$(($2 + 1)),$3" --json --tiles none | sed 's/.*"cost":\([^,]*\),.*/\1/'; }
    for tile in 0,0 78,0 40,30 78,59; do
        same "the cost at $tile in the window" "$(step part.wend ${tile%,*} ${tile#*,})" \
            "$(step whole.wend $((${tile%,*} + 50)) $((${tile#*,} + 10)))"
    done
    "$wend" info part.wend --json >out
    grep -q '"window":\[50,10,80,60\]' out || fail "the window is not in the world"
    grep -q '"transform":\[401500,30,0,5199700,0,-30\]' out || fail "the window has not moved the transform"
    bake utm.tif --rule height --downscale 4 -o less.wend
    "$wend" info less.wend --json >out
    grep -q '"transform":\[400000,120,0,5200000,0,-120\]' out || fail "--downscale has not widened the tiles"

    # Heights: flat, and a slope of 0.3 to the east. By Tobler's function a metre takes 0.6 e^(3.5 |slope + 0.05|) s.
    bake ramp.tif --rule tobler -o ramp.wend
    "$wend" path ramp.wend --from 2,16 --to 22,16 --json --tiles none >out
    is_near "flat ground" "$(member cost)" 429.3
    "$wend" path ramp.wend --from 40,16 --to 60,16 --json --tiles none >out
    is_near "a slope of 0.3 upwards" "$(member cost)" 1225.5
    "$wend" path ramp.wend --from 60,16 --to 40,16 --json --tiles none >out
    is_near "a slope of 0.3 downwards" "$(member cost)" 863.6
    "$wend" path ramp.wend --from 50,2 --to 50,22 --json --tiles none >out
    is_near "a slope of 0.3 along" "$(member cost)" 429.3
    grep -q '"cost_unit":"s"' out || fail "path does not say that costs are seconds: $(cat out)"
    printf 'x,y\n40,16\n2,16\n60,16\n' >places.csv
    for ask in "matrix ramp.wend --sources places.csv --targets places.csv" "tour ramp.wend --stops places.csv" \
        "reach ramp.wend --from 2,16 --within 500" "field ramp.wend --from 2,16" "corridor ramp.wend --from 2,16 --to 60,16"; do
        "$wend" $ask --json >out
        grep -q '"cost_unit":"s"' out || fail "$ask does not say that costs are seconds: $(cat out)"
        "$wend" $ask >out
        grep -qE '^(cost|reached|farthest|cheapest) .*[0-9] s, [0-9]+:[0-9][0-9]:[0-9][0-9]' out || fail "$ask: not in hours: $(cat out)"
    done
    # A tour as one path, with heights; it ends where it began.
    "$wend" tour ramp.wend --stops places.csv --closed -o tour.geojson -q
    "$wend" tour ramp.wend --stops places.csv --closed -o tour.gpx -q
    "$wend" tour ramp.wend --stops places.csv --closed --json >out
    grep -q "\"outcome\":\"found\",\"cost\":$(member cost)," tour.geojson || fail "the tour costs $(member cost): $(head -c 300 tour.geojson)"
    same "points of the tour" "$(grep -c '^\[-\{0,1\}[0-9.]*,[0-9.]*,[0-9.]*\]' tour.geojson)" "$(grep -c '<trkpt.*<ele>' tour.gpx)"
    same "the tour is closed" "$(grep '<trkpt' tour.gpx | sed -n 1p)" "$(grep '<trkpt' tour.gpx | sed -n '$p')"
    bake feet.tif --rule tobler -o feet.wend
    same "heights in feet" "$(hash_of feet.wend)" "$(hash_of ramp.wend)"
    bake feet.tif --rule tobler --height-scale 0.3048 -o feet.wend
    same "heights in feet, by the option" "$(hash_of feet.wend)" "$(hash_of ramp.wend)"
    bake ramp.tif --rule height --max-climb 0.29 -o steep.wend
    "$wend" info steep.wend --json >out
    same "steeper slopes are blocked" "$(member blocked)" $((32 * 32))
    bake ramp.tif --rule height --max-climb 0.6 --cost-range 1,3 -o slope.wend
    "$wend" path slope.wend --from 40,16 --to 60,16 --json --tiles none >out
    same "half of the steepest costs half of the range" "$(member cost)" 40.000000
    bake sea.tif --rule height --sea-level 0 -o sea.wend
    "$wend" info sea.wend --json >out
    same "what is not above the sea is water" "$(member blocked)" $((11 * 32))

    bake costs.tif --rule cost -o costs.wend
    "$wend" info costs.wend --json >out
    same "0 and less are blocked" "$(member blocked)" $((16 * 32 + 1))
    "$wend" path costs.wend --from 1,0 --to 1,10 --json --tiles none >out
    same "values are costs" "$(member cost)" 7.500000
    bake costs.tif --rule cost --cost-scale 4 -o costs.wend
    "$wend" path costs.wend --from 1,0 --to 1,10 --json --tiles none >out
    same "scaled values are costs" "$(member cost)" 30.000000
    bake many.tif --rule cost --cost-scale 100 -o many.wend
    "$wend" path many.wend --from 10,10 --to 11,10 --json --tiles none >out
    member cost | awk '{ exit !($1 > 65.2 * 0.98 && $1 < 65.2 * 1.02) }' || fail "many costs: $(member cost)"

    # Bands: a chosen one, or the colours; 16 bits; values as brightness.
    bake bands.tif --band 2 --rule inverse -o band.wend
    "$wend" info band.wend --json >out
    same "black of band 2 is the first row" "$(member blocked)" 64
    bake bands.tif --band 1 --rule inverse -o band.wend
    "$wend" info band.wend --json >out
    same "black of band 1 is the first column" "$(member blocked)" 32
    bake bands.tif --rule inverse -o band.wend # the brightest of three
    "$wend" info band.wend --json >out
    same "the third band is bright everywhere" "$(member blocked)" 0
    bake wide.tif --rule threshold --blocked-below 0.5 -o wide.wend
    "$wend" info wide.wend --json >out
    same "16 bits" "$(member blocked)" $((33 * 32 - 0)) # 65535 / 2 lies in column 32

    # Larger than the memory allows: row by row, into the same file.
    bake large.tif --rule height -o large.wend
    bake large.tif --rule height --memory 32M -o streamed.wend
    cmp large.wend streamed.wend || fail "the streamed bake differs"
    bake large.tif --rule tobler -o large.wend
    bake large.tif --rule tobler --memory 32M -o streamed.wend
    cmp large.wend streamed.wend || fail "the bake of slopes in parts differs"
    says 4 "a world with slopes or lanes that close steps can be built only in memory" \
        "$wend" bake large.tif --rule slope --slope wheelchair:0.05 --memory 32M -o slopes.wend

    # A world of heights grows by rasters and images of heights, into that of the whole raster.
    heights() { # FILE COLUMNS ROW ROW ROW
        printf 'ncols %s\nnrows 3\nxllcorner 0\nyllcorner 0\ncellsize 1\nNODATA_value -9\n%s\n%s\n%s\n' "$2" "$3" "$4" "$5" >"$1"
    }
    heights whole.asc 6 "0 1 1 0 2 1" "0 0 1 1 2 2" "0 -9 1 1 0 2"
    heights left.asc 3 "0 1 1" "0 0 1" "0 -9 1"
    heights right.asc 3 "0 2 1" "1 2 2" "1 0 2"
    heights peak.asc 3 "0 2 1" "1 90000 2" "1 0 2"
    printf 'P2\n3 3\n2\n0 2 1\n1 2 2\n1 0 2\n' >right.pgm
    bake whole.asc --rule slope --max-climb 1.5 -o whole.wend
    bake left.asc --rule slope --max-climb 1.5 -o left.wend
    "$wend" edit left.wend --add-ground 3,0=right.asc -o grown.wend -q
    same "heights of a raster" "$(hash_of grown.wend)" "$(hash_of whole.wend)"
    "$wend" edit left.wend --height-scale 2 --add-ground 3,0=right.pgm -o grown.wend -q
    same "heights of an image" "$(hash_of grown.wend)" "$(hash_of whole.wend)"
    says 2 "its heights are too far from those of the world" "$wend" edit left.wend --add-ground 3,0=peak.asc -o grown.wend
    ;;
path)
    "$make" utm.tif degrees.tif rotated.tif
    for name in utm degrees rotated; do bake $name.tif --rule tobler -o $name.wend; done
    # Tile 10,20 and 150,100 of each, by their coordinates: 400315,5199385 and so on.
    "$wend" path utm.wend --from 10,20 --to 150,100 --json --tiles full >tiles.json
    "$wend" path utm.wend --units world --from 400315,5199385 --to 404529.9,5196970.1 --json --tiles full >out
    same "one path by tiles and by coordinates" "$(member hash)" "$(sed -n 's/.*"hash":\("[^"]*"\).*/\1/p' tiles.json)"
    grep -q '"positions":\[\[400315.000000,5199385.000000\],' out || fail "no position of the start"
    # Straight and diagonal steps of 30 m.
    awk_length=$("$wend" path utm.wend --from 10,20 --to 150,100 --tiles full | awk -F '[,]' '/^[0-9]+,[0-9]+$/ { if (n++) { s += sqrt(($1 - x) ^ 2 + ($2 - y) ^ 2) * 30 } x = $1; y = $2 } END { printf "%.3f", s }')
    same "the length in metres" "$(member length_m)" "$awk_length"
    "$wend" path rotated.wend --units world --from 400415,5199695 --to 404015,5199495 --json --tiles none >out
    grep -q '"from":\[10,20\],"to":\[\[150,100\]\]' out || fail "rotated: $(cat out)"
    "$wend" path degrees.wend --units lonlat --from 13.00875,47.4829166 --to 13.1254166,47.41625 --json --tiles none >out
    grep -q '"from":\[10,20\],"to":\[\[150,100\]\]' out || fail "degrees: $(cat out)"
    "$wend" path degrees.wend --units lonlat --from=13.00875,47.4829166 --to 13.0095833,47.4829166 --json --tiles none >out
    # A step of 1/1200 degrees at 47.4829 N, by the radius of the circle of latitude: 62.807 m.
    member length_m | awk '{ exit !($1 > 62.806 && $1 < 62.808) }' || fail "a step to the east is $(member length_m) m"

    # UTM to longitude and latitude and back.
    "$wend" path utm.wend --from 10,20 --to 150,100 --geojson path.geojson --gpx path.gpx -q >/dev/null
    grep -q '^\[13\.690[0-9]*,46\.940[0-9]*,[0-9.]*\]' path.geojson || fail "GeoJSON: $(head -n 3 path.geojson)"
    first=$(sed -n 's/^\[\([0-9.]*,[0-9.]*\),[0-9.]*\].*/\1/p' path.geojson | head -n 1)
    last=$(sed -n 's/^\[\([0-9.]*,[0-9.]*\),[0-9.]*\].*/\1/p' path.geojson | tail -n 1)
    "$wend" path utm.wend --units lonlat --from "$first" --to "$last" --json --tiles none >out
    same "the same path from the ends of the GeoJSON" "$(member hash)" "$(sed -n 's/.*"hash":\("[^"]*"\).*/\1/p' tiles.json)"
    same "points of the GPX" "$(grep -c '<trkpt lat="46\.9[0-9]*" lon="13\.[67][0-9]*"><ele>[0-9.]*</ele>' path.gpx)" "$(grep -c '^\[1' path.geojson)"
    if command -v python3 >/dev/null; then
        python3 -c "import json, xml.dom.minidom as x
g = json.load(open('path.geojson')); assert g['type'] == 'Feature' and len(g['geometry']['coordinates']) > 100
x.parse('path.gpx')" || fail "GeoJSON or GPX cannot be parsed"
    fi
    "$wend" path utm.wend --from 10,20 --to 150,100 --geojson - >out
    cmp out path.geojson || fail "GeoJSON on standard output differs"
    "$wend" path utm.wend --from 10,20 --to 150,100 --smooth --geojson smooth.geojson -q >/dev/null
    [ "$(grep -c '^\[1' smooth.geojson)" -lt 60 ] || fail "smoothed waypoints are as many as tiles"
    # Floors of rasters keep their coordinates: a line for each stretch on a floor.
    cp utm.tif upper.tif
    printf 'wend recipe 1\nfloor ground utm.tif rule=linear\nfloor upper upper.tif rule=linear\nstairs 12,20,0 14,20,1 cost=1\n' >floors.recipe
    bake floors.recipe -o floors.wend
    "$wend" info floors.wend --json >out
    same "the corner of the floors" "$("$wend" info utm.wend | grep '^tiles')" "$("$wend" info floors.wend | grep '^tiles')"
    for smooth in '' --smooth; do
        "$wend" path floors.wend --from 10,20 --to 30,40,1 $smooth --geojson floors.geojson --gpx floors.gpx -q >/dev/null
        same "lines on the floors $smooth" "$(grep -o '"floor":[0-9]*,"part":[0-9]*' floors.geojson | tr '\n' ' ')" \
            '"floor":0,"part":0 "floor":1,"part":1 '
        same "points of the lines $smooth" "$(grep -c '^\[1' floors.geojson)" "$(grep -c '<trkpt' floors.gpx)"
        same "tracks" "$(grep -c '<trk><name>floors.wend, floor [01]</name>' floors.gpx)" 2
    done
    bake floors.recipe --downscale 2 -o half.wend
    bake utm.tif --rule linear --downscale 2 -o plain_half.wend
    same "the tiles of half floors" "$("$wend" info plain_half.wend | grep '^tiles')" "$("$wend" info half.wend | grep '^tiles')"
    printf 'wend recipe 1\nfloor ground utm.tif rule=linear\nfloor upper rotated.tif rule=linear\n' >floors.recipe
    says 3 "line 3, column 13: this floor lies elsewhere: corner" "$wend" bake floors.recipe -o floors.wend

    # The world is enough where the coordinates are WGS 84 already.
    mkdir alone
    cp "$wend" alone/wend
    alone/wend path degrees.wend --from 10,20 --to 150,100 --geojson alone.geojson -q >/dev/null || fail "GeoJSON without GDAL"
    says 4 "needs GDAL" alone/wend path utm.wend --from 10,20 --to 150,100 --geojson alone.geojson
    says 3 "needs GDAL" alone/wend bake utm.tif -o alone.wend
    ;;
lengths)
    [ -n "$geodesics" ] || { echo "needs PROJ (libproj-dev); skipped"; exit 77; }
    # Of paths, against PROJ's geodesics between the same tiles: within 0.5 %.
    for name in utm south_up rotated degrees degrees_0 degrees_69 degrees_rotated mercator mercator_south_up mercator_world \
        us_feet far_from_its_zone; do
        "$make" $name.tif
        bake $name.tif --rule linear -o $name.wend
        "$wend" path $name.wend --from 5,7 --to 190,120 --geojson $name.geojson --json --tiles none -q >out
        geodesic=$("$geodesics" $name.geojson)
        awk -v a="$(member length_m)" -v b="$geodesic" 'BEGIN { exit !(a / b > 0.995 && a / b < 1.005) }' ||
            fail "$name: $(member length_m) m, but $geodesic m by geodesics"
        # A straight piece in each direction as well: no error cancels another.
        for to in 190,7 5,120 118,120; do
            "$wend" path $name.wend --from 5,7 --to $to --geojson $name.geojson --json --tiles none -q >out
            geodesic=$("$geodesics" $name.geojson)
            awk -v a="$(member length_m)" -v b="$geodesic" 'BEGIN { exit !(a / b > 0.995 && a / b < 1.005) }' ||
                fail "$name to $to: $(member length_m) m, but $geodesic m by geodesics"
        done
        # Where all tiles cost 1, costs are lengths too: steps along rows, along columns and across have their own. One
        # diagonal of a rotated raster in degrees is longer than the other, and a row of a whole world than the next.
        case $name in degrees_rotated | mercator_world) continue ;; esac
        bake $name.tif --rule threshold --blocked-below 0 -o even.wend
        for to in 190,7 5,120 118,120; do
            "$wend" path even.wend --from 5,7 --to $to --geojson even.geojson --json -q >out
            ends=$(sed 's/.*"waypoints":\[\[\(-*[0-9.]*,-*[0-9.]*\)\].*\[\(-*[0-9.]*,-*[0-9.]*\)\]\],"links".*/--from=\1 --to=\2/' out)
            geodesic=$("$geodesics" even.geojson)
            # shellcheck disable=SC2086
            "$wend" path even.wend --units world $ends --json --tiles none -q >out
            awk -v a="$(member cost)" -v b="$geodesic" 'BEGIN { exit !(a / b > 0.995 && a / b < 1.005) }' ||
                fail "$name to $to costs $(member cost) m, but has $geodesic m by geodesics"
        done
    done
    "$wend" info mercator.wend --json >out
    "$json_schema" "$schema" <out >schema.out || fail "info --json of mercator: $(cat schema.out)"
    grep -q '"ground":{"rows":200,"steps":\[\[20\.' out || fail "no lengths on the ground: $(cat out)"
    bake mercator.tif --rule linear --downscale 4 -o less.wend
    "$wend" info less.wend --json >out
    grep -q '"ground":{"rows":50,"steps":\[\[8[12]\.' out || fail "--downscale: no lengths on the ground: $(cat out)"
    "$wend" info utm.wend --json >out
    if grep -q '"ground"' out; then fail "the plane of UTM is true"; fi

    # Slopes: 9 m on 30 m of the plane are 9 m on 20.5 m of the ground.
    "$make" mercator_ramp.tif
    bake mercator_ramp.tif --rule height --max-climb 0.43 -o ramp.wend
    "$wend" info ramp.wend --json >out
    same "steeper slopes are blocked" "$(member blocked)" $((32 * 32))
    bake mercator_ramp.tif --rule height --max-climb 0.45 -o ramp.wend
    "$wend" info ramp.wend --json >out
    same "less steep ones are not" "$(member blocked)" 0

    # Where lengths depend on the column, and where there are none.
    "$make" europe.tif elsewhere.tif
    says 3 "differ by 7.7 % along a row, by its coordinate system, ETRS89-extended / LAEA Europe; expected at most 1 %: gdalwarp -t_srs EPSG:4326 in.tif out.tif" \
        "$wend" bake europe.tif --rule tobler
    says 3 "gdalwarp -t_srs EPSG:4326 in.tif out.tif" "$wend" bake europe.tif --rule cost
    "$wend" bake europe.tif --rule linear --dry-run >out 2>err || fail "europe.tif: $(cat err)"
    grep -q "lengths in metres are up to 3.8 % off" err || fail "no warning of lengths: $(cat err)"
    says 3 "no pixel has a longitude and latitude by its coordinate system, ETRS89-extended / LAEA Europe" "$wend" bake elsewhere.tif --rule linear
    "$wend" bake degrees_69.tif --rule linear --dry-run >out 2>err || fail "degrees_69.tif: $(cat err)"
    if grep -q gdalwarp err; then fail "rows have their own sizes, so lengths are true: $(cat err)"; fi
    ;;
overviews)
    command -v gdal_translate >/dev/null && command -v gdaladdo >/dev/null || { echo "needs gdal_translate and gdaladdo (gdal-bin); skipped"; exit 77; }
    "$make" wide_hills.tif bands.tif
    gdal_translate -q -of COG -co BLOCKSIZE=128 -co COMPRESS=DEFLATE wide_hills.tif cog.tif
    gdal_translate -q -co TILED=YES wide_hills.tif added.tif
    gdaladdo -q -r average added.tif 2 4
    cost() { "$wend" path "$1" --units world --from 401000,5199000 --to 428000,5180000 --json --tiles none | sed 's/.*"cost":\([^,]*\),.*/\1/'; }
    blocked() { "$wend" info "$1" --json | sed 's/.*"blocked":\([0-9]*\),"blocked_pct":\([^,]*\),.*/\2/'; }
    for k in 2 4 8 12; do
        bake wide_hills.tif --rule height --max-climb 3 --downscale $k -o all.wend
        for name in cog added; do
            part=$k
            if [ $k = 12 ] || { [ $k = 8 ] && [ $name = added ]; }; then part=4; fi
            rm -f less.wend
            "$wend" bake $name.tif --rule height --max-climb 3 --downscale $k -o less.wend >out 2>err || fail "$name, $k: $(cat err)"
            grep -qF "$name.tif: its overview of 1/$part was read in place of all pixels" err || fail "$name, $k: no word of an overview: $(cat err)"
            # The same map, as far as resampling goes: hills, lake, extent.
            awk -v a="$(cost less.wend)" -v b="$(cost all.wend)" 'BEGIN { exit !(a > b * 0.97 && a < b * 1.03) }' ||
                fail "$name, $k: a path costs $(cost less.wend), and $(cost all.wend) by all pixels"
            awk -v a="$(blocked less.wend)" -v b="$(blocked all.wend)" 'BEGIN { exit !(a >= b * 0.75 && a <= b * 1.25) }' ||
                fail "$name, $k: $(blocked less.wend) % are blocked, and $(blocked all.wend) % by all pixels"
            "$wend" info less.wend --json >out
            grep -q '"window":\[0,0,1026,751\]' out || fail "$name, $k: another window: $(cat out)"
            same "downscale of $name, $k" "$(member downscale)" $k
            "$wend" info less.wend --json | sed 's/.*"lower_right":\[\([^]]*\)\].*/\1/' | awk -F , '{
                exit !($1 > 430780 - 30 * 12 && $1 < 430780 + 30 * 12 && $2 > 5177470 - 30 * 12 && $2 < 5177470 + 30 * 12) }' ||
                fail "$name, $k: lies elsewhere: $(cat out)"
        done
        # All pixels, where that is asked for.
        bake cog.tif --rule height --max-climb 3 --downscale $k --downscale-by costliest -o less.wend
        same "cog.tif by all pixels, $k" "$(hash_of less.wend)" "$(hash_of all.wend)"
    done
    # A window that begins between pixels of an overview has none of that; one that begins with them has.
    "$wend" bake cog.tif --rule height --max-climb 3 --downscale 4 --window 102,100,400,300 --dry-run >out 2>err || fail "window: $(cat err)"
    grep -q "overview of 1/2" err || fail "a window at 102,100 has another overview: $(cat err)"
    bake wide_hills.tif --rule height --max-climb 3 --downscale 4 --window 101,100,400,300 -o all.wend
    bake cog.tif --rule height --max-climb 3 --downscale 4 --window 101,100,400,300 -o less.wend
    same "a window that has no overview" "$(hash_of less.wend)" "$(hash_of all.wend)"
    "$wend" bake cog.tif --rule height --max-climb 3 --downscale 4 --window 100,100,403,302 --dry-run --json >out 2>err || fail "window: $(cat err)"
    grep -q "overview of 1/4" err || fail "a window has no overview: $(cat err)"
    grep -q '"width":101,"height":76,' out || fail "the window of the overview has another size: $(cat out)"
    # Costs and colours are not averaged, unless that is asked for.
    "$wend" bake cog.tif --rule linear --downscale 4 --dry-run >out 2>err || fail "linear: $(cat err)"
    if grep -q overview err; then fail "brightness comes from an overview"; fi
    "$wend" bake cog.tif --rule linear --downscale 4 --downscale-by overview --dry-run >out 2>err || fail "linear by overview: $(cat err)"
    grep -q "overview of 1/4" err || fail "linear by overview: none is read: $(cat err)"
    gdal_translate -q -co TILED=YES -co BLOCKXSIZE=16 -co BLOCKYSIZE=16 bands.tif colors.tif
    gdaladdo -q -r nearest colors.tif 2
    "$wend" bake colors.tif --downscale 2 --downscale-by overview --dry-run >out 2>err || fail "colours by overview: $(cat err)"
    grep -q "overview of 1/2" err || fail "colours by overview: none is read: $(cat err)"
    # A map in parts reads the same.
    bake cog.tif --rule height --max-climb 3 --downscale 2 -o all.wend
    bake cog.tif --rule height --max-climb 3 --downscale 2 --memory 32M -o less.wend
    cmp all.wend less.wend || fail "the bake in parts differs"
    # A file without overviews, and a picture, do not mind.
    bake wide_hills.tif --rule height --max-climb 3 --downscale 4 --downscale-by overview -o less.wend
    bake wide_hills.tif --rule height --max-climb 3 --downscale 4 --downscale-by costliest -o all.wend
    same "no overview" "$(hash_of less.wend)" "$(hash_of all.wend)"
    ;;
errors)
    "$make" utm.tif none.tif local.tif empty.tif flattened.tif many.tif packed.tif bands.tif
    says 2 "has no band 4; it has 3 bands" "$wend" bake bands.tif --band 4
    says 2 "leaves the raster, which has 200 x 150 pixels" "$wend" bake utm.tif --window 100,100,101,50
    says 2 "--window expects X,Y,W,H" "$wend" bake utm.tif --window 1,2,0,4
    says 3 "band 1 has no data in any of its 64 x 32 pixels" "$wend" bake empty.tif --rule tobler
    says 3 "band 1 has no data in any of its 64 x 32 pixels" "$wend" bake empty.tif --rule linear
    says 3 "gives pixels no area" "$wend" bake flattened.tif --rule height
    says 3 "holds costs from 0.001 to 2.048; expected 0.015625 to 1024" "$wend" bake many.tif --rule cost
    says 2 "--max-drop is for --rule slope and tobler" "$wend" bake utm.tif --rule height --max-drop 2
    says 2 "function of slope: 'walking' is unknown" "$wend" bake utm.tif --rule slope --slope walking
    says 2 "resolution and origin would have no effect on it" "$wend" bake utm.tif --rule height --resolution 7
    says 2 "--cost-scale is for --rule cost" "$wend" bake utm.tif --cost-scale 2
    says 3 "200 x 150 are 30000 tiles; the limit is 1000" "$wend" bake utm.tif --max-tiles 1000
    says 3 "expected the name of a file" sh -c "cat utm.tif | '$wend' bake - -o x.wend"

    # No coordinates, or none on the earth.
    bake none.tif --rule height --resolution 30 -o none.wend
    says 2 "this world has no coordinates" "$wend" path none.wend --from 1,1 --to 9,9 --geojson x.geojson
    says 2 "this world has no coordinates" "$wend" path none.wend --units lonlat --from 1,1 --to 9,9
    bake local.tif --rule height -o local.wend
    says 2 "belong to no known coordinate system" "$wend" path local.wend --from 1,1 --to 9,9 --gpx x.gpx
    "$wend" path local.wend --units world --from 1001,1999 --to 1021,1999 --json --tiles none >out
    grep -q '"from":\[0,0\],"to":\[\[10,0\]\]' out || fail "local coordinates: $(cat out)"
    bake utm.tif --rule height -o utm.wend
    says 2 "is outside the map, which has x in 400000..406000 and y in 5195500..5200000" "$wend" path utm.wend --units world --from 1,1 --to 9,9
    says 2 "is outside the map" "$wend" path utm.wend --units lonlat --from 13.7,45 --to 13.7,46.9
    says 2 "has no place there" "$wend" path utm.wend --units lonlat --from 13.7,95 --to 13.7,46.9
    [ ! -e x.geojson ] && [ ! -e x.gpx ] || fail "a file was written after an error"

    # Damage: cut anywhere, the file is refused, or gives the same world where only what follows the pixels is missing.
    bake packed.tif --rule height -o packed.wend
    size=$(wc -c <packed.tif)
    for bytes in 4 100 $((size / 2)) $((size - 300)); do
        head -c $bytes packed.tif >cut.tif
        got=0
        "$wend" bake cut.tif --rule height -o cut.wend -q 2>err || got=$?
        case $got in
        0) same "a file cut at $bytes" "$(hash_of cut.wend)" "$(hash_of packed.wend)" ;;
        3) [ "$(wc -l <err)" = 1 ] || fail "cut at $bytes: $(cat err)" ;;
        *) fail "cut at $bytes: exit $got: $(cat err)" ;;
        esac
    done
    head -c $((size / 2)) packed.tif >cut.tif
    rm -f cut.wend
    says 3 "" "$wend" bake cut.tif --rule height -o cut.wend
    [ ! -e cut.wend ] || fail "a world of half a raster"

    # A header that promises far more than there is, and a block too large for memory: TIFF by hand, little endian.
    tiff() { # WIDTH HEIGHT ROWS_PER_STRIP, each as 4 escaped bytes
        printf 'II*\0\010\0\0\0\010\0'
        printf '\0\1\4\0\1\0\0\0%b\1\1\4\0\1\0\0\0%b' "$1" "$2"
        printf '\2\1\3\0\1\0\0\0\010\0\0\0\3\1\3\0\1\0\0\0\1\0\0\0\6\1\3\0\1\0\0\0\1\0\0\0'
        printf '\21\1\4\0\1\0\0\0\200\0\0\0\26\1\4\0\1\0\0\0%b\27\1\4\0\1\0\0\0\200\0\0\0' "$3"
        printf '\0\0\0\0'
        head -c 256 /dev/zero
    }
    tiff '\377\377\377\177' '\377\377\377\177' '\1\0\0\0' >huge.tif
    says 3 "" "$wend" bake huge.tif --rule linear
    tiff '\0\0\10\0' '\0\0\1\0' '\0\0\1\0' >block.tif # 524288 x 65536 in one strip: 32 GB
    says 3 "" "$wend" bake block.tif --rule linear
    printf 'no map at all, and no raster either\n' >noise.bin
    says 3 "unrecognised map format" "$wend" bake noise.bin
    says 3 "" "$wend" bake noise.bin --band 1
    # Formats that name other files need --outside.
    cat >mosaic.vrt <<'VRT'
<VRTDataset rasterXSize="200" rasterYSize="150"><GeoTransform>400000, 30, 0, 5200000, 0, -30</GeoTransform>
<VRTRasterBand dataType="Float32" band="1"><NoDataValue>-9999</NoDataValue><SimpleSource><SourceFilename relativeToVRT="1">utm.tif</SourceFilename>
<SourceBand>1</SourceBand></SimpleSource></VRTRasterBand></VRTDataset>
VRT
    says 3 "" "$wend" bake mosaic.vrt --rule height
    bake mosaic.vrt --rule height --outside -o mosaic.wend
    same "a mosaic" "$(hash_of mosaic.wend)" "$(hash_of utm.wend)"
    ;;
files)
    command -v gdal_translate >/dev/null || { echo "needs gdal_translate (gdal-bin); skipped"; exit 77; }
    mkdir map elsewhere
    "$make" utm.tif
    mv utm.tif map
    cd map
    bake utm.tif --rule linear -o utm.wend
    plain=$(hash_of utm.wend)
    with_coordinates() { # WORLD
        "$wend" info "$1" --json >out
        grep -q '"transform":\[400000,30,0,5200000,0,-30\]' out || fail "$1 has lost its coordinates: $(cat out)"
    }

    # What a raster names. The file that is named has 30000 bytes of 0, so as a mask it blocks everything.
    head -c 30000 /dev/zero >../elsewhere/secret
    mrf() { # DATA
        echo "<MRF_META><Raster><Size x=\"200\" y=\"150\" c=\"1\"/><PageSize x=\"200\" y=\"150\" c=\"1\"/><Compression>NONE</Compression>"
        echo "<DataType>Byte</DataType><DataFile>$1</DataFile><IndexFile>index</IndexFile></Raster></MRF_META>"
    }
    raw() { # FILE: a VRT whose pixels are the bytes of that file
        echo '<VRTDataset rasterXSize="200" rasterYSize="150"><Metadata><MDI key="INTERNAL_MASK_FLAGS_1">2</MDI></Metadata>'
        echo "<VRTRasterBand dataType=\"Byte\" band=\"1\" subClass=\"VRTRawRasterBand\"><SourceFilename relativeToVRT=\"1\">$1</SourceFilename>"
        echo '<ImageOffset>0</ImageOffset><PixelOffset>1</PixelOffset><LineOffset>200</LineOffset></VRTRasterBand></VRTDataset>'
    }
    printf '\0\0\0\0\0\0\0\0\0\0\0\0\0\0\165\060' >index # 30000 bytes from 0
    mrf ../elsewhere/secret >named.mrf
    raw ../elsewhere/secret >named.vrt
    for name in named.mrf named.vrt; do
        says 3 "expected a raster in one file; --outside allows it" "$wend" bake $name --rule linear -o named.wend
        [ ! -e named.wend ] || fail "$name: a map of a file that it names"
        bake $name --rule linear --outside --blocked-below 0 -o named.wend 2>err
        rm named.wend
    done
    "$wend" bake named.vrt --rule linear --outside --blocked-below 0 -o named.wend >out 2>err || fail "with --outside: $(cat err)"
    grep -q 'reads ../elsewhere/secret, outside the folder of this file' err || fail "no warning of the file outside: $(cat err)"
    for ending in msk ovr aux.xml; do # by all drivers, as GDAL would open them
        cp utm.tif t.tif
        cp named.vrt t.tif.$ending
        bake t.tif --rule linear -o t.wend
        same "t.tif beside t.tif.$ending, which is a VRT" "$(hash_of t.wend)" "$plain"
        rm t.tif t.tif.$ending
    done

    # Files that describe a raster are read: masks, coordinates; they lie in its folder.
    gdal_translate -q -of GTiff -scale 0 1300 1 255 -ot Byte -a_nodata none utm.tif bytes.tif
    cp bytes.tif all.tif
    gdal_translate -q -of GTiff named.vrt all.tif.msk
    says 3 "band 1 has no data in any of its 200 x 150 pixels" "$wend" bake all.tif --rule linear
    rm all.tif.msk
    bake all.tif --rule linear -o all.wend
    gdal_translate -q -of AAIGrid -a_srs EPSG:32633 utm.tif grid.asc
    bake grid.asc --rule height -o grid.wend
    "$wend" info grid.wend --json >out
    grep -q 'UTM.zone.33N' out || fail "the coordinate system beside an ASCII grid is not read"
    gdal_translate -q -of PNG -co WORLDFILE=YES bytes.tif picture.png
    rm picture.png.aux.xml
    bake picture.png --band 1 --rule linear -o picture.wend
    with_coordinates picture.wend
    mv picture.wld ../elsewhere
    ln -s ../elsewhere/picture.wld picture.wld
    bake picture.png --band 1 --rule linear -o picture.wend
    "$wend" info picture.wend --json >out
    ! grep -q '"transform"' out || fail "a link leads a world file out of the folder"
    gdal_translate -q -of PNG bytes.tif described.png
    bake described.png --band 1 --rule linear -o described.wend
    with_coordinates described.wend
    # Others not, but are named where nothing can be read without them.
    gdal_translate -q -of ENVI utm.tif envi.img
    says 3 "envi.hdr beside it is read only if outside is set" "$wend" bake envi.img --rule linear -o envi.wend
    bake envi.img --rule linear --outside -o envi.wend
    same "ENVI" "$(hash_of envi.wend)" "$plain"
    (cd .. && bake map/envi.img --rule linear --outside -o envi.wend)
    same "ENVI in another folder" "$(hash_of ../envi.wend)" "$plain"

    # Pipes and devices, wherever a name leads, are no files of a raster; nothing waits for them.
    mkfifo pipe
    soon() { # WHAT COMMAND...: ends; in the end the program is given up, where the kernel has no Landlock
        what=$1
        shift
        got=0
        timeout 150 "$@" >out 2>err || got=$?
        [ $got != 124 ] || fail "$what: waits for ever"
    }
    for special in "$PWD/pipe" /dev/zero /dev/tty; do
        mrf "$special" >special.mrf
        raw "$special" >special.vrt
        for name in special.mrf special.vrt; do
            soon "$name names $special" "$wend" bake $name --rule linear --outside -o special.wend
            [ $got = 3 ] || fail "$name names $special: exit $got: $(cat out err)"
            soon "$name names $special" "$wend" bake $name --rule linear -o special.wend
            [ $got = 3 ] || fail "$name names $special: exit $got: $(cat out err)"
        done
        cp utm.tif t.tif
        for ending in msk aux.xml ovr aux; do
            ln -s "$special" t.tif.$ending
            soon "t.tif.$ending is $special" "$wend" bake t.tif --rule linear -o t.wend
            [ $got = 0 ] || fail "t.tif.$ending is $special: exit $got: $(cat err)"
            rm t.tif.$ending
        done
        mkfifo t.tif.msk
        soon "t.tif.msk is a pipe" "$wend" bake t.tif --rule linear --outside -o t.wend
        rm t.tif.msk
    done

    # Nor are they grids of a coordinate system, which a world brings along. Sanitizers need more files than Landlock leaves.
    if ! grep -aqE '__(a|t)san_init' "$(dirname "$wend")/wend-gdal"; then
        gdal_translate -q -of PNG -a_srs "+proj=utm +zone=33 +ellps=bessel +nadgrids=$PWD/grid +type=crs" bytes.tif shifted.png 2>err
        bake shifted.png --band 1 --rule linear -o shifted.wend
        mkfifo grid
        soon "the coordinate system names a pipe" "$wend" path shifted.wend --units lonlat --from 13.7,46.93 --to 13.71,46.93
        [ $got = 2 ] || [ $got = 3 ] || fail "the coordinate system names a pipe: exit $got: $(cat out err)"
    fi

    # No output replaces a file that the raster names.
    cp utm.tif source.wend
    echo '<VRTDataset rasterXSize="200" rasterYSize="150"><VRTRasterBand dataType="Float32" band="1"><SimpleSource>' >one.vrt
    echo '<SourceFilename relativeToVRT="1">source.wend</SourceFilename><SourceBand>1</SourceBand></SimpleSource></VRTRasterBand></VRTDataset>' >>one.vrt
    says 2 "source.wend" "$wend" bake one.vrt --rule linear --outside -o source.wend
    cmp -s utm.tif source.wend || fail "a bake has replaced the source of its raster"
    ;;
*) fail "no part $part" ;;
esac
exit $failed
