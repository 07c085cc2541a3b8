#!/usr/bin/env bash
# Retrains the shipped model on the logs in HUNCH_LOGS and on simulated people, once with each of
# the seeds 1 to 3, or of the given ones. Keeps the model with the lowest log loss, to four digits,
# on the tenth of each user's donations that no model was fitted to; among equals, the one whose
# seed was named first. Nothing else decides: no scenario, no example.
# Usage: prior.sh HUNCH [SEED…]
source "$(dirname "$0")/fitting.sh" "$1"
shift
[ $# -gt 0 ] || set -- 1 2 3

for seed in "$@"; do
  "$hunch" train "${logs[@]}" "${people[@]}" --seed "$seed" --provenance Models/prior/provenance.md \
    --out "$folder/$seed.safetensors" --card "$folder/$seed.md"
  # The loss on the tenth that chose the epoch, from the card.
  loss=$(sed -n 's/.* had a log loss of \([0-9.]*\) nats.*/\1/p' "$folder/$seed.md")
  : "${loss:?the card of seed $seed has no log loss}"
  echo "prior: seed $seed has a log loss of $loss"
  echo "$seed $loss" >>"$folder/losses"
done
best=$(LC_ALL=C sort -s -n -k 2 "$folder/losses" | awk 'NR == 1 { print $1 }')

# Lists the candidate models in the card.
awk -v losses="$folder/losses" -v best="$best" '
  /^## Settings/ {
    print "The shipped model is the one with the smallest log loss there among models that differ only by their seed (`make prior`):\n"
    print "| seed | log loss | |\n| ---: | ---: | --- |"
    while ((getline line < losses) > 0) {
      split(line, part, " ")
      print "| " part[1] " | " part[2] " | " (part[1] == best ? "shipped " : "") "|"
    }
    print ""
  }
  { print }' "$folder/$best.md" >"$folder/card.md"
mv "$folder/card.md" Models/prior/card.md
mv "$folder/$best.safetensors" Models/prior/model.safetensors
scripts/horizon.sh "$hunch"
echo "prior: kept seed $best"
