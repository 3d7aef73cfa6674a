note a robot of 22 cm in a room with a gap of 30 cm and one of 1 m, in tiles of 5 cm, with the numbers of nav2
awk 'BEGIN { print "P2\n40 40\n255"
    for (y = 0; y < 40; y++) { row = ""
        for (x = 0; x < 40; x++) row = row ((y == 20 && !(x >= 5 && x < 11) && !(x >= 16 && x < 36)) || x == 0 || x == 39 ? 0 : 254) " "
        print row } }' >room.pgm
cat >room.yaml <<'END_OF_YAML'
image: room.pgm
resolution: 0.05
origin: [0, 0, 0]
negate: 0
occupied_thresh: 0.65
free_thresh: 0.196
END_OF_YAML
t bake room.yaml -o room.wend --inflate inscribed=0.22,inflation=0.55,scaling=3.0
t info room.wend
"$WEND" info room.wend --json | grep -o '"inflation":{[^}]*}'
j "outcome=found" path room.wend --from 8,10 --to 8,30
j "outcome=found profile=robot" path room.wend --from 8,10 --to 8,30 --profile robot
t path room.wend --units world --from 0.42,1.5 --to 0.42,0.5 --profile robot
t bake room.yaml -o same.wend -q --profile robot:inscribed=0.22,inflation=0.55,scaling=3.0
cmp room.wend same.wend && echo equal
t bake room.yaml -o usual.wend -q --inflate inscribed=0.22,inflation=0.55
"$WEND" info usual.wend --json | grep -o '"inflation":{[^}]*}'
t bake room.yaml -o smac.wend -q --inflate inscribed=0.22,inflation=0.55,margin-cost=2
t info smac.wend | grep profile
t check room.wend --random 30 --profile robot --quiet | grep problems

note it follows edits
t edit room.wend --set 24,20,4,1=blocked -o edited.wend -q
j "outcome=goal_blocked" path edited.wend --from 30,10 --to 25,21 --profile robot
j "problems=20 wrong=0 rebuild_equal=true" check edited.wend --random 20 --profile robot

note a recipe brings its profiles along
printf 'wend recipe 1\nbase room.yaml\nprofile robot:inscribed=0.22,inflation=0.55,scaling=3\nprofile cart:radius=4\n' >room.recipe
t bake room.recipe -o recipe.wend -q --profile tank:radius=6
t info recipe.wend | grep profile
j "outcome=found" path recipe.wend --from 8,10 --to 30,30 --profile cart
printf 'wend recipe 1\nbase room.yaml\nprofile robot:inscribed=2,inflation=1\n' >bad.recipe
t bake bad.recipe -o bad.wend
printf 'wend recipe 1\nbase room.yaml\nprofile robot:steep=2\n' >bad.recipe
t bake bad.recipe -o bad.wend

note what is wrong
for i in inscribed=0.22 scaling=3 inscribed=0.6,inflation=0.5 inscribed=-1,inflation=1 inscribed=x,inflation=1 inflation=9 \
    inflation=0.5,scaling=-1 inflation=0.5,radius=2 inflation=0.5,margin=2 inflation inscribd=1; do
    t bake room.yaml -o bad.wend --inflate $i
done
t bake room.yaml -o bad.wend --inflate inflation=0.5 --profile robot:radius=1
t bake room.yaml -o bad.wend --inflate inflation=0.5 --move hex
sed 's/^resolution:.*/resolution: 0.7/' room.yaml >wide.yaml
for i in 44.8 44.80001; do t bake wide.yaml --dry-run -q --inflate inflation=$i; done # the limit that is told, and more
ls bad.wend 2>&1
