#!/bin/sh
# Do the tiles of a Tiled map get costs by their names, in a file and in the window?   tiles.sh VIEW PIXELS WEND
. "$(dirname "$0")/common.sh"
WEND=$3
cat >level.tmx <<'END'
<map orientation="orthogonal" width="6" height="3" tilewidth="16" tileheight="16">
<tileset firstgid="1" name="outdoor" tilewidth="16" tileheight="16" tilecount="8" columns="8">
<tile id="1" type="water"/><tile id="2" class="road"/>
<wangsets><wangset name="t"><wangcolor name="sand"/><wangtile tileid="3" wangid="0,1,0,1,0,1,0,1"/></wangset></wangsets>
</tileset>
<layer name="ground" width="6" height="3"><data encoding="csv">1,1,2,2,3,4,1,1,2,2,3,4,1,1,1,1,3,4</data></layer></map>
END
"$WEND" legend level.tmx -o level.legend >told.txt
check "wend legend lists the names" sh -c 'grep -q "^tiles *4 names" told.txt && grep -q "wend bake level.tmx --palette level.legend" told.txt'
equal "with the costs that they have" "$(grep -v '^//' level.legend | awk '{ print $1, $2 }' | tr '\n' ' ')" "outdoor:0 1 water 1 road 1 sand 1 "
sed 's/^water .*/water blocked/; s/^sand .*/sand 4/' level.legend >costs.legend
"$WEND" bake level.tmx --palette costs.legend -o level.wend -q
check "wend bake takes them" sh -c '"$1" info level.wend | grep -q "blocked *4 *water"' - "$WEND"
"$WEND" bake level.tmx --palette level.legend -o same.wend -q 2>err.txt
equal "without a warning of costs that are missing" "$(cat err.txt)" ""
for map in "2 level.wend" "3 level.legend"; do
    "$WEND" legend "${map#* }" -o no.legend 2>err.txt && code=0 || code=$?
    equal "${map#* } has no legend" "$code" "${map% *}"
done
equal "nor a file" "$(ls no.legend 2>/dev/null)" ""

still='set paused 1\nset close map\nset close plan\nset layers_panel 0\n'
printf "${still}wait 2\nclick-widget \"Costs by tile\"\nwait 4\nclick-widget \"water passable\"\nwait 4\n" | view window --size 1000x900 level.tmx
equal "the window lists them, too, and blocks one" "$(field window passable) $(field window edits)" "14 1"
printf "${still}wait 2\nclick-widget \"File menu\"\nclick-widget \"Legend of tiles...\"\nwait 3\nclick-widget costs.legend\nkey Return\nwait 4\n" | view file --size 1000x900 level.tmx
equal "or takes the costs from the file" "$(field file passable)" 14
printf "${still}hover-tile 5,0\nset tile_legend costs.legend\nwait 2\n" | unseen ground level.tmx
equal "the line at the bottom has the names" "$(sed -E 's/.*"ground":"([^"]*)".*/\1/' ground.json)" "sand, cost 4"
printf "${still}set tile_legend missing.legend\nwait 2\nkey F5\nwait 2\n" | unseen missing level.tmx
equal "a legend that is not there leaves the map as it was" "$(field missing passable)" 18

# ---- the layers are a list, in which the one that blocks is marked
sed 's|</map>|<layer name="Fence" width="6" height="3"><data encoding="csv">0,0,0,9,0,0,0,0,0,9,0,0,0,0,0,0,0,0</data></layer></map>|; s/tilecount="8"/tilecount="9"/' level.tmx >fence.tmx
printf "set paused 1\nset close plan\nset layers_panel 0\nwait 2\nclick-widget Fence\nwait 4\n" | view fence --size 1000x900 fence.tmx
equal "a mark blocks the tiles of a layer" "$(field fence passable)" 16
check "and the list says so" grep -q '"map_layers":"tiles ground.u000ablocks Fence.u000a"' fence.json
printf "set paused 1\nset close plan\nset layers_panel 0\nwait 2\nclick-widget Fence\nwait 4\nclick-widget Fence\nwait 4\n" | view open --size 1000x900 fence.tmx
equal "a second click opens them again" "$(field open passable)" 18
finish
