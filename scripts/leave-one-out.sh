#!/usr/bin/env bash
# Fits to all logs but one and to the simulated people, and measures on that one: the accuracy for
# people and kinds of activity that are new to the model.
source "$(dirname "$0")/fitting.sh" "$1"
for left_out in "${logs[@]}"; do
  others=()
  for log in "${logs[@]}"; do
    [ "$log" = "$left_out" ] || others+=("$log")
  done
  fit "${others[@]}"
  "$hunch" evaluate "$left_out" --model "$folder/model.safetensors"
done
