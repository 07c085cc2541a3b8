#!/usr/bin/env python3
"""Measures how often `hunch search` finds a title by half a word of it, and how fast.

Usage: search.py PROGRAM LOG... [--seed N] [--count N]

Of each log it imports the donations of its busiest person into a store, asks for random titles
(different ones, if there are enough) by half of their longest word, from its beginning, its middle
or its end in turn, and prints for how many the title is among the first 10 results. Titles that
differ in other words only cannot be told apart by that half; so the share of titles whose half is
in more than 10 titles is printed too.
"""

import argparse, collections, json, os, random, statistics, subprocess, tempfile, time


def half(title, place):
    """Half of the longest word of a title: at the beginning, within, or at the end."""
    words = "".join(letter if letter.isalnum() else " " for letter in title).split()
    word = max(words, key=len)
    length = max(3, (len(word) + 1) // 2)
    start = {"beginning": 0, "middle": (len(word) - length) // 2, "end": len(word) - length}[place]
    return word[max(0, start) : max(0, start) + length]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("logs", nargs="+")
    parser.add_argument("--seed", type=int, default=22)
    parser.add_argument("--count", type=int, default=100)
    options = parser.parse_args()
    print("log\tdonations\ttitles\tasked\tamong the first 10\thalf in more than 10 titles\tmedian ms")
    for path in options.logs:
        people = collections.defaultdict(list)
        for line in open(path, encoding="utf-8"):
            record = json.loads(line)
            if record.get("type", "donation") == "donation" and record.get("title"):
                people[record.get("user", "me")].append((record, line))
        user, records = max(people.items(), key=lambda item: len(item[1]))
        titles = sorted({record["title"] for record, _ in records})
        # A half of fewer letters is not searched for.
        usable = [title for title in titles if max(map(len, title.split()), default=0) >= 3]
        numbers = random.Random(options.seed)
        chosen = numbers.sample(usable, min(options.count, len(usable)))
        with tempfile.TemporaryDirectory() as folder:
            environment = dict(os.environ, HUNCH_STORE=os.path.join(folder, "store", "donations.sqlite"))
            text = "".join(line for _, line in records)
            subprocess.run(
                [options.program, "import", "-", "--quiet"], input=text.encode(), env=environment, check=True)
            found, broad, times = 0, 0, []
            for index, title in enumerate(chosen):
                word = half(title, ["beginning", "middle", "end"][index % 3])
                broad += sum(word.lower() in other.lower() for other in titles) > 10
                start = time.perf_counter()
                run = subprocess.run(
                    [options.program, "search", word, "--user", user, "-n", "10", "--json"],
                    env=environment, capture_output=True)
                times.append(time.perf_counter() - start)
                found += any(hit["title"] == title for hit in json.loads(run.stdout)["results"])
        name = os.path.basename(path)
        print(
            f"{name}\t{len(records)}\t{len(titles)}\t{len(chosen)}\t{found}\t{broad}"
            f"\t{statistics.median(times) * 1000:.1f}", flush=True)


if __name__ == "__main__":
    main()
