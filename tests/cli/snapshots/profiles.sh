note an isle of land and water, with a bridge of one tile and one of three
printf '%s\n' '............' '............' '............' '~~~~.~~...~~' '~~~~.~~...~~' '............' '............' '............' >isle.txt
t bake isle.txt -o isle.wend --letters ~=4 --cluster 15 \
    --profile tank:radius=1.5,~=blocked --profile boat:.=blocked,126=1 --profile shy:margin=2,margin-cost=1.5,margin-falloff=0.7
t info isle.wend
j "profiles components=1 format_version=8" info isle.wend
"$WEND" info isle.wend --json | grep -o '"name":"boat"[^]]*]'
for p in default tank boat shy; do
    t path isle.wend --from 8,1 --to 8,6 --profile $p --tiles
done
t path isle.wend --from 4,1 --to 4,6 --profile tank
j "outcome=found profile=boat cost=1" path isle.wend --from 0,3 --to 0,4 --profile boat
j "outcome=goal_blocked" path isle.wend --from 0,3 --to 0,5 --profile boat
t check isle.wend --random 50 --profile tank --quiet | grep problems
t check isle.wend --random 50 --profile shy | grep -E 'problems|build'
t field isle.wend --to 8,2 --profile tank
j "passable=16 reached=8" field isle.wend --to 0,3 --profile boat
t render isle.wend -o boat.png --profile boat --from 0,3 --to 1,4
t render isle.wend -o tank.png --profile tank --layers costs,clusters

t render isle.wend -o also.png --from 8,1 --to 8,6 --layers costs --also tank --also boat
j "also greatest_clearance=3.50" render isle.wend -o also.png --from 8,1 --to 8,6 --layers clearance --also tank
t render isle.wend -o clear.png --layers clearance
t render isle.wend -o clear.png --layers clearance,clusters --profile tank
t render isle.wend -o also.png --also tank
t render isle.wend -o also.png --from 8,1 --to 8,6 --also plane
t bake isle.txt -o hex.wend --letters ~=4 --move hex -q
t render hex.wend -o hex.png --layers clearance

note profiles stay with the world when it is edited
t edit isle.wend --set 8,3,1,1=blocked -o edited.wend -q
t path edited.wend --from 8,2 --to 8,6 --profile tank
j "problems=20 wrong=0 rebuild_equal=true" check edited.wend --random 20 --profile tank

note what is wrong
for p in :radius=1 Tank:radius=1 default a234567890123456789012345678901b:radius=1 tank:radius tank:radius=-1 tank:radius=x tank:radius=65 \
    tank:wide=1 tank:lettr=2 tank:~=0 tank:0=1 tank:126=2000 tank:256=1 tank:margin=nan tank:radius=5; do
    t bake isle.txt -o bad.wend --letters ~=4 --profile $p
done
t bake isle.txt -o bad.wend --letters ~=4 --profile a:radius=1 --profile a:radius=2
t bake isle.txt -o bad.wend --letters ~=4 $(for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do echo --profile p$i; done)
t bake isle.txt -o bad.wend --letters ~=4 --move hex --profile tank:radius=1
ls bad.wend 2>&1
t path isle.wend --from 8,1 --to 8,6 --profile plane
t field isle.wend --to 8,2 --profile plane
t render isle.wend -o no.png --profile plane
t check isle.wend --random 5 --profile plane

note map files have no profiles
t export isle.wend -o isle.out.txt

note a digit is a class, also where the map has it as a letter
printf '..13\n1#93\n1111\n' >digits.txt
t bake digits.txt -o digits.wend --profile p:3=blocked --quiet
"$WEND" bake digits.txt -o digits.wend --profile p:3=blocked 2>&1 | grep warning
"$WEND" bake digits.txt -o digits.wend --profile 'p:letter 3=blocked' 2>&1 | grep warning
"$WEND" edit digits.wend --class-cost 3=2 -o digits.wend 2>&1 | grep warning
j "width=4 height=3" info digits.wend

note links that cost something else for a profile
printf '....#....\n....#....\n' >lane.txt
t bake lane.txt -q -o lane.wend --profile cart: --profile boat:
t edit lane.wend --link 3,0:5,0=2,cart=7 -o lane.wend | grep links
for p in default cart boat; do t path lane.wend --from 0,0 --to 8,0 --profile $p | grep -E '^(cost|links)'; done
t info lane.wend | grep links
t edit lane.wend --link-cost 0:boat=0.5 --link-cost 0=3 -o lane.wend | grep links
for p in default cart boat; do t path lane.wend --from 0,0 --to 8,0 --profile $p | grep ^cost; done
t export lane.wend -o lane2.txt --links lane.csv
cat lane.csv
t bake lane.txt -q -o again.wend --profile cart: --profile boat: --links lane.csv
t hash lane.wend
t hash again.wend
t edit lane.wend --link-cost 0:cart=none --link-cost 0:boat=none -o plain.wend | grep links
t path plain.wend --from 0,0 --to 8,0 --profile cart | grep ^cost
t edit lane.wend --link 3,1:5,1=2,tank=7 -o x.wend
t edit lane.wend --link 3,1:5,1=2,cart=-1 -o x.wend
t edit lane.wend --link-cost 7=1 -o x.wend
t edit lane.wend --link-cost 0=none -o x.wend
t edit lane.wend --link-cost 0:cart -o x.wend
printf 'x,y,to_x,to_y,cost,profile_costs\n3,0,5,0,2,1=5 x\n' >bad.csv
t bake lane.txt -q -o x.wend --links bad.csv

note heights cost profiles by slopes of their own
printf 'P2\n12 6\n255\n%s\n' "$(for y in 1 2 3 4; do echo 0 0 10 40 160 200 200 160 120 80 40 0; done; for y in 5 6; do echo 0 0 10 40 70 100 100 80 80 80 40 0; done)" >hill.pgm
hill="hill.pgm --rule slope --height-scale 2 --slope naismith"
t bake $hill -o hill.wend --cluster 15 --profile cart:slope=rwalk:0.72,6,1.9998,-1.9998,max-climb=0.4,radius=0.5 \
    --profile walker:max-climb=none,max-drop=0.5
t info hill.wend
j "profiles components=1" info hill.wend
"$WEND" info hill.wend --json | grep -o '"slopes":{[^}]*}'
for p in default cart walker; do t path hill.wend --from 1,2 --to 10,2 --profile $p; done
t edit hill.wend --elevation 8,0,1,6=6 -o steep.wend
for p in default cart walker; do t path steep.wend --from 1,2 --to 10,2 --profile $p; done
t verify steep.wend
for p in slope=minetti slope=walking slope= slope=none.csv max-climb=-1 max-drop=far slope=rwalk:1,2 slope=steep.csv; do
    printf 'slope,factor\n-1,0.0001\n0,1\n1,900\n' >steep.csv
    t bake $hill -o bad.wend --profile cart:$p
done
t bake isle.txt -o bad.wend --letters ~=4 --profile cart:max-climb=1
