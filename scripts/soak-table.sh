#!/usr/bin/env bash
# Prints a soak's measurements as a table of twelve rows, each with the medians of a twelfth of the
# rounds. Times are in units of a bare commit (donate) or bare work (suggest, explain) in the same
# round.
#
#   scripts/soak-table.sh MEASUREMENTS.csv
set -euo pipefail
file=${1:?"usage: scripts/soak-table.sh MEASUREMENTS.csv"}
echo "| until minute | operations | heap, MB | kept, MB | resident, MB | trimmed, MB | files | threads | store, MB | donations | donate | suggest | explain |"
echo "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
awk -F, -v rows="$(($(wc -l <"$file") - 1))" '
  function median(values, count,   i, j, held) {
    for (i = 2; i <= count; i++) {
      held = values[i]
      for (j = i - 1; j >= 1 && values[j] > held; j--) values[j + 1] = values[j]
      values[j + 1] = held
    }
    return count % 2 ? values[(count + 1) / 2] : (values[count / 2] + values[count / 2 + 1]) / 2
  }
  function of(name,   i, count, values) {
    for (i = 1; i <= held; i++) if (block[i, name] != "") values[++count] = block[i, name]
    return count ? median(values, count) : 0
  }
  function ratio(own, unit,   i, count, values) {
    for (i = 1; i <= held; i++) if (block[i, own] > 0 && block[i, unit] > 0) values[++count] = block[i, own] / block[i, unit]
    return count ? median(values, count) : 0
  }
  NR == 1 { for (i = 1; i <= NF; i++) names[i] = $i; next }
  {
    held++
    for (i = 1; i <= NF; i++) block[held, names[i]] = $i
    operations += $2
    if (int((NR - 1) * 12 / rows) == int((NR - 2) * 12 / rows)) next
    printf "| %.0f | %d | %.1f | %.0f | %.0f | %.0f | %d | %d | %.1f | %d | %.2f | %.2f | %.2f |\n", $1 / 60, operations, of("heap") / 1048576,
      of("kept") / 1048576, of("resident") / 1048576, of("trimmed") / 1048576, of("files"), of("threads"), of("store") / 1048576, of("donations"),
      ratio("donate p50 us", "bare commit p50 us"), ratio("suggest p50 us", "bare work p50 us"),
      ratio("explain p50 us", "bare work p50 us")
    held = 0
  }' "$file"
