#!/usr/bin/env bash
# Measures the value of groups of evidence for simulated people who are in no model's training data;
# Benchmarks/results/evidence.md has the expectations. Prints one line for each person and set of
# evidence.
set -euo pipefail
hunch=$1
cd "$(dirname "$0")/.."
: "${HUNCH_LOGS:?set it to a folder of donation logs}"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fitted=(greta kai milo rosa)
measured=(instruments/dora instruments/pilar instruments/uma instruments/hana personas/tomas personas/noor personas/ada)

logs=("$HUNCH_LOGS"/*.jsonl)
for name in "${fitted[@]}"; do
  "$hunch" simulate "datasets/personas/$name.json" --seed 1 --out "$folder/$name.jsonl"
  logs+=("$folder/$name.jsonl")
done

# Five logs of each person: the same habits with other random numbers.
for person in "${measured[@]}"; do
  name=$(basename "$person")
  for seed in 1 2 3 4 5; do
    "$hunch" simulate "datasets/$person.json" --seed "$seed" | sed "s/\"user\":\"$name\"/\"user\":\"$name-$seed\"/"
  done >"$folder/measured-$name.jsonl"
done

# Fits without some groups and prints the model's accuracy for each person: hit rate at 1 and 3,
# MRR.
measure() {
  local options=() group
  for group in "$@"; do options+=(--without "$group"); done
  "$hunch" train "${logs[@]}" --until 0.6 --epochs 3 --quiet "${options[@]}" \
    --out "$folder/model.safetensors" --card "$folder/card.md"
  for person in "${measured[@]}"; do
    "$hunch" evaluate "$folder/measured-$(basename "$person").jsonl" --model "$folder/model.safetensors" --json |
      awk -v person="$(basename "$person")" -v without="${*:-nothing}" '
        # The first ranker of a report is the engine; its figures begin with its hit rates.
        { $0 = substr($0, index($0, "\"hit_rate\""))
          match($0, /"1": *[0-9.]+/); one = substr($0, RSTART + 4, RLENGTH - 4)
          match($0, /"3": *[0-9.]+/); three = substr($0, RSTART + 4, RLENGTH - 4)
          match($0, /"mrr": *[0-9.]+/); mrr = substr($0, RSTART + 6, RLENGTH - 6)
          printf "%-7s without %-20s hit@1 %.3f  hit@3 %.3f  MRR %.3f\n", person, without, one, three, mrr }'
  done
}

measure
measure kinship
measure agreement
measure agreement place
measure agreement time
