# What tests of the real window share; sourced after common.sh. Exits with 77 where there is no Xvfb or xdotool.
for tool in Xvfb xdotool; do
    command -v $tool >/dev/null || { echo "skipped: no $tool"; exit 77; }
done
# The libraries of the display leak, and are unloaded before a leak checker could name them. Ours is checked headless.
export ASAN_OPTIONS=detect_leaks=0${ASAN_OPTIONS:+:$ASAN_OPTIONS}

# start_display WxH
start_display() {
    # Without -noreset it starts over when its last client goes, while the next one may be connecting.
    # And without auto-repeat: on a busy machine a key may be down for so long that it comes twice.
    Xvfb -noreset -r -displayfd 3 -screen 0 "$1x24" 3>display 2>/dev/null &
    server=$!
    trap 'kill $server 2>/dev/null; rm -rf "$folder"' EXIT
    for i in $(seq 100); do [ -s display ] && break; sleep 0.1; done
    [ -s display ] || { echo "skipped: Xvfb does not start"; exit 77; }
    DISPLAY=:$(cat display)
    export DISPLAY
}

# ---- what the window shows, as it says itself in the file `layout`

# await COMMAND...: until it succeeds, for at most 60 s while the viewer runs.
await() {
    for i in $(seq 1200); do
        if "$@"; then return 0; fi
        if ! kill -0 $viewer 2>/dev/null; then break; fi
        sleep 0.05
    done
    check "$doing: waits for it; stderr: $(cat window.err)" "$@"
}
says() { grep -qxF "$1" layout 2>/dev/null; } # says LINE
has_file() { [ -s "$1" ]; }
has_widget() { [ -n "$(middle_of "$1")" ]; }
has_window() { # a search that meets a window just going fails
    window=$(xdotool search --onlyvisible --name ' - wend-view' 2>/dev/null | head -n 1)
    [ -n "$window" ]
}
inputs() { sed -n 's/^inputs //p' layout; }
had_inputs() { [ "$(inputs)" -ge "$1" ]; }
ended() { ! kill -0 $viewer 2>/dev/null; }
ended_or_asks() { ended || has_widget 'Delete: lose them'; }
# middle_of NAME: of a widget, as "X Y"; nothing where it cannot be clicked.
middle_of() {
    NAME=$1 awk '$1 == "widget" { name = $0; sub(/^widget [0-9-]+ [0-9-]+ [0-9]+ [0-9]+ /, "", name)
        if (name == ENVIRON["NAME"]) { print int($2 + $4 / 2), int($3 + $5 / 2); exit } }' layout
}
# widget NAME: the same, once it can be clicked.
widget() {
    for i in $(seq 400); do
        if has_widget "$1"; then break; fi
        sleep 0.05
    done
    middle_of "$1" | grep . || echo "$doing: no widget $1" >&2
}
marker() { sed -n "s/^$1 //p" layout; } # marker start|goal: as "X Y"
# tile X Y: the middle of a tile, as "X Y".
tile() {
    awk -v x="$1" -v y="$2" '$1 == "window" { w = $2; h = $3 }
        $1 == "map" { printf "%d %d\n", (x + 0.5 - $3) * $2 + w / 2, (y + 0.5 - $4) * $2 + h / 2 }' layout
}

# ---- acting on it

# act FUNCTION ARGS...: starts the viewer, runs a shell function on its window, closes it; report in window.json.
act() {
    rm -f wend-view-001.png layout
    doing=$1
    shift
    timeout 300 "$VIEW" --report --layout layout "$@" >window.json 2>window.err &
    viewer=$!
    await has_window
    await says 'script ended'
    $doing
    # The window may go before the key comes up, which xdotool takes for an error; and on a busy machine it may
    # lose the modifier.
    for i in 1 2 3 4 5; do
        xdotool key --window "$window" ctrl+q 2>/dev/null || :
        for k in $(seq 60); do
            if ended_or_asks; then break 2; fi
            sleep 0.05
        done
    done
    await ended_or_asks
    if ! ended; then xdotool key --window "$window" Delete 2>/dev/null || :; fi # edits need not be saved
    code=0
    wait $viewer || code=$?
    equal "$doing: exit code" "$code" "${expected_code:-0}"
}
pointer() { # pointer X Y
    xdotool mousemove --window "$window" "$1" "$2"
    await says "pointer $1 $2"
}
press() { # press KEY...
    for key in "$@"; do
        count=$(inputs)
        xdotool key --window "$window" "$key"
        await had_inputs $((count + $(echo "$key" | tr '+' '\n' | wc -l)))
    done
}
button() { # button down|up NUMBER
    count=$(inputs)
    xdotool mouse$1 $2
    await had_inputs $((count + 1))
}
click() { # click BUTTON X Y
    pointer $2 $3
    button down $1
    button up $1
}
turn_wheel() { # turn_wheel NOTCHES: up
    for i in $(seq $1); do
        count=$(inputs)
        xdotool click 4
        await had_inputs $((count + 1))
    done
}
# stroke BUTTON X1 Y1 X2 Y2
stroke() {
    pointer $2 $3
    button down $1
    for part in 0.25 0.5 0.75 1; do
        pointer $(echo "$2 $3 $4 $5" | awk -v t=$part '{ printf "%d %d", $1 + t * ($3 - $1), $2 + t * ($4 - $2) }')
    done
    button up $1
}
