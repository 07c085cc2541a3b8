#!/usr/bin/env bash
# Runs the program's commands under a leak checker (LeakSanitizer, preloaded): every byte that is
# still allocated at the end, but that nothing points to, is a leak.
#
#   scripts/leaks.sh PROGRAM
#
# First it checks that a planted leak is found, and that the checker runs when the program ends.
set -euo pipefail
cd "$(dirname "$0")/.."
hunch=${1:?"usage: scripts/leaks.sh PROGRAM"}
folder=$(mktemp -d)
unset HUNCH_KEY HUNCH_KEY_FILE
trap 'rm -rf "$folder"' EXIT
export HUNCH_STORE=$folder/store/donations.sqlite HOME=$folder TZ=UTC
checker=$(ldconfig -p | awk '/liblsan\.so/ { print $NF; exit }')
[ -n "$checker" ] || { echo "leaks: no leak checker; install liblsan0" >&2; exit 1; }

swiftc scripts/sanitize/planted.swift -o "$folder/planted" 2>/dev/null
if LD_PRELOAD=$checker "$folder/planted" leak >"$folder/planted.txt" 2>&1 ||
  ! grep -q 'SUMMARY: LeakSanitizer' "$folder/planted.txt"; then
  echo "leaks: a planted leak was not found; check that the kernel allows ptrace here" >&2
  exit 1
fi
# A checker that looks for pointers nowhere must report everything still in use: this shows that it
# runs when the program ends.
blind=use_globals=0:use_stacks=0:use_registers=0:use_tls=0:use_root_regions=0
if LSAN_OPTIONS=$blind LD_PRELOAD=$checker "$hunch" lint --help >"$folder/blind.txt" 2>&1; then
  echo "leaks: the program ends without being checked" >&2
  exit 1
fi

# A person's month, in order of time: mail in the morning, music at night, something else in
# between.
log=$folder/log.jsonl
for ((n = 0; n < 300; n++)); do
  printf '{"v":1,"time":"2026-03-%02dT%02d:%02d:00Z","activityType":"org.example.%s.open","title":"Open %d","userInfo":{"document":%d},"isEligibleForSearch":true}\n' \
    $((n / 12 + 1)) $((n % 12 + 8)) $((n % 60)) "$([ $((n % 20 % 3)) = 0 ] && echo mail || echo notes)" $((n % 20)) $((n % 20))
done >"$log"
printf '{"not a line\n' >"$folder/broken.jsonl"

failures=0
commands=0
# Runs a command, which must exit with the expected code and leak nothing.
check() {
  local expected=$1 code=0
  shift
  commands=$((commands + 1))
  LD_PRELOAD=$checker "$hunch" "$@" >"$folder/out.txt" 2>"$folder/err.txt" </dev/null || code=$?
  if [ $code != "$expected" ] || grep -qE 'LeakSanitizer' "$folder/err.txt"; then
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
check 0 phrase match 'opn 3'
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
# Overwrites a page in the middle: the doctor reports it, and saves the rest.
dd if=/dev/zero of="$HUNCH_STORE" bs=4096 seek=20 count=2 conv=notrunc status=none
check 65 doctor
check 65 doctor --repair "$folder/rest.sqlite"
check 64 no-such-command
[ $failures = 0 ] && echo "leaks: none of $commands commands leaks"
exit $((failures > 0))
