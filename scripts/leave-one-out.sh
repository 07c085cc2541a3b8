#!/usr/bin/env bash
# Fits on all logs but one and on the simulated people, and measures on that one: what a model does for people and
# kinds of activity that are new to it.
set -euo pipefail
hunch=$1
cd "$(dirname "$0")/.."
: "${HUNCH_LOGS:?set it to a folder of donation logs}"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
scripts/simulate-people.sh "$hunch" "$folder"

for left_out in "$HUNCH_LOGS"/*.jsonl; do
  others=()
  for log in "$HUNCH_LOGS"/*.jsonl; do
    [ "$log" = "$left_out" ] || others+=("$log")
  done
  "$hunch" train "${others[@]}" "$folder"/*.jsonl --until 0.6 --quiet --out "$folder/model.safetensors" --card "$folder/card.md"
  "$hunch" evaluate "$left_out" --model "$folder/model.safetensors"
done
