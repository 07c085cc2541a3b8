#!/usr/bin/env bash
# Runs the tests of Batch with the program hunch-worker, and installs the JDK and Python packages
# that they need. Arguments are passed to pytest. A script in Batch as the first argument runs in
# place of the tests.
#
#   scripts/batch-test.sh [-k NAME]
#   scripts/batch-test.sh measure.py [OPTION…]
set -euo pipefail
cd "$(dirname "$0")/.."
release=$PWD/.build/release
venv=$PWD/.build/batch-venv

java=${JAVA_HOME:-/usr/lib/jvm/java-17-openjdk-$(dpkg --print-architecture)}
if [ ! -x "$java/bin/java" ]; then
  scripts/setup.sh openjdk-17-jre-headless
fi
export JAVA_HOME=$java

requirements=Batch/requirements-test.txt
if ! cmp -s "$requirements" "$venv/requirements.txt"; then
  for python in python3 python3.13 python3.12 python3.11 none; do
    # A shim of pyenv can exist for a version that is not chosen.
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break
  done
  [ "$python" != none ] || { echo "batch-test: Python 3.11 or newer is needed" >&2; exit 1; }
  echo "batch-test: installing Python packages into $venv" >&2
  rm -rf "$venv"
  "$python" -m venv "$venv" || { scripts/setup.sh python3-venv; "$python" -m venv "$venv"; }
  "$venv/bin/pip" install --quiet --disable-pip-version-check --requirement "$requirements"
  # The source, so that a change needs no installation. Its metadata stay out of the source tree.
  printf '%s\n' "$PWD/Batch" >"$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/hunch_batch.pth"
  cp "$requirements" "$venv/requirements.txt"
fi

for program in hunch hunch-worker; do
  [ -x "$release/$program" ] || "${SWIFT:-swift}" build -c release -j "$(scripts/jobs.sh release)" --product "$program"
done
export HUNCH=${HUNCH:-$release/hunch} HUNCH_WORKER=${HUNCH_WORKER:-$release/hunch-worker}

export PYTHONDONTWRITEBYTECODE=1
cd Batch
case ${1:-} in *.py) exec "$venv/bin/python" "$@" ;; esac
"$venv/bin/mypy" --cache-dir "$venv/mypy" hunch_batch
tests=("$venv/bin/python" -m pytest -q -p no:cacheprovider --durations=5)
if [ $# -gt 0 ]; then
  exec "${tests[@]}" "$@"
fi
# Spark Connect mostly waits for its server.
"${tests[@]}" tests/test_connect.py &
connect=$!
"${tests[@]}" --ignore tests/test_connect.py || { wait; exit 1; }
wait "$connect"
