#!/usr/bin/env bash
# Prints the compiler's flags for importing the modules of the debug build, one per line.
set -euo pipefail
cd "$(dirname "$0")/.."
build=.build/debug
printf '%s\n' -I "$build/Modules" -target \
  "$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)",*/\1/p')"
find "$build"/*.build/module.modulemap Sources .build/checkouts/*/Sources -maxdepth 5 -name module.modulemap |
  while read -r map; do printf '%s\n' -Xcc "-fmodule-map-file=$map" -I "$(dirname "$map")"; done
find Sources .build/checkouts/*/Sources -type d -name include |
  while read -r headers; do printf '%s\n' -I "$headers"; done
