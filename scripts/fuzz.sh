#!/usr/bin/env bash
# Feeds arbitrary bytes to all readers of untrusted bytes, and checks their promises
# (Benchmarks/results/fuzzing.md). Fails on a crash, a broken promise, a hang, or excessive memory.
# Usage: scripts/fuzz.sh [SECONDS of each, default 60] [TARGET…]
#        scripts/fuzz.sh build
#        scripts/fuzz.sh merge [TARGET…]   copies inputs that add coverage to .build/fuzzing/merged
# New inputs are kept in .build/fuzzing/corpus, failing ones in .build/fuzzing/findings. SWIFT and
# JOBS are as in the Makefile.
set -euo pipefail
cd "$(dirname "$0")/.."
all=(Router Manifest Payload Log History Identity Phrases CommandLine Persona Model State Store)
seconds=${1:-60}
shift || true
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=("${all[@]}")
work=$PWD/.build/fuzzing
rm -rf "$work/inputs"
mkdir -p "$work/corpus" "$work/findings"

# SwiftPM leaves `main` to libFuzzer (--sanitize=fuzzer). The address sanitizer is set by the
# compilers' own flags: SwiftPM passes two --sanitize in a varying order, so everything would be
# built again, and Swift would use only the last one, without coverage.
build=("${SWIFT:-swift}" build --package-path Tests/Campaigns/Fuzzing --scratch-path .build/fuzzing/build -c release -j "${JOBS:-2}" --sanitize=fuzzer
  -Xswiftc -sanitize=fuzzer,address -Xcc -fsanitize=address -Xswiftc -enable-testing)
echo "fuzz: building, which takes some minutes after a change; see $work/build.log" >&2
"${build[@]}" >"$work/build.log" 2>&1 || { cat "$work/build.log" >&2; exit 1; }
[ "$seconds" != build ] || exit 0
programs=$("${build[@]}" --show-bin-path)

# Memory in use at the end is not a finding; Swift's own backtraces would hang a crashed fuzzer.
export SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0

# Runs a target on its inputs, with limits of length and memory.
run() { # TARGET ARGUMENT…
  local target=$1 limits
  case $target in
    Model | State) limits=(-max_len=65536 -malloc_limit_mb=64) ;;  # allocation is bounded by the file's size: far less than this
    Log | History) limits=(-max_len=65536 -malloc_limit_mb=256) ;;
    Store) limits=(-max_len=262144) ;;
    *) limits=(-max_len=4096) ;;
  esac
  [ ! -e "Tests/Campaigns/Fuzzing/$target.dict" ] || limits+=("-dict=Tests/Campaigns/Fuzzing/$target.dict")
  mkdir -p "$work/corpus/$target"
  "$programs/${target}Fuzzer" "${limits[@]}" "${@:2}" >"$work/$target.log" 2>&1
}

# Prints the folder with a target's kept inputs: its files, and those in finds.txt, which has one
# input of a fuzzer per line, as name and base64.
inputs() { # TARGET
  local folder=$work/inputs/$1
  if [ ! -e "$folder" ]; then
    mkdir -p "$folder"
    find "Tests/Corpus/$1" -type f ! -name finds.txt -exec cp -t "$folder" {} +
    [ ! -e "Tests/Corpus/$1/finds.txt" ] ||
      while read -r name bytes; do base64 -d <<<"$bytes" >"$folder/$name"; done <"Tests/Corpus/$1/finds.txt"
  fi
  echo "$folder"
}

fuzz() { # TARGET
  run "$1" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="$work/findings/$1-" "$work/corpus/$1" "$(inputs "$1")"
}

merge() { # TARGET
  local kept=$work/merged/$1
  rm -rf "$kept"
  mkdir -p "$kept"
  run "$1" -merge=1 -max_len=2048 "$kept" "$(inputs "$1")" "$work/corpus/$1"
  # Inputs that libFuzzer named become lines of finds.txt.
  find "$kept" -type f -regextype posix-extended -regex '.*/[0-9a-f]{40}' | sort | while read -r file; do
    echo "$(basename "$file") $(base64 -w 0 "$file")"
  done >"$kept.finds.txt"
  echo "$1: $(find "$kept" -type f | wc -l) inputs, $(du -sb "$kept" | cut -f1) bytes in $kept; for Tests/Corpus/$1: $kept.finds.txt" >&2
}

row() { # TARGET, and whether it failed: one line of the table
  local log=$work/$1.log executions coverage corpus
  executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  coverage=$(sed -n 's/.* cov: \([0-9]*\).*/\1/p' "$log" | tail -1)
  corpus=$(sed -n 's/.* corp: \([0-9]*\).*/\1/p' "$log" | tail -1)
  printf '%-12s %12s %9s %7s  %s\n' "$1" "${executions:--}" "${coverage:--}" "${corpus:--}" "$2"
}

if [ "$seconds" = merge ]; then
  for target in "${targets[@]}"; do merge "$target"; done
  exit
fi

failures=0
printf '%-12s %12s %9s %7s  %s\n' target executions coverage corpus outcome
for ((first = 0; first < ${#targets[@]}; first += 2)); do  # two at a time: one a core
  declare -A running=()
  for target in "${targets[@]:first:2}"; do
    fuzz "$target" &
    running[$target]=$!
  done
  for target in "${targets[@]:first:2}"; do
    if wait "${running[$target]}"; then
      row "$target" "no failure"
    else
      failures=$((failures + 1))
      row "$target" "FAILED: input in $work/findings"
      tail -40 "$work/$target.log" >&2
    fi
  done
  unset running
done
exit $((failures > 0))
