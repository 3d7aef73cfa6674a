t --help
t --version
for c in bake info path field check edit render export hash generate bench serve-bench simulate; do t "$c" --help; done
t help
t help hash
t help --help
t help teleport
t help path info
t completion --help
t completion
t completion csh
t
t --helpme
t bkae x.png
t teleport x.wend
t path x.wend --form 1,1
t render x.wend --layer costs
t info x.wend --all
t hash x.wend -z
t hash
t hash a.wend b.wend
t hash --quiet=yes a.wend
t path x.wend --from 1,1
t path x.wend --from 1 --to 2,2
t path x.wend --from 1,nan --to 2,2
t path x.wend --from 1,2,3.5 --to 2,2
t path x.wend --from --to 2,2
t path x.wend --from 1,1 --to 2,2 --weight -1
t path x.wend --from 1,1 --to 2,2 --weight 1e999
t path x.wend --from 1,1 --to 2,2 --algorithm jps
t check x.wend --random 1.5
t check x.wend --random 1e30
t check x.wend
t check x.wend --scen a.scen --random 5
t bake x.png
t bake x.png -o
t bake x.png -o ''
t bake x.png -o w.wend --cluster 16
t bake x.png -o w.wend --blocked-below 1.01
t bake x.png -o - --json
t bake x.png -o w.wend --preview -
t bake x.png -o w.wend --preview w.wend
t bake x.png --dry-run --preview p.png
t render x.wend -o out.png --layers costs,paths
t render x.wend -o out.png --layers path
t render x.wend -o out.png --from 1,1
t render x.wend -o - --json
t simulate x.wend
t simulate x.wend --from 1,1
t simulate x.wend --from 1,1 --to 2,2 --random 5
t simulate x.wend --random 5 --dt 0
t simulate x.wend --random 5 --dt nan
t simulate x.wend --random 5 --radius -1
t simulate x.wend --random 5 -o - --json
t simulate x.wend --random 5 --render -
note nothing was made
ls
