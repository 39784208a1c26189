# Set-up shared by ./run and ./test, sourced by both: installs the Debian packages that are missing, and builds.

# Packages to build and to run with, and to test.
sastrugi_packages=(
    g++ cmake ninja-build pkg-config ccache
    libeigen3-dev libvtk9-dev libassimp-dev libhdf5-dev libblosc-dev liblz4-dev zlib1g-dev libopenvdb-dev libxxhash-dev libnanoflann-dev
    nlohmann-json3-dev libcli11-dev libfmt-dev libmuparser-dev
    qt6-base-dev libqt6opengl6-dev qt6-svg-dev xvfb
    libgl-dev libegl-dev libgl1-mesa-dri libegl-mesa0 fonts-dejavu-core ffmpeg
    python3-numpy python3-h5py hdf5-filter-plugin-blosc-serial libopenvdb-tools
)

install_packages() {
    local package missing=()
    for package in "${sastrugi_packages[@]}"; do
        [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return 0

    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "These packages are missing and installing them needs root or sudo: ${missing[*]}" >&2
            return 1
        fi
        as_root=(sudo)
    fi
    echo "Installing ${#missing[@]} Debian packages: ${missing[*]}" >&2
    "${as_root[@]}" apt-get update -qq >&2 &&
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
            "${missing[@]}" >&2
}

# build [option of cmake --build]...: the release preset, quietly when there is nothing to do. SASTRUGI_CONFIGURE_OPTIONS
# are for the first time.
build() {
    if ! command -v dpkg-query >/dev/null; then
        echo "This script installs Debian packages; on other systems see README.md for what to install." >&2
        return 1
    fi
    install_packages || return 1
    if [ ! -f build/release/build.ninja ]; then
        cmake --preset release ${SASTRUGI_CONFIGURE_OPTIONS:-} >build-configure.log 2>&1 || { cat build-configure.log >&2; return 1; }
        rm -f build-configure.log
    fi
    local log builder status=0 seconds=0
    log=$(mktemp)
    cmake --build build/release "-j$(nproc)" "$@" >"$log" 2>&1 &
    builder=$!
    trap 'kill "$builder" 2>/dev/null' INT TERM
    while sleep 1 && kill -0 "$builder" 2>/dev/null; do
        seconds=$((seconds + 1))
        if [ $((seconds % 20)) -eq 2 ]; then # the first build takes about ten minutes on two cores
            echo "Building $(grep -oE '^\[[0-9]+/[0-9]+\]' "$log" | tail -n 1) ..." >&2
        fi
    done
    trap - INT TERM
    wait "$builder" || status=$?
    [ "$status" -eq 0 ] || tail -n 60 "$log" >&2
    rm -f "$log"
    return "$status"
}
