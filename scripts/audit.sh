#!/usr/bin/env bash
# Checks rules that the compiler does not check. Each failure names the broken rule and the place.
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

# Each C module is imported by one file, or by the files of one type (`Type.swift`,
# `Type+Aspect.swift`).
for door in COpenBLAS CKernels CWindow CSimdJSON CHeap CCrypto CCalendar CExpat CPrivateCopy; do
  importers=$(grep -rlE "^ *(public |internal |private |package )?(@_implementationOnly )?import $door\b" --include='*.swift' "${ours[@]}")
  types=$(sed 's/\(+[^/]*\)\{0,1\}\.swift$//' <<<"$importers" | sort -u)
  [ "$(wc -l <<<"$types")" = 1 ] && [ -n "$importers" ] || fail "$door must be imported by the files of one type only" "$importers"
done

# `unsafe` is allowed only in files that import C modules, in the programs' files for the terminal's
# size and keys, core files, starting other programs and talking to systemd, where tables are copied
# to and from bytes, in Files, which makes system calls for writing and inspecting files, and in the
# files that count descriptors (SQLiteStorage) and erase a spool (Importers).
doors=$(grep -rlE "^ *(internal )?import (COpenBLAS|CKernels|CWindow|CSimdJSON|CCrypto|CCalendar|CExpat|CPrivateCopy|GRDBSQLite)\b" --include='*.swift' "${ours[@]}"; echo Sources/Programs/CommandLine/Output/Terminal/{TerminalSize,RawTerminal}.swift | tr ' ' '\n'; echo Sources/Programs/ProgramSupport/ProcessPrivacy.swift; echo Sources/Programs/ProgramSupport/ChildProcess.swift; echo Sources/Programs/Resident/ServiceManager.swift; echo Sources/Programs/CommandLine/ForegroundProgram.swift; echo Sources/Engine/Kernels/StateCoding.swift; ls Sources/Stores/Files/*.swift; echo Sources/Stores/SQLiteStorage/Files/OpenFiles.swift; echo Sources/Importers/Importers/Hook/SpoolFile.swift)
unsafe=$(grep -rlwE 'unsafe' --include='*.swift' "${ours[@]}" | grep -vxF "$doors" | xargs -r grep -nwE '^[^/]*\bunsafe\b' || true)
[ -z "$unsafe" ] || fail "unsafe code in a file that is not listed" "$unsafe"

# Library code does not trap on input.
traps=$(grep -rnE '\btry!|\bfatalError\(|\bpreconditionFailure\(|\bas! ' --include='*.swift' "${ours[@]}" Models)
[ -z "$traps" ] || fail "code that traps" "$traps"

# Converting a number from a log to an integer does not end the process.
scripts/conversions.py --self-test || fail "scripts/conversions.py does not find the planted faults"
conversions=$(scripts/conversions.py "${ours[@]}")
[ -z "$conversions" ] || fail "a floating-point number is converted to an integer without exactly: or clamping:" "$conversions"

# No trap prints users' data: the message of this initialiser has the duplicate key.
keys=$(grep -rn 'uniqueKeysWithValues' --include='*.swift' "${ours[@]}")
[ -z "$keys" ] || fail "Dictionary(uniqueKeysWithValues:) traps and prints the duplicate key; use uniquingKeysWith" "$keys"

# Only Handoff, hunchd and hunch-client open sockets, which stay on the machine; nothing else
# imports a module that could.
local='Sources/Continuation/Handoff|Sources/Programs/Resident|Sources/Programs/hunch-client'
network=$(grep -rnE '^ *((public|internal|private|package|@testable) )*import (NIO[A-Za-z]*|FoundationNetworking|Network|AsyncHTTPClient|CFNetwork)\b|\b(URLSession|CFSocket|NWConnection|SOCK_STREAM|SOCK_DGRAM|getaddrinfo|gethostbyname)\b|\bHost\(' --include='*.swift' --include='*.c' --include='*.cpp' --include='*.h' "${ours[@]}" | grep -vE "^($local)/")
[ -z "$network" ] || fail "network code outside of Handoff, hunchd and hunch-client" "$network"
remote=$(grep -rnE '\b(AF_INET6?|PF_INET6?|sockaddr_in6?|SocketAddress\(ipAddress|makeAddressResolvingHost|connect\(host:|bind\(host:)' --include='*.swift' --include='*.c' ${local//|/ })
[ -z "$remote" ] || fail "a socket reaches beyond the machine" "$remote"

# The program links no network code: no library for it, not Handoff, and no call that opens a
# socket.
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

# The batch worker is copied to machines that have little: it links no store, no importer and no
# network code.
worker=$programs/hunch-worker
if [ -x "$worker" ]; then
  linked=$(ldd "$worker" | grep -iE 'sqlite|expat|ical|networking|libcurl|libssl'; nm --undefined-only "$worker" \
    | awk '{ sub(/@.*/, "", $2); print $2 }' | grep -xE 'socket|connect|bind|listen|getaddrinfo'; \
    nm --defined-only "$worker" | grep -oE '\$s(9Importers|11CommandLine|13SQLiteStorage|4GRDB|7NIOCore)' | sort -u)
  [ -z "$linked" ] || fail "hunch-worker links more than the core" "$linked"
else
  fail "no $worker; run make programs"
fi

# Kernels and Ranking work on numbers only.
foundation=$(grep -rnE 'import (Foundation|FoundationEssentials|Dispatch)\b' --include='*.swift' Sources/Engine/Kernels Sources/Engine/Ranking)
[ -z "$foundation" ] || fail "Kernels or Ranking imports Foundation" "$foundation"

# A program that uses only Ranking does not link Foundation.
if [ -x "$programs/RankingOnly" ]; then
  linked=$(ldd "$programs/RankingOnly" | grep -i foundation)
  [ -z "$linked" ] || fail "a program that uses only Ranking links Foundation" "$linked"
else
  fail "no $programs/RankingOnly; run make programs"
fi

# Library code does not print, read the clock, or exit.
edges=$(grep -rnE '\bprint\(|\bDate\(\)|Date\.now|ContinuousClock\(|SuspendingClock\(|\bexit\(' --include='*.swift' "${ours[@]}" | grep -vE '^Sources/Programs/(CommandLine|ProgramSupport)/|^[^:]+:[0-9]+: *///')
[ -z "$edges" ] || fail "library code prints, reads the clock or exits" "$edges"

# Foundation's parsers recurse or hash without a limit, so untrusted bytes reach them only behind a
# guard.
parsers=$(grep -rnE '\b(PropertyListDecoder|JSONDecoder|NSKeyedUnarchiver|XMLParser|XMLDocument)\(|\bPropertyListSerialization\b|\bJSONSerialization\.jsonObject|^[^/]*[^.]\bjsonObject\(' --include='*.swift' "${ours[@]}" | grep -vE '^Sources/(Stores/LogFormat/Documents/GuardedDocument|Stores/ModelFile/JSONNames)\.swift:|^[^:]+:[0-9]+: *///')
[ -z "$parsers" ] || fail "a parser of Foundation without a guard" "$parsers"

# A wing uses only the wings above it.
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

# Only the files named here may be binary: downloads and build products do not belong in the tree.
binary=$(comm -23 <(git ls-files | sort) <(git grep -lIe '' | sort) \
  | grep -vE '^(Tests/(Corpus|Golden)/|Models/prior/)' | while read -r file; do [ -s "$file" ] && [ ! -L "$file" ] && echo "$file"; done)
[ -z "$binary" ] || fail "binary files outside of the corpora, golden files and the model" "$binary"

[ $failures = 0 ] && echo "audit: no broken rule"
exit $((failures > 0))
