#!/bin/sh
# Do check.sh and opening.sh find a breach of the law? Plants one at a time in a small tree. usage: breaches.sh ROOT
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
for folder in bench bindings/python/src check cli data draw engine/src/core engine/src/grid engine/src/hierarchy windows engine/src/novelty engine/include/wend engine/private/wend examples graph/src graph/include/wend importers/src/core importers/src/formats importers/include/wend tests/unit tests/cli viewer/document viewer/panels viewer/novelty; do
    mkdir -p "$tree/$folder"
done
cp "$1/CONTRIBUTING.md" "$tree"
: >"$tree/engine/include/wend/grid.h"
: >"$tree/importers/include/wend/import.h"
: >"$tree/graph/include/wend/graph.h"
: >"$tree/graph/src/search.h"
: >"$tree/engine/private/wend/private.h"
: >"$tree/engine/src/grid/grid.h"
: >"$tree/engine/src/hierarchy/world.h"
echo '#include "grid/grid.h"' >"$tree/engine/src/grid/cost.h"
: >"$tree/importers/src/core/job.h"
: >"$tree/importers/src/formats/formats.h"
echo '#include "core/job.h"' >"$tree/importers/src/core/sink.h"
: >"$tree/cli/cli.h"
: >"$tree/check/judge.h"
: >"$tree/draw/palette.h"
: >"$tree/viewer/document/scene.h"
: >"$tree/viewer/app.h"
echo '#include "document/scene.h"' >"$tree/viewer/document/edits.h"
echo '#include "document/scene.h"' >"$tree/viewer/panels/panel.h"
failed=0
law=check.sh

expect() { # OK|BREACH FILE INCLUDE
    echo "#include $3" >"$tree/$2"
    if "$here/$law" "$tree" >"$tree/out" 2>&1; then result=OK; else result=BREACH; fi
    if [ "$result" != "$1" ]; then
        echo "$2 includes $3: expected $1, got $result: $(cat "$tree/out")"
        failed=1
    fi
    rm "$tree/$2"
}

expect OK engine/src/hierarchy/world.c '"grid/grid.h"'
expect OK engine/src/grid/grid.c '"grid/grid.h"'
expect OK engine/src/grid/novelty.c '"grid/cost.h"'
expect OK engine/src/grid/grid.c '"wend/grid.h"'
expect OK engine/src/grid/grid.c '<stdlib.h>'
expect BREACH engine/src/grid/grid.c '<unistd.h>'
expect BREACH engine/src/grid/grid.c '<sys/stat.h>'
expect BREACH engine/src/grid/grid.c '<windows.h>'
: >"$tree/engine/src/core/file_windows.c"
expect OK engine/src/core/file.c '<sys/stat.h>'
expect OK engine/src/core/hooks.c '<unistd.h>'
rm "$tree/engine/src/core/file_windows.c"
expect OK engine/src/core/file_windows.c '<windows.h>'
expect OK windows/posix.c '<windows.h>'
expect BREACH cli/bake.c '<windows.h>'
expect BREACH windows/posix.c '<wend/grid.h>'
expect BREACH cli/bake.c '<stdlib.h>
#ifdef _WIN32
#endif'
expect OK importers/src/formats/png.c '<wend/grid.h>'
expect OK importers/src/formats/png.c '<spng.h>'
expect OK importers/src/formats/png.c '"core/job.h"'
expect OK importers/src/core/text.c '"core/sink.h"'
expect OK graph/src/search.c '"search.h"'
expect OK graph/src/search.c '"core/job.h"'
expect OK graph/src/search.c '<wend/grid.h>'
expect OK cli/graph.c '<wend/graph.h>'
expect OK cli/bake.c '<wend/private.h>'
expect OK cli/bake.c '"cli.h"'
expect OK viewer/app.c '<wend/import.h>'
expect OK viewer/app.c '"judge.h"'
expect OK viewer/app.c '"app.h"'
expect OK viewer/app.c '"panels/panel.h"'
expect OK viewer/panels/panel.c '"document/scene.h"'
expect OK viewer/panels/panel.c '"palette.h"'
expect OK viewer/panels/font.cpp '"panels/panel.h"'
expect BREACH viewer/panels/panel.c '"panel.h"'
expect BREACH viewer/panels/panel.c '"app.h"'
expect BREACH viewer/document/scene.c '"panels/panel.h"'
expect BREACH viewer/document/scene.c '"document/edits.h"'
expect BREACH viewer/novelty/novelty.c '"document/scene.h"'
expect OK cli/scene.c '"palette.h"'
expect OK bindings/python/src/copy.c '<wend/grid.h>'
expect BREACH bindings/python/src/copy.c '"palette.h"'
expect OK tests/unit/test_grid.c '"grid/grid.h"'
expect BREACH engine/src/grid/grid.c '"hierarchy/world.h"'
expect BREACH engine/src/grid/grid.c '"grid.h"'
expect BREACH engine/src/grid/grid.c '"grid/cost.h"'
expect BREACH engine/src/grid/grid.c '"../../importers/src/formats/formats.h"'
expect BREACH engine/src/grid/grid.c '<wend/import.h>'
expect BREACH engine/src/grid/grid.c '<spng.h>'
expect BREACH engine/src/grid/grid.c '<SDL2/SDL.h>'
expect BREACH engine/src/novelty/novelty.c '"grid/grid.h"'
expect BREACH engine/src/novelty.c '"grid/grid.h"'
expect BREACH engine/include/wend/world.h '"grid/grid.h"'
expect BREACH importers/src/formats/png.c '"grid/grid.h"'
expect BREACH importers/src/formats/png.c '"cli.h"'
expect BREACH importers/src/formats/png.c '<SDL.h>'
expect BREACH importers/src/core/text.c '"formats/formats.h"'
expect BREACH importers/src/core/job.c '"core/sink.h"'
expect BREACH importers/src/formats/png.c '"formats.h"'
expect BREACH importers/src/png.c '"core/job.h"'
expect BREACH cli/bake.c '"formats/formats.h"'
expect BREACH cli/bake.c '"../engine/src/grid/grid.h"'
expect BREACH cli/bake.c '<wend/nothing.h>'
expect BREACH graph/src/search.c '"grid/grid.h"'
expect BREACH examples/hello.c '<wend/private.h>'
expect BREACH engine/src/grid/grid.c '<wend/graph.h>'
expect BREACH importers/src/formats/png.c '<wend/graph.h>'
expect BREACH viewer/app.c '<wend/graph.h>'
expect BREACH viewer/app.c '"cli.h"'
expect BREACH check/judge.c '"cli.h"'
expect BREACH check/judge.c '"palette.h"'
expect BREACH importers/src/formats/png.c '"judge.h"'
expect BREACH tests/cli/test_cli.c '"grid/grid.h"'
law=opening.sh
expect OK engine/src/hierarchy/world.c '"hierarchy/open.h" // opens a cluster'
expect OK engine/src/grid/grid.c '"core/file.h" // mapped'
expect BREACH engine/src/hierarchy/world.c '"files/patch.h"'
expect BREACH engine/src/hierarchy/world.c '"grid/grid.h" // in a mapped world'
expect BREACH engine/src/hierarchy/world.c '"grid/grid.h" // see wendi_touch_tile'
expect BREACH engine/src/hierarchy/world.c '"grid/grid.h" // wendi_check_all(world)'
exit $failed
