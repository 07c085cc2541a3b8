#!/usr/bin/env bash
# Measures how often phrases are found despite typing and hearing errors: in the logs of HUNCH_LOGS,
# if any, in the demo log, and in the logs of simulated people. Usage: phrases.sh PROGRAM [--seed N]
set -euo pipefail
program=$1
shift
cd "$(dirname "$0")/.."
shopt -s nullglob
logs=()
[ -n "${HUNCH_LOGS:-}" ] && logs+=("$HUNCH_LOGS"/*.jsonl)
# The demo log is by the persona ada.
for persona in datasets/personas/*.json; do
  [ "$persona" = datasets/personas/ada.json ] || logs+=("$persona")
done
exec "$program" "$@" datasets/demo.jsonl "${logs[@]}"
