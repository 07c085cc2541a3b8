#!/usr/bin/env bash
# Shows Hunch's main use in a temporary store: imports a person's donations, and prints suggestions
# for four moments of a day.
set -euo pipefail
hunch=$1
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export HUNCH_STORE=$folder/donations.sqlite

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }
[ -t 1 ] && [ -z "${NO_COLOR:-}" ] || say() { printf '\n%s\n' "$*"; }

say 'hunch import datasets/demo.jsonl'
"$hunch" import datasets/demo.jsonl

for moment in 2026-04-29T07:05:00+02:00 2026-04-29T12:05:00+02:00 2026-04-29T18:00:00+02:00 2026-04-29T22:50:00+02:00; do
  say "hunch suggest --user ada --at $moment -n 3 --why"
  "$hunch" suggest --user ada --at "$moment" -n 3 --why || true
done

say 'hunch evaluate datasets/demo.jsonl'
"$hunch" evaluate datasets/demo.jsonl

say 'Where to go next'
cat <<TEXT
  the program        $hunch --help
  your own history   $hunch import auto --dry-run lists what it finds; then: import auto, suggest --why
  a log of your own  datasets/README.md shows how to make one from a CSV; then: hunch import my.jsonl
  in your program    README.md, "In ten lines of Swift"
TEXT
