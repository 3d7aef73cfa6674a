small_map >small.map
printf 'version 1\n0\tsmall.map\t8\t5\t0\t2\t5\t2\t7.24264069\n0\tsmall.map\t8\t5\t0\t0\t2\t4\t4.82842712\n' >small.map.scen
grey_pgm >grey.pgm
printf 'P1\n1 1\n1\n' >black.pbm
words() { sed -E 's/-?[0-9]+\.[0-9]+/<n>/g; s/ -+|-+ / /g; s/ +/ /g; s/ $//; 1,2s/.*/<machine>/'; }

note the tables, with their figures blotted out, and a scenario that lies beside its map is used
"$WEND" bench small.map grey.pgm --queries 4 --runs 2 --csv a.csv | words
head -1 a.csv | tr ',' '\n' | paste -sd' ' | fold -s -w 100
cut -d, -f1-7 a.csv

note JSON: nothing is wrong, nothing is allocated
top="version compiler processor processors clock runs=2 queries=30 seed=1 map_count=2 wrong=0 maps"
j "$top" bench --terrain 100 --terrain 90x70 --queries 30 --runs 2
"$WEND" bench --terrain 100 --terrain 90x70 --queries 30 --runs 2 --json |
    grep -oE '"(map|problems|answered|unreachable|wrong|hpa_allocations|excess_max_pct)":[^,]*'

note counts and excess are the same in every run, for any number of runs and on every machine
counts() { # without what a clock, the size of a pointer or --runs decides
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) keep[i] = $i !~ /(_us|_us_[a-z0-9]+|_s|speedup|speedup_median|_runs|bytes_per_tile)$/ && $i !~ /_ns_/ }
        { line = ""; for (i = 1; i <= NF; i++) if (keep[i]) line = line " " $i; print line }' "$1"
}
for runs in 1 1 3; do
    "$WEND" bench --terrain 120 small.map --queries 25 --runs $runs -q --csv b.csv >out.txt
    counts b.csv >counts.$runs.$(ls counts.* 2>/dev/null | wc -l)
done
ls counts.* | wc -l
cat counts.* | sort -u
note a world, a folder of maps, a sample of a scenario
"$WEND" bake grey.pgm -o grey.wend -q
mkdir maps && cp small.map small.map.scen maps && cp small.map maps/'a,"b".map'
"$WEND" bench grey.wend --maps maps --queries 1 --runs 1 --csv c.csv >out.txt
cut -d, -f1-6 c.csv
tail -1 c.csv | cut -d, -f35

note a chart
t bench small.map --queries 2 --runs 1 --picture chart.png | tail -1 | cut -c1-5
t bake chart.png -o chart.wend -q
j "width=1400 height=316" info chart.wend

note every form of a map: steps, links, teleports. A scenario does not hold for links, and nothing is wrong
pick() { # FILE COLUMN...: these columns of a CSV file
    file=$1
    shift
    awk -F, -v names="$*" 'NR == 1 { n = split(names, want, " "); for (i = 1; i <= NF; i++) at[$i] = i }
        { line = $at[want[1]]; for (i = 2; i <= n; i++) line = line "," $at[want[i]]; print line }' "$file"
}
"$WEND" bench small.map --terrain 120 --move 8,hex,hex-even-q --links 8,60 --teleports 5 --queries 25 --runs 1 -q --csv f.csv >out.txt
echo "exit: $?"
pick f.csv map move link_kind links problems answered wrong path_links excess_max_pct flat_expanded
sed -n 4,30p out.txt | cut -c1-38
j "map_count=2 wrong=0" bench small.map --links 8 --queries 2 --runs 1
"$WEND" bench small.map --links 8 --queries 2 --runs 1 --json | grep -oE '"(map|move|link_kind|links)":[^,]*' | paste -sd' '
note the links of a world itself, and more of them
printf 'x,y,to_x,to_y,cost\n0,0,7,0,2\n0,4,7,4,3\n' >links.csv
"$WEND" bake small.map -o linked.wend --links links.csv -q
"$WEND" bench linked.wend --teleports 4 --queries 5 --runs 1 -q --csv g.csv >out.txt
pick g.csv map move link_kind links wrong

note a map that cannot be read does not take the others with it
"$WEND" bench nothing.png black.pbm small.map --queries 2 --runs 1 --csv d.csv >out.txt
echo "exit: $?"
cut -d, -f1,4,5 d.csv

note errors
sed 's/8\t5/9\t5/' small.map.scen >wide.map.scen && cp small.map wide.map
t bench wide.map
# Subgoals are for maps of one cost.
j "map_count=1 wrong=0" bench small.map --subgoals --queries 9 --runs 1
"$WEND" bench grey.pgm --subgoals --queries 2 --runs 1 --json 2>&1 >/dev/null | tail -1
mkdir empty
t bench --maps empty
t bench --maps nowhere
t bench --terrain 0
t bench --terrain 70000
t bench --runs 0
t bench -
t bench small.map --csv -
t bench small.map --picture nowhere/p.png
t bench small.map --csv x.png --picture x.png
t bench small.map --links 3,,4
t bench small.map --links 0
t bench small.map --links 2.5
t bench small.map --teleports 65537
t bench small.map --teleports 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16
printf 'P1\n3 1\n1 0 1\n' >one.pbm
t bench one.pbm --links 3 -q --csv one.csv
t bench small.map --move 8,9
t bench small.map --move ''
t bench grey.wend --move hex
note a problem of length 0 between two tiles is one without a route
{ cat small.map.scen; printf '0\tsmall.map\t8\t5\t0\t0\t7\t4\t0\n'; } >apart.map.scen && cp small.map apart.map
"$WEND" bench apart.map --json 2>/dev/null | grep -oE '"(problems|answered|unreachable|wrong)":[^,]*' | head -4

sed 's/7.24264069/7.5/' small.map.scen >wrong.map.scen && cp small.map wrong.map
note an answer better than the optimum is wrong
"$WEND" bench wrong.map --runs 1 --csv e.csv >out.txt
echo "exit: $?"
tail -1 e.csv | cut -d, -f1,35-38
