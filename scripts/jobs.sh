#!/usr/bin/env bash
# Prints the number of jobs for a build, `debug` or `release`: for the first build JOBS (default:
# 2), for later ones the number of the first.
#
# SwiftPM writes it into every compiler command (-jN), so a build with another number compiles every
# module again.
set -euo pipefail
cd "$(dirname "$0")/.."
kind=${1:?"usage: scripts/jobs.sh debug|release"}
file=.build/$kind-jobs
if [ ! -s "$file" ]; then
  mkdir -p .build
  # If the tree was built before this script existed, its build plan has the number.
  known=$(grep -ohm1 '"-j[0-9]*"' ".build/$kind.yaml" 2>/dev/null | head -n 1 | tr -dc 0-9 || true)
  echo "${known:-${JOBS:-2}}" >"$file"
fi
jobs=$(cat "$file")
[ "${JOBS:-$jobs}" = "$jobs" ] ||
  echo "build: -j $jobs, as before, because another number compiles everything again (to change it, make clean first)" >&2
echo "$jobs"
