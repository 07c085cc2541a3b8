#!/usr/bin/env bash
# Compares the public declarations of the modules that programs import with Documentation/api.txt,
# and fails with the difference: a commit that changes the public API must also change that file.
#
#   scripts/api.sh             compares
#   scripts/api.sh --accept    writes the present declarations into the file
#   scripts/api.sh REVISION    prints what has changed since a revision or tag
set -euo pipefail
cd "$(dirname "$0")/.."
page=Documentation/api.txt
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

if [ -n "${1:-}" ] && [ "$1" != --accept ]; then
  git show "$1:$page" >"$folder/before" 2>/dev/null || { echo "api: no $page in $1" >&2; exit 64; }
  if diff --unified=0 --label "$1" --label now "$folder/before" "$page" >"$folder/difference"; then
    echo "api: nothing has changed since $1"
  else
    grep '^[-+]' "$folder/difference"
  fi
  exit 0
fi

scripts/symbols.sh "$folder"
swift scripts/api.swift "$folder" | LC_ALL=C sort >"$folder/api.txt"
[ -s "$folder/api.txt" ] || { echo "api: no symbols were found" >&2; exit 1; }
if [ "${1:-}" = --accept ]; then
  cp "$folder/api.txt" "$page"
  echo "api: $(wc -l <"$page") declarations in $page; look at the difference before you commit it"
elif [ ! -e "$page" ]; then
  echo "api: no $page; write it with: make api ACCEPT=1" >&2
  exit 1
elif ! diff --unified=0 --label "$page" --label now "$page" "$folder/api.txt" >"$folder/difference"; then
  grep '^[-+]' "$folder/difference" >&2
  echo "api: the public API has changed; if that is intended, describe it in CHANGELOG.md and run: make api ACCEPT=1" >&2
  exit 1
else
  echo "api: $(wc -l <"$page") public declarations, as $page says"
fi
