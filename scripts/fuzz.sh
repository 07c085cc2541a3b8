#!/usr/bin/env bash
# Feeds arbitrary bytes to everything that reads a stranger's bytes, and checks its promises (Benchmarks/results/fuzzing.md).
# Fails on a crash, a broken promise, a hang, or memory out of proportion.
# Usage: scripts/fuzz.sh [SECONDS of each, default 60] [TARGET…]
#        scripts/fuzz.sh merge [TARGET…]   puts into .build/fuzzing/merged what reaches more than the other inputs do
# New inputs are kept in .build/fuzzing/corpus, failing ones in .build/fuzzing/findings. SWIFT and JOBS are as in the Makefile.
set -euo pipefail
cd "$(dirname "$0")/.."
all=(Router Manifest Payload Log Identity Phrases CommandLine Persona Model State Store)
seconds=${1:-60}
shift || true
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=("${all[@]}")
swift=${SWIFT:-swift}
swiftc=${swift}c
work=$(pwd)/.build/fuzzing
mkdir -p "$work/corpus" "$work/findings"

# What is fuzzed is compiled anew, with coverage and address sanitizer; what others wrote is taken as the package builds it.
"$swift" build -c release -j "${JOBS:-2}" --product hunch >/dev/null
built=$("$swift" build -c release --show-bin-path)
checkouts=.build/checkouts
flags=(-O -swift-version 6 -package-name hunch -sanitize=fuzzer,address -parse-as-library -use-ld=lld -enable-testing
  -I "$work" -I "$built/Modules" -ISources/COpenBLAS
  -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature MemberImportVisibility
  -enable-upcoming-feature ExistentialAny
  -Xcc -fmodule-map-file=Sources/COpenBLAS/module.modulemap
  -Xcc -fmodule-map-file="$checkouts/GRDB.swift/Sources/GRDBSQLite/module.modulemap")
for map in "$built"/C*.build/module.modulemap; do flags+=(-Xcc "-fmodule-map-file=$map"); done
for option in $(pkg-config --cflags openblas); do flags+=(-Xcc "$option"); done

# The objects of a package's modules, as a library.
archive() { # NAME MODULE…
  local name=$1 objects=() module
  shift
  for module in "$@"; do
    [ ! -d "$built/$module.build" ] || mapfile -t -O ${#objects[@]} objects < <(find "$built/$module.build" -name '*.o')
  done
  rm -f "$work/$name.a"
  ar qc "$work/$name.a" "${objects[@]}"
}
archive grdb GRDB
archive arguments ArgumentParser ArgumentParserToolInfo

# The folder of a module of ours; nothing for others.
folder() { # MODULE
  local place
  case $1 in
    hunch_cli) echo Sources/hunch-cli ;;
    COpenBLAS) ;;  # a library of the system
    TestSupport) echo Tests/TestSupport ;;
    *) for place in "Sources/$1" "$1" "Tools/$1"; do [ ! -d "$place" ] || { echo "$place"; return; }; done ;;
  esac
}

sources() { # MODULE
  case $1 in
    hunch_cli)  # what reads options; the rest of the program would bring everything with it
      echo Sources/hunch-cli/Options/{Arguments,ContextOptions,CriteriaOptions,SurfaceOptions}.swift \
        Sources/hunch-cli/Input/{DonationLine,ShownAnswer,WholeFile}.swift Fuzzing/Failure.swift ;;
    *) find "$(folder "$1")" -name '*.swift' ;;
  esac
}

# What a module imports of ours, by its sources.
declare -A imports=()
find_imports() { # MODULE
  local import found=""
  [ -z "${imports[$1]+known}" ] || return 0
  while read -r import; do
    [ -z "$(folder "$import")" ] || found+="$import "
  done < <(sources "$1" | tr ' ' '\n' | xargs -r grep -hoE '^ *((public|package|internal|private|@testable) +)*import +[A-Za-z_]+' | awk '{ print $NF }' | sort -u)
  imports[$1]=$found
  for import in $found; do find_imports "$import"; done
}

is_older() { # OBJECT SOURCE…: whether there is anything newer than the object
  local object=$1
  shift
  [ ! -e "$object" ] || [ -n "$(find "$@" -newer "$object" 2>/dev/null | head -1)" ]
}

compile_c() { # MODULE: of C or C++
  local object=$work/$1.o source folder
  folder=$(folder "$1")
  is_older "$object" "$folder" || return 0
  rm -f "$work/$1"-*.o
  for source in "$folder"/*.c "$folder"/*.cpp; do
    case $source in
      *\**) ;;
      *.cpp) clang++ -std=c++17 -O1 -g -fsanitize=fuzzer-no-link,address -I"$folder/include" -c "$source" -o "$work/$1-$(basename "$source").o" ;;
      *) clang -O2 -g -Wno-psabi -fsanitize=fuzzer-no-link,address -I"$folder/include" -c "$source" -o "$work/$1-$(basename "$source").o" ;;
    esac
  done
  clang -r -o "$object" "$work/$1"-*.o
}

compile() { # MODULE
  local object=$work/$1.o files import before=()
  case $1 in
    C[A-Z]*) compile_c "$1"; return ;;  # those of C and C++; no other module's name begins so
  esac
  for import in ${imports[$1]}; do
    compile "$import"
    before+=("$work/$import.o")
  done
  mapfile -t files < <(sources "$1" | tr ' ' '\n' | sort)
  is_older "$object" "${files[@]}" "${before[@]}" || return 0
  echo "fuzz: compiling $1" >&2
  "$swiftc" "${flags[@]}" -whole-module-optimization -module-name "$1" -emit-module -emit-module-path "$work/$1.swiftmodule" \
    -c "${files[@]}" -o "$object"
  touch "$object"  # the compiler leaves the file as it was if it would be the same
}

objects() { # MODULE…: they and all that they import, once each
  local queue=("$@") module found=" "
  while [ ${#queue[@]} -gt 0 ]; do
    module=${queue[0]}
    queue=("${queue[@]:1}")
    [[ $found == *" $module "* ]] || { found+="$module "; queue+=(${imports[$module]:-}); }
  done
  for module in $found; do echo "$work/$module.o"; done
}

# The exercise of a target, wherever it lies, and what else of its tests it needs.
exercise() { # NAME…
  local name
  for name in "$@"; do find Tests -name "$name.swift" | grep . || { echo "fuzz: there is no $name.swift" >&2; return 1; }; done
}

build() { # TARGET: what it is made of
  local modules extra=() libraries=(-lsimdjson -lstdc++ -lcrypto) exercise names
  case $1 in
    Router | Manifest) modules=(Continuation) names=("$1Exercise") ;;
    Payload | Log | Identity) modules=(LogFormat) names=("$1Exercise") ;;
    Phrases) modules=(Phrases) names=(PhrasesExercise) ;;
    CommandLine) modules=(hunch_cli) extra=("$work/arguments.a") names=(CommandLineExercise) ;;
    Persona) modules=(Simulation) names=(PersonaExercise) ;;
    Model) modules=(ModelFile) names=(ModelExercise) ;;
    State) modules=(Suggestions) names=(StateExercise) ;;
    Store)
      modules=(StoreRecovery SQLiteStorage Suggestions TestSupport) extra=("$work/grdb.a") libraries+=(-lsqlite3)
      names=(StoreExercise ChangedStore) ;;
    *) echo "fuzz: there is no target $1; write ${all[*]}" >&2; exit 64 ;;
  esac
  mapfile -t exercise < <(exercise "${names[@]}")
  case $1 in
    State) exercise+=(Tests/SuggestionsTests/World.swift) ;;
    Store) exercise+=(Tests/SQLiteStorageTests/Scratch.swift) ;;
  esac
  for module in "${modules[@]}"; do find_imports "$module"; done
  for module in "${modules[@]}"; do compile "$module"; done
  [ ! -e "Fuzzing/$1Mutator.swift" ] || exercise+=("Fuzzing/$1Mutator.swift")
  mapfile -t -O ${#extra[@]} extra < <(objects "${modules[@]}")
  is_older "$work/$1" "${exercise[@]}" Fuzzing/FuzzEntry.swift "${extra[@]}" || return 0
  # shellcheck disable=SC2046
  "$swiftc" "${flags[@]}" -module-name "${1}Fuzzing" Fuzzing/FuzzEntry.swift "${exercise[@]}" "${extra[@]}" \
    "${libraries[@]}" $(pkg-config --libs openblas) -o "$work/$1"
}

# Leaks are the program's end, not a finding; Swift's own backtraces would hang a crashed fuzzer.
export SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0

limits() { # TARGET: what inputs of it may take
  case $1 in
    Model | State) echo "-max_len=65536 -malloc_limit_mb=64" ;;  # allocation is bounded by the file's size: far less than this
    Log) echo "-max_len=65536 -malloc_limit_mb=256" ;;
    Store) echo "-max_len=262144" ;;
    *) echo "-max_len=4096" ;;
  esac
  [ ! -e "Fuzzing/$1.dict" ] || echo "-dict=Fuzzing/$1.dict"
}

fuzz() { # TARGET
  mkdir -p "$work/corpus/$1" "Tests/Corpus/$1"
  # shellcheck disable=SC2046
  "$work/$1" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 $(limits "$1") \
    -artifact_prefix="$work/findings/$1-" "$work/corpus/$1" "Tests/Corpus/$1" >"$work/$1.log" 2>&1
}

merge() { # TARGET
  local kept=$work/merged/$1
  rm -rf "$kept"
  mkdir -p "$kept" "$work/corpus/$1"
  # shellcheck disable=SC2046
  "$work/$1" -merge=1 $(limits "$1") -max_len=2048 "$kept" "Tests/Corpus/$1" "$work/corpus/$1" >"$work/$1.merge.log" 2>&1
  echo "$1: $(find "$kept" -type f | wc -l) inputs, $(du -sb "$kept" | cut -f1) bytes in $kept" >&2
}

row() { # TARGET, and whether it failed: one line of the table
  local log=$work/$1.log executions coverage corpus
  executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  coverage=$(grep -oE 'cov: [0-9]+' "$log" | tail -1 | cut -d' ' -f2)
  corpus=$(grep -oE 'corp: [0-9]+' "$log" | tail -1 | cut -d' ' -f2)
  printf '%-12s %12s %9s %7s  %s\n' "$1" "${executions:--}" "${coverage:--}" "${corpus:--}" "$2"
}

for target in "${targets[@]}"; do build "$target"; done
[ "$seconds" != build ] || exit 0
if [ "$seconds" = merge ]; then
  for target in "${targets[@]}"; do merge "$target"; done
  exit 0
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
