#!/usr/bin/env bash
# Writes the symbol graphs of the public modules, from the debug build, for features.sh and api.sh.
#
#   scripts/symbols.sh FOLDER
set -uo pipefail
cd "$(dirname "$0")/.."
folder=${1:?"usage: scripts/symbols.sh FOLDER"}
# Modules that programs import, or that Hunch exports to them.
modules=(Activities Continuation Evaluation Handoff Hunch LogFormat Phrases SQLiteStorage Storage StoreRecovery Suggestions)

build=.build/debug
target=$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)",*/\1/p')
c_modules=()
while read -r map; do c_modules+=(-Xcc "-fmodule-map-file=$map" -I "$(dirname "$map")"); done \
  < <(find "$build"/*.build/module.modulemap Sources .build/checkouts/*/Sources -maxdepth 5 -name module.modulemap)
while read -r headers; do c_modules+=(-I "$headers"); done < <(find Sources .build/checkouts/*/Sources -type d -name include)
failures=0
for module in "${modules[@]}"; do
  swift symbolgraph-extract -module-name "$module" -I "$build/Modules" -output-dir "$folder" -target "$target" \
    -minimum-access-level public "${c_modules[@]}" ||
    { echo "symbols: $module has no symbols; run make test-build first" >&2; failures=1; }
done
exit $failures
