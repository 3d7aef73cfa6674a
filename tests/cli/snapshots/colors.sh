note a painted map: the colours are noticed, a legend is proposed, and used as it is
"$PAINT_MAP" ppm plain 64 >isle.ppm
t bake isle.ppm -o isle.wend
t bake isle.ppm -o isle.wend -q
j "colors distinct=5 legend_commands color_warning suggested_blocked_below" bake isle.ppm -o isle.wend
t legend isle.ppm -o isle.legend
cat isle.legend
t bake isle.ppm --palette isle.legend -o isle.wend
t legend isle.ppm -o -
j "map=isle.ppm output=other.legend colors distinct=5 far_pixels=0 pixels=4096" legend isle.ppm -o other.legend

note a rule that was chosen is not questioned
t bake isle.ppm --dry-run --rule brightness --blocked-below 0.6

note smoothed edges, and a JPEG
"$PAINT_MAP" ppm smooth 200 >smooth.ppm
t legend smooth.ppm -o smooth.legend
tail -n 2 smooth.legend
"$WEND" bake smooth.ppm --palette smooth.legend --dry-run | sed -n '/^size/,/^clusters/p' | sed '$d'
"$PAINT_MAP" jpeg smooth 200 >smooth.jpg
"$WEND" legend smooth.jpg -o smooth.legend | grep -c '^colours\|^   .*#'
"$WEND" bake smooth.jpg --palette smooth.legend --dry-run >.out 2>&1 || echo fails
sed -n 's/.*\(rule palette\)/\1/p' .out

note many colours are no legend
"$PAINT_MAP" ppm shaded 64 >shaded.ppm
"$WEND" bake shaded.ppm --dry-run 2>&1 | grep -c '^legend'
t bake shaded.ppm --dry-run -q --blocked-below 0
"$WEND" bake shaded.ppm --dry-run 2>&1 >/dev/null | grep colours
"$WEND" legend shaded.ppm -o shaded.legend 2>&1 >/dev/null

note the valley of the histogram
{ echo P2 40 10 255; i=0; while [ $i -lt 400 ]; do [ $((i % 4)) = 0 ] && echo 20 || echo 200; i=$((i + 1)); done; } >plan.pgm
t bake plan.pgm --dry-run
t bake plan.pgm --dry-run --blocked-below 0.43

note what a legend cannot be made of
small_map >small.map
t legend small.map -o small.legend
t legend nowhere.png -o small.legend
t legend isle.ppm -o isle.ppm
t legend isle.ppm -o - --json
t bake isle.ppm --dry-run --rule luma --palette isle.legend
echo 'tolerance far' >>isle.legend
t bake isle.ppm --dry-run --palette isle.legend
ls small.legend 2>&1
