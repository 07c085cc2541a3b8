#!/usr/bin/env bash
# Makes the log of simulated people of whom little is known yet, to standard output: each of datasets/newcomers twelve times over, with other
# chances, from another day of the week on and for 8 to 30 days. Weights for horizons are fitted to them besides: the logs have few people
# with few donations, and none with one regular habit and nothing else. Usage: newcomers.sh HUNCH
set -euo pipefail
hunch=$1
cd "$(dirname "${BASH_SOURCE[0]}")/.."
for persona in datasets/newcomers/*.json; do
  for seed in {1..12}; do
    sed "s/^  \"user\": \"\(.*\)\"/  \"user\": \"\1-$seed\"/" "$persona" |
      "$hunch" simulate - --seed "$seed" --days $((6 + 2 * seed)) --from "$(printf "2026-03-%02d" $((1 + seed)))"
  done
done
