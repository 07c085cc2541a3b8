#!/usr/bin/env bash
# Compiles the entries of all fuzzers against the modules of the debug build, without linking;
# `make fuzz` builds and runs them.
set -euo pipefail
cd "$(dirname "$0")/.."
fuzzers=Tests/Campaigns/Fuzzing/Sources
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mapfile -t flags < <(scripts/module-flags.sh)
# The rules of Tests/Campaigns/Fuzzing/Package.swift.
flags+=(-swift-version 6 -strict-memory-safety -warnings-as-errors -package-name fuzzing -parse-as-library)
for feature in ExistentialAny InternalImportsByDefault MemberImportVisibility; do
  flags+=(-enable-upcoming-feature "$feature")
done
swiftc "${flags[@]}" -emit-module -module-name FuzzEntry -o "$folder/FuzzEntry.swiftmodule" "$fuzzers"/FuzzEntry/*.swift
count=0
for name in "$fuzzers"/*/; do
  name=$(basename "$name")
  [ "$name" != FuzzEntry ] || continue
  swiftc "${flags[@]}" -I "$folder" -typecheck -module-name "${name}Fuzzer" "$fuzzers/$name"/*.swift ||
    { echo "fuzzers: $name does not compile" >&2; exit 1; }
  count=$((count + 1))
done
echo "fuzzers: $count compiled"
