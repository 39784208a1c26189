#!/usr/bin/env bash
# withDisplay.sh program [argument]...: runs it on an X server of its own, which chooses a free number itself, and with
# settings and recovery copies of its own.
set -u
own=$(mktemp -d)
numbers=$own/display
touch "$numbers"
Xvfb -displayfd 3 -screen 0 1600x1000x24 -nolisten tcp >/dev/null 2>&1 3>"$numbers" &
server=$!
trap 'kill "$server" 2>/dev/null; rm -rf "$own"' EXIT
for _ in $(seq 200); do
    [ -s "$numbers" ] && break
    kill -0 "$server" 2>/dev/null || break
    sleep 0.1
done
if [ ! -s "$numbers" ]; then
    echo "Xvfb did not start; is it installed?" >&2
    exit 1
fi
# What the D-Bus library keeps is not ours to free.
printf 'leak:libdbus\n' >"$own/leaks"
export LSAN_OPTIONS=suppressions=$own/leaks:print_suppressions=0
export SASTRUGI_SETTINGS=$own/studio.ini SASTRUGI_RECOVERY=$own/recovery
DISPLAY=":$(cat "$numbers")" QT_QPA_PLATFORM=xcb LC_ALL=C.UTF-8 "$@"
