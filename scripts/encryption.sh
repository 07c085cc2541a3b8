#!/usr/bin/env bash
# Measures the cost of encryption: the same commands take turns on a plain and an encrypted store.
# Prints a table of medians and their ratio. --quick uses a small store, to check that the script
# works.
set -euo pipefail
hunch=$1
days=1000
rounds=9
if [ "${2:-}" = --quick ]; then
  days=20
  rounds=2
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unset HUNCH_KEY HUNCH_KEY_FILE

# A person with about forty donations a day, each of which a search finds.
awk -v days="$days" 'BEGIN {
  srand(1)
  for (day = 0; day < days; day++) for (n = 0; n < 40; n++) {
    a = int(rand() * 200); b = int(rand() * 200); if (b < a) a = b
    year = 2022 + int(day / 336); month = 1 + int(day % 336 / 28)
    printf "{\"v\":1,\"time\":\"%d-%02d-%02dT%02d:%02d:%02dZ\",\"activityType\":\"org.example.program%d.open\",\"title\":\"Open document %d\",\"userInfo\":{\"document\":%d},\"isEligibleForSearch\":true,\"context\":{\"wifi\":%d}}\n", \
      year, month, 1 + day % 28, 6 + int(n / 3), n % 3 * 20 + int(rand() * 20), int(rand() * 60), a % 9, a, a, a % 3
  }
}' >"$folder/log.jsonl"
now=$(tail -1 "$folder/log.jsonl" | sed 's/.*"time":"\([^"]*\)".*/\1/')

"$hunch" encrypt --store "$folder/key.sqlite" --new-key-file "$folder/key" --quiet
key=(--key-file "$folder/key")

# Prints the microseconds that a command takes.
duration() {
  local start=${EPOCHREALTIME/[.,]/}
  "$@" >/dev/null
  echo $((${EPOCHREALTIME/[.,]/} - start))
}

median() { sort -n | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'; }

# measure NAME COMMAND...: the store and the key are appended to the command; PREPARE, if set, is
# called before each run.
measure() {
  local name=$1 round
  shift
  : >"$folder/plain.times" && : >"$folder/sealed.times"
  for ((round = 0; round < rounds; round++)); do
    ${prepare:-true} plain
    duration "$@" --store "$folder/plain.sqlite" >>"$folder/plain.times"
    ${prepare:-true} sealed
    duration "$@" --store "$folder/sealed.sqlite" "${key[@]}" >>"$folder/sealed.times"
  done
  awk -v name="$name" -v plain="$(median <"$folder/plain.times")" -v sealed="$(median <"$folder/sealed.times")" \
    'BEGIN { printf "| %s | %.1f | %.1f | %.2f |\n", name, plain / 1000, sealed / 1000, sealed / plain }'
}

remove() { rm -f "$folder/$1".sqlite*; }
fresh() { remove "$1" && cp "$folder/$1.imported" "$folder/$1.sqlite"; }

echo "| $((days * 40)) donations | plain, ms | encrypted, ms | ratio |"
echo "| --- | --- | --- | --- |"
prepare=remove measure "import" "$hunch" import "$folder/log.jsonl" --quiet
for store in plain sealed; do cp "$folder/$store.sqlite" "$folder/$store.imported"; done
prepare=fresh measure "first suggestion, everything replayed" "$hunch" suggest --at "$now" --quiet
measure "suggestion, from a checkpoint" "$hunch" suggest --at "$now" --quiet
measure "search" "$hunch" search document 17 --at "$now" --quiet
measure "export" "$hunch" export
for store in plain sealed; do stat -c "$store: %s bytes" "$folder/$store.sqlite"; done
