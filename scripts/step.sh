#!/usr/bin/env bash
# Runs a step of the check and records its time in .build/steps.tsv; `scripts/step.sh --table`
# prints all of them.
#
#   scripts/step.sh NAME COMMAND…
#   scripts/step.sh --begin      forgets earlier steps
#   scripts/step.sh --table
set -uo pipefail
cd "$(dirname "$0")/.."
notes=.build/steps.tsv
mkdir -p .build

case ${1:?"usage: scripts/step.sh NAME COMMAND…"} in
  --begin) rm -f "$notes" ;;
  --table)
    [ -s "$notes" ] || exit 0
    echo "step                      seconds   of them busy   outcome"
    awk -F '\t' '
      { printf "%-24s %8d %14d   %s\n", $1, $2, $3, $4; all += $2; busy += $3 }
      END { printf "%-24s %8d %14d   (%d:%02d minutes)\n", "all", all, busy, all / 60, all % 60 }' "$notes" ;;
  *)
    name=$1
    shift
    echo "== $name" >&2
    # Busy is the processor time of the command and of everything that it started and waited for.
    TIMEFORMAT='%R %U %S'
    code=0
    { time "$@" 2>&3 >&4; } 3>&2 4>&1 2>.build/step.time || code=$?
    read -r real user system < <(tail -1 .build/step.time)
    busy=$(awk -v own="$user" -v kernel="$system" 'BEGIN { print own + kernel }')
    outcome=passed
    [ $code = 0 ] || outcome=FAILED
    printf '%s\t%.0f\t%.0f\t%s\n' "$name" "$real" "$busy" "$outcome" >>"$notes"
    printf '== %s: %s after %.0f s\n' "$name" "$outcome" "$real" >&2
    exit $code ;;
esac
