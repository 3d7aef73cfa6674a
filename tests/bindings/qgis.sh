#!/bin/sh
# Do the algorithms of the QGIS plugin give the answers of the program wend, as layers where the raster lies? Runs qgis_process with a
# profile of its own.
#   qgis.sh SOURCE WEND MAKE_RASTER
set -eu
source=$1 wend=$2 make=$3
# Debian's script qgis_process passes an option that the program does not know (/etc/default/qgis).
process=$(command -v qgis_process.bin || command -v qgis_process || :)
[ -n "$process" ] || { echo "skipped: no qgis_process (Debian: qgis, 1.2 GB)"; exit 77; }
for program in gdalinfo gdallocationinfo python3; do
    command -v $program >/dev/null || { echo "skipped: no $program (Debian: gdal-bin, python3)"; exit 77; }
done
[ -x "$make" ] || { echo "skipped: this build reads no rasters (WEND_GDAL)"; exit 77; }
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
cd "$temp"
mkdir home runtime
chmod 700 runtime
export HOME="$temp/home" XDG_RUNTIME_DIR="$temp/runtime" QT_QPA_PLATFORM=offscreen QGIS_PLUGINPATH="$source/bindings/qgis" WEND_PROGRAM="$wend"
export PYTHONDONTWRITEBYTECODE=1
fail() {
    echo "qgis: $*"
    cat said 2>/dev/null
    exit 1
}
run() { # ALGORITHM KEY=VALUE...
    algorithm=$1
    shift
    "$process" run "wend:$algorithm" -- "$@" >said 2>&1
}
refuses() { # TEXT ALGORITHM KEY=VALUE...
    text=$1
    shift
    if run "$@"; then fail "$* is not refused"; fi
    grep -q "$text" said || fail "$* does not say '$text'"
}
"$process" plugins enable wend_qgis >said 2>&1 || fail "the plugin cannot be enabled"
"$process" list >said 2>&1
grep -q 'wend:leastcostpath' said && grep -q 'wend:costdistance' said && grep -q 'wend:reach' said || fail "the algorithms are not listed"

"$make" costs.tif utm.tif
cat >sources.geojson <<'END'
{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::32633"}},"features":[
{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[400105,5199895]}}]}
END
# The path: cost, tiles and positions of wend path, with costs in map units.
"$wend" bake costs.tif --rule cost -q -o costs.wend
"$wend" path costs.wend --units world --algorithm exact --from 400105,5199895 --to 400045,5199105 --json >path.json
run leastcostpath INPUT="$temp/costs.tif" START=400105,5199895 END=400045,5199105 OUTPUT="$temp/path.geojson" || fail "no path"
python3 - <<'END' || fail "the path is another than that of wend path"
import json
feature = json.load(open("path.geojson"))["features"][0]
path = json.load(open("path.json"))
assert "32633" in open("path.geojson").read(), "no coordinate system"
properties = feature["properties"]
assert abs(properties["cost"] - path["cost"]) < 1e-4 * path["cost"], (properties, path["cost"])
assert abs(properties["length"] - path["length_m"]) < 1e-3, (properties, path["length_m"])
assert properties["pixels"] == path["tile_count"]
assert feature["geometry"]["coordinates"] == path["positions"], "other positions"
END
# Cost distance: at the goal of the path it is the cost of the path, 0 at the source, no data where no path leads; GDAL reads it, and so
# does what is built on it, as GRASS and QGIS are.
run costdistance INPUT="$temp/costs.tif" SOURCES="$temp/sources.geojson" OUTPUT="$temp/distance.tif" || fail "no cost distance"
at() { gdallocationinfo -valonly -geoloc distance.tif "$@"; }
[ "$(at 400105 5199895)" = 0 ] || fail "the source has the cost $(at 400105 5199895)"
[ "$(at 401000 5199500)" = -9999 ] || fail "a pixel without a path has the cost $(at 401000 5199500)"
python3 -c "
import json, sys
cost = json.load(open('path.json'))['cost']
sys.exit(abs(float(sys.argv[1]) - cost) > 1e-3 * cost)" "$(at 400045 5199105)" || fail "at the goal it is $(at 400045 5199105)"
gdalinfo distance.tif >info
for text in 'Origin = (400000.0*,5200000.0*)' 'Pixel Size = (30.0*,-30.0*)' 'NoData Value=-9999' 'ID\["EPSG",32633\]\]'; do
    grep -q "$text" info || { cat info; fail "the raster lacks '$text'"; }
done
"$process" run native:rasterlayerstatistics -- INPUT="$temp/distance.tif" BAND=1 >said 2>&1 && grep -q '^MIN:[[:space:]]*0$' said || fail "QGIS does not read the raster"
run costdistance INPUT="$temp/costs.tif" SOURCES="$temp/sources.geojson" LIMIT=200 OUTPUT="$temp/near.tif" || fail "no limit"
[ "$(gdallocationinfo -valonly -geoloc near.tif 400045 5199105)" = -9999 ] || fail "the limit does not count"
# Reach: as many pixels as cost at most that, in bands whose areas are those of their pixels.
run reach INPUT="$temp/costs.tif" SOURCES="$temp/sources.geojson" WITHIN=300 BANDS=2 OUTPUT="$temp/reach.geojson" || fail "no reach"
run costdistance INPUT="$temp/costs.tif" SOURCES="$temp/sources.geojson" LIMIT=300 OUTPUT="$temp/within.tif" || fail "no limit"
gdal_translate -q -of XYZ within.tif within.xyz
python3 - <<'END' || { cat reach.geojson; fail "the reach is not what costs that"; }
import json
features = json.load(open("reach.geojson"))["features"]
costs = [float(line.split()[2]) for line in open("within.xyz")]
assert [f["properties"]["from"] for f in features] == [0, 150]
for f in features:
    low, high, pixels = (f["properties"][key] for key in ("from", "to", "pixels"))
    assert pixels == sum(low < cost <= high or cost == low == 0 for cost in costs), (low, high, pixels)
    area = 0
    for polygon in f["geometry"]["coordinates"]:
        for ring in polygon:
            area += abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:])) / 2) * (1 if ring is polygon[0] else -1)
    assert abs(area / 900 - pixels) < 0.02 * pixels, (area, pixels)
END
# Heights.
run leastcostpath INPUT="$temp/utm.tif" RULE=1 EXACT=false START=400100,5199900 END=400900,5199100 OUTPUT="$temp/hike.geojson" || fail "no hike"
# Mistakes.
refuses 'outside of the raster' leastcostpath INPUT="$temp/costs.tif" START=0,0 END=400045,5199105 OUTPUT="$temp/x.geojson"
refuses 'There is no path' leastcostpath INPUT="$temp/costs.tif" START=400105,5199895 END=401025,5199505 OUTPUT="$temp/x.geojson"
WEND_PROGRAM=$temp/none refuses 'none' leastcostpath INPUT="$temp/costs.tif" START=400105,5199895 END=400045,5199105 OUTPUT="$temp/x.geojson"
echo "qgis: good"
