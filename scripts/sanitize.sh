#!/usr/bin/env bash
# Runs the tests under a sanitizer of the compiler: address (invalid memory accesses; undefined
# behaviour of our C and C++ code also traps), or thread (data races).
#
#   scripts/sanitize.sh address|thread [arguments of swift test]
#
# Each has its own build in .build/sanitize. First the script checks that the sanitizer finds
# planted bugs, and does not report correct code: otherwise its silence would mean nothing.
# Benchmarks/results/soak.md has its findings.
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

# Findings go to files, because tests read or discard the output of the programs that they start.
reports=$PWD/$scratch/report
rm -f "$reports".*
export HUNCH_SANITIZER=$kind # tests use it to skip cases, and say why
preloaded=()
flags=("--sanitize=$kind" --scratch-path "$scratch")
case $kind in
  address)
    # scripts/leaks.sh looks for leaks: test programs end without freeing memory in use.
    # The run continues after a report about a call of the C library, such as overlapping areas.
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
# The fault tests are skipped: like a sanitizer, they preload libraries that replace calls of the C
# library, and they run programs in too little memory for one. So is the soak, which measures time
# and memory. Tests run one after the other, because time limits assume a test with the machine to
# itself. The tasks of each test still run in parallel.
status=0
env "${preloaded[@]}" swift test --disable-xctest --enable-swift-testing --skip-build --no-parallel "${flags[@]}" \
  --skip '^(FaultTests|SoakTests)\.' "$@" \
  >"$scratch/tests.txt" 2>&1 || status=$?
tail -3 "$scratch/tests.txt"
found "$reports".* >&2 && fail "see $reports.*"
[ $status = 0 ] || fail "tests failed: see $scratch/tests.txt"
echo "sanitize: $kind: nothing found"
