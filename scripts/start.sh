#!/usr/bin/env bash
# Measures the time from the start of the program to its first suggestion, on stores of growing
# size, and the time for `sqlite3` to start and read the same part of the file: the person's newest
# snapshot if the store has snapshots, else every donation. Prints a table of medians; calls
# alternate. The first answer of a store may leave a snapshot, so it is not counted.
set -euo pipefail
hunch=$1
sizes=(500 5000 50000 500000)
rounds=15
if [ "${2:-}" = --quick ]; then
  sizes=(50 200)
  rounds=3
fi
command -v sqlite3 >/dev/null || { echo "start: sqlite3 is missing; run apt-get install sqlite3" >&2; exit 1; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# A person of 200 activities, ten minutes apart, the frequent ones more often than others.
donations() {
  awk -v count="$1" 'BEGIN {
    srand(1); time = 1704067200 - count * 630  # so that the last one is not of the future
    for (n = 0; n < count; n++) {
      a = int(rand() * 200); b = int(rand() * 200); if (b < a) a = b
      if (n < 200) a = n
      time += 30 + int(rand() * 1170)
      printf "{\"v\":1,\"time\":\"%s\",\"activityType\":\"org.example.program%d.open\",\"title\":\"Open %d\",\"userInfo\":{\"document\":%d},\"context\":{\"wifi\":%d}}\n", \
        stamp(time), a % 9, a, a, a % 3
    }
  }
  # RFC 3339 in UTC; mawk has no strftime. The day by civil_from_days (Howard Hinnant).
  function stamp(t,   z, era, doe, yoe, doy, mp, d, m, y, s) {
    z = int(t / 86400) + 719468; s = t % 86400
    era = int(z / 146097); doe = z - era * 146097
    yoe = int((doe - int(doe / 1460) + int(doe / 36524) - int(doe / 146096)) / 365)
    doy = doe - (365 * yoe + int(yoe / 4) - int(yoe / 100)); mp = int((5 * doy + 2) / 153)
    d = doy - int((153 * mp + 2) / 5) + 1; m = mp < 10 ? mp + 3 : mp - 9; y = yoe + era * 400 + (m <= 2)
    return sprintf("%04d-%02d-%02dT%02d:%02d:%02dZ", y, m, d, int(s / 3600), int(s % 3600 / 60), s % 60)
  }'
}

# Prints the microseconds that a command takes.
duration() {
  local start=${EPOCHREALTIME/[.,]/}
  "$@" >/dev/null
  echo $((${EPOCHREALTIME/[.,]/} - start))
}

median() { sort -n | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'; }

echo "| donations | \`hunch suggest\`, ms | \`hunch --version\`, ms | \`sqlite3\` reads, ms | ratio to sqlite3 | sqlite3 reads |"
echo "| --- | --- | --- | --- | --- | --- |"
for size in "${sizes[@]}"; do
  store=$folder/$size.sqlite
  donations "$size" >"$folder/log.jsonl"
  "$hunch" import "$folder/log.jsonl" --store "$store" --quiet >/dev/null
  last=$(tail -1 "$folder/log.jsonl" | sed 's/.*"time":"\([^"]*\)".*/\1/')
  suggest=("$hunch" suggest --store "$store" --at "$last" --quiet)
  # Twice, so that everything kept for the next start exists.
  "${suggest[@]}" >/dev/null && "${suggest[@]}" >/dev/null
  table=$(sqlite3 "$store" "SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('snapshot', 'checkpoint') LIMIT 1")
  read_all="SELECT * FROM ${table:-donation}"
  : >"$folder/hunch" && : >"$folder/bare" && : >"$folder/sqlite"
  for ((round = 0; round < rounds; round++)); do
    duration "${suggest[@]}" >>"$folder/hunch"
    duration sqlite3 -readonly "$store" "$read_all" >>"$folder/sqlite"
    duration "$hunch" --version >>"$folder/bare"
  done
  awk -v size="$size" -v ours="$(median <"$folder/hunch")" -v bare="$(median <"$folder/bare")" \
    -v theirs="$(median <"$folder/sqlite")" -v what="${table:-every donation}" \
    'BEGIN { printf "| %d | %.1f | %.1f | %.1f | %.2f | %s |\n", size, ours / 1000, bare / 1000, theirs / 1000, ours / theirs, what }'
done
