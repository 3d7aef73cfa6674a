printf 'P1\n1 1\n1\n' >black.pbm
"$WEND" generate --size 96 --seed 3 -o map.pgm -q
"$WEND" bake map.pgm -o map.wend -q
"$WEND" bake black.pbm -o black.wend -q
words() { sed -E '1s/.*/<machine>/; 5,$s/[0-9]+/<n>/g; s/ +/ /g; s/ $//'; }

note the table, with its figures blotted out
"$WEND" serve-bench map.wend --seconds 0.05 --queries 20 | words
note JSON: nothing is wrong and nothing fails, edits come at their rate
top="version compiler processor processors width=96 height=96 problems=20 tiles_mean measured_s=0.1 load=0.3 wrong=0 failed=0 runs"
j "$top" serve-bench map.wend --seconds 0.1 --load 0.3 --queries 20 --workers 3 --edits 500
"$WEND" serve-bench map.wend --seconds 0.2 --queries 20 --workers 1 --edits 0 --edits 500 --json |
    grep -oE '"(workers|edits_asked_per_s|edits_per_s|paths_per_s)":[0-9.]+' |
    awk -F: '$1 ~ /paths/ { print $1, ($2 > 1) } $1 ~ /"edits_per/ { print $1, ($2 > 0) } $1 ~ /workers|asked/ { print $1, $2 }'
note terrain of another size, and problems that depend on the seed alone
"$WEND" serve-bench --terrain 128 --seconds 0.05 --queries 30 --workers 1 --edits 0 --seed 5 --json | grep -oE '"(width|tiles_mean)":[^,]*'
"$WEND" serve-bench --terrain 128 --seconds 0.05 --queries 30 --workers 2 --edits 0 --seed 5 --json | grep -oE '"(width|tiles_mean)":[^,]*'

note errors
t serve-bench black.wend
t serve-bench nothing.wend
t serve-bench map.wend map.wend
t serve-bench --workers 0
t serve-bench --workers 257
t serve-bench --workers two
t serve-bench --edits -1
t serve-bench --seconds 0
t serve-bench --load 2
t serve-bench --terrain 10
