#!/usr/bin/env bash
# Prints the log of simulated people with little history: each of datasets/newcomers twelve times,
# with other random numbers, starting on another day of the week, for 8 to 30 days. Weights for
# horizons are also fitted to them: the other logs have few people with few donations, and none with
# a single regular habit. Usage: newcomers.sh HUNCH
set -euo pipefail
hunch=$1
cd "$(dirname "${BASH_SOURCE[0]}")/.."
for persona in datasets/newcomers/*.json; do
  for seed in {1..12}; do
    sed "s/^  \"user\": \"\(.*\)\"/  \"user\": \"\1-$seed\"/" "$persona" |
      "$hunch" simulate - --seed "$seed" --days $((6 + 2 * seed)) --from "$(printf "2026-03-%02d" $((1 + seed)))"
  done
done
