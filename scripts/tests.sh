#!/usr/bin/env bash
# Runs built tests, and prints the 20 slowest and, last, the failures. The log has the whole output.
# Without --filter, the campaigns that have targets of their own are skipped.
#
#   scripts/tests.sh NAME [arguments of swift test]
#
# The results are in .build/NAME.xml, the log in .build/NAME.log.
set -uo pipefail
cd "$(dirname "$0")/.."
name=${1:?"usage: scripts/tests.sh NAME [arguments of swift test]"}
shift
results=$PWD/.build/$name.xml
log=$PWD/.build/$name.log
swift=${SWIFT:-swift}
mkdir -p .build
rm -f "$results" "${results%.xml}-swift-testing.xml"
case " $* " in *' --filter '*) ;; *) set -- "$@" --skip '^(FaultTests|SoakTests)\.' ;; esac

code=0
"$swift" test --disable-xctest --enable-swift-testing --xunit-output "$results" "$@" >"$log" 2>&1 || code=$?
# Swift Testing writes next to the given file.
[ ! -e "${results%.xml}-swift-testing.xml" ] || mv "${results%.xml}-swift-testing.xml" "$results"

grep -E '^(forgetting|faults|campaign|damage|kills): ' "$log" || true
grep -E '^[✔✘] Test run with' "$log" || { echo "tests: $name: no test run completed; see $log" >&2; code=1; }
if [ -s "$results" ]; then
  echo "the slowest tests of $name, in seconds from their start to their end:"
  tr '\n' ' ' <"$results" | sed 's/<testcase/\n<testcase/g' |
    sed -n 's/.*classname="\([^"]*\)" name="\([^"]*\)" time="\([^"]*\)".*/\3 \1 \2/p' | sort -rn | head -20 |
    awk '{ time = $1; $1 = ""; printf "%8.1f %s\n", time, $0 }' | sed 's/&quot;/"/g; s/&apos;/'"'"'/g; s/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g'
fi
# Last, where readers see them first: the issues of each test; a crash is at the end of the log.
if [ $code != 0 ]; then
  grep -E '^✘|error:' "$log" | grep -v '^✘ Suite ' | head -60 >&2
  tail -5 "$log" >&2
  echo "tests: $name failed; see the whole output in $log" >&2
fi
exit $code
