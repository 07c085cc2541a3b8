#!/usr/bin/env bash
# Writes the symbol graphs of the public modules, from the debug build, for features.sh and api.sh.
#
#   scripts/symbols.sh FOLDER
set -uo pipefail
cd "$(dirname "$0")/.."
folder=${1:?"usage: scripts/symbols.sh FOLDER"}
# Modules that programs import, or that Hunch exports to them.
modules=(Activities Continuation Evaluation Handoff Hunch LogFormat Phrases SQLiteStorage Storage StoreRecovery Suggestions)

mapfile -t flags < <(scripts/module-flags.sh)
failures=0
for module in "${modules[@]}"; do
  swift symbolgraph-extract -module-name "$module" -output-dir "$folder" -minimum-access-level public "${flags[@]}" ||
    { echo "symbols: $module has no symbols; run make test-build first" >&2; failures=1; }
done
exit $failures
