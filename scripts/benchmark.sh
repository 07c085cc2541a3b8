#!/usr/bin/env bash
# Measures everything on this machine and writes Benchmarks/results: ranking, continuation and store
# as JSON and as a page, the peers' table, counts of instructions and allocations, and the start of
# the program. Takes about half an hour. --quick takes some minutes and only checks that everything
# works: its results mean little and go to another folder.
# Peers with missing packages are skipped; Benchmarks/peers/README.md says how to get them.
set -euo pipefail
hunch=$(realpath "$1")
shift
cd "$(dirname "$0")/.."

results=Benchmarks/results
size=--full
if [ "${1:-}" = --quick ]; then
  results=.build/quick-results
  size=--quick
fi
mkdir -p "$results"
commit=$(git describe --always --dirty --abbrev=12 2>/dev/null || echo unknown)
python=${PEERS_PYTHON:-.build/peers/bin/python}

for subject in ranking continuation store; do
  echo "benchmark: $subject" >&2
  "$hunch" benchmark "$subject" "$size" --commit "$commit" --json --report "$results/$subject.html" >"$results/$subject.json"
done

echo "benchmark: start of the program" >&2
scripts/start.sh "$hunch" "$size" >"$results/start.md"

if "$python" -c 'import faiss, lightgbm, onnxruntime' 2>/dev/null; then
  echo "benchmark: peers" >&2
  swift build -c release -j "$(scripts/jobs.sh release)" --product SpeedPeer >/dev/null
  quick=()
  [ "$size" = --full ] || quick=(--quick)
  "$python" Benchmarks/peers/speed.py --program "$(swift build -c release --show-bin-path)/SpeedPeer" \
    --json "$results/speed.json" "${quick[@]}" >"$results/speed.md"
else
  echo "benchmark: no peers: their packages are missing (see Benchmarks/peers/README.md)" >&2
fi

{
  echo "# How these results were made"
  echo
  echo "Commit $commit, by \`make results\`, which runs \`scripts/benchmark.sh\`: \`hunch benchmark SUBJECT $size --json --report\`,"
  echo "\`scripts/start.sh\`, and \`Benchmarks/peers/speed.py\`. \`quality.md\` is older: its own text says how it was made."
  echo
  echo "Machine: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), $(nproc) processors;" \
    "$(sed -n 's/.*"blas":"\([^"]*\)".*/\1/p' "$results/ranking.json");" \
    "vector loops: $(sed -n 's/.*"vector_instructions":"\([^"]*\)".*/\1/p' "$results/ranking.json")."
  echo
  echo "| file | contents |"
  echo "| --- | --- |"
  echo "| \`ranking\`, \`continuation\`, \`store\` | \`.json\` for programs, \`.html\` for people |"
  echo "| \`speed.md\`, \`speed.json\` | hunch compared with ONNX Runtime, LightGBM, FAISS and numpy |"
  echo "| \`start.md\` | time from start to the first suggestion, compared with \`sqlite3\` |"
  echo "| \`../thresholds.txt\` | the instructions, allocations and bytes that \`make counts\` allows |"
} >"$results/README.md"
echo "benchmark: wrote $results" >&2
