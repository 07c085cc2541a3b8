#!/usr/bin/env bash
# Fits the shipped model anew: to the logs in HUNCH_LOGS and to simulated people.
source "$(dirname "$0")/fitting.sh" "$1"
"$hunch" train "$HUNCH_LOGS"/*.jsonl "${people[@]}" --provenance Models/prior/provenance.md \
  --out Models/prior/model.safetensors --card Models/prior/card.md
