#!/usr/bin/env bash
# Prints the number of jobs for a build, `debug` or `release`: JOBS (2) for the first one, and what that had for all that follow.
#
# SwiftPM writes it into every compiler command (-jN), so a build with another number compiles every module again.
set -euo pipefail
cd "$(dirname "$0")/.."
kind=${1:?"usage: scripts/jobs.sh debug|release"}
file=.build/$kind-jobs
if [ ! -s "$file" ]; then
  mkdir -p .build
  # A tree that was built before this file was kept says it in its plan.
  known=$(grep -ohm1 '"-j[0-9]*"' ".build/$kind.yaml" 2>/dev/null | head -n 1 | tr -dc 0-9 || true)
  echo "${known:-${JOBS:-2}}" >"$file"
fi
jobs=$(cat "$file")
[ "${JOBS:-$jobs}" = "$jobs" ] ||
  echo "build: -j $jobs, as before: with another number everything is compiled again (for that, make clean first)" >&2
echo "$jobs"
