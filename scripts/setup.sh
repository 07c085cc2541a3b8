#!/usr/bin/env bash
# Installs missing packages that the build needs, and further ones that are named; fast if none is
# missing.
set -euo pipefail

packages=(libexpat1-dev libical-dev libopenblas-dev libsimdjson-dev libsqlite3-dev libssl-dev libxml2 pkg-config valgrind binutils strace liblsan0 "$@")

missing=()
for package in "${packages[@]}"; do
  state=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$state" = installed ] || missing+=("$package")
done

if [ ${#missing[@]} -gt 0 ]; then
  if ! command -v apt-get >/dev/null; then
    echo "setup: no apt-get here; install the equivalents of: ${packages[*]}; then build without make, as README.md shows" >&2
    exit 1
  fi
  if [ "$(id -u)" = 0 ]; then as_root=(env)
  elif command -v sudo >/dev/null; then as_root=(sudo)
  else
    echo "setup: become root and run: apt-get install ${missing[*]}" >&2
    exit 1
  fi
  echo "setup: installing ${missing[*]}" >&2
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}" >/dev/null
fi

if ! command -v swift >/dev/null; then
  echo "setup: Swift 6.3 or newer is needed; see https://www.swift.org/install/linux/" >&2
  exit 1
fi
