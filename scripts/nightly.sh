#!/usr/bin/env bash
# Runs one part of the long tests; `make check` runs only samples of them. Each takes at most an
# hour on two cores. Without a part, lists them.
#
#   scripts/nightly.sh [PART]
#
# Campaigns take their seed from HUNCH_SEED, or from the day, and print it. The same seed repeats
# the same trials.
set -euo pipefail
cd "$(dirname "$0")/.."
export HUNCH_SEED=${HUNCH_SEED:-$(($(date +%s) / 86400))}
export JOBS=${JOBS:-2}

parts() {
  cat <<'PARTS'
faults           20,000 faults in what users do, and processes killed side by side (Benchmarks/results/faults.md)
damage           stores damaged in 100 ways of each kind, and repaired
kills            500 times kill -9 while a store is written and while its key is changed
resident         10,000 commands in 20 shells while hunchd is killed every second and the disk is full for a while
forgetting       1,000 random logs: after forgetting, answers are as if it never happened
reasons          1,000 answers recounted, fact by fact; 500 counterfactuals tried
corpus           50,000 variations of inputs found by fuzzing, and all hostile shapes of histories, on all readers of untrusted bytes
large            200,000 donations: answers, and a bound on the memory of import, suggest and evaluate
soak             people who donate, ask, answer and forget for 50 minutes (Benchmarks/results/soak.md)
fuzz             arbitrary bytes, 4 minutes for each reader of untrusted bytes (Benchmarks/results/fuzzing.md)
address          the tests under the address sanitizer
thread           the tests of the libraries under the thread sanitizer
thread-programs  the tests that start programs, under the thread sanitizer
batch            1,000,000 donations of 5,000 people through each engine, and a day of 1,000 and 10,000 people
scenarios        200 variants of each scenario: the shares in Documentation/Scenarios.md
optimised        every test on optimised code without assertions
tutorial         the package of the Continuation tutorial, from an empty folder to a continued action
PARTS
}

# The suites that mostly start programs: they take nearly half of the thread sanitizer's time.
of_programs='^(CommandLineTests|PizzeriaTests)\.'

# Builds the tests, and runs those whose names match.
tests() {
  make programs test-build
  HUNCH_TESTS=landing scripts/tests.sh "nightly-$part" --skip-build --filter "$1"
}

part=${1:-}
if [ -z "$part" ]; then
  echo "make nightly PART=…"
  parts | sed 's/^/  /'
  exit 0
fi
parts | grep -q "^$part " || { echo "nightly: no part $part; the parts are:" >&2; parts >&2; exit 64; }
echo "nightly: $part, seed $HUNCH_SEED; repeat it with: HUNCH_SEED=$HUNCH_SEED make nightly PART=$part" >&2

# The suites of each part; no other file lists them.
case $part in
  faults)
    HUNCH_FAULT_TRIALS=${HUNCH_FAULT_TRIALS:-20000} make faults ;;
  damage)
    HUNCH_DAMAGE_TRIALS=${HUNCH_DAMAGE_TRIALS:-100} tests 'StoreDamage|StoreRecovery' ;;
  kills)
    HUNCH_KILLS=${HUNCH_KILLS:-500} tests 'StoreCrash|EncryptionCrash|BesideWriters|TrainResume' ;;
  resident)
    make programs
    scripts/setup.sh zsh
    scripts/resident-kills.py .build/release ;;
  forgetting)
    HUNCH_FORGETTING_LOGS=${HUNCH_FORGETTING_LOGS:-1000} tests 'ForgettingProperty|StoreErasure' ;;
  reasons)
    HUNCH_RECOUNTED_ANSWERS=${HUNCH_RECOUNTED_ANSWERS:-1008} HUNCH_COUNTERFACTUALS=${HUNCH_COUNTERFACTUALS:-500} \
      tests 'FactRecount|Counterfactual' ;;
  corpus)
    HUNCH_SHAPE_SHARE=${HUNCH_SHAPE_SHARE:-1} HUNCH_RECURRENCES=${HUNCH_RECURRENCES:-1500} \
      HUNCH_VARIATIONS=${HUNCH_VARIATIONS:-1000} tests 'Corpus|ReadingGrowth|Recurrence' ;;
  large)
    HUNCH_LARGE_LOG=${HUNCH_LARGE_LOG:-200000} tests 'LargeLog' ;;
  soak)
    SOAK_SECONDS=${SOAK_SECONDS:-3000} make soak ;;
  fuzz)
    FUZZ_SECONDS=${FUZZ_SECONDS:-240} make fuzz ;;
  address)
    scripts/sanitize.sh address ;;
  thread)
    scripts/sanitize.sh thread --skip "$of_programs" ;;
  thread-programs)
    scripts/sanitize.sh thread --filter "$of_programs" ;;
  batch)
    make programs
    scripts/batch-test.sh -m large
    scripts/batch-test.sh measure.py
    scripts/batch-test.sh measure_day.py --people 1000 10000 ;;
  scenarios)
    make scenarios ;;
  tutorial)
    make build
    scripts/tutorial.sh ;;
  optimised)
    make programs
    swift build -c release -j "$JOBS" --scratch-path .build/optimised --build-tests -Xswiftc -enable-testing
    scripts/tests.sh nightly-optimised -c release --scratch-path .build/optimised --skip-build ;;
esac
