#!/usr/bin/env bash
# Runs the tests under a sanitizer of the compiler: address (memory that is not ours, or not any more; and undefined behaviour of the C
# and C++ code behind our doors, which traps), or thread (data races).
#
#   scripts/sanitize.sh address|thread [arguments of swift test]
#
# Each has a build of its own in .build/sanitize. First the script checks that the sanitizer finds planted bugs, and does not report
# correct code: otherwise its silence would mean nothing. Benchmarks/results/soak.md has its findings.
set -euo pipefail
cd "$(dirname "$0")/.."
kind=${1:?"usage: scripts/sanitize.sh address|thread [arguments of swift test]"}
shift
scratch=.build/sanitize/$kind
mkdir -p "$scratch"

fail() {
  echo "sanitize: $1" >&2
  exit 1
}

# Prints the findings of the reports.
found() {
  grep -hE '^(==[0-9]+==)?(WARNING|ERROR|SUMMARY): .*Sanitizer' "$@" 2>/dev/null
}

# What is found is written to files: the programs that tests start have their own output read, or thrown away.
reports=$PWD/$scratch/report
rm -f "$reports".*
export HUNCH_SANITIZER=$kind # tests say by it what they leave out, and why
preloaded=()
flags=("--sanitize=$kind" --scratch-path "$scratch")
case $kind in
  address)
    # Leaks are looked for by scripts/leaks.sh: test programs end without freeing what is still in use.
    # A call of the C library that is found fault with (two places that overlap) is reported, and the run goes on.
    export ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=1:halt_on_error=0:log_path=$reports
    planted=overrun
    undefined=(-fsanitize=undefined -fsanitize-trap=undefined)
    clang "${undefined[@]}" -o "$scratch/undefined" -x c - <<<'int main(int count, char **names) { return 2147483647 + count > 0; }'
    if ("$scratch/undefined" || exit 1) 2>/dev/null; then fail "undefined behaviour does not trap"; fi
    for flag in "${undefined[@]}"; do flags+=(-Xcc "$flag"); done
    ;;
  thread)
    export TSAN_OPTIONS=second_deadlock_stack=1:log_path=$reports
    planted=race
    clang -O1 -shared -fPIC -o "$scratch/mutex.so" scripts/sanitize/mutex.c -ldl
    preloaded=(LD_PRELOAD="$PWD/$scratch/mutex.so")
    ;;
  *) fail "unknown sanitizer $kind; give address or thread" ;;
esac

swiftc "-sanitize=$kind" scripts/sanitize/planted.swift -o "$scratch/planted" 2>/dev/null
if env "${preloaded[@]}" "$scratch/planted" $planted >"$scratch/planted.txt" 2>&1; then fail "the planted bug was not found"; fi
found "$reports".* >/dev/null || fail "the planted bug has another outcome: see $scratch/planted.txt"
rm -f "$reports".*
env "${preloaded[@]}" "$scratch/planted" mutex >"$scratch/planted.txt" 2>&1 ||
  fail "correct code was reported: see $scratch/planted.txt"

swift build --disable-index-store --build-tests -j "${JOBS:-2}" "${flags[@]}" >"$scratch/build.txt" 2>&1 ||
  fail "the tests do not build: see $scratch/build.txt"
export HUNCH_PROGRAMS=$PWD/$scratch/debug # those that this build made: with the sanitizer, as the tests are
for program in hunch pizzeria StoreCrashChild HandoffPeer; do
  swift build --disable-index-store -j "${JOBS:-2}" "${flags[@]}" --product "$program" >>"$scratch/build.txt" 2>&1 || fail "$program does not build: see $scratch/build.txt"
done
# The fault tests are not among these: their programs run behind libraries that stand before the C library's calls, as a sanitizer
# does, and in too little memory for one.
# One test after the other: limits of time are those of a test that has the machine for itself. Each test's own tasks
# run side by side all the same.
status=0
env "${preloaded[@]}" swift test --disable-xctest --enable-swift-testing --skip-build --no-parallel "${flags[@]}" "$@" \
  >"$scratch/tests.txt" 2>&1 || status=$?
tail -3 "$scratch/tests.txt"
found "$reports".* >&2 && fail "see $reports.*"
[ $status = 0 ] || fail "tests failed: see $scratch/tests.txt"
echo "sanitize: $kind: nothing found"
