#!/usr/bin/env python3
"""Measures how import, first answer and memory grow with donations and with distinct activities.

    scripts/growth.py HUNCH [--other OLDER_HUNCH] [--million] [--quick]

Each history is imported into a fresh store, and two processes ask for suggestions: the first learns
the history, the second starts from its checkpoints. With --other both programs take turns on each
history that is not too large for the older one. Prints a table in Markdown, and the exponents e in
seconds ~ donations^e of import and first answer together. --million adds 1,000,000 donations of 200
activities.
"""
import argparse
import datetime
import json
import math
import os
import pathlib
import random
import subprocess
import tempfile
import time

# Above this product of activities and donations the older program is not run: its time grows with
# it.
WORK_OF_OTHER = 300_000_000
START = datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone.utc)


def donations(kind, activities, count):
    """Yields the lines of a history: five minutes between two donations on average."""
    chance = random.Random(7)
    moment = START
    for number in range(count):
        if kind == "once":
            activity = number
        else:  # Zipf's law, by its continuous approximation.
            activity = int(math.exp(chance.random() * math.log(activities + 1))) - 1
        moment += datetime.timedelta(seconds=chance.expovariate(1 / 300))
        yield json.dumps({
            "v": 1, "type": "donation", "time": moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "activityType": "org.example.web.page", "title": f"Page {activity}",
            "userInfo": {"page": str(activity), "site": f"s{activity % 97}"}, "requiredUserInfoKeys": ["page"],
        })


def measured(arguments):
    """Runs a program; returns its seconds and its peak memory in MB."""
    before = time.monotonic()
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.monotonic() - before
    if status != 0:
        raise SystemExit(f"growth: {' '.join(map(str, arguments))}: {errors.decode(errors='replace')}")
    return seconds, usage.ru_maxrss / 1_024


def grown(program, log, folder):
    store = pathlib.Path(folder) / "store.sqlite"
    for file in pathlib.Path(folder).glob("store.sqlite*"):
        file.unlink()
    imported = measured([program, "import", "--store", store, log])
    first = measured([program, "suggest", "--store", store])
    again = measured([program, "suggest", "--store", store])
    return imported[0], first[0], again[0], max(imported[1], first[1], again[1])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--other")
    parser.add_argument("--million", action="store_true")
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    sizes = [100, 1_000] if options.quick else [1_000, 10_000, 100_000]
    histories = [("once", size, size) for size in sizes]
    histories += [("zipf", size, sizes[-1]) for size in [200] + sizes]
    if options.million:
        histories.append(("zipf", 200, 1_000_000))
    programs = [options.program] + ([options.other] if options.other else [])
    for program in programs:
        if not os.access(program, os.X_OK):
            raise SystemExit(f"growth: {program} is no program; make build makes .build/release/hunch")
    print("| history | donations | program | import, s | first answer, s | again, s | peak, MB |")
    print("| --- | ---: | --- | ---: | ---: | ---: | ---: |")
    sums = {}
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder) / "log.jsonl"
        for kind, activities, count in histories:
            with open(log, "w") as file:
                for line in donations(kind, activities, count):
                    file.write(line + "\n")
            words = "each activity once" if kind == "once" else f"{activities:,} activities, Zipf"
            for name, program in zip(["this", "other"], programs):
                if name == "other" and activities * count > WORK_OF_OTHER:
                    continue
                imported, first, again, peak = grown(program, log, folder)
                sums[name, kind, count] = imported + first
                print(f"| {words} | {count:,} | {name} | {imported:.2f} | {first:.2f} | {again:.2f} | {peak:.0f} |", flush=True)
    for name in ["this", "other"][: len(programs)]:
        for small, large in zip(sizes, sizes[1:]):
            if (name, "once", large) not in sums:
                continue
            exponent = math.log(sums[name, "once", large] / sums[name, "once", small]) / math.log(large / small)
            print(f"\n{name}, each once, {small:,} to {large:,}: seconds ~ donations^{exponent:.2f}")


main()
