#!/usr/bin/env bash
# Measures the value of each kind of evidence: fits to the first 60 % of all logs and of the
# simulated people, once with everything and once without each group of columns, and prints the MRR
# on the last 30 % of each log as a table in Markdown. The row of the whole model has the MRR; the
# others have the change without the group.
source "$(dirname "$0")/fitting.sh" "$1"
groups=(${GROUPS_LEFT_OUT:-habit time previous rhythm place context recency kinship agreement})

# Prints the MRR on each log and their mean, separated by tabs.
measure() {
  fit "${logs[@]}" "$@"
  figures "${#logs[@]}" | awk '{ sum += $1; printf "%s\t", $1 } END { printf "%.3f\n", sum / NR }'
}

whole=$(measure)
printf '| without'
for log in "${logs[@]}"; do printf ' | %s' "$(basename "$log" .jsonl)"; done
printf ' | mean |\n| ---'
for log in "${logs[@]}"; do printf ' | ---:'; done
printf ' | ---: |\n| nothing | %s |\n' "$(sed 's/\t/ | /g' <<<"$whole")"
for group in "${groups[@]}"; do
  measure --without "$group" | paste <(echo "$whole") - | awk -F '\t' -v group="$group" \
    '{ n = NF / 2; printf "| %s", group; for (i = 1; i <= n; i++) printf " | %+.3f", $(n + i) - $i; print " |" }'
done
