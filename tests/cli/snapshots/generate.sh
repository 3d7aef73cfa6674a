sum() { cksum <"$1" | cut -d' ' -f1; }
t generate --size 200x120 --seed 7 -o land.pgm
t generate --size 200x120 --seed 7 -o land.png --quiet
j "output=again.pgm format=pgm kind=terrain seed=7 width=200 height=120 blocked=5667 file_bytes=24015 generate_s" \
    generate --size 200x120 --seed 7 -o again.pgm

note the same bytes on every machine, as a file or a stream, and other bytes for another seed
sum land.pgm
cmp land.pgm again.pgm && echo same
"$WEND" generate --size 200x120 --seed 7 -o - >stream.pgm 2>stream.err
cmp land.pgm stream.pgm && wc -c <stream.err
"$WEND" generate --size 200x120 --seed 8 -o other.pgm -q
cmp -s land.pgm other.pgm || echo different
for k in terrain caves rooms maze random open checkerboard spiral comb; do
    "$WEND" generate --size 150x97 --seed 3 --kind $k -o $k.pgm -q
    echo "$k $(sum $k.pgm)"
done

note one map, whatever holds it
for f in land.pgm land.png; do "$WEND" bake $f --dry-run --json | grep -o '"hash":.*'; done | uniq | wc -l
"$WEND" generate --size 150x97 --seed 3 --kind maze -o maze.map -q
sed 1,4d maze.map | tr -cd '@' | wc -c
"$WEND" generate --size 150x97 --seed 3 --kind maze -o - | tail -c 14550 | tr -cd '\000' | wc -c

note what bakes: land hangs together, a maze and a spiral are one area, a chequered board is none
shape() { # KEYS ARGS...
    keys=$1
    shift
    "$WEND" generate "$@" -o shape.pgm -q
    j "$keys" bake shape.pgm --dry-run
}
shape "width=300 height=300 components=18 largest_component=66437" --size 300
shape "components=1 blocked=7201" --size 150x97 --kind maze
shape "components=1" --size 60x45 --kind spiral
shape "components=1" --size 45x60 --kind comb
shape "components=1 blocked=0" --size 33 --kind open
shape "components=18 largest_component=1" --size 6 --kind checkerboard
shape "components=1 blocked=1" --size 1 --kind random --blocked 100 | tail -1
shape "blocked=0" --size 40 --kind random --blocked 0

note errors
t generate --size 0 -o a.png
t generate --size 5x0 -o a.png
t generate --size 10x -o a.png
t generate --size -3 -o a.png
t generate --size 1048577 -o a.png
t generate --size 70000 -o a.pgm
t generate -o a.png
t generate --size 10
t generate --size 10 -o a.bmp
t generate --size 10 -o noending
t generate --size 10 -o a.map
t generate --size 10 --kind swamp -o a.png
t generate --size 10 --kind random --blocked 101 -o a.png
for k in terrain caves rooms maze open checkerboard spiral comb; do t generate --size 10 --kind $k --blocked 25 -o a.png; done
note a seed that changes nothing
for k in terrain caves rooms maze random open checkerboard spiral comb; do t generate --size 10 --kind $k --seed 1 -o seed.png; done | grep -E '[$]|stderr'
t generate --size 10 --kind open --seed 1 -o seed.png -q
rm seed.png
t generate --size 10 -o - --json
t generate --size 10 -o nowhere/a.png
mkdir folder.png
t generate --size 10 -o folder.png
ls a.* 2>/dev/null

note who stops it leaves the old file and no half of a new one
cp land.pgm big.pgm
timeout -s INT 0.5 "$WEND" generate --size 30000 -o big.pgm -q
echo "exit: $?"
cmp land.pgm big.pgm && echo "the old map is untouched"
ls big*
small generate --size 200 -o big.pgm
small generate --size 200 --kind random -o big.png
cmp land.pgm big.pgm && ls big*
