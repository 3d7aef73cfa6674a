small_map >small.map
t bake small.map -o w.wend --quiet
t simulate w.wend --from 0,2 --to 5,2
t simulate w.wend --from 0,2 --to 5,2 --agents 6 --formation --both-ways --radius 0.3
all="agents=8 arrived=8 no_route=0 blocked_ticks=0 ticks simulated_s collisions detour_mean detour_max time_mean time_max"
j "$all plans replans forced_passes us_per_agent_tick hash" simulate w.wend --random 8 --seed 4
j "agents=1 arrived=1 blocked_ticks=0" simulate w.wend --from 0.5,2.5 --to 5.9,2.1 --units world --dt 0.1 --speed 50
j "agents=1 arrived=0 ticks=5" simulate w.wend --from 0,2 --to 5,2 --ticks 5

note the same twice, and another seed differs
walk() { "$WEND" simulate w.wend --random 8 --json "$@" | grep -o '"hash".*'; }
for seed in 4 4 5; do walk --seed $seed; done

note agents out of a scenario
printf 'version 1\n0\tsmall.map\t8\t5\t0\t2\t5\t2\t7.24\n0\tsmall.map\t8\t5\t7\t4\t0\t0\t9\n' >two.scen
j "agents=2 arrived=1 no_route=1" simulate w.wend --scen two.scen
printf 'version 1\n0\tsmall.map\t8\t5\t3\t1\t5\t2\t7.24\n' >blocked.scen
t simulate w.wend --scen blocked.scen
t simulate w.wend --scen two.scen --random 3

note a trace of every tick, and a picture
t simulate w.wend --from 1,2 --to 2,2 --dt 0.25 --speed 2 -o trace.json --render trails.png --quiet | head -2
cat trace.json
t simulate w.wend --from 1,2 --to 2,2 --dt 0.25 --speed 2 -o - 2>/dev/null | head -3
t bake trails.png -o picture.wend --quiet
j "width=512 height=320" info picture.wend

note nobody can walk there, or fits
t simulate w.wend --from 0,0 --to 7,4
t simulate w.wend --from 3,1 --to 7,4
t simulate w.wend --from 8,0 --to 7,4
t simulate w.wend --from 0,0 --to 1,1 --radius 0.6
t simulate w.wend --from 0,0 --to 1,1 --agents 99
t simulate w.wend --random 1000
t simulate w.wend --random 2 -o w.wend
t simulate w.wend --random 2 --render no/such.png
t simulate none.wend --random 2
ls

note bodies of several widths in one crowd
printf '%s\n' 'type octile' 'height 9' 'width 24' map >wide.map
for row in 1 2 3; do printf '........................\n'; done >>wide.map
printf '...........@............\n' >>wide.map
for row in 1 2 3 4 5; do printf '........................\n'; done >>wide.map
t bake wide.map -o wide.wend --quiet --profile tank:radius=1.5 --profile house:radius=4
t simulate wide.wend --from 2,5 --to 21,5 --profile tank
t simulate wide.wend --random 9 --seed 3 --profile default --profile tank
j "agents=4 arrived=4 stuck=0 profiles" simulate wide.wend --random 4 --profile tank --profile default
t simulate wide.wend --from 2,5 --to 21,5 --profile tank --radius 1.6
t simulate wide.wend --from 2,5 --to 21,5 --radius 1
t simulate wide.wend --from 2,5 --to 21,5 --profile house
t simulate wide.wend --from 2,5 --to 21,5 --profile ship
note the smoothed path of a profile is the line that its agents walk
"$WEND" path wide.wend --from 2,5 --to 21,2 --profile tank --smooth --json | grep -o '"waypoints":[^a-z]*\]\]'
"$WEND" simulate wide.wend --from 2,5 --to 21,2 --profile tank -o - 2>/dev/null | grep -o '"path":.*'

note paths that are planned in pieces while they are walked
"$WEND" generate --size 300 --kind rooms --seed 2 -o rooms.map -q
t bake rooms.map -o rooms.wend --quiet
t simulate rooms.wend --random 6 --seed 1 --speed 20 --dt 0.1 --first-tiles 20 | grep -E '^(agents|walls|pieces)'
t simulate rooms.wend --random 6 --seed 1 --speed 20 --dt 0.1 | grep -E '^(agents|walls|pieces)'
j "agents=6 arrived=6 pieces" simulate rooms.wend --random 6 --seed 1 --speed 20 --dt 0.1 --first-tiles 64
t simulate rooms.wend --random 6 --first-tiles -1

note a detour is measured against steps of hexagons, and over the edge of a map that wraps
cp "$(dirname "$CASE")"/../../../data/hex_island.txt "$(dirname "$CASE")"/../../../data/globe.png .
t bake hex_island.txt -o hex.wend --move hex --quiet
t simulate hex.wend --random 5 | grep -E '^(agents|detour)'
t bake globe.png -o globe.wend --wrap x --quiet
t simulate globe.wend --random 10 --seed 2 | grep -E '^(agents|detour)'
