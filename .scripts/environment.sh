# Shared by ./run and ./test: makes the project's own Python environment in .venv.
# Uses uv when it is there, else python3 -m venv and pip. Needs no root; as root it may install
# missing system packages. Every install is from a lock file with hashes.

say() { printf '%s\n' "$*" >&2; }

# Install Debian packages when that is possible without asking: as root, with apt-get.
system_install() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1 || return 1
    say "Installing system packages: $*"
    apt-get update -qq >&2 && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >&2
}

# The full version of a Python from 3.11 on; nothing when it is older or does not start.
version_of() {
    "$1" -c 'import sys; assert sys.version_info >= (3, 11); print(sys.version)' 2>/dev/null || true
}

# $PYTHON, else the first interpreter that is new enough.
find_python() {
    local name
    for name in "${PYTHON:-python3}" python3.13 python3.12 python3.11 python; do
        if [ -n "$(version_of "$name")" ]; then
            echo "$name"
            return
        fi
    done
    return 1
}

create_venv() {
    if command -v uv >/dev/null 2>&1; then
        uv venv --quiet --clear --python "${PYTHON:->=3.11}" .venv
        return
    fi
    local python
    python=$(find_python) || {
        say "Python 3.11 or newer is needed; install it (Debian: apt-get install python3 python3-venv) or install uv."
        return 1
    }
    rm -rf .venv
    "$python" -m venv .venv >/dev/null 2>&1 && return
    rm -rf .venv
    system_install python3-venv && "$python" -m venv .venv && return
    say "python3 -m venv does not work here; on Debian and Ubuntu: apt-get install python3-venv"
    return 1
}

# environment LOCKFILE [OTHER...]: make .venv match the lock file, and $PYTHON when it is set (the
# command or path of an interpreter). Does nothing when it does already, or matches another lock file
# that has all of this one and more.
environment() {
    local lock=$1 found wanted
    found=$(version_of .venv/bin/python)
    wanted=${PYTHON:+$(version_of "$PYTHON")}
    if [ -n "${PYTHON:-}" ] && [ -z "$wanted" ]; then
        say "PYTHON=$PYTHON is no Python 3.11 or newer that starts."
        return 1
    fi
    if [ -z "$found" ] || [ "${wanted:-$found}" != "$found" ]; then
        say "Making the Python environment in .venv …"
        create_venv || return 1
    fi
    for lock in "$@"; do
        cmp -s "$lock" ".venv/.installed-$(basename "$lock")" && return
    done
    lock=$1
    say "Installing what $lock names …"
    if command -v uv >/dev/null 2>&1; then
        uv pip install --quiet --python .venv/bin/python --require-hashes -r "$lock" || return 1
    else
        .venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r "$lock" || return 1
    fi
    rm -f .venv/.installed-*
    cp "$lock" ".venv/.installed-$(basename "$lock")"
}
