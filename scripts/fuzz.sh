#!/usr/bin/env bash
# Feeds arbitrary bytes to what reads a stranger's bytes: URLs, manifests, payloads.
# Fails on a crash, a broken promise or a hang.
# Usage: scripts/fuzz.sh [SECONDS of each, default 60] [TARGET…]
# New inputs are kept in .build/fuzzing/corpus, failing ones in .build/fuzzing/findings. SWIFT and JOBS are as in the Makefile.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
shift || true
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(Router Manifest Payload)
swift=${SWIFT:-swift}
swiftc=${swift}c
work=$(pwd)/.build/fuzzing
mkdir -p "$work"

# What is fuzzed is compiled anew, with coverage and address sanitizer; swift-crypto is taken as the package builds it.
"$swift" build -j "${JOBS:-2}" --target DonationCodec >/dev/null
built=$("$swift" build --show-bin-path)
flags=(-O -swift-version 6 -package-name hunch -sanitize=fuzzer,address -parse-as-library -use-ld=lld -I "$work" -I "$built/Modules"
  -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature MemberImportVisibility
  -Xcc -fmodule-map-file="$built/CSimdJSON.build/module.modulemap")
rm -f "$work/crypto.a"
for source in .build/checkouts/swift-crypto/Sources/*/; do
  [ ! -d "$source/include" ] || flags+=(-Xcc -I"$source/include")
  find "$built/$(basename "$source").build" -name '*.o' -exec ar qc "$work/crypto.a" {} + 2>/dev/null || true
done

compile() { # MODULE
  local sources
  mapfile -t sources < <(find "Sources/$1" -name '*.swift' | sort)
  "$swiftc" "${flags[@]}" -whole-module-optimization -module-name "$1" -emit-module -emit-module-path "$work/$1.swiftmodule" \
    -c "${sources[@]}" -o "$work/$1.o"
}

codec_objects=("$work"/{DonationCodec,Activities,CSimdJSON}.o "$work/crypto.a" -lsimdjson -lstdc++)
codec() { # the door to C, and the modules that what reads JSON stands on
  compile Activities
  compile DonationCodec
  clang++ -std=c++17 -O1 -g -fsanitize=fuzzer-no-link,address -ISources/CSimdJSON/include \
    -c Sources/CSimdJSON/hunch_json.cpp -o "$work/CSimdJSON.o"
}

link() { # TARGET EXERCISE OBJECT…
  local target=$1 exercise=$2
  shift 2
  "$swiftc" "${flags[@]}" -module-name "${target}Fuzzing" Fuzzing/FuzzEntry.swift "$exercise" "$@" -o "$work/$target"
}

build() { # TARGET
  case $1 in
    Router)
      compile Routes
      link Router Tests/RoutesTests/RouterExercise.swift "$work/Routes.o" ;;
    Manifest)
      codec
      compile Manifest
      link Manifest Tests/ManifestTests/ManifestExercise.swift "$work/Manifest.o" "${codec_objects[@]}" ;;
    Payload)
      codec
      link Payload Tests/DonationCodecTests/PayloadExercise.swift "${codec_objects[@]}" ;;
    *) echo "fuzz: there is no target $1; write Router, Manifest or Payload" >&2; exit 64 ;;
  esac
}

failures=0
for target in "${targets[@]}"; do
  build "$target"
  mkdir -p "$work/corpus/$target" "$work/findings"
  echo "fuzz: $target for $seconds s" >&2
  # Swift's own backtraces would hang a crashed fuzzer; leaks are the program's end, not a finding.
  if ! SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 "$work/$target" -max_total_time="$seconds" -timeout=10 \
    -rss_limit_mb=2048 -max_len=4096 -print_final_stats=1 -artifact_prefix="$work/findings/$target-" \
    "$work/corpus/$target" "Tests/Corpus/$target" 2>"$work/$target.log"; then
    failures=$((failures + 1))
    echo "fuzz: $target failed; the input lies in $work/findings, the end of $work/$target.log:" >&2
    tail -40 "$work/$target.log" >&2
  else
    grep -E "stat::number_of_executed_units|Done" "$work/$target.log" >&2 || true
  fi
done
exit $((failures > 0))
