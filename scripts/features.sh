#!/usr/bin/env bash
# Checks that Documentation/Features.md, Scenarios.md and Promises.md tell the truth: all of their rows are there, each symbol
# and command exists, and each test ran and passed; and that the names of ours in Documentation/Names.md exist.
# Usage: features.sh TEST-RESULTS.xml (written by `make test`)
set -uo pipefail
cd "$(dirname "$0")/.."
page=Documentation/Features.md
results=$1
rows=129
failures=0

fail() {
  echo "features: $1" >&2
  failures=$((failures + 1))
}

[ -s "$results" ] || { echo "features: no test results at $results; run make test first" >&2; exit 1; }

# The public symbols of the modules, as Type.member(_:), from the compiler's own symbol graphs.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
build=$(swift build --show-bin-path)
target=$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)",*/\1/p')
c_modules=()
while read -r map; do c_modules+=(-Xcc "-fmodule-map-file=$map" -I "$(dirname "$map")"); done \
  < <(find "$build"/*.build/module.modulemap Sources .build/checkouts/*/Sources -maxdepth 4 -name module.modulemap)
while read -r headers; do c_modules+=(-I "$headers"); done < <(find Sources .build/checkouts/*/Sources -type d -name include)
for module in Activities Continuation DonationCodec DonationStore Handoff Hints Hunch Lint Manifest Phrases Routes Suggestions TimeTravel; do
  swift symbolgraph-extract -module-name "$module" -I "$build/Modules" -output-dir "$scratch" -target "$target" \
    -minimum-access-level public "${c_modules[@]}" || fail "no symbols of $module; run make test first"
done
cat "$scratch"/*.symbols.json | grep -o '"pathComponents":\[[^]]*\]' |
  sed 's/"pathComponents":\[//; s/\]//; s/","/./g; s/"//g' | sort -u >"$scratch/symbols"

# Suite/function of each test that passed; swift-testing writes a failure as a child of its test case.
tr -d '\n' <"$results" | sed 's/<testcase/\n<testcase/g' | grep -v '<failure\|<skipped' |
  sed -n 's/.*classname="\([^"]*\)" name="\([^("]*\)(.*/\1 \2/p' | sed 's/^[^.]*\.//; s/ /\//' | sort -u >"$scratch/tests"

words() { grep -o '`[^`]*`' <<<"$1" | tr -d '`'; }

# Checks a row of a table: | name | what | symbols or commands | tests |.
check_row() {
  local name=$1 symbols tests symbol test
  IFS='|' read -r _ _ _ symbols tests _ <<<"$2"
  [ -n "$(words "$symbols")" ] || fail "row $name names no symbol"
  [ -n "$(words "$tests")" ] || fail "row $name names no test"
  while read -r symbol; do
    case $symbol in
      '') ;;
      'make '*) grep -qE "^${symbol#make }:" Makefile || fail "row $name: nothing to $symbol" ;;
      'hunch '*) grep -rqs "commandName: \"${symbol#hunch }\"" Sources/hunch-cli || fail "row $name: no command $symbol" ;;
      *) grep -qxF -- "$symbol" "$scratch/symbols" || fail "row $name: no public symbol $symbol" ;;
    esac
  done <<<"$(words "$symbols")"
  while read -r test; do
    [ -z "$test" ] || grep -qxF -- "$test" "$scratch/tests" || fail "row $name: $test did not run and pass"
  done <<<"$(words "$tests")"
}

for number in $(seq $rows); do
  row=$(grep -E "^\| $number \|" "$page") || { fail "row $number is missing"; continue; }
  check_row "$number" "$row"
done

# Checks the rows of a page: PAGE NAME….
check_page() {
  local page=$1 name row
  shift
  for name in "$@"; do
    row=$(grep -E "^\| $name \|" "$page") || { fail "$page: row $name is missing"; continue; }
    check_row "$name" "$row"
  done
}

scenarios=(P{1..25} Q{1..16})
check_page Documentation/Scenarios.md "${scenarios[@]}"
promises=(K{1..10} F{1..6} H{1..14} S{1..14} D{1..3})
check_page Documentation/Promises.md "${promises[@]}"

while IFS='|' read -r _ theirs ours _; do
  while read -r symbol; do
    [ -z "$symbol" ] || grep -qxF -- "$symbol" "$scratch/symbols" || fail "Names.md, $theirs: no public symbol $symbol"
  done <<<"$(words "$ours")"
done < <(grep '^|' Documentation/Names.md)

[ $failures = 0 ] && echo "features: $rows rows, ${#scenarios[@]} scenarios and complaints, ${#promises[@]} promises: all symbols there, all tests passed"
exit $((failures > 0))
