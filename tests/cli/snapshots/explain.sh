# What separates two tiles, and what would open a path.

note blocked tiles
printf '...#....\n...#.##.\n...#.#..\n...#.#..\n' >rooms.txt
t bake rooms.txt -o rooms.wend -q
t explain rooms.wend --from 0,0 --to 7,3
t explain rooms.wend --from 0,0 --to 3,2
t explain rooms.wend --from 3,0 --to 0,3
t explain rooms.wend --from 7,3 --to 4,3
printf '.....\n#####\n#####\n#####\n.....\n' >thick.txt
t bake thick.txt -o thick.wend -q
t explain thick.wend --from 2,0 --to 2,4
j "outcome=no_route opening_count=3 leads_back=false" explain thick.wend --from 2,0 --to 2,4
t explain thick.wend --from 2,0 --to 2,4 --json | grep -o '"openings".*'
t explain thick.wend --from 2,0 --to 4,0 --json | grep -o '"outcome".*'

note walls, steps that lead the other way, links out of order
printf '......\n......\n' >yard.txt
printf 'x,y,to_x,to_y,one_way\n2,0,3,0,\n2,1,3,1,\n4,0,5,0,true\n4,1,5,1,true\n' >walls.csv
t bake yard.txt -o walls.wend --walls walls.csv -q
t explain walls.wend --from 0,0 --to 5,1
t explain walls.wend --from 5,0 --to 3,0
t explain walls.wend --from 3,0 --to 5,0
printf '...#...\n' >banks.txt
printf 'x,y,to_x,to_y,cost,kind,two_way,id,enabled\n0,0,6,0,2,ferry,,7,no\n' >links.csv
t bake banks.txt -o banks.wend --links links.csv -q
t explain banks.wend --from 0,0 --to 6,0
t explain banks.wend --from 1,0 --to 5,0
t explain banks.wend --from 6,0 --to 0,0

note what is too narrow for a profile, with the classes of the world
printf '...#...\n.......\n...#...\n' >door.txt
t bake door.txt -o door.wend --profile cart:radius=1,margin=2 -q
t explain door.wend --from 1,1 --to 5,1
t explain door.wend --from 1,1 --to 5,1 --profile cart
j "outcome=no_route profile=cart" explain door.wend --from 1,1 --to 5,1 --profile cart
t explain door.wend --from 1,1 --to 5,1 --profile lorry

note a picture of it
t explain rooms.wend --from 0,0 --to 7,3 --render why.png | tail -1
t bake why.png -o picture.wend -q
j "width=512 height=256" info picture.wend

note bad input
t explain rooms.wend --from 0,0
t explain rooms.wend --from 0,0 --to 9,9
t explain rooms.wend --from 0.5,0 --to 1,1
t explain rooms.wend --from 0,0 --to 7,3 --render -
t explain none.wend --from 0,0 --to 1,1
t explain rooms.wend --from 0,0 --to 7,3 --render rooms.wend

note a profile: the class is that of the map
t bake rooms.txt --profile tank:radius=1 -o tank.wend -q
t explain tank.wend --from 0,1 --to 3,1 --profile tank
