# What tests of the real window share; sourced after common.sh. Exits with 77 where there is no Xvfb or xdotool.
for tool in Xvfb xdotool; do
    command -v $tool >/dev/null || { echo "skipped: no $tool"; exit 77; }
done
# The libraries of the display leak, and are unloaded before a leak checker could name them. Ours is checked headless.
export ASAN_OPTIONS=detect_leaks=0${ASAN_OPTIONS:+:$ASAN_OPTIONS}

# start_display WxH
start_display() {
    Xvfb -displayfd 3 -screen 0 "$1x24" 3>display 2>/dev/null &
    server=$!
    trap 'kill $server 2>/dev/null; rm -rf "$folder"' EXIT
    for i in $(seq 100); do [ -s display ] && break; sleep 0.1; done
    [ -s display ] || { echo "skipped: Xvfb does not start"; exit 77; }
    DISPLAY=:$(cat display)
    export DISPLAY
}
# act FUNCTION ARGS...: starts the viewer, runs a shell function on its window, closes it; report in window.json.
act() {
    rm -f wend-view-001.png
    doing=$1
    shift
    timeout 60 "$VIEW" --report "$@" >window.json 2>window.err &
    viewer=$!
    window=$(timeout 60 xdotool search --sync --onlyvisible --name ' - wend-view' | head -n 1)
    sleep 1.5 # a busy machine draws its first frames late
    $doing
    xdotool key --window "$window" Escape
    sleep 0.3
    kill -0 $viewer 2>/dev/null && xdotool key --window "$window" Delete 2>/dev/null # edits need not be saved
    code=0
    wait $viewer || code=$?
    equal "$doing: exit code" "$code" 0
}
pointer() { xdotool mousemove --window "$window" "$@"; sleep 0.2; }
press() { for key in "$@"; do xdotool key --window "$window" "$key"; sleep 0.15; done; sleep 0.2; }
# stroke BUTTON X1 Y1 X2 Y2
stroke() {
    pointer $2 $3
    xdotool mousedown $1
    for part in 0.25 0.5 0.75 1; do
        pointer $(echo "$2 $3 $4 $5" | awk -v t=$part '{ printf "%d %d", $1 + t * ($3 - $1), $2 + t * ($4 - $2) }')
    done
    xdotool mouseup $1
    sleep 0.3
}
