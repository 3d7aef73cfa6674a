#!/bin/sh
# Does wend bake --mpi make the same bytes with any number of ranks, also after one of them was killed, and say clearly
# what is wrong with ranks that do not fit?
#   ranks.sh WEND OTHER_RANK RANK_OF_OTHER_ORDER JSON_SCHEMA SCHEMA
set -eu
WEND=$1 OTHER=$2 OTHER_ORDER=$3 CHECK=$4 schema=$5
. "$(dirname "$0")/ranks_environment.sh"
folder=$(mktemp -d)
# The folder that all runs share goes away with the first that ends.
export OMPI_MCA_orte_tmpdir_base="$folder"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
failed=0
fail() { echo "FAILED: $*"; failed=1; }
has() { grep -qF -e "$1" err || fail "'$1' is not in: $(cat err)"; }

# ---- the same bytes
"$WEND" generate --kind terrain --size 700x500 --seed 3 -o map.png -q
"$WEND" bake map.png -o plain.wend --rule linear -q
for ranks in 1 2 4; do
    mpirun -n $ranks "$WEND" bake --mpi map.png -o ranks.wend --rule linear --threads 2 --json >out 2>err ||
        fail "$ranks ranks: $(cat err)"
    cmp plain.wend ranks.wend || fail "$ranks ranks make another file"
    [ "$(wc -l <out)" = 1 ] || fail "not one line from $ranks ranks: $(cat out)"
    "$CHECK" "$schema" <out >said || fail "$ranks ranks: $(cat said)"
    grep -q "\"ranks\":$ranks," out || fail "$ranks ranks are not in $(cat out)"
    [ -s err ] && fail "$ranks ranks say: $(cat err)"
    rm ranks.wend
done
# Slopes: tasks have the elevations around their part, and the unit of the whole map.
"$WEND" bake map.png -o slopes.wend --rule slope --height-scale 50 -q
mpirun -n 3 "$WEND" bake --mpi map.png -o ranks.wend --rule slope --height-scale 50 --threads 1 -q >slopes 2>err ||
    fail "slopes: $(cat err)"
cmp slopes.wend ranks.wend || fail "ranks make another file of slopes"
# How many tasks other ranks get depends on how fast they start: not one only if they never work.
tasks=0
for try in 1 2 3 4 5; do
    tasks=$(sed -E 's/.*"sent_tasks":([0-9]+).*/\1/' out)
    [ "$tasks" = 0 ] || break
    mpirun -n 4 "$WEND" bake --mpi map.png -o ranks.wend --rule linear --threads 1 --json >out
done
[ "$tasks" -gt 0 ] || fail "rank 0 never sent a task"
echo "1, 2 and 4 ranks: the same bytes, $tasks tasks sent by rank 0"

# ---- ranks that do not fit, and one that fails
cp plain.wend kept.wend
refused() { # CODE TEXT MPIRUN-ARGUMENTS...
    code=0 expected=$1 text=$2
    shift 2
    mpirun --mca odls_base_sigkill_timeout 0 "$@" >out 2>err || code=$? # else mpirun waits for two seconds
    [ $code = "$expected" ] || fail "mpirun $*: exit code $code, expected $expected"
    has "$text"
    [ "$(grep -c '^wend: bake:' err)" -le 1 ] || fail "not one message: $(cat err)"
    cmp -s plain.wend kept.wend || fail "mpirun $*: the old file has changed"
}
set -- bake --mpi map.png -o kept.wend --threads 1
host=$(hostname)
refused 2 "wend: bake: rank 1 on $host is wend 0.0.9 with world format" -n 1 "$WEND" "$@" : -n 1 "$OTHER" version "$@"
refused 2 'wend: bake: rank 1 is another version of wend than rank 0' -n 1 "$WEND" "$@" : -n 1 "$OTHER" protocol "$@"
refused 2 'wend: bake: rank 1 has another byte order than rank 0' -n 1 "$WEND" "$@" : -n 1 "$OTHER_ORDER" order "$@"
refused 2 "wend: bake: rank 1 on $host was started with '4' where rank 0 has '8'" \
    -n 1 "$WEND" "$@" --move 8 : -n 1 "$WEND" "$@" --move 4
refused 2 "was started without '--negate', which rank 0 has" -n 1 "$WEND" "$@" --negate : -n 1 "$WEND" "$@"
refused 4 "wend: bake: rank 1 on $host failed: out of memory" -n 1 "$WEND" "$@" : -n 1 "$OTHER" failure "$@"
refused 2 "wend: bake: unknown option '--colour'" -n 2 "$WEND" "$@" --colour
refused 2 'wend: bake: a map with links, walls, closed steps, profiles or subgoals, or that wraps, is baked in memory; leave out --mpi' -n 2 "$WEND" "$@" --subgoals
refused 3 'wend: missing.png: ' -n 2 "$WEND" bake --mpi missing.png -o kept.wend
echo "ranks that do not fit are refused"

# ---- without ranks, and without the module
"$WEND" bake --mpi map.png -o alone.wend --rule linear -q 2>err || fail "without mpirun: $(cat err)"
cmp plain.wend alone.wend || fail "another file without mpirun"
mkdir bare
cp "$WEND" bare/wend
code=0
bare/wend bake --mpi map.png -o alone.wend 2>err || code=$?
[ $code = 2 ] || fail "exit code $code without the module, expected 2"
has "bake: --mpi is not available: $folder/bare/"
has 'wend_mpi.so: there is no such file'
for word in --dry-run '-o -' '--profile a:radius=1'; do
    code=0
    # shellcheck disable=SC2086 # two words
    "$WEND" bake --mpi map.png -o alone.wend $word >out 2>err || code=$?
    [ $code = 2 ] || fail "exit code $code with $word, expected 2"
    has --mpi
done
mpirun -n 2 "$WEND" bake map.png -o twice.wend --json >out 2>err || fail "without --mpi: $(cat err)"
has 'wend: warning: bake: 2 processes were started, and each bakes the whole map; --mpi shares the work'
echo "without mpirun, without the module, without --mpi: as it should be"

# ---- a rank that is killed
"$WEND" generate --kind maze --size 2048 --seed 5 -o large.png -q
"$WEND" bake large.png -o large.wend -q
cat >rank <<'END'
#!/bin/sh
echo $$ >pid.$OMPI_COMM_WORLD_RANK
exec "$@"
END
chmod +x rank
# Starts a run and kills one of its ranks when whole results are in the work file (one of them is 2 to 3 MB); ranks other
# than the first are halted before, so that the run cannot end without them. True if the run failed and said so: it may
# also be over before, or rank 0 may die before rank 1 knows what to print.
run_and_kill() { # VICTIM
    rm -f pid.* kept.wend.baking
    mpirun -n 3 ./rank "$WEND" bake --mpi large.png -o kept.wend --threads 1 >out 2>err &
    run=$!
    until [ -s kept.wend.baking ] || ! kill -0 $run 2>/dev/null; do :; done
    [ "$1" = 0 ] || kill -STOP "$(cat pid."$1")" || :
    until [ -n "$(find kept.wend.baking -size +8M 2>/dev/null)" ] || ! kill -0 $run 2>/dev/null; do :; done
    kill -KILL "$(cat pid."$1")" || :
    code=0
    wait $run || code=$?
    [ $code -ne 0 ] && grep -qF 'wend: kept.wend: not finished: one of the 3 ranks has died' err
}
for victim in 0 1; do
    for try in 1 2 3 4 5 6 7 8 9 10; do
        cp plain.wend kept.wend
        run_and_kill $victim && break
        [ $try -lt 10 ] || fail "rank $victim was never killed in time, or its death not noticed: $(cat err)"
    done
    has '--resume'
    cmp -s plain.wend kept.wend || fail "the old file has changed"
    mpirun -n $((2 * victim + 1)) "$WEND" bake --mpi --resume large.png -o kept.wend --json >out 2>err || fail "resuming: $(cat err)"
    cmp large.wend kept.wend || fail "another file after rank $victim was killed"
    grep -q '"resumed_tasks":[1-9]' out || fail "nothing was resumed: $(cat out)"
    [ ! -e kept.wend.baking ] || fail "the work file was left"
    rm kept.wend
done
echo "killed ranks: resumed to the same bytes"
exit $failed
