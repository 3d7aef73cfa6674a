#!/bin/sh
# Does layers.sh find a file that includes from a later folder, and a circle? usage: layer_breaches.sh
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree/lib/low" "$tree/lib/high"
printf 'text\n```law layers lib\nlow high\n```\nmore text\n' >"$tree/CONTRIBUTING.md"
: >"$tree/lib/low/base.h"
: >"$tree/lib/high/user.h"
failed=0

expect() { # expect OK|BREACH FILE INCLUDE [FILE INCLUDE]
    wanted=$1 planted=
    shift
    told=$*
    while [ $# -gt 0 ]; do
        mkdir -p "$tree/lib/$(dirname "$1")"
        echo "#include \"$2\"" >>"$tree/lib/$1"
        planted="$planted $tree/lib/$1"
        shift 2
    done
    if "$here/layers.sh" "$tree" >"$tree/out" 2>&1; then result=OK; else result=BREACH; fi
    if [ "$result" != "$wanted" ]; then
        echo "$told: expected $wanted, got $result: $(cat "$tree/out")"
        failed=1
    fi
    rm $planted
}

expect OK low/base.c base.h
expect OK high/user.c low/base.h
expect OK high/user.c user.h
expect OK main.c high/user.h
expect OK low/base.c stdio.h
expect OK high/a.h low/base.h high/b.h a.h
expect BREACH low/base.c high/user.h
expect BREACH other/file.c low/base.h
expect BREACH high/a.h b.h high/b.h a.h
expect BREACH high/a.c b.h high/b.c a.h high/a.h low/base.h high/b.h low/base.h
exit $failed
