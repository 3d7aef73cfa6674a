#!/bin/sh
# The pictures of docs/steering.md of crowds without and with claims: a film of 40 agents that meet in a corridor, and
# 1,000 in a warehouse after 8 seconds. Bodies that overlap by more than a tenth are red.   docs/claims_pictures.sh WEND
set -eu
wend=$(realpath "$1")
out=$(cd "$(dirname "$0")" && pwd)/pictures
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# map NAME WIDTH HEIGHT CONDITION: as in bench/steering.sh
map() {
    awk -v w="$2" -v h="$3" "BEGIN { print \"type octile\nheight \" h \"\nwidth \" w \"\nmap\"
        for (y = 0; y < h; y++) { row = \"\"; for (x = 0; x < w; x++) row = row (($4) ? \".\" : \"@\"); print row } }" >"$1.map"
    "$wend" bake "$1.map" -o "$1.wend" --quiet
}

# A picture of two traces, one above the other. With `every`, a film of the frames that come so many ticks apart; otherwise
# the frame `at`. Each frame of a trace is a line.
cat >picture.awk <<'AWK'
FILENAME ~ /map$/ {
    if (FNR == 2) height = $2
    if (FNR == 3) width = $2
    if (FNR > 4) row[FNR - 5] = $0
    next
}
FNR == 1 { panel++; inside = 0 }
/"frames"/ { inside = 1; frame = -1; next }
!inside {
    if (match($0, /"radius":[0-9.]+/)) radius = substr($0, RSTART + 9, RLENGTH - 9)
    next
}
{
    frame++
    if (every ? frame % every : frame != at) next
    gsub(/[^-0-9.,]/, "")
    count = int(split($0, number, ",") / 2)
    shot = every ? frame / every : 0
    if (shot > last) last = shot
    shots[panel] = shot
    agents[panel] = count
    for (i = 0; i < count; i++) {
        x[panel, i, shot] = number[2 * i + 1]
        y[panel, i, shot] = number[2 * i + 2]
    }
}
function overlaps(p, i, s,    k, dx, dy) {
    for (k = 0; k < agents[p]; k++) {
        dx = x[p, i, s] - x[p, k, s]
        dy = y[p, i, s] - y[p, k, s]
        if (k != i && dx * dx + dy * dy < 3.24 * radius * radius) return 1
    }
    return 0
}
# The values of one attribute over all shots; those of a film that has ended stay what they are.
function values(what, p, i,    s, at, text) {
    for (s = 0; s <= last; s++) {
        at = s < shots[p] ? s : shots[p]
        text = text (s ? ";" : "") (what == "x" ? sprintf("%.1f", x[p, i, at]) : what == "y" ? sprintf("%.1f", y[p, i, at]) \
                                    : overlaps(p, i, at) ? "#d43a2f" : "#2f6fd4")
    }
    return text
}
function animate(attribute, text) {
    printf "<animate attributeName=\"%s\" dur=\"%ds\" repeatCount=\"indefinite\"%s values=\"%s\"/>", attribute, seconds,
        attribute == "fill" ? " calcMode=\"discrete\"" : "", text
}
END {
    space = 1.5
    whole = 2 * height + 3 * space
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %.1f\">\n", width * scale, whole * scale, width, whole
    printf "<rect width=\"%d\" height=\"%.1f\" fill=\"#ffffff\"/>\n", width, whole
    for (p = 1; p <= 2; p++) {
        printf "<g transform=\"translate(0,%.1f)\">\n", p * space + (p - 1) * height
        printf "<text x=\"0.3\" y=\"-0.35\" font-family=\"sans-serif\" font-size=\"1.1\">%s claims</text>\n", p == 1 ? "without" : "with"
        printf "<rect width=\"%d\" height=\"%d\" fill=\"#f1eee4\"/>\n<path fill=\"#24272e\" d=\"", width, height
        for (r = 0; r < height; r++)
            for (c = 0; c < width; c = next_c) {
                blocked = substr(row[r], c + 1, 1) == "@"
                for (next_c = c; next_c < width && (substr(row[r], next_c + 1, 1) == "@") == blocked; next_c++);
                if (blocked) printf "M%d %dh%dv1h-%dz", c, r, next_c - c, next_c - c
            }
        print "\"/>"
        for (i = 0; i < agents[p]; i++) {
            if (!every) {
                printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%s\" fill=\"%s\"/>\n", x[p, i, 0], y[p, i, 0], radius, values("fill", p, i)
                continue
            }
            printf "<circle r=\"%s\">", radius
            animate("cx", values("x", p, i))
            animate("cy", values("y", p, i))
            animate("fill", values("fill", p, i))
            print "</circle>"
        }
        print "</g>"
    }
    print "</svg>"
}
AWK

# picture NAME WORLD AWK_OPTIONS SIMULATE_OPTIONS...
picture() {
    name=$1 world=$2 settings=$3
    shift 3
    "$wend" simulate "$world.wend" "$@" -o without.json -q >said
    "$wend" simulate "$world.wend" "$@" --claims -o with.json -q >said
    # shellcheck disable=SC2086
    awk $settings -f picture.awk "$world.map" without.json with.json >"$out/$name.svg"
}
map narrow 60 11 'x < 15 || x >= 45 || y == 5'
map warehouse 96 64 'x < 6 || x >= 90 || y < 4 || y >= 60 || y % 4 == 0 || (x - 6) % 12 == 0'
picture claims_corridor narrow '-v every=30 -v seconds=20 -v scale=14' --from 8,5 --to 51,5 --agents 40 --both-ways --formation \
    --radius 0.35
picture claims_warehouse warehouse '-v at=240 -v scale=10' --random 1000 --radius 0.35 --ticks 240
