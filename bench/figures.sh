#!/bin/sh
# The figures that the documents state in prose, as name,value lines, the values as they stand there.
# tests/law/figures.txt has the sentences, and law.figures compares.
#
#   figures.sh BIN RESULTS    BIN: the folder of wend, bench_bridge and bench_excess; RESULTS: a folder with
#                             bench.csv, links.csv and links_many.csv, which ./run bench fills
set -eu
BIN=$1 RESULTS=$(cd "$2" && pwd)
root=$(cd "$(dirname "$0")/.." && pwd)
maps=${WEND_SHARED:-$root/../shared}/maps/movingai
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# columns FILE PROGRAM: runs an awk program on the rows of a CSV file; col("name") is a field of the row. Terrain
# rows are those of `wend generate`. save(name, format, value) prints a figure.
columns() {
    awk -F, "function col(name) { return \$at[name] }
        function save(name, format, value) { printf \"%s,\" format \"\n\", name, value }
        function least(a, b) { return a == \"\" || b + 0 < a + 0 ? b : a }
        function most(a, b) { return a == \"\" || b + 0 > a + 0 ? b : a }
        NR == 1 { for (i = 1; i <= NF; i++) at[\$i] = i; next }
        $2" "$1"
}

echo "figure,value"
columns "$RESULTS/bench.csv" '
    col("map") == "terrain-8192" {
        save("terrain_8192_hpa_ms", "%.1f", col("hpa_us_mean") / 1000)
        save("terrain_8192_flat_ms", "%.0f", col("flat_us_mean") / 1000)
        save("terrain_8192_speedup", "%.0f", col("speedup"))
        save("terrain_8192_excess", "%.2f", col("excess_mean_pct"))
    }
    col("map") ~ /^terrain-/ {
        low = least(low, col("excess_mean_pct")); high = most(high, col("excess_mean_pct")); worst = most(worst, col("excess_max_pct"))
        # A tile of the grid is one byte.
        small = least(small, col("bytes_per_tile") + 1); large = most(large, col("bytes_per_tile") + 1)
    }
    { quick = least(quick, col("edit_us_mean")); slow = most(slow, col("edit_us_mean")) }
    END {
        save("terrain_excess_least", "%.2f", low); save("terrain_excess_most", "%.2f", high); save("terrain_excess_worst", "%.1f", worst)
        save("terrain_bytes_least", "%.1f", small); save("terrain_bytes_most", "%.1f", large)
        save("edit_us_least", "%.0f", quick); save("edit_us_most", "%.0f", slow)
    }'
columns "$RESULTS/links.csv" '
    col("map") !~ /^terrain-2048/ { next }
    col("links") == 0 { without = col("hpa_us_mean") }
    col("link_kind") != "teleport" && col("links") == 1000 { save("links_1000_times", "%.1f", col("hpa_us_mean") / without) }
    col("link_kind") != "teleport" && col("links") == 10000 {
        save("links_10000_times", "%.1f", col("hpa_us_mean") / without)
        save("links_10000_edit_ms", "%.1f", col("edit_us_mean") / 1000)
    }'
columns "$RESULTS/links_many.csv" '
    col("map") ~ /^terrain-2048/ && col("link_kind") == "teleport" && col("links") == 10000 {
        save("teleports_10000_ms", "%.1f", col("hpa_us_mean") / 1000)
        save("teleports_10000_flat_ms", "%.1f", col("flat_us_mean") / 1000)
        save("teleports_10000_edit_ms", "%.1f", col("edit_us_mean") / 1000)
        save("teleports_10000_bytes", "%.0f", col("bytes_per_tile") + 1)
    }'

# Costs drawn at random, where no hierarchy does well.
for kind in digits noise contrast; do
    "$BIN/bench_excess" --kind $kind --maps 30 --least 200 --most 500 --queries 100 >"$folder/excess"
    sed -nE "s/^excess: mean ([0-9]+[.][0-9][0-9]).* worst ([0-9]+[.][0-9]).*/${kind}_excess,\\1\n${kind}_worst,\\2/p" "$folder/excess"
done

# Which maps have an index of subgoals within two bytes a tile?
set -- "$maps"/*/*.map
if [ -e "$1" ]; then
    fit=0
    for map in "$@"; do
        "$BIN/wend" bench "$map" --subgoals --queries 1 --runs 1 --json 2>"$folder/warnings" >/dev/null
        grep -q 'measured without subgoals' "$folder/warnings" || fit=$((fit + 1))
    done
    echo "subgoals_fit,$fit"
    echo "subgoals_maps,$#"
fi

# The rows of the table are figures as they stand.
"$BIN/bench_bridge" "$root/data/bridges.txt" >"$folder/bridge"
awk '/^\| *[0-9n]/ { print "bridge_row_" ++n "," $0 }' "$folder/bridge"
