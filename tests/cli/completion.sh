#!/bin/sh
# Do the completion scripts complete? bash is asked for lists; zsh and fish at least read theirs, where they are installed.
#   completion.sh WEND
set -eu
WEND=$1
command -v bash >/dev/null || { echo "skipped: bash is missing"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for shell in bash zsh fish; do "$WEND" completion $shell >wend.$shell; done
failed=0
fail() { echo "FAILED: $*"; failed=1; }

mkdir here && cd here && mkdir maps && : >maps/one.png && : >'two words.png' && : >plain.map

# same EXPECTED WORDS...: what bash offers for the last word; words are split at = as bash does.
cat >../ask.bash <<'END'
source ../wend.bash
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_wend
printf '%s\n' "${COMPREPLY[@]}" | LC_ALL=C sort | paste -sd , -
END
same() {
    expected=$1
    shift
    found=$(bash ../ask.bash "$@")
    [ "$found" = "$expected" ] || fail "$*: bash offers '$found', expected '$expected'"
}
# offers WORD WORDS...: one of many.
offers() {
    word=$1
    shift
    bash ../ask.bash "$@" | tr , '\n' | grep -qxF -e "$word" || fail "$*: bash does not offer $word"
}
same bake,bench wend b
same --help,--version wend -
same serve-bench wend serve
same '' wend bake --xyz
same --resolution,--resume,--root,--ros-mode,--rule wend bake --r
same linear,luma wend bake --rule l
same linear,luma wend bake --rule = l
same 4,8,8cut,hex wend bake --move = ''
same 4,8,8cut,hex wend bake --move =
same '' wend bake --levels ''
same maps,plain.map,'two words.png' wend bake ''
same maps wend bake m
same maps/one.png wend bake maps/
same 'two words.png' wend render x.wend -o t
same plain.map wend check x.wend --scen p
same full,none,rle wend path x.wend --tiles ''
offers --from wend path x.wend --tiles --f
same --help,--heuristic,--hex-diagonals wend path x.wend --he
same path wend help pa
same bash,fish,zsh wend completion ''
same '' wend graph g.csv --from ''
same '' wend nonsense ''

# Every option of every command.
for command in $("$WEND" help | sed -nE 's/^  ([a-z][a-z-]*) .*/\1/p'); do
    offers "$command" wend "$command"
    offered=,$(bash ../ask.bash wend "$command" --),
    for option in $("$WEND" "$command" --help | sed -nE 's/^ +(-[a-z], )?(--[a-z-]+).*/\2/p'); do
        case $offered in *,"$option",*) ;; *) fail "bash: $command $option" ;; esac
        grep -q -e "'[*]*$option[=[]" ../wend.zsh || fail "zsh: $command $option"
        grep -q "__wend_command $command'.* -l ${option#--} " ../wend.fish || fail "fish: $command $option"
        count=$((${count:-0} + 1))
    done
done
[ "${count:-0}" -gt 100 ] || fail "only ${count:-0} options"

if command -v zsh >/dev/null; then
    zsh -n ../wend.zsh || fail "zsh cannot read its script"
    zsh -fc 'autoload -Uz compinit && compinit -D -u && source ../wend.zsh && [[ $_comps[wend] == _wend ]]' ||
        fail "zsh does not take its script"
else
    echo "zsh is not installed"
fi
if command -v fish >/dev/null; then
    HOME=$folder fish -n ../wend.fish || fail "fish cannot read its script"
    for line in 'bake --rule lum=luma' 'pat=path' 'path x.wend --algorithm di=dijkstra' 'render x.wend -o pla=plain.map' \
        'help ren=render'; do
        HOME=$folder fish --no-config -c "source ../wend.fish; complete -C 'wend ${line%=*}'" | cut -f1 | grep -qx "${line#*=}" ||
            fail "fish does not complete wend ${line%=*}"
    done
else
    echo "fish is not installed"
fi
[ $failed = 0 ] && echo "$count options complete"
exit $failed
