#!/usr/bin/env bash
# Refits the shipped model's weights for horizons, and keeps its ranking. They are fitted to the
# logs in HUNCH_LOGS and its folder `more`, to the simulated people, and to people with little
# history (newcomers.sh). The card says so. Usage: horizon.sh HUNCH
source "$(dirname "$0")/fitting.sh" "$1"

scripts/newcomers.sh "$hunch" >"$folder/people/newcomers.jsonl"
shopt -s nullglob
"$hunch" train "${logs[@]}" "$HUNCH_LOGS"/more/*.jsonl "${people[@]}" "$folder/people/newcomers.jsonl" \
  --ranking Models/prior/model.safetensors --out "$folder/model.safetensors"
mv "$folder/model.safetensors" Models/prior/model.safetensors
scripts/horizon-card.py Models/prior/model.safetensors Models/prior/card.md
