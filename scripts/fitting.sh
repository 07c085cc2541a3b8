# Shared by the scripts that fit models, which source it. Usage: source fitting.sh HUNCH
#
# It checks for the logs in HUNCH_LOGS and creates `folder`, which is removed when the script ends.
# `folder/people` has the logs of simulated people, to which models are also fitted: they have what
# the other logs lack (several keys in userInfo, several kinds of activity, places and attributes
# together). Ada is left out: the demo shows a person whom the shipped model has never seen.
set -euo pipefail
hunch=$1
cd "$(dirname "${BASH_SOURCE[0]}")/.."
: "${HUNCH_LOGS:?set it to a folder of donation logs}"
ls "$HUNCH_LOGS"/*.jsonl >/dev/null || exit 66

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/people"
for persona in datasets/personas/*.json; do
  name=$(basename "$persona" .json)
  [ "$name" = ada ] || "$hunch" simulate "$persona" --seed 1 --out "$folder/people/$name.jsonl"
done

# The people whose habits belong to places share one log, so that they do not outweigh the others:
# each of datasets/places twice.
for persona in datasets/places/*.json; do
  for seed in 1 2; do
    sed "s/^  \"user\": \"\(.*\)\"/  \"user\": \"\1-$seed\"/" "$persona" | "$hunch" simulate - --seed "$seed"
  done
done >"$folder/people/places.jsonl"
people=("$folder"/people/*.jsonl)

# The logs that models are fitted to. The log of command lines is kept for evaluation: it is by the
# same people as the shell log.
logs=()
for log in "$HUNCH_LOGS"/*.jsonl; do
  [ "$(basename "$log")" = shell-lines.jsonl ] || logs+=("$log")
done

# Fits a model to the first 60 % of logs and of the simulated people, and writes it to
# $folder/model.safetensors. Usage: fit OPTION… LOG…
fit() {
  "$hunch" train "$@" "${people[@]}" --until 0.6 --quiet --out "$folder/model.safetensors" --card "$folder/card.md"
}

# Prints the MRR on the last 30 % of each of the first COUNT logs that the model was fitted to, one
# per line, from its card.
# Usage: figures COUNT
figures() {
  awk -F ' *[|] *' -v count="$1" '
    $2 == "ranker" { for (i = 1; i <= NF; i++) if ($i == "MRR") column = i }
    $2 == "hunch" && ++seen <= count { print $column }' "$folder/card.md"
}
