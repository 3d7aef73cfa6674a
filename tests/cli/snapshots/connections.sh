# Links, walls and one-way steps: from the map to the world, to paths, and to lists again.

note from lists and from a recipe
printf '......\n.####.\n......\n' >yard.txt
printf 'x,y,to_x,to_y,cost,kind,two_way\n0,0,5,0,2,tunnel,true\n2,2,2,0,1,jump,\n' >links.csv
printf 'x,y,to_x,to_y,one_way\n0,0,0,1,\n5,0,5,1,true\n' >walls.csv
t bake yard.txt -o yard.wend --links links.csv --walls walls.csv
j "link_count=3 links_disabled=0 link_kinds closed_steps=3 walls=1 one_way_steps=1" info yard.wend
t info yard.wend
printf 'wend recipe 1\nbase yard.txt\nlinks links.csv\nwalls walls.csv\n' >yard.recipe
t bake yard.recipe -o recipe.wend -q
for w in yard recipe; do "$WEND" hash $w.wend | cut -c1-16; done | uniq | wc -l
t bake yard.txt -o bare.wend -q
for w in yard bare; do "$WEND" hash $w.wend | cut -c1-16; done | uniq | wc -l

note a path over a link, and a picture of it
t path yard.wend --from 1,0 --to 5,0 --tiles
j "outcome=found cost=3 length=1 links" path yard.wend --from 1,0 --to 5,0
"$WEND" path yard.wend --from 1,0 --to 5,0 --json | grep -o '"links":.*}\],"stats'
t render yard.wend -o yard.png --layers costs,walls,links --scale 32
t render yard.wend -o yard.png --layers walls,ropes

note thin walls
printf '#######\n#   # #\n# ### #\n#     #\n#######\n' >maze.txt
t bake maze.txt -o maze.wend --thin-walls -q
j "width=3 height=2 blocked=0 link_count=0 walls=2 one_way_steps=0" info maze.wend

note links and walls, which no map file holds, as lists
printf '......\n.####.\n...>..\n' >yard.txt
printf 'x,y,to_x,to_y,cost,kind,two_way,id,enabled\n0,0,5,0,2.1,tunnel,true,7,yes\n2,2,2,0,1,jump,,,no\n' >links.csv
printf 'x,y,to_x,to_y,one_way\n0,0,0,1,\n5,0,5,1,true\n' >walls.csv
t bake yard.txt -o yard.wend --links links.csv --walls walls.csv -q
t export yard.wend -o lossy.png
j "links_lost=3 closed_steps_lost=6 bake_options" export yard.wend -o lossy.map -q
t export yard.wend -o kept.txt --links kept_links.csv --walls kept_walls.csv
cat kept_links.csv kept_walls.csv
t bake kept.txt --links kept_links.csv --walls kept_walls.csv -o kept.wend -q
for w in yard kept; do "$WEND" hash $w.wend | cut -c1-16; done | uniq | wc -l
"$WEND" export kept.wend -o again.txt --links again_links.csv --walls again_walls.csv -q
cmp kept_links.csv again_links.csv && cmp kept_walls.csv again_walls.csv && echo "the lists are the same again"
t edit yard.wend --set 0,0,1,1=blocked -o shut.wend -q
"$WEND" info shut.wend | grep -E "^links"
t export shut.wend -o shut.png --links shut.csv --walls shut.csv
t export shut.wend -o shut.png --links shut.csv --walls nowhere/w.csv
t export shut.wend -o shut.png --links shut.csv --walls shut_walls.csv

note edits: walls and one-way steps at once, links with their ids
t bake yard.txt -o bare.wend -q
t edit bare.wend --wall 0,0:0,1 --one-way 5,0:5,1 -o walls.wend -q
printf 'x,y,to_x,to_y,one_way\n0,0,0,1,\n5,0,5,1,true\n' >walls.csv
t bake yard.txt -o baked.wend --walls walls.csv -q
for w in walls baked; do "$WEND" hash $w.wend | cut -c1-16; done | uniq | wc -l
j "step_edits=1" edit walls.wend --no-wall 0,0:0,1 -o open.wend -q
j "links_added links_removed=0 links_changed=0" edit walls.wend --link 0,0:5,0=2.1 --two-way --kind tunnel -o linked.wend -q
j "link_count=2 links_disabled=0 closed_steps=6" info linked.wend
t edit linked.wend --unlink 0 --disable 1 --link 0,2:5,2=3 -o linked.wend -q
t export linked.wend -o linked.txt --links - --walls walls.csv -q
note edits that cannot be
t edit bare.wend --wall 0,0:2,0 -o none.wend
t edit bare.wend --wall 0,0 -o none.wend
t edit bare.wend --one-way 0,0:0,-1 -o none.wend
t edit bare.wend --link 0,0:1,1=2 -o none.wend
t edit bare.wend --link 0,0:0,0=2 -o none.wend
t edit bare.wend --link 0,0:5,0=-2 -o none.wend
t edit bare.wend --link 0,0:9,0=2 -o none.wend
t edit bare.wend --unlink 3 -o none.wend
t edit bare.wend --disable x -o none.wend

note hexagons: in every layout, and from a Wesnoth map
for l in odd-r even-r odd-q even-q; do
    t bake yard.txt -o hex.wend --move hex --hex $l -q --letters '>=1'
    "$WEND" info hex.wend | grep ^move
    "$WEND" export hex.wend -o hex.txt | grep ^read
done
t bake yard.txt -o none.wend --move hex
t bake yard.txt -o none.wend --move hex --downscale 2
printf 'Wo, Wo, Wo, Wo\nWo, Gg, Hh^Fp, Wo\nWo, 1 Ke, Zz, Wo\nWo, Wo, Wo, Wo\n' >isle.map
t bake isle.map -o none.wend
t bake isle.map -o isle.wend --letters Zz=1.5 -q
j "move=hex-odd-q width=2 height=2 blocked=0 format=wesnoth rule=terrain" info isle.wend
t render isle.wend -o isle.png --scale 20
