# Sourced by ./play and ./check, from the repository's root.
# `ready NAME LOCK` leaves .venv with what LOCK names and the project itself, editable, and the browser client built; quick when
# nothing has changed.
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
  unset PYTHONDONTWRITEBYTECODE # what pip leaves uncompiled is compiled once, when it is first imported
  if [ -e "$stamp" ] && [ -z "$(find pyproject.toml lock-build.txt "$lock" -newer "$stamp")" ]; then
    .venv/bin/python hatch_build.py
    return
  fi
  echo "Setting up .venv from $lock ..." >&2
  export PIP_DISABLE_PIP_VERSION_CHECK=1
  .venv/bin/python -m pip install -q --no-compile --require-hashes -r lock-build.txt
  .venv/bin/python hatch_build.py & # npm fetches while pip does
  .venv/bin/python -m pip install -q --no-compile --require-hashes -r "$lock"
  wait $!
  .venv/bin/python -m pip install -q --no-deps --no-build-isolation -e .
  touch "$stamp"
}
