#!/usr/bin/env bash
# Builds the package that the tutorial of Continuation.md prints, in a folder of its own, and runs
# its program as the tutorial does. `make test` compiles the same text with the modules that it has
# built; this takes as long as a newcomer's first build.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$PWD/.build/tutorial
article=Sources/Stores/Hunch/Hunch.docc/Continuation.md
mkdir -p "$folder/coffee/Sources/coffee" "$folder/home"
ln -sfn "$PWD" "$folder/hunch"

# Prints the Swift blocks between two headings.
blocks() {
  awk -v from="$1" -v to="$2" '$0 == from { on = 1 } $0 == to { on = 0 } /^```/ { inside = on && $0 == "```swift"; next } inside' "$article"
}
blocks "## Set up a package" "## A whole program" >"$folder/coffee/Package.swift"
blocks "## A whole program" "## A larger program" >"$folder/coffee/Sources/coffee/Coffee.swift"
(cd "$folder/coffee" && "${SWIFT:-swift}" build -j "${JOBS:-2}")

rm -rf "$folder/home" && mkdir -m 700 "$folder/home"
export PATH="$folder/coffee/.build/debug:$PWD/.build/release:$PATH" HOME="$folder/home" XDG_RUNTIME_DIR="$folder/home"
unset HUNCH_STORE XDG_DATA_HOME
[ "$(coffee)" = "brewing espresso" ]
[ "$(coffee coffee://brew/ristretto)" = "brewing ristretto" ]
# It asks, and only on a terminal.
[[ "$(script -qec 'hunch open "Brew espresso"' /dev/null <<<y)" == *"brewing espresso"* ]]
echo "tutorial: built, brewed, opened and continued"
