#!/bin/sh
# Has each map its own colours and names, is blocked ground hatched, and do class costs change?
# look.sh VIEW PIXELS WEND DATA
WEND=$3 DATA=$4
. "$(dirname "$0")/common.sh"
look='set bars 0\nset paused 1\nset layers blocked\nset zoom 20\nset center 10,6\nset start 0,0\nset goal 1,0\n'
run() { name=$1 map=$2; { printf "$look"; cat; printf 'wait 4\n'; } | view "$name" --size 420x260 "$map"; } # run NAME MAP <SCRIPT
near() { "$PIXELS" at "$1.png" $(pixel "$1" "$2" "$3"); } # the colour in the middle of a tile

# ---- an image: 20 x 12 tiles of bright green, a grey and a dark red half
awk 'BEGIN { print "P3 20 12 255"; for (y = 0; y < 12; y++) for (x = 0; x < 20; x++) print (x < 8 ? "100 240 100" : x < 14 ? "250 250 250" : "90 30 30") }' >color.ppm
: | run color color.ppm
equal "passable ground has the colour of the file" "$(near color 4 6)" 64F064
equal "it has pixels of its own" "$(field color own_pixels)" true
different "blocked ground is tinted" "$(near color 17 6)" 5A1E1E
printf 'set layers costs\n' | run costs color.ppm
different "its costs are a layer" "$(near costs 4 6)" 64F064
printf 'set layers none\n' | run plain color.ppm
equal "without the layer it is as in the file" "$(near plain 17 6)" 5A1E1E
check "H hatches it" more "$("$PIXELS" differ color.png plain.png)" 5000
printf 'key H\n' | run key color.ppm
equal "and not" "$("$PIXELS" differ key.png plain.png)" 0
printf 'set layers none\nset brush wall\nset size 1\nclick-tile 4,6\n' | run painted color.ppm
different "a painted tile is seen" "$(near painted 4 6)" 64F064
printf 'set layers none\nset brush wall\nset size 1\nclick-tile 4,6\nkey Ctrl+Z\nset tool look\n' | run undone color.ppm
equal "undone as before" "$(near undone 4 6)" 64F064
# lines are as crisp at every zoom: their colour is that of one pixel, not a blend
for zoom in 1.5 6 40; do
    printf "set zoom $zoom\nset center 17,6\n" | run zoom color.ppm
    printf "set zoom $zoom\nset center 17,6\nset layers none\n" | run bare color.ppm
    check "blocked ground is marked at $zoom" more "$("$PIXELS" differ zoom.png bare.png)" 100
    shades=$(for x in 207 208 209 210 211 212 213; do "$PIXELS" at zoom.png $x 130; done | sort -u | wc -l)
    [ $zoom = 1.5 ] && equal "with a tint" $shades 1
    [ $zoom = 1.5 ] || check "hatched at $zoom" more $shades 1
done

# ---- Tiled: the pictures of the tiles
printf 'P3 4 2 255\n0 0 255 0 0 255 255 200 0 255 200 0\n0 0 255 0 0 255 255 200 0 255 200 0\n' >tiles.ppm
{ echo '<map orientation="orthogonal" width="20" height="12" tilewidth="2" tileheight="2"><tileset firstgid="1" name="t" tilewidth="2" tileheight="2"><image source="tiles.ppm"/></tileset><layer name="ground" width="20" height="12"><data encoding="csv">'
  awk 'BEGIN { for (i = 0; i < 240; i++) printf "%s%d", i ? "," : "", i % 20 < 10 ? 1 : 2 }'
  echo '</data></layer></map>'; } >map.tmx
: | run tiled map.tmx
equal "a tile has the mean colour of its picture" "$(near tiled 3 6)$(near tiled 15 6)" 0000FFFFC800

# Tiles that are no rectangles leave the corners of their pictures transparent.
{ printf '\0\0\2\0\0\0\0\0\0\0\0\0\10\0\4\0\40\50'
  for pixel in 0 0 0 1 1 0 0 0 0 0 1 1 1 1 0 0 0 0 1 1 1 1 0 0 0 0 0 1 1 0 0 0; do
      [ $pixel = 0 ] && printf '\0\0\0\0' || printf '\0\310\0\377'
  done; } >diamond.tga
for kind in isometric 'staggered" staggeraxis="y" staggerindex="odd' 'hexagonal" hexsidelength="2" staggeraxis="x" staggerindex="odd'; do
    { echo '<map orientation="'$kind'" width="20" height="12" tilewidth="8" tileheight="4"><tileset firstgid="1" name="t" tilewidth="8" tileheight="4"><image source="diamond.tga"/></tileset><layer name="ground" width="20" height="12"><data encoding="csv">'
      awk 'BEGIN { for (i = 0; i < 240; i++) printf "%s%d", i ? "," : "", 1 }'
      echo '</data></layer></map>'; } >shape.tmx
    : | run shape shape.tmx
    # In an isometric map the middle of tile 16,8 lies a quarter of a tile below the middle; in a staggered one that of
    # 3,11, whose row is shifted, at 4 and 3 widths, where the middle of the window is at 10 and 3.25.
    case $kind in
    isometric) seen=$("$PIXELS" at shape.png 210 135) ;;
    staggered*) seen=$("$PIXELS" at shape.png 90 126) ;;
    *) seen=$(near shape 3 6) ;;
    esac
    equal "${kind%%\"*} tiles have the colour of their picture" "$seen" 00C800
done

# ---- a legend: names and colours, from the image and from a baked world
printf '#64f064 2 meadow\n#fafafa 1 road\n#5a1e1e blocked lava\n' >legend.txt
"$WEND" bake color.ppm --rule palette --palette legend.txt -o color.wend -q
printf 'hover-tile 4,6\n' | run meadow color.wend
equal "the name under the pointer" "$(sed -E 's/.*"ground":"([^"]*)".*/\1/' meadow.json)" "meadow, cost 2"
printf 'hover-tile 17,6\n' | run lava color.wend
equal "of blocked ground" "$(sed -E 's/.*"ground":"([^"]*)".*/\1/' lava.json)" "lava, blocked"
equal "the colours of the legend" "$(near meadow 11 4)$(near meadow 3 3)" FAFAFA64F064
printf 'set save kept.wend\n' | run saved color.wend
printf 'hover-tile 17,6\n' | run kept kept.wend
equal "both are kept" "$(sed -E 's/.*"ground":"([^"]*)".*/\1/' kept.json)" "lava, blocked"
printf 'base color.ppm rule=palette palette=legend.txt\nprofile salamander:lava=1,meadow=blocked\n' >body
{ echo 'wend recipe 1'; cat body; } >lava.recipe
printf 'set profile salamander\nhover-tile 17,6\n' | run recipe lava.recipe
equal "a recipe has its profiles" "$(field recipe profile)" salamander
equal "their costs" "$(sed -E 's/.*"ground":"([^"]*)".*/\1/' recipe.json)" "lava, cost 1"
printf 'set profile salamander\nset save lava.wend\nset cluster 15\nhover-tile 3,6\n' | run again lava.recipe
equal "after another build, too" "$(sed -E 's/.*"ground":"([^"]*)".*/\1/' again.json)" "meadow, blocked for salamander"
"$WEND" info lava.wend >info.txt
check "and when it is saved" grep -q 'profile *salamander' info.txt
{ echo 'wend recipe 1'; sed s/lava=/larva=/ body; } >bad.recipe
"$VIEW" --headless bad.recipe 2>err.txt && code=0 || code=$?
equal "a bad profile is an error" "$code" 3
check "that names it" grep -q "salamander: 'larva'" err.txt

# ---- costs of classes
ends='set start 1,6\nset goal 12,6\nset algorithm exact\n'
printf "$ends" | run before color.wend
printf "${ends}set class_cost road=2\n" | run dear color.wend
check "a road that costs more" more "$(field dear cost)" "$(field before cost)"
equal "is an edit" "$(field dear edits)$(field dear unsaved)" 1true
printf "${ends}set class_cost road=2\nkey Ctrl+Z\nwait 9\n" | run undone color.wend
equal "undone to the byte" "$(field undone world_hash)$(field undone cost)" "$(field before world_hash)$(field before cost)"
printf "${ends}set class_cost road=2\nkey Ctrl+Z\nkey Ctrl+Y\n" | run redone color.wend
equal "and done again" "$(field redone cost)" "$(field dear cost)"
printf "${ends}set class_cost lava=7\nset goal 18,6\nwait 9\n" | run wide color.wend
equal "a cost that the world was not built for builds it again" "$(field wide outcome)$(field wide refreshed)" foundtrue
printf "${ends}set class_cost 2=blocked\nwait 9\n" | run shut color.wend
check "by its number: blocked" grep -q '"goal_moved":"Goal is blocked' shut.json
printf 'set profile salamander\nset class_cost road=blocked\nset profile default\nhover-tile 11,6\n' | run one lava.recipe
equal "for one profile only" "$(sed -E 's/.*"ground":"([^"]*)".*/\1/' one.json)" "road, cost 1"
printf 'set close map\nset close plan\nset layers_panel 0\nset open terrain\nwait 3\nclick-widget "meadow passable"\nwait 4\n' |
    view panel --size 800x600 color.wend
equal "the panel blocks a class" "$(field panel edits)" 1
for wrong in marsh=2 road road=x road=0.001; do
    printf "set class_cost $wrong\n" >wrong.txt
    "$VIEW" --headless --script wrong.txt color.wend 2>err.txt && code=0 || code=$?
    equal "class_cost $wrong is refused" "$code" 3
done

# ---- pictures in colours
# A picture that is too dark for the usual rule is read by its colours at once, with a legend.
awk 'BEGIN { print "P3 60 40 255"; for (i = 0; i < 2400; i++) print (i % 60 < 20 ? "30 60 140" : i % 60 < 40 ? "40 120 40" : "140 90 40") }' >dark.ppm
printf 'wait 2\n' | run dark dark.ppm
check "its colours say what is passable" more "$(field dark passable)" 1000
check "which is said" grep -q '"message":"dark.ppm is read by its colours' dark.json
printf 'wait 2\n' >quiet.txt
"$VIEW" --headless --frames 1 --blocked-below 0.9 --script quiet.txt --report dark.ppm >asked.json
equal "unless the command line says how" "$(field asked passable)" 0

# A world baked from a picture by its brightness has the picture's colours while that lies beside it.
awk 'BEGIN { print "P3 60 40 255"; for (i = 0; i < 2400; i++) print (i % 60 < 20 ? "30 60 140" : i % 60 < 40 ? "120 240 120" : "250 230 190") }' >bright.ppm
"$WEND" bake bright.ppm -o bright.wend -q
seen() { name=$1; shift; printf 'key Tab\nset bars 0\nset layers none\nset zoom 10\nset center 30,20\nset start 22,1\nset goal 55,38\nwait 2\n' | view "$name" --size 640x440 "$@"; }
seen beside bright.wend
equal "the colours of the picture" "$("$PIXELS" at beside.png $(pixel beside 30 20))$("$PIXELS" at beside.png $(pixel beside 50 20))" 78F078FAE6BE
"$WEND" edit bright.wend --set 30,20,2,2=blocked -o edited.wend -q
seen edited edited.wend
different "an edit is seen" "$("$PIXELS" at edited.png $(pixel edited 30 20))" 78F078
equal "all else has its colours" "$("$PIXELS" at edited.png $(pixel edited 35 20))" 78F078
mkdir -p apart && cp bright.wend apart
seen apart apart/bright.wend
equal "without the picture there are none" "$(field apart own_pixels)" false
awk 'BEGIN { print "P3 60 40 255"; for (i = 0; i < 2400; i++) print "250 250 120" }' >apart/bright.ppm
seen other apart/bright.wend
equal "nor with another one of its name" "$(field other own_pixels)" false
finish
