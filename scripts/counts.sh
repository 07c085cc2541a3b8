#!/usr/bin/env bash
# Counts instructions, allocations and bytes of the core's work under callgrind, and compares them
# with the limits in Benchmarks/thresholds.txt: counts do not depend on the machine's load. With
# --accept, the present counts become the limits.
set -euo pipefail
cd "$(dirname "$0")/.."
thresholds=Benchmarks/thresholds.txt
# Pairs of activities and donations, one process per line. The last one gives only the ratio.
people=("20 5000 200 5000 2000 5000" "200 50000" "1800 18000 18000 18000")

if ! command -v valgrind >/dev/null; then
  echo "counts: valgrind is missing; run scripts/setup.sh" >&2
  exit 1
fi
program=${HUNCH_PROGRAMS:-.build/release}/WorkCounts
[ -x "$program" ] || { echo "counts: no $program; run make programs" >&2; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Valgrind cannot read the compiler's debug information, and needs only the names of functions.
strip --strip-debug -o "$folder/program" "$program"

# Valgrind does not support AVX-512; equal seeds and hashes make equal counts.
export HUNCH_SIMD=avx2 OPENBLAS_CORETYPE=Haswell SWIFT_DETERMINISTIC_HASHING=1
jobs=()
for index in "${!people[@]}"; do
  # shellcheck disable=SC2086 # each number is an argument
  valgrind --tool=callgrind --instr-atstart=no --compress-strings=no --callgrind-out-file="$folder/$index" \
    "$folder/program" ${people[$index]} >"$folder/$index.calls" 2>"$folder/$index.errors" &
  jobs+=($!)
done
for index in "${!jobs[@]}"; do
  if ! wait "${jobs[$index]}" || ! [ -s "$folder/$index.calls" ]; then
    echo "counts: the program failed under valgrind:" >&2
    tail -n 25 "$folder/$index.errors" "$folder/$index.calls" >&2
    exit 1
  fi
done

# One line per count: its name, a tab, the number per call.
for index in "${!jobs[@]}"; do
  while read -r part calls name; do
    if [ "$part" = - ]; then printf '%s\t%s\n' "${name%: *}" "${name##*: }" && continue; fi
    # Parts are numbered as they were written. A part's allocations are the calls of the C library's
    # functions.
    awk -v calls="$calls" -v name="$name" '
      /^cfn=/ { counts = $0 ~ /^cfn=(malloc|calloc|realloc|memalign|aligned_alloc|posix_memalign)(\047[0-9]+)?$/ }
      /^calls=/ && counts { split($1, found, "="); allocations += found[2] }
      /^totals:/ { instructions = $2 }
      END {
        printf "instructions, %s\t%.0f\n", name, instructions / calls
        printf "allocations, %s\t%.2f\n", name, allocations / calls
      }' "$folder/$index.$part"
  done <"$folder/$index.calls"
done >"$folder/counts"

# The growth of instructions with size, the e in instructions ~ size^e, and ratios between counts.
awk -F '\t' '
  /^instructions, / {
    split($1, parts, ", ")
    counts[parts[2], parts[3], parts[4]] = $2
    if (parts[2] != "score") kinds[parts[2]]
  }
  # The ratio for a person with a usual number of activities.
  function ratio(name, other, own, theirs) {
    own = counts[name, "200 activities", "5000 donations"]
    theirs = other == "score" ? counts[other, "200 candidates", ""] : counts[other, "200 activities", "5000 donations"]
    if (own > 0 && theirs > 0) printf "ratio, %s to %s\t%.4f\n", name, other, own / theirs
  }
  function exponent(name, small, large) {
    if (small > 0 && large > 0) printf "exponent, %s\t%.3f\n", name, log(large / small) / log(10)
  }
  # The ratio for ten times as many activities, most of which are not described.
  function many(name, fewer, more) {
    fewer = counts[name, "1800 activities", "18000 donations"]
    more = counts[name, "18000 activities", "18000 donations"]
    if (fewer > 0 && more > 0) printf "ratio, %s of 18000 to 1800 activities\t%.4f\n", name, more / fewer
  }
  END {
    many("learn")
    many("features")
    for (kind in kinds) {
      usual = counts[kind, "200 activities", "5000 donations"]
      exponent(kind " by activities", usual, counts[kind, "2000 activities", "5000 donations"])
      exponent(kind " by donations", usual, counts[kind, "200 activities", "50000 donations"])
    }
    ratio("query", "score")
    ratio("query within an hour", "query")
    ratio("evidence", "query")
    ratio("learn", "query")
  }' "$folder/counts" | LC_ALL=C sort >"$folder/growth"
grep -v ", 18000 donations" "$folder/counts" >"$folder/kept"
cat "$folder/kept" "$folder/growth" >"$folder/counts"

if [ "${1:-}" = --accept ]; then
  {
    echo "# The limits of scripts/counts.sh, written by scripts/counts.sh --accept, which adds 3 % to"
    echo "# instructions and their ratios, 5 % to bytes, and 0.02 to exponents of growth. It adds 0.1 to"
    echo "# allocations: whether an array grows during the counted calls depends on what the heap held"
    echo "# before. Each line has a name, a tab, and the limit per call."
    awk -F '\t' 'BEGIN { OFS = FS }
      /^instructions, / { $2 = sprintf("%.0f", $2 * 1.03) }
      /^allocations, / { $2 = sprintf("%.2f", $2 + 0.1) }
      /^bytes / { $2 = sprintf("%.0f", $2 * 1.05) }
      /^exponent, / { $2 = sprintf("%.3f", $2 + 0.02) }
      /^ratio, / { $2 = sprintf("%.4f", $2 * 1.03) }
      { print }' "$folder/counts"
  } >"$thresholds"
  echo "counts: $(grep -vc '^#' "$thresholds") limits written; look at the difference before you commit it" >&2
  exit 0
fi

awk -F '\t' -v file="$thresholds" '
  BEGIN {
    while ((getline line < file) > 0) {
      if (line ~ /^#/) continue
      split(line, parts, "\t")
      allowed[parts[1]] = parts[2]
    }
  }
  !($1 in allowed) { printf "counts: %s: %s found, no limit\n", $1, $2; bad++; next }
  { seen[$1] }
  $2 + 0 > allowed[$1] + 0 { printf "counts: %s: %s found, limit %s\n", $1, $2, allowed[$1]; bad++ }
  END {
    for (name in allowed) if (!(name in seen)) { printf "counts: %s: no longer counted\n", name; bad++ }
    if (bad) {
      print "counts: more work than the limits allow. If it is needed, run scripts/counts.sh --accept, and say why in the commit"
      exit 1
    }
    printf "counts: all %d are within the limits in %s\n", NR, file
  }' "$folder/counts" >&2
