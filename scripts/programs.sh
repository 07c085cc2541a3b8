#!/usr/bin/env bash
# Builds the programs that tests, checks and measurements start, optimised, once for all of them.
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=$(scripts/jobs.sh release)
# One after the other: a build of everything would build what only tests need, too.
for program in hunch pizzeria RankingOnly WorkCounts StoreCrashChild HandoffPeer; do
  "${SWIFT:-swift}" build -c release -j "$jobs" --product "$program" "$@"
done
