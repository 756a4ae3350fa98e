# Sourced by ./play and ./check, from the repository's root.
# `ready NAME LOCK` leaves .venv with what LOCK names and the project itself, editable; quick when nothing has changed.
ready() {
  python=${PYTHON:-python3} stamp=.venv/ready-$1 lock=$2
  "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo "Python 3.11 or newer is needed; PYTHON=... names another one." >&2
    exit 2
  }
  [ -x .venv/bin/python ] && [ -e .venv/bin/pip ] || "$python" -m venv --clear .venv || {
    rm -rf .venv
    echo "On Debian or Ubuntu first: apt install python3-venv" >&2
    exit 2
  }
  if [ ! -e "$stamp" ] || [ -n "$(find pyproject.toml "$lock" -newer "$stamp")" ]; then
    echo "Setting up .venv from $lock ..." >&2
    export PIP_DISABLE_PIP_VERSION_CHECK=1
    .venv/bin/python -m pip install -q --require-hashes -r "$lock"
    .venv/bin/python -m pip install -q --no-deps --no-build-isolation -e .
    touch "$stamp"
  fi
}
