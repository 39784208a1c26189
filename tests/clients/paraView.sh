#!/usr/bin/env bash
# Runs ParaView's Python: paraView.sh FOLDER SCRIPT [ARGUMENT]...
# Installing Debian's python3-paraview would remove the headers of VTK that we build with, so that its packages are
# unpacked into FOLDER, once. Ends with 77, and says why, where that cannot be done.
set -euo pipefail
folder=$1
shift

leave_out() {
    echo "ParaView is not there and cannot be fetched: $1" >&2
    exit 77
}

if [ ! -e "$folder/whole" ]; then
    command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || leave_out "this is not Debian"
    mkdir -p "$folder/packages"
    (cd "$folder/packages" && apt-get download paraview python3-paraview >apt.log 2>&1) ||
        leave_out "$(tail -n 1 "$folder/packages/apt.log")"
    for package in "$folder"/packages/*.deb; do
        dpkg-deb -x "$package" "$folder"
    done
    rm -r "$folder/packages"
    touch "$folder/whole"
fi

libraries=$(find "$folder/usr/lib" -name '*.so*' -printf '%h\n' | sort -u | tr '\n' ':')
missing=$(LD_LIBRARY_PATH=$libraries ldd "$folder/usr/bin/pvpython" | grep 'not found' || true)
[ -z "$missing" ] || leave_out "libraries are missing: $missing"
LD_LIBRARY_PATH=$libraries PYTHONPATH=$folder/usr/lib/python3/dist-packages exec "$folder/usr/bin/pvpython" "$@"
