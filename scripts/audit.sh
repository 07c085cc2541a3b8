#!/usr/bin/env bash
# Checks promises that the compiler does not check. Each failure names the broken promise and the place.
set -uo pipefail
cd "$(dirname "$0")/.."
failures=0
programs=${HUNCH_PROGRAMS:-.build/release}
# Our code, without tests.
ours=(Sources)

fail() {
  echo "audit: $1" >&2
  [ -z "${2:-}" ] || sed 's/^/  /' <<<"$2" >&2
  failures=$((failures + 1))
}

# Each door to C is imported by one file, or by the files of one type (`Type.swift`, `Type+Aspect.swift`).
for door in COpenBLAS CKernels CWindow CSimdJSON CHeap CCrypto CCalendar CExpat CPrivateCopy; do
  importers=$(grep -rlE "^ *(public |internal |private |package )?(@_implementationOnly )?import $door\b" --include='*.swift' "${ours[@]}")
  types=$(sed 's/\(+[^/]*\)\{0,1\}\.swift$//' <<<"$importers" | sort -u)
  [ "$(wc -l <<<"$types")" = 1 ] && [ -n "$importers" ] || fail "$door has to be imported by the files of one type" "$importers"
done

# `unsafe` is written at the doors to C only; SQLite's is a file of the store, the terminal control's, the limit of core
# files and the start of other programs are of the program. And where tables are copied to and from
# bytes. The files of Files call the system to write files and to ask what lies at a path, that of SQLiteStorage to count descriptors.
doors=$(grep -rlE "^ *(internal )?import (COpenBLAS|CKernels|CWindow|CSimdJSON|CCrypto|CCalendar|CExpat|CPrivateCopy|GRDBSQLite)\b" --include='*.swift' "${ours[@]}"; echo Sources/Programs/CommandLine/Output/Terminal/TerminalSize.swift; echo Sources/Programs/CommandLine/ProcessPrivacy.swift; echo Sources/Programs/CommandLine/ForegroundProgram.swift; echo Sources/Engine/Kernels/StateCoding.swift; ls Sources/Stores/Files/*.swift; echo Sources/Stores/SQLiteStorage/Files/OpenFiles.swift)
unsafe=$(grep -rlwE 'unsafe' --include='*.swift' "${ours[@]}" | grep -vxF "$doors" | xargs -r grep -nwE '^[^/]*\bunsafe\b' || true)
[ -z "$unsafe" ] || fail "unsafe code away from the doors to C" "$unsafe"

# Library code neither traps on input nor gives up.
traps=$(grep -rnE '\btry!|\bfatalError\(|\bpreconditionFailure\(|\bas! ' --include='*.swift' "${ours[@]}" Models)
[ -z "$traps" ] || fail "traps in sources" "$traps"

# A number from a log does not end the process when it becomes an integer.
scripts/conversions.py --self-test || fail "scripts/conversions.py does not find its planted faults"
conversions=$(scripts/conversions.py "${ours[@]}")
[ -z "$conversions" ] || fail "a floating-point number becomes an integer without exactly: or clamping:" "$conversions"

# What traps does not print what users did: the message of this one has the key that is there twice.
keys=$(grep -rn 'uniqueKeysWithValues' --include='*.swift' "${ours[@]}")
[ -z "$keys" ] || fail "Dictionary(uniqueKeysWithValues:) prints the key that it traps on; say which of two is meant" "$keys"

# No network but Hand-off's, whose sockets are the machine's own: nothing else imports what can open one.
network=$(grep -rnE '^ *((public|internal|private|package|@testable) )*import (NIO[A-Za-z]*|FoundationNetworking|Network|AsyncHTTPClient|CFNetwork)\b|\b(URLSession|CFSocket|NWConnection|SOCK_STREAM|SOCK_DGRAM|getaddrinfo|gethostbyname)\b|\bHost\(' --include='*.swift' --include='*.c' --include='*.cpp' --include='*.h' "${ours[@]}" | grep -v '^Sources/Continuation/Handoff/')
[ -z "$network" ] || fail "network code outside of Handoff" "$network"
remote=$(grep -rnE '\b(AF_INET6?|PF_INET6?|sockaddr_in6?|SocketAddress\(ipAddress|makeAddressResolvingHost|connect\(host:|bind\(host:)' --include='*.swift' Sources/Continuation/Handoff)
[ -z "$remote" ] || fail "Handoff reaches beyond the machine" "$remote"

# The program links no network either: neither a library for it, nor Handoff, nor a call that opens a socket.
program=$programs/hunch
if [ -x "$program" ]; then
  linked=$(ldd "$program" | grep -iE 'networking|libcurl|libssl|libnghttp|libresolv'; nm --undefined-only "$program" \
    | awk '{ sub(/@.*/, "", $2); print $2 }' \
    | grep -xE 'socket|socketpair|connect|bind|listen|accept4?|send(to|msg)?|recv(from|msg)?|getaddrinfo|gethostbyname.*|res_.*query' ; \
    nm --defined-only "$program" | grep -oE '\$s(7NIOCore|8NIOPosix|7Handoff)' | sort -u)
  [ -z "$linked" ] || fail "the program links network code" "$linked"
else
  fail "no $program; run make programs"
fi

# Kernels and Ranking know numbers only.
foundation=$(grep -rnE 'import (Foundation|FoundationEssentials|Dispatch)\b' --include='*.swift' Sources/Engine/Kernels Sources/Engine/Ranking)
[ -z "$foundation" ] || fail "Kernels and Ranking do without Foundation" "$foundation"

# A program that uses only Ranking does not link Foundation.
if [ -x "$programs/RankingOnly" ]; then
  linked=$(ldd "$programs/RankingOnly" | grep -i foundation)
  [ -z "$linked" ] || fail "a program that uses only Ranking links Foundation" "$linked"
else
  fail "no $programs/RankingOnly; run make programs"
fi

# Library code does not print, read the clock, or exit.
edges=$(grep -rnE '\bprint\(|\bDate\(\)|Date\.now|ContinuousClock\(|SuspendingClock\(|\bexit\(' --include='*.swift' "${ours[@]}" | grep -vE '^Sources/Programs/CommandLine/|^[^:]+:[0-9]+: *///')
[ -z "$edges" ] || fail "library code prints, reads the clock or exits" "$edges"

# Foundation's parsers recurse, or hash, without a limit: strangers' bytes reach them only where that is guarded against.
parsers=$(grep -rnE '\b(PropertyListDecoder|JSONDecoder|NSKeyedUnarchiver|XMLParser|XMLDocument)\(|\bPropertyListSerialization\b|\bJSONSerialization\.jsonObject|^[^/]*[^.]\bjsonObject\(' --include='*.swift' "${ours[@]}" | grep -vE '^Sources/(Stores/LogFormat/Documents/GuardedDocument|Stores/ModelFile/JSONNames|Programs/CommandLine/Input/ShownAnswer)\.swift:|^[^:]+:[0-9]+: *///')
[ -z "$parsers" ] || fail "parsers of Foundation without a guard" "$parsers"

# A wing uses the wings above it alone.
wings=(Engine Stores Continuation Importers Lab Programs)
for ((index = 0; index < ${#wings[@]} - 1; index++)); do
  below=$(for wing in "${wings[@]:index+1}"; do ls "Sources/$wing"; done | paste -sd '|')
  up=$(grep -rnE "^ *([@a-z_]+ )*import ($below)\b" --include='*.swift' "Sources/${wings[index]}")
  [ -z "$up" ] || fail "${wings[index]} uses a wing below it" "$up"
done

# Each target says what it is for, and where to start reading.
for target in Sources/*/*/; do
  name=$(basename "$target")
  [ -n "$(find "$target" -name '*.swift' -print -quit)" ] || continue  # a C module
  headers=$(grep -rlE "^// $name: " --include='*.swift' "$target")
  [ "$(grep -c . <<<"$headers")" = 1 ] || fail "$target needs one comment that begins with \"// $name: \"" "$headers"
done

# Only the files named here may be binary: downloads and builds are not part of the project.
binary=$(comm -23 <(git ls-files | sort) <(git grep -lIe '' | sort) \
  | grep -vE '^(Tests/(Corpus|Golden)/|Models/prior/)' | while read -r file; do [ -s "$file" ] && [ ! -L "$file" ] && echo "$file"; done)
[ -z "$binary" ] || fail "binary files outside of the corpora, golden files and the model" "$binary"

[ $failures = 0 ] && echo "audit: all promises kept"
exit $((failures > 0))
