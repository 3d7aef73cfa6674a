small_map >small.map
t bake small.map -o small.wend
t info small.wend
t bake - -o stdin.wend --quiet <small.map
contract="width height blocked components clusters levels nodes edges bytes bytes_per_tile move cluster_size rule"
j "$contract format_version=8 format=movingai rule=movingai move=8 blocked=7 components=2 classes" info stdin.wend

note the same world for any number of threads, any name, with or without a pipe
t bake small.map -o one.wend --quiet --threads 1
for w in small stdin one; do "$WEND" hash $w.wend | cut -c1-16; done | uniq | wc -l

grey_pgm >grey.pgm
t bake grey.pgm -o grey.wend
t info grey.wend
report="rule=brightness width=8 height=2 blocked=3 classes warning bytes hash source_hash import_s build_s save_s"
j "$report map=grey.pgm output=low.wend move=4 cluster_size=15 peak_memory_bytes darkest=0 brightest=1" \
    bake grey.pgm -o low.wend --blocked-below 0.5 --move 4 --cluster 15
j "blocked_below=0.5 rule=brightness negate=false" info low.wend
t bake grey.pgm -o cut.wend --move 8cut --negate --quiet
j "negate=true move=8cut blocked=13" info cut.wend
t bake grey.pgm -o half.wend --downscale 2 --quiet
j "width=4 height=1 downscale=2" info half.wend

note a dry run writes nothing
mkdir dry && cp small.map dry && cd dry
t bake small.map --dry-run
j "save_s=0 hash" bake small.map --dry-run -o w.wend
ls
cd ..

note a preview is a PNG
t bake small.map -o small.wend --preview small.png --quiet
head -c 8 small.png | od -An -c
t bake small.png -o again.wend --quiet
j "format=png width=906 height=320" info again.wend

note a text grid, its letters by option and by its own header
printf '10\n4\n2\nm..x\n.~9.\n' >grid.txt
t bake grid.txt -o grid.wend --letters 'm=3.5 ~=blocked'
t info grid.wend
printf '10\n4\n2\n// letters m=3.5 ~=blocked\nm..x\n.~9.\n' >own.txt
t bake own.txt -o own.wend --quiet
for w in grid own; do "$WEND" hash $w.wend | cut -c1-16; done | uniq | wc -l
t bake grid.txt -o none.wend
t bake grid.txt -o none.wend --letters 'm=3.5 ~'
printf '10\n4\n3\n....\n..\n' >short.txt
t bake short.txt -o none.wend
t bake short.txt -o short.wend --fill-short

note a map of Tiled, its costs by a property and by the collision layer
cat >village.tmx <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<map orientation="orthogonal" width="4" height="2">
 <tileset firstgid="1" source="ground.tsx"/>
 <layer name="ground" width="4" height="2"><data encoding="csv">1,1,2,2,1,1,1,2</data></layer>
 <layer name="Collision" width="4" height="2"><data encoding="csv">0,0,0,1,0,0,0,0</data></layer>
</map>
END
cat >ground.tsx <<'END'
<tileset name="ground" tilewidth="16" tileheight="16">
 <tile id="1"><properties><property name="moveCost" type="float" value="3.5"/></properties></tile>
</tileset>
END
t bake village.tmx -o village.wend --cost-property moveCost
t info village.wend
t bake village.tmx -o village.wend -q
j "format=tiled rule=properties warning" bake village.tmx -o village.wend -q
t bake - -o none.wend --cost-property speed <village.tmx
sed -i 's/orthogonal/isometric/; s/"Collision"/"City walls"/' village.tmx
t bake village.tmx -o none.wend

note lists of links and walls that do not fit the map
printf '......\n.####.\n......\n' >yard.txt
printf 'x,y,to_x,to_y,cost\n0,0,1,1,2\n' >blocked.csv
t bake yard.txt -o none.wend --links blocked.csv
t bake yard.txt -o none.wend --walls blocked.csv
t bake yard.txt -o none.wend --links none.csv
printf '#######\n#   # #\n# ### #\n#     #\n#######\n' >maze.txt
t bake maze.txt -o none.wend --thin-walls --downscale 2
t bake yard.txt -o none.wend --thin-walls

note a map in pieces: by a pattern, by a folder, with one missing, with one that does not fit
for x in 0 1 2; do
    mkdir -p world/4/$x
    for y in 0 1; do
        [ $x$y = 20 ] || printf 'P2\n2 2\n255\n255 250 0 2%d%d\n' $((x + 3)) $y | tee piece_${x}_$y.pgm >world/4/$x/$y.pgm
    done
done
t bake --tiles 'piece_{x}_{y}.pgm' -o pieces.wend
t bake --tiles world -o folder.wend -q
for w in pieces folder; do "$WEND" hash $w.wend | cut -c1-16; done | uniq | wc -l
j "width=6 height=4 format=pnm map=world warning" bake --tiles world -o folder.wend -q
grey_pgm >piece_2_0.pgm
t bake --tiles 'piece_{x}_{y}.pgm' -o none.wend
t bake --tiles 'nothing_{x}_{y}.pgm' -o none.wend
t bake --tiles grey.pgm -o none.wend
t bake grey.pgm --tiles world -o none.wend

note a table of costs
printf '# costs\n1,2.5,0\n10,nan,1\n' >costs.csv
t bake costs.csv -o costs.wend
printf '1,2.5,0\n10,high,1\n' >costs.csv
t bake costs.csv -o costs.wend

note tilesets beside the folder of the map, but not above its parent, unless a root is given
mkdir -p game/level/maps game/tiles game/level/tiles
cp ground.tsx game/tiles/ && cp ground.tsx game/level/tiles/
cat >game/level/maps/a.tmx <<'END_OF_MAP'
<map orientation="orthogonal" width="2" height="1">
 <tileset firstgid="1" source="../tiles/ground.tsx"/>
 <layer name="ground" width="2" height="1"><data encoding="csv">1,2</data></layer>
</map>
END_OF_MAP
sed 's/\.\./..\/../' game/level/maps/a.tmx >game/level/maps/b.tmx
j "format=tiled" bake game/level/maps/a.tmx --cost-property moveCost --dry-run
t bake game/level/maps/b.tmx --cost-property moveCost --dry-run
j "format=tiled" bake game/level/maps/b.tmx --cost-property moveCost --dry-run --root game
touch game/game.tiled-project
j "format=tiled" bake game/level/maps/b.tmx --cost-property moveCost --dry-run
