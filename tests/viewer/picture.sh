#!/bin/sh
# Does the window show what it should, and the same on every run?   picture.sh VIEW PIXELS
. "$(dirname "$0")/common.sh"

view first --size 900x600 </dev/null
view second --size 900x600 </dev/null
check "two runs give the same bytes" cmp first.png second.png
equal "the picture has the size of the window" "$("$PIXELS" size first.png)" 900x600
check "the map is a picture" more "$("$PIXELS" colors first.png)" 500
check "path yellow" more "$("$PIXELS" count first.png FFD800)" 100
check "start green" more "$("$PIXELS" count first.png 28C850)" 40
check "goal red" more "$("$PIXELS" count first.png E63232)" 80
equal "outcome" "$(field first outcome)" found

# The markers stand on the tiles that the report names.
printf 'set layers none\nkey Tab\nset bars 0\n' | view bare --size 900x600
equal "start marker" "$("$PIXELS" at bare.png $(pixel bare $(end_of bare start)))" 28C850
equal "goal marker" "$("$PIXELS" at bare.png $(pixel bare $(end_of bare goal)))" E63232
equal "no path without its layer" "$("$PIXELS" count bare.png FFD800)" 0
finish
