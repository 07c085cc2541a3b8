#!/usr/bin/env bash
# Builds the documentation of the library Hunch into .build/documentation. Each warning is an error.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p .build
# With the settings of `make test-build`, so that neither compiles the other's modules again.
HUNCH_TESTS=landing swift package --disable-index-store -j "$(scripts/jobs.sh debug)" --disable-sandbox \
  --allow-writing-to-directory .build/documentation generate-documentation --target Hunch \
  --output-path .build/documentation --transform-for-static-hosting --warnings-as-errors >.build/docs.log 2>&1 || {
  grep -E 'warning:|error:' -A3 .build/docs.log | head -80 >&2
  echo "docs: see .build/docs.log" >&2
  exit 1
}
# The plug-in does not report warnings in other modules' comments, hence the option above.
if grep -q 'warning:' .build/docs.log; then
  grep 'warning:' -A3 .build/docs.log | head -80 >&2
  exit 1
fi
echo "docs: .build/documentation/index.html"
