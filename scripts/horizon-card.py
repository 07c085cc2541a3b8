#!/usr/bin/env python3
"""Writes what a model file says of its weights for horizons into its card, in place of what the card said of them.

Usage: horizon-card.py MODEL CARD
"""
import json
import struct
import sys

model, card = sys.argv[1:]
with open(model, "rb") as file:
    header = json.loads(file.read(struct.unpack("<Q", file.read(8))[0]))
configuration = json.loads(header["__metadata__"]["configuration"])
with open(card) as file:
    text = file.read()

title = "## Horizons\n"
start = text.find(title)
if start >= 0:
    end = text.find("\n## ", start + 1)
    text = text[:start] + (text[end + 1:] if end >= 0 else "")
ranking = {line.split("|")[1].strip() for line in text.splitlines() if line.startswith("| ") and ".jsonl |" in line}
logs = [log for log in json.loads(configuration["logs"]) if log["name"] not in ranking]
rows = [f"| {log['name']} | {log['users']} | {log['donations']} | `{log['digest']}` |" for log in logs]
settings = [f"| `{name}` | {value} |" for name, value in sorted(configuration.items()) if name.startswith("horizon.")]
section = [
    title,
    "How likely something is done within so long of any moment is said by a second network, fitted to moments of the logs above and of these:\n",
    "| log | users | donations | digest |\n| --- | ---: | ---: | --- |\n" + "\n".join(rows) + "\n",
    "Nothing was chosen by held-out donations: settings are starting values. What it is good for on logs that it was not fitted to is in"
    " `Benchmarks/results/moments.md`.\n",
    "| setting | value |\n| --- | --- |\n" + "\n".join(settings) + "\n",
]
place = text.find("## Figures")
with open(card, "w") as file:
    file.write(text[:place] + "\n".join(section) + "\n" + text[place:])
