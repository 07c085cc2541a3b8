#!/usr/bin/env python3
"""Makes the history of a browser of Chrome's family that was used for years: for measuring an
import, and nothing in it is real.

usage: browser-history.py FILE [VISITS]

The shape is that of what people do: a few hundred sites that are returned to, by a Zipf law, with
pages that are returned to by another one; searches, articles, threads, videos and documents that
are read once or twice; and a long tail of sites that are seen once.
"""
import bisect
import itertools
import os
import random
import sqlite3
import sys

WORDS = "roof tile wood nail ladder gutter beam stone brick paint glass door floor wall lamp chair table spoon kettle bread apple river".split()


def zipf(count, exponent):
    """Returns a function that draws from 0 ..< count, the first most often."""
    sums = list(itertools.accumulate(1 / (rank + 1) ** exponent for rank in range(count)))
    return lambda: bisect.bisect_left(sums, random.random() * sums[-1])


def letters(number):
    """Returns a word for a number, without digits."""
    word = ""
    while True:
        word = "bcdfghklmnprstvz"[number % 16] + "aeiou"[number // 16 % 5] + word
        number //= 80
        if number == 0:
            return word


def main():
    path, visits = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    random.seed(7)
    if os.path.exists(path):
        os.remove(path)
    db = sqlite3.connect(path)
    db.executescript("""
        PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
        CREATE TABLE urls (id INTEGER PRIMARY KEY AUTOINCREMENT, url LONGVARCHAR, title LONGVARCHAR, visit_count INTEGER DEFAULT 0 NOT NULL,
            typed_count INTEGER DEFAULT 0 NOT NULL, last_visit_time INTEGER DEFAULT 0 NOT NULL, hidden INTEGER DEFAULT 0 NOT NULL);
        CREATE TABLE visits (id INTEGER PRIMARY KEY, url INTEGER NOT NULL, visit_time INTEGER NOT NULL, from_visit INTEGER,
            transition INTEGER DEFAULT 0 NOT NULL, segment_id INTEGER, visit_duration INTEGER DEFAULT 0 NOT NULL);
        CREATE TABLE visit_source (id INTEGER PRIMARY KEY, source INTEGER NOT NULL);
        CREATE INDEX visits_time_index ON visits (visit_time);
        CREATE INDEX visits_url_index ON visits (url);
        """)
    site, page, far = zipf(30_000, 1.05), zipf(400, 1.1), zipf(2_000_000, 0.4)
    known = {}
    rows = []
    seconds = 1_500_000_000.0

    def number(url, title):
        if url not in known:
            known[url] = (len(known) + 1, title)
        return known[url][0]

    for visit in range(visits):
        # Sessions of some minutes to an hour; nights and other pauses between them; the whole takes
        # some eight years.
        seconds += random.expovariate(1 / 40) if random.random() < 0.93 else random.expovariate(1 / 3_200)
        which = site()
        host = letters(which) + (".org", ".com", ".net")[which % 3]
        kind = random.random()
        if kind < 0.22:
            url, title = f"https://{host}/", f"({random.randrange(9)}) {host.capitalize()}"
        elif kind < 0.55:
            first = page()
            url, title = f"https://{host}/{letters(first % 7)}/{letters(first)}", f"{letters(first)} at {host}"
        elif kind < 0.70:
            url, title = f"https://www.google.com/search?q={'+'.join(random.choices(WORDS, k=3))}", "a search"
        elif kind < 0.80:
            url, title = f"https://{host}/articles/{far()}/{'-'.join(random.choices(WORDS, k=5))}", "an article"
        elif kind < 0.88:
            url, title = f"https://{host}/thread?id={far()}", "a thread"
        elif kind < 0.95:
            url, title = f"https://{host}/{letters(far())}", "a page that is read once"
        else:
            url, title = f"https://{letters(3_000_000 + far())}.example/", "a site that is seen once"
        transition = 0x30000000 | random.choices((0, 1, 2, 5, 7, 8), (60, 20, 5, 5, 3, 7))[0]
        rows.append((number(url, title), int((seconds + 11_644_473_600) * 1_000_000), transition, random.randrange(60_000_000)))
        if len(rows) == 100_000:
            db.executemany("INSERT INTO visits (url, visit_time, transition, visit_duration) VALUES (?, ?, ?, ?)", rows)
            rows.clear()
    db.executemany("INSERT INTO visits (url, visit_time, transition, visit_duration) VALUES (?, ?, ?, ?)", rows)
    db.executemany("INSERT INTO urls (id, url, title) VALUES (?, ?, ?)", ((key, url, title) for url, (key, title) in known.items()))
    db.commit()
    print(f"{visits} visits of {len(known)} addresses until {int(seconds)}", file=sys.stderr)


if __name__ == "__main__":
    main()
