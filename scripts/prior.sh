#!/usr/bin/env bash
# Fits the shipped model anew: to the logs in HUNCH_LOGS, and to simulated people for what those logs lack (several
# keys in userInfo, several kinds of activity, places and attributes together).
set -euo pipefail
hunch=$1
cd "$(dirname "$0")/.."
: "${HUNCH_LOGS:?set it to the folder of the logs to fit the model to}"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
scripts/simulate-people.sh "$hunch" "$folder"
"$hunch" train "$HUNCH_LOGS"/*.jsonl "$folder"/*.jsonl --out Models/prior/model.safetensors --card Models/prior/card.md
