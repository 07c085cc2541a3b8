#!/usr/bin/env bash
# Runs the program's commands under the leak checker of the address sanitizer: every byte that is still allocated at the end, and that
# nothing points to any more, is a leak of ours.
#
# The program is built with the sanitizer (.build/sanitize/address, which scripts/sanitize.sh address uses too). First a leak is planted,
# and has to be found.
set -euo pipefail
cd "$(dirname "$0")/.."
scratch=.build/sanitize/address
mkdir -p "$scratch"
folder=$(mktemp -d)
unset HUNCH_KEY HUNCH_KEY_FILE
trap 'rm -rf "$folder"' EXIT
export ASAN_OPTIONS=detect_leaks=1 HUNCH_STORE=$folder/store/donations.sqlite HOME=$folder TZ=UTC

swiftc -sanitize=address scripts/sanitize/planted.swift -o "$scratch/planted" 2>/dev/null
if "$scratch/planted" leak >"$folder/planted.txt" 2>&1 || ! grep -q 'LeakSanitizer' "$folder/planted.txt"; then
  echo "leaks: a planted leak is not found: does the kernel allow ptrace here?" >&2
  exit 1
fi

flags=(--sanitize=address --scratch-path "$scratch" -Xcc -fsanitize=undefined -Xcc -fsanitize-trap=undefined)
ASAN_OPTIONS=detect_leaks=0 swift build -j "${JOBS:-2}" "${flags[@]}" --product hunch >"$scratch/build.txt" 2>&1 ||
  { echo "leaks: the program does not build: see $scratch/build.txt" >&2; exit 1; }
hunch=$(ASAN_OPTIONS=detect_leaks=0 swift build "${flags[@]}" --show-bin-path)/hunch

# A person's month, in order of time: mail in the morning, music at night, something else in between.
log=$folder/log.jsonl
for ((n = 0; n < 300; n++)); do
  printf '{"v":1,"time":"2026-03-%02dT%02d:%02d:00Z","activityType":"org.example.%s.open","title":"Open %d","userInfo":{"document":%d},"isEligibleForSearch":true}\n' \
    $((n / 12 + 1)) $((n % 12 + 8)) $((n % 60)) "$([ $((n % 3)) = 0 ] && echo mail || echo notes)" $((n % 20)) $((n % 20))
done >"$log"
printf '{"not a line\n' >"$folder/broken.jsonl"

failures=0
# Runs a command, which has to end as it should and to leak nothing.
check() {
  local expected=$1 code=0
  shift
  "$hunch" "$@" >"$folder/out.txt" 2>"$folder/err.txt" </dev/null || code=$?
  if [ $code != "$expected" ] || grep -qE '(Leak|Address)Sanitizer' "$folder/err.txt"; then
    echo "leaks: hunch $* ended with $code:" >&2
    grep -E 'ERROR|SUMMARY|^ *#[0-9]+ ' "$folder/err.txt" | head -12 >&2 || head -3 "$folder/err.txt" >&2
    failures=$((failures + 1))
  fi
}
now=(--at 2026-03-26T09:00:00Z)
check 0 --help
check 0 import "$log" --quiet
check 65 import "$folder/broken.jsonl" --quiet
check 0 donate --type org.example.mail.open --title 'Open 3' "${now[@]}"
check 0 suggest --why "${now[@]}"
check 0 suggest --json "${now[@]}"
check 0 why 'Open 3' "${now[@]}"
check 0 search open "${now[@]}"
check 0 phrase list
check 0 phrase match 'opn 3' "${now[@]}"
check 0 feedback pinned 'Open 3' "${now[@]}"
check 0 doctor --repair "$folder/saved.sqlite"
check 0 rules add --hash --info document
check 0 donate --type org.example.mail.open --title 'Open 4' --info document=4 "${now[@]}"
check 0 rules list
check 0 retention --keep-days 3650
check 0 pause --for 1h
check 0 resume
check 0 lint "$log"
check 0 evaluate "$log"
check 0 stats
check 0 doctor
check 0 forget --type org.example.mail.open --yes
check 0 export
check 0 encrypt --new-key-file "$folder/key"
check 0 encrypt --rotate --key-file "$folder/key" --new-key-file "$folder/key.2"
check 0 suggest --key-file "$folder/key.2" "${now[@]}"
check 0 doctor --key-file "$folder/key.2"
check 77 suggest "${now[@]}"
check 0 decrypt --key-file "$folder/key.2" --yes
# A page in the middle is written over: the doctor says so, and saves the rest.
dd if=/dev/zero of="$HUNCH_STORE" bs=4096 seek=20 count=2 conv=notrunc status=none
check 65 doctor
check 65 doctor --repair "$folder/rest.sqlite"
check 64 no-such-command
[ $failures = 0 ] && echo "leaks: no command leaks"
exit $((failures > 0))
