#!/usr/bin/env python3
"""Writes the horizon section of a model card from the model file, replacing an earlier one.

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
    "A second network estimates how likely an activity is within a horizon from any moment. It was fitted to moments of the logs above and of these:\n",
    "| log | users | donations | digest |\n| --- | ---: | ---: | --- |\n" + "\n".join(rows) + "\n",
    "Held-out donations chose nothing: settings are starting values. `Benchmarks/results/moments.md` has its figures on logs that it was not"
    " fitted to.\n",
    "| setting | value |\n| --- | --- |\n" + "\n".join(settings) + "\n",
]
place = text.find("## Figures")
with open(card, "w") as file:
    file.write(text[:place] + "\n".join(section) + "\n" + text[place:])
