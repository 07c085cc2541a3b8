#!/usr/bin/env bash
# Lets people donate, ask, answer and forget on one store for SOAK_SECONDS (default: an hour), in
# this process and another one, and fails if anything was lost or grew: see
# Benchmarks/results/soak.md. First it plants a leak, which must be found.
#
#   scripts/soak.sh PROGRAM
#
# The measurements of each round go to .build/soak.csv.
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:?"usage: scripts/soak.sh PROGRAM"}
seconds=${SOAK_SECONDS:-3600}
mkdir -p .build
# One arena per core: each of glibc's eight would keep pages for its largest size so far, which
# grows by chance for hours.
MALLOC_ARENA_MAX=${MALLOC_ARENA_MAX:-$(nproc)}
export MALLOC_ARENA_MAX

planted=$("$program" --seconds 20 --round 1 --people 2 --days 2 --leak 65536 2>&1) && code=0 || code=$?
if [ $code != 1 ] || ! grep -q 'heap, MB grew' <<<"$planted"; then
  printf 'soak: a planted leak was not found:\n%s\n' "$planted" >&2
  exit 1
fi
echo "soak: the planted leak was found; now $seconds seconds without it, see .build/soak.csv" >&2
code=0
"$program" --seconds "$seconds" --file .build/soak.csv || code=$?
scripts/soak-table.sh .build/soak.csv
exit $code
