#!/usr/bin/env bash
# Checks Documentation/Features.md, Scenarios.md and Promises.md: all rows are present, each symbol
# and command exists, and each test ran and passed. Also checks that our names in
# Documentation/Names.md exist. A test is named as Suite/function. If tests of a suite differ only
# in their parameters, the name needs the labels, as Suite/function(label:). A name that still fits
# several tests is rejected.
# Usage: features.sh TEST-RESULTS.xml… (written by `make test faults soak-short`)
set -uo pipefail
cd "$(dirname "$0")/.."
page=Documentation/Features.md
results=("$@")
rows=171
failures=0

fail() {
  echo "features: $1" >&2
  failures=$((failures + 1))
}

for file in "${results[@]}"; do
  [ -s "$file" ] || { echo "features: no test results at $file; run make test first" >&2; exit 1; }
done

# The public symbols of the modules, as Type.member(_:), from the compiler's own symbol graphs.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
scripts/symbols.sh "$scratch" || fail "some modules have no symbols"
cat "$scratch"/*.symbols.json | grep -o '"pathComponents":\[[^]]*\]' |
  sed 's/"pathComponents":\[//; s/\]//; s/","/./g; s/"//g' | sort -u >"$scratch/symbols"

# One line per test, with its labels and without: "passed", "failed" or "several", a tab, and
# Suite/function. Swift Testing writes a failure as a child of its test case; overloads of a
# function have one name.
for index in "${!results[@]}"; do
  tr -d '\n' <"${results[$index]}" | sed 's/<testcase/\n<testcase/g' | sed -n 's/^<testcase/passed&/; /<failure\|<skipped/s/^passed/failed/
    s/^\([a-z]*\)<testcase classname="\([^"]*\)" name="\([^"]*\)".*/\1\t\2\t\3/p' >"$scratch/$index.cases"
done
awk -F '\t' '
  function note(name, state) {
    if (++seen[FILENAME, name] > most[name]) most[name] = seen[FILENAME, name]
    if (state == "failed") failed[name]
  }
  { suite = $2; sub(/^[^.]*\./, "", suite); note(suite "/" $3, $1); sub(/\(.*/, "", $3); note(suite "/" $3, $1) }
  END { for (name in most) print (name in failed ? "failed" : most[name] > 1 ? "several" : "passed") "\t" name }
' "$scratch"/*.cases >"$scratch/tests"

words() { grep -o '`[^`]*`' <<<"$1" | tr -d '`'; }

# Checks a row of a table: | name | what | symbols or commands | tests |.
check_row() {
  local name=$1 symbols tests symbol test
  IFS='|' read -r _ _ _ symbols tests _ <<<"$2"
  [ -n "$(words "$symbols")" ] || fail "row $name names no symbol"
  [ -n "$(words "$tests")" ] || [[ $tests == *"no test"* ]] || fail "row $name names no test, and does not say \"no test: why\""
  while read -r symbol; do
    case $symbol in
      '') ;;
      'make '*) grep -qE "^${symbol#make }:" Makefile || fail "row $name: no target for $symbol" ;;
      'hunch '*) grep -rqs "commandName: \"${symbol#hunch }\"" Sources/Programs/CommandLine || fail "row $name: no command $symbol" ;;
      *) grep -qxF -- "$symbol" "$scratch/symbols" || fail "row $name: no public symbol $symbol" ;;
    esac
  done <<<"$(words "$symbols")"
  while read -r test; do
    [ -n "$test" ] || continue
    grep -qxF -- $'passed\t'"$test" "$scratch/tests" && continue
    if grep -qxF -- $'several\t'"$test" "$scratch/tests"; then
      fail "row $name: several tests are named $test; add the labels"
    else
      fail "row $name: $test did not run and pass"
    fi
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
promises=(K{1..10} F{1..6} H{1..14} S{1..14} D{1..3} E{1..4})
check_page Documentation/Promises.md "${promises[@]}"

while IFS='|' read -r _ theirs ours _; do
  while read -r symbol; do
    [ -z "$symbol" ] || grep -qxF -- "$symbol" "$scratch/symbols" || fail "Names.md, $theirs: no public symbol $symbol"
  done <<<"$(words "$ours")"
done < <(grep '^|' Documentation/Names.md)

[ $failures = 0 ] && echo "features: $rows rows, ${#scenarios[@]} scenarios and complaints, ${#promises[@]} promises: all symbols exist, all tests passed"
exit $((failures > 0))
