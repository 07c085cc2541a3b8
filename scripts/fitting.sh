# What the scripts that fit models share; they source it. Usage: source fitting.sh HUNCH
#
# It checks for the logs in HUNCH_LOGS and makes `folder`, which goes with the script, with the logs of the simulated people
# that models are fitted to besides in `folder/people`: they have what the logs lack (several keys in userInfo, several kinds of
# activity, places and attributes together). Ada is left out: the demo shows a person whom the shipped model has never seen.
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

# Those whose habits belong to places are one log, so that they do not outweigh the others: each of datasets/places twice.
for persona in datasets/places/*.json; do
  for seed in 1 2; do
    sed "s/^  \"user\": \"\(.*\)\"/  \"user\": \"\1-$seed\"/" "$persona" | "$hunch" simulate - --seed "$seed"
  done
done >"$folder/people/places.jsonl"
people=("$folder"/people/*.jsonl)

# The logs that models are fitted to. The command lines are kept to judge by: they are of the people of the shell.
logs=()
for log in "$HUNCH_LOGS"/*.jsonl; do
  [ "$(basename "$log")" = shell-lines.jsonl ] || logs+=("$log")
done

# Fits a model to the first 60 % of logs and of the simulated people, at $folder/model.safetensors. Usage: fit OPTION… LOG…
fit() {
  "$hunch" train "$@" "${people[@]}" --until 0.6 --quiet --out "$folder/model.safetensors" --card "$folder/card.md"
}

# The MRR on the last 30 % of each of the first COUNT logs that the model was fitted to, a line each, as its card tells.
# Usage: figures COUNT
figures() {
  awk -F ' *[|] *' -v count="$1" '
    $2 == "ranker" { for (i = 1; i <= NF; i++) if ($i == "MRR") column = i }
    $2 == "hunch" && ++seen <= count { print $column }' "$folder/card.md"
}
