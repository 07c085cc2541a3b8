#!/usr/bin/env bash
# Builds the programs that tests, checks and measurements start, optimised.
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=$(scripts/jobs.sh release)
# One after the other: building everything would also build what only tests need.
for program in hunch hunchd hunch-client hunch-worker pizzeria RankingOnly WorkCounts StoreCrashChild HandoffPeer; do
  "${SWIFT:-swift}" build -c release -j "$jobs" --product "$program" "$@"
done
