#!/usr/bin/env bash
# Writes the logs of the simulated people that models are fitted to into a folder. Ada is left out: the demo shows a
# person whom the shipped model has never seen.
set -euo pipefail
hunch=$1
folder=$2
cd "$(dirname "$0")/.."
for persona in datasets/personas/*.json; do
  name=$(basename "$persona" .json)
  [ "$name" = ada ] || "$hunch" simulate "$persona" --seed 1 --out "$folder/$name.jsonl"
done
