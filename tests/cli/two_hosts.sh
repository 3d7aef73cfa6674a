#!/bin/sh
# Do two hosts that share no files make the same world as one? The hosts are network namespaces that a pair of virtual
# interfaces connects; mpirun starts its daemon on the second one by an agent in place of ssh.
#   two_hosts.sh WEND
set -eu
WEND=$1
skip() { echo "skipped: $*"; exit 77; }
. "$(dirname "$0")/ranks_environment.sh"
command -v ip >/dev/null 2>&1 || skip "ip (iproute2) is not installed"
[ "$(id -u)" = 0 ] || skip "only root may create network namespaces"
folder=$(mktemp -d)
# The folder that all runs share goes away with the first that ends.
export OMPI_MCA_orte_tmpdir_base="$folder"
a=wend-$$-a b=wend-$$-b
clean() {
    ip netns del $a 2>/dev/null || :
    ip netns del $b 2>/dev/null || :
    rm -rf "$folder"
}
trap clean EXIT
{ ip netns add $a && ip netns add $b && ip link add va netns $a type veth peer name vb netns $b &&
    unshare --uts --mount true; } 2>"$folder/err" || skip "no network namespaces: $(cat "$folder/err")"
ip -n $a addr add 10.77.0.1/24 dev va
ip -n $b addr add 10.77.0.2/24 dev vb
for end in $a:va $b:vb; do
    ip -n ${end%:*} link set lo up
    ip -n ${end%:*} link set ${end#*:} up
done

# The second host has a name of its own and does not see the folder of the maps.
mkdir "$folder/maps"
cat >"$folder/agent" <<END
#!/bin/sh
shift # the host
exec ip netns exec $b unshare --uts --mount sh -c "hostname wend-b; mount -t tmpfs none '$folder/maps'; \$*"
END
chmod +x "$folder/agent"
cat >"$folder/count" <<'END'
#!/bin/sh
echo "$(hostname) sees $(ls "$1" | wc -l) files"
END
chmod +x "$folder/count"
on_both() { # the command is started in /, which both have
    ip netns exec $a unshare --uts sh -c 'cd / && hostname wend-a && exec "$@"' sh mpirun --mca plm rsh \
        --mca plm_rsh_agent "$folder/agent" --mca pml ob1 --mca btl tcp,self --mca btl_tcp_if_include 10.77.0.0/24 \
        --mca oob_tcp_if_include 10.77.0.0/24 --host 10.77.0.1:1,10.77.0.2:1 --map-by node -n 2 "$@"
}
map=$folder/maps/map.png world=$folder/maps/hosts.wend
"$WEND" generate --kind terrain --size 900x600 --seed 9 -o "$map" -q
"$WEND" bake "$map" -o "$folder/maps/plain.wend" -q
on_both "$folder/count" "$folder/maps" | sort >"$folder/out"
printf 'wend-a sees 2 files\nwend-b sees 0 files\n' | cmp - "$folder/out" || { cat "$folder/out"; exit 1; }
on_both "$WEND" bake --mpi "$map" -o "$world" --threads 1 --verbose --json >"$folder/out" 2>"$folder/err" ||
    { cat "$folder/err"; exit 1; }
cmp "$folder/maps/plain.wend" "$world"
grep -q 'rank 1 on wend-b runs 1 thread' "$folder/err" || { cat "$folder/err"; exit 1; }
tasks=$(sed -E 's/.*"sent_tasks":([0-9]+).*/\1/' "$folder/out")
[ "$tasks" -gt 2 ] || { echo "wend-b got $tasks tasks"; exit 1; }
echo "two hosts: the same bytes, $tasks tasks over TCP"

# The rank of the second host is killed; one host alone finishes.
cat >"$folder/rank" <<'END'
#!/bin/sh
echo $$ >"$(dirname "$0")/pid.$OMPI_COMM_WORLD_RANK"
exec "$@"
END
chmod +x "$folder/rank"
"$WEND" generate --kind maze --size 2048 --seed 5 -o "$map" -q
"$WEND" bake "$map" -o "$folder/maps/plain.wend" -q
cp "$world" "$folder/old.wend"
run_and_kill() { # as in ranks.sh
    rm -f "$folder"/pid.* "$world.baking"
    on_both "$folder/rank" "$WEND" bake --mpi "$map" -o "$world" --threads 1 >"$folder/out" 2>"$folder/err" &
    run=$!
    until [ -s "$world.baking" ] || ! kill -0 $run 2>/dev/null; do :; done
    kill -STOP "$(cat "$folder/pid.1")" || :
    until [ -n "$(find "$world.baking" -size +200k 2>/dev/null)" ] || ! kill -0 $run 2>/dev/null; do :; done
    kill -KILL "$(cat "$folder/pid.1")" || :
    code=0
    wait $run || code=$?
    [ $code -ne 0 ]
}
for try in 1 2 3 4 5; do
    run_and_kill && break
    [ $try -lt 5 ] || { echo "the rank was never killed in time, or its death not noticed"; exit 1; }
    cp "$folder/old.wend" "$world"
done
grep -qF "wend: $world: not finished: one of the 2 ranks has died" "$folder/err" || { cat "$folder/err"; exit 1; }
cmp "$world" "$folder/old.wend"
"$WEND" bake --resume "$map" -o "$world" -q
cmp "$folder/maps/plain.wend" "$world"
echo "one of two hosts lost its rank: resumed to the same bytes"
