# Sourced by `play` and `test`: brings a fresh Debian machine to where cargo can
# build the project. Says what it installs before it does.

# Mesa complains on stderr when this is not set, as it is not for root.
export XDG_RUNTIME_DIR=${XDG_RUNTIME_DIR:-${TMPDIR:-/tmp}}

# What the window loads when it opens: X11, its keyboard, Wayland.
WINDOW_PACKAGES="libx11-6 libx11-xcb1 libxcb1 libxcursor1 libxi6 libxrandr2 libxkbcommon0 libxkbcommon-x11-0
    libwayland-client0 libudev1"

# On a terminal apt, cargo and rustup show how far they are; in a log that would be noise.
if [ -t 1 ] && [ -t 2 ]; then
    TERMINAL=yes QUIET=()
    say() { printf '\033[1m==> %s\033[0m\n' "$*"; }
else
    TERMINAL='' QUIET=(--quiet)
    say() { printf '==> %s\n' "$*"; }
fi
fail() { printf 'error: %s\n' "$*" >&2; exit 3; }

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"
    elif command -v sudo >/dev/null; then sudo "$@"
    else fail "this needs root to run: $* (no sudo here; run it as root, then try again)"
    fi
}

# need_packages PACKAGE...: installs what dpkg does not know to be there.
need_packages() {
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        say "Not a Debian system: making sure of $* is up to you"
        return 0
    fi
    local missing=() package
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
    done
    [ "${#missing[@]}" -eq 0 ] && return 0
    say "Installing Debian packages: ${missing[*]}"
    as_root apt-get update "${QUIET[@]/--quiet/-qq}" || say "apt-get update failed; trying with the lists that are there"
    local install=(env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends)
    if [ -n "$TERMINAL" ]; then
        as_root "${install[@]}" -o Dpkg::Progress-Fancy=1 "${missing[@]}"
    else
        as_root "${install[@]}" -qq "${missing[@]}" >/dev/null
    fi || fail "apt-get could not install: ${missing[*]}"
}

# version_at_least HAVE WANTED
version_at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }

need_rust() {
    [ -d "$HOME/.cargo/bin" ] && PATH="$HOME/.cargo/bin:$PATH"
    local wanted have=none
    wanted=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
    if command -v cargo >/dev/null; then have=$(cargo --version | cut -d' ' -f2); fi
    if [ "$have" != none ] && version_at_least "$have" "$wanted"; then return 0; fi
    say "Installing Rust through rustup: $wanted or newer is needed, this machine has $have"
    if command -v rustup >/dev/null; then
        rustup toolchain install stable --profile minimal --component rustfmt --component clippy
        export RUSTUP_TOOLCHAIN=stable
    else
        need_packages curl ca-certificates
        # What https://sh.rustup.rs leads to, without asking another host.
        curl --proto '=https' --tlsv1.2 -sSf https://static.rust-lang.org/rustup/rustup-init.sh |
            sh -s -- -y --no-modify-path --profile minimal --component rustfmt --component clippy \
            || fail "rustup could not be installed; see https://rustup.rs"
        PATH="$HOME/.cargo/bin:$PATH"
    fi
    have=$(cargo --version | cut -d' ' -f2)
    version_at_least "$have" "$wanted" || fail "cargo is $have after the installation, $wanted is needed"
}
