cat >g.csv <<'END'
from,to,cost,id
S,A,4,e1
S,B,2,e2
S,C,7,e3
A,D,5,e4
B,A,1,e5
B,D,8,e6
D,G,6,e7
D,G,5,e8
C,G,9,e9
END
cat >nodes.csv <<'END'
node,x,y,h,bad
S,0,2,9,0
A,2,4,7,9
B,2,2,8,0
C,2,0,7,0
D,5,4,4,9
G,8,2,0,0
END
sed 's/,bad//; s/,[0-9]*$//' nodes.csv >h.csv
cut -d, -f1,5 nodes.csv | sed 's/bad/h/' >bad.csv
t graph g.csv --from S --to G
t graph g.csv --from S --to G --algorithm bfs
t graph g.csv --from S --to G --nodes nodes.csv --algorithm greedy
t graph g.csv --from S --to G --heuristic h.csv --steps
t graph g.csv --from S --to A --heuristic none --algorithm astar --steps --json | sed 's/"us_total":[0-9.]*/"us_total":0/; s/"bytes":[0-9]*/"bytes":0/'

note an inadmissible heuristic hides the best path
t graph g.csv --from S --to G --heuristic bad.csv | head -3

note a heuristic that is admissible, but not consistent
printf 'from,to,cost\nS,A,3\nS,B,1\nB,A,1\nA,G,10\n' >trap.csv
printf 'node,h\nS,0\nA,0\nB,6\nG,0\n' >trap_h.csv
t graph trap.csv --from S --to G --heuristic trap_h.csv | head -4
t graph trap.csv --from S --to G --heuristic trap_h.csv --no-reopen | head -4

note distances of all nodes
t graph g.csv --from B --algorithm dijkstra
t graph g.csv --from B --json | grep -o '"distances":.*}\],'

note several goals
t graph g.csv --from S --to G --to C --to A | head -3

note changes, of both directions of an edge
t graph g.csv --from S --to G --disable e5 | head -3
t graph g.csv --from S --to G --cost e8=20 --cost e7=0.5 | head -3
t graph g.csv --from G --to S --two-way --disable e4 | head -3
t graph trap.csv --from S --to G --disable 2 --cost 1=2 | head -3

note edges of infinite cost: no path uses them, and the picture draws them as disabled
printf 'from,to,cost,id\nS,A,1,a\nS,A,inf,b\nA,G,Infinity,c\nS,G,9,d\n' >walls.csv
t graph walls.csv --from S --to G --algorithm bfs
t graph walls.csv --from S --to G --cost c=2 --json | grep -o '"nodes":[^]]*]\|"connections":[0-9]\+'
t graph walls.csv --from S --to G --cost d=inf | head -2
t graph walls.csv --from S --to G --render walls.svg -q
grep -c 'inf</text>' walls.svg
t graph walls.csv --from S --to G --cost d=-inf
printf 'from,to,cost\nS,A,-inf\n' >below.csv
t graph below.csv --from S

note no is an answer
t graph g.csv --from G --to S
t graph g.csv --from G --to S --json | grep -o '"outcome.*"connections":..'

keys="stats.expanded stats.opened stats.improved stats.reopened stats.most_open stats.us_total stats.bytes"
j "outcome=found cost=13 nodes connections $keys stats.nodes=6 stats.connections=9" graph g.csv --from S --to G
j "outcome=found cost=7 nodes connections" graph g.csv --from C --to S --two-way

note other formats
printf 'p sp 3 3\na 1 2 10\na 2 3 7\na 1 3 20\n' >roads.gr
printf 'p aux sp co 3\nv 1 0 0\nv 2 10 0\nv 3 15 5\n' >roads.co
t graph roads.gr --nodes roads.co --from 1 --to 3
cat >g.graphml <<'END'
<graphml><key id="w" for="edge" attr.name="weight"/><graph edgedefault="undirected">
<node id="a"/><node id="b"/><edge id="ab" source="a" target="b"><data key="w">2.5</data></edge></graph></graphml>
END
t graph g.graphml --from b --to a
t graph - --from a --to b <g.graphml | head -2
printf 'from,to\nA,B\n' >plain.csv
t graph plain.csv --from A --to B
t graph plain.csv --from A --to B --heuristic euclidean -q
t graph plain.csv --from A --to B --heuristic euclidean

note pictures
t graph g.csv --from S --to G --render g.png -q | head -1
t graph g.csv --from S --to G --render g.svg --nodes nodes.csv --heuristic h.csv --two-way --disable e2 | head -1
t graph g.csv --from S --render fill.svg | head -1
head -c 8 g.png | od -An -c
cat g.svg
t graph g.csv --from S --to G --render g.jpg
t graph g.csv --from S --to G --render -
t graph g.csv --from S --to G --render none/g.svg

note what is wrong
t graph none.csv --from S
t graph g.csv
t graph g.csv --from Q
t graph g.csv --from S --to Q
t graph g.csv --from S --to G --disable e99
t graph g.csv --from S --to G --cost e1=-2
t graph g.csv --from S --to G --cost e1
t graph g.csv --from S --to G --weight -1
t graph g.csv --from S --to G --algorithm hpa
t graph g.csv --from S --to G --heuristic octile
t graph g.csv --from S --to G --heuristic trap_h.csv
t graph g.csv --from S --to G --nodes trap_h.csv
sed 's/,8,/,-8,/' g.csv >damaged.csv
t graph damaged.csv --from S --to G
t graph g.csv --from S --to G --nodes none.csv
