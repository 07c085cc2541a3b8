#!/usr/bin/env python3
"""Queries a program about simulated people with known true probabilities, and prints how far its
answers hold.

    scripts/trust.py HUNCH [--people N] [--seed N] [--only a,b] [--jobs N] [--quick] [--json]

Each row has a measured number, its 95 % interval (bootstrap over people) and its target, if it has
one. Do not fit a model to these people. Models may be fitted to datasets/places, whose rules are
different. The rules here, all at UTC+1:

a  Place only. A person has 3 to 5 places. For every second person the first two places are 150 m
   apart; all others are at least 600 m apart. A place has 3 to 5 activities with fixed shares, the
   largest at least 1.6 times the next. The second and third place each share one activity with the
   place before, with another share. Each visit is to a place drawn by weight, independently of the
   place before and of the time. Its 1 to 4 donations are drawn independently by the shares of the
   place. So only the place carries information. Positions are off by 20 to 40 m (root mean square,
   fixed per person). 10 % are missing. 5 % have an accuracy of 500 to 2000 m and an error of that
   size. The log has the first 300 to 340 donations. The query comes at the start of a visit, with
   the true position, twice per place. Answered shares are the conditional probabilities divided by
   their sum, which spreads "none of these" in proportion. Divergence (Kullback-Leibler) is the sum
   over activities of true * ln(true / answered), with answered at least 1e-6. The rows "by
   counting" show what a count of the donations at the true place reaches, with 0.1 added per known
   activity.
b  A loyalty card. Each day has five activities at home, once each, and the card at the cafe, at six
   independent times from 7:00 to 23:00, for 60 days and for 120 days. Positions are as in a, with
   none missing or poor. The log ends with the last donation at home. The query comes at noon of the
   next day, with the true position of the cafe, or of home.
c  Attributes. 70 days of a teacher with nine daily and weekly habits, which are donated with the
   attributes wifi and headphones (chance .85 to .95, jitter 5 to 12 minutes). Four other
   activities, eight donations a day, come at any time from 7:00 to 23:00, without attributes.
   Queries come five minutes before the usual time of a habit on the last nine days. The log without
   attributes is the same log without the member "context". Variation (total variation) is half the
   sum of absolute differences over the activities and "none of these".
d  Ahead. Eight weeks of people with work, weekends and weekly habits. Each habit has its own chance
   (.65 to .95) and jitter (6 to 25 minutes). Other activities come at random times in leisure, and
   at work at random times for every second person, for the others in two sessions a day of 3 to 7
   donations. 3 % of workdays are sick days. The log ends a day or a week before the moment. Moments
   are whole quarters of an hour, spread over the last 14 days. An activity counts if it is donated
   within an hour. The Brier score is that of `hunch evaluate --moments`: the sum over known
   activities of squared errors, plus 1 for each activity donated that was not known. Climatology is
   that of `hunch evaluate --moments`, but it skips days whose window had not ended when the log
   ends.
e  Sure weekly habits. Six daily habits (chance .9, jitter 20 minutes), three donations a day at
   random times, and one activity on one weekday at one hour (jitter 8 minutes) in 4 of 4, or in 8
   of 8 weeks. The query comes 20 minutes before the usual time on the next such day, within an
   hour; the true probability is .99. Controls do it once a week as well. Half of them do it at that
   hour on a random weekday (true probability 1/7). The others do it on a random weekday at a random
   time from 7:00 to 22:00 (1/105). Their query comes on the weekday of the last time, 20 minutes
   before that time.
f  Days off. People who work Sunday to Thursday, Saturday to Wednesday, Monday to Thursday or
   Tuesday to Saturday. They have a work habit at 9:00 (chance .95, jitter 5 minutes) on workdays
   only, coffee and a film every day, and walks at random. After ten weeks, queries come at 8:50 on
   each day of a week, with the log until then.

Each query is one run of `hunch suggest`, with the log on standard input. If the program has
--observed-until, the script passes the end of observation: the moment itself or, for d, the end of
the log.
"""
import argparse
import collections
import concurrent.futures
import datetime
import json
import math
import os
import random
import subprocess
import sys

ZONE = datetime.timezone(datetime.timedelta(hours=1))
START = datetime.datetime(2026, 3, 2, tzinfo=ZONE)  # a Monday
DAY = datetime.timedelta(days=1)
HOUR = datetime.timedelta(hours=1)
CENTRE = (48.2, 11.6)


def at(day, hours=0.0):
    """The moment on a day, counted from the first one, to the second."""
    return START + datetime.timedelta(seconds=round(day * 86_400 + hours * 3_600))


def moved(place, north, east):
    """A position some metres away."""
    latitude = place[0] + north / 111_195
    return latitude, place[1] + east / (111_195 * math.cos(math.radians(place[0])))


class Log:
    """Donations of one person, in any order."""

    def __init__(self, user):
        self.user = user
        self.entries = []

    def add(self, time, name, **more):
        self.entries.append((time, name, more))

    def sort(self):
        self.entries.sort(key=lambda entry: entry[0])

    def before(self, time):
        return [entry for entry in self.entries if entry[0] < time]

    def lines(self, end=None, context=True):
        """The donations before a moment, as JSON Lines."""
        text = []
        for time, name, more in self.entries:
            if end is not None and time >= end:
                continue
            line = {"v": 1, "user": self.user, "time": time.isoformat(), "activityType": "org.example." + name, "title": name}
            line.update({key: value for key, value in more.items() if context or key != "context"})
            text.append(json.dumps(line))
        return "\n".join(text) + "\n"


class Program:
    """The program that is asked, by two processes at a time."""

    def __init__(self, path, jobs):
        self.path = path
        self.pool = concurrent.futures.ThreadPoolExecutor(jobs)
        words = subprocess.run([path, "help", "suggest"], capture_output=True, text=True, check=True).stdout
        self.knows_observed = "--observed-until" in words
        self.queries = 0

    def ask(self, log, time, near=None, context=None, within=None, surface=None, observed=None, all_context=True):
        """Asks with the donations before `observed` or the moment; returns a future answer."""
        end = observed or time
        command = [self.path, "suggest", "--log", "-", "--at", time.isoformat(), "-n", "50", "--json", "--quiet"]
        if near:
            command += ["--near", "%.6f,%.6f" % near]
        for name, value in (context or {}).items():
            command += ["--context", f"{name}={json.dumps(value) if not isinstance(value, str) else value}"]
        if within:
            command += ["--within", within]
        if surface:
            command += ["--surface", surface]
        if self.knows_observed:
            command += ["--observed-until", end.isoformat()]
        self.queries += 1
        return self.pool.submit(self._answer, command, log.lines(end, all_context))

    @staticmethod
    def _answer(command, text):
        done = subprocess.run(command, input=text, capture_output=True, text=True)
        if done.returncode == 1:  # nothing to suggest
            return Answer({}, 1.0)
        if done.returncode != 0:
            raise SystemExit(f"trust: {' '.join(command)}: {done.stderr}")
        answer = json.loads(done.stdout)
        shares = {row["activityType"].removeprefix("org.example."): row.get("probability") or 0.0 for row in answer["suggestions"]}
        return Answer(shares, answer.get("noneOfThese") or 0.0)


class Answer:
    """Probabilities by activity, in their order, and that of something never done."""

    def __init__(self, shares, none):
        self.shares = shares
        self.none = none

    @property
    def first(self):
        return max(self.shares, key=self.shares.get, default=None)

    def of(self, name):
        return self.shares.get(name, 0.0)

    def renormalised(self):
        total = sum(self.shares.values()) or 1.0
        return {name: share / total for name, share in self.shares.items()}

    def variation(self, other):
        names = set(self.shares) | set(other.shares)
        return (sum(abs(self.of(name) - other.of(name)) for name in names) + abs(self.none - other.none)) / 2


class Table:
    """The rows, each measured over people. It prints them as they come, unless it is quiet."""

    def __init__(self, seed, quiet):
        self.seed = seed
        self.quiet = quiet
        self.rows = []

    def add(self, part, words, people, measure, target=None):
        """Adds a row.

        `people` has the findings for each person; `measure` makes a number, or None, of a list of
        people.
        `target` is (lowest, highest), of which one may be None.
        """
        chance = random.Random(f"{self.seed} {words}")
        resampled = []
        for _ in range(1_000):
            number = measure([people[chance.randrange(len(people))] for _ in people]) if people else None
            if number is not None:
                resampled.append(number)
        resampled.sort()
        number = measure(people) if people else None
        row = {"part": part, "question": words, "people": len(people), "measured": number, "low": None, "high": None,
               "target": target, "met": None}
        if resampled:
            row["low"], row["high"] = (resampled[round(share * (len(resampled) - 1))] for share in (0.025, 0.975))
        if target and number is not None:
            row["met"] = (target[0] is None or number >= target[0]) and (target[1] is None or number <= target[1])
        self.rows.append(row)
        if not self.quiet:
            print_row(row)


def print_row(row):
    if row["measured"] is None:
        number, interval = "–", ""
    else:
        number = f"{row['measured']:.3f}"
        interval = f"{row['low']:.3f} to {row['high']:.3f}"
    target = ""
    if row["target"]:
        low, high = row["target"]
        target = f"≥ {low:.2f}" if high is None else f"≤ {high:.2f}" if low is None else f"{low:.2f} to {high:.2f}"
    met = {None: "", True: "yes", False: "NO"}[row["met"]]
    print(f"| {row['part']} | {row['question']} | {row['people']} | {number} | {interval} | {target} | {met} |", flush=True)


def mean_of(key):
    """The mean over all queries of all people of the values under a key."""
    def measure(people):
        values = [value for person in people for value in person[key]]
        return sum(values) / len(values) if values else None
    return measure


def ratio_of(above, below):
    """A sum over all people, divided by another."""
    def measure(people):
        lower = sum(person[below] for person in people)
        return sum(person[above] for person in people) / lower if lower > 0 else None
    return measure


# a. Place only.

def measured_position(chance, place, metres, missing=0.10, poor=0.05):
    """Returns the member "location" of a donation as a device measures a place, or nothing."""
    if chance.random() < missing:
        return {}
    if chance.random() < poor:
        accuracy = chance.uniform(500, 2_000)
        deviation = accuracy / 1.5
    else:
        accuracy = metres * chance.uniform(0.8, 1.6)
        deviation = metres / math.sqrt(2)
    position = moved(place, chance.gauss(0, deviation), chance.gauss(0, deviation))
    return {"location": {"latitude": round(position[0], 6), "longitude": round(position[1], 6), "horizontalAccuracy": round(accuracy, 1)}}


class PlacePerson:
    def __init__(self, seed, number):
        chance = random.Random(f"{seed} a {number}")
        self.log = Log(f"places-{number}")
        count = chance.randint(3, 5)
        self.places = []
        while len(self.places) < count:
            if len(self.places) == 1 and number % 2 == 0:
                angle = chance.uniform(0, 2 * math.pi)
                self.places.append(moved(self.places[0], 150 * math.cos(angle), 150 * math.sin(angle)))
                continue
            place = moved(CENTRE, chance.uniform(-4_000, 4_000), chance.uniform(-4_000, 4_000))
            if all(metres(place, other) > 600 for other in self.places):
                self.places.append(place)
        self.shares = []
        for index in range(count):
            names = [f"p{index}.{letter}" for letter in "abcde"[: chance.randint(3, 5)]]
            if index in (1, 2):  # one activity of the place before is done here too
                names[chance.randrange(1, len(names))] = chance.choice(list(self.shares[index - 1]))
            weights = [1.0]
            weights.append(weights[0] / chance.uniform(1.6, 2.4))
            while len(weights) < len(names):
                weights.append(weights[-1] * chance.uniform(0.4, 0.9))
            chance.shuffle(names)
            self.shares.append({name: weight / sum(weights) for name, weight in zip(names, weights)})
        visits = [chance.uniform(1, 3) for _ in range(count)]
        spread = chance.uniform(20, 40)
        moment = START
        self.queries, self.visited = [], []
        while len(self.log.entries) < 340:
            place = chance.choices(range(count), visits)[0]
            moment += datetime.timedelta(seconds=round(chance.expovariate(1 / (7 * 3_600))) + 1_800)
            # Any visit from the 300th donation on may as well be to another place: each place is
            # asked about twice.
            if len(self.log.entries) >= 300 and len(self.queries) < 2 * count:
                self.queries.append((moment, len(self.queries) % count))
            for _ in range(chance.randint(1, 4)):
                name = chance.choices(list(self.shares[place]), self.shares[place].values())[0]
                self.log.add(moment, name, **measured_position(chance, self.places[place], spread))
                self.visited.append((moment, place, name))
                moment += datetime.timedelta(seconds=round(chance.expovariate(1 / 900)) + 20)

    def counted(self, time, place):
        """Shares by a count of the donations at the true place."""
        counts = {name: 0.1 for shares in self.shares for name in shares}
        for moment, visited, name in self.visited:
            if moment < time and visited == place:
                counts[name] += 1
        return {name: count / sum(counts.values()) for name, count in counts.items()}


def divergence(true, said):
    return sum(share * math.log(share / max(said.get(name, 0), 1e-6)) for name, share in true.items())


def metres(place, other):
    north = (place[0] - other[0]) * 111_195
    east = (place[1] - other[1]) * 111_195 * math.cos(math.radians(place[0]))
    return math.hypot(north, east)


def place_only(program, table, options):
    people = [PlacePerson(options.seed, number) for number in range(options.people)]
    futures = [[(time, place, program.ask(person.log, time, near=person.places[place])) for time, place in person.queries] for person in people]
    found = []
    for number, (person, asked) in enumerate(zip(people, futures)):
        result = collections.defaultdict(list)
        for time, place, future in asked:
            true, answer = person.shares[place], future.result()
            said, counted = answer.renormalised(), person.counted(time, place)
            best = max(true, key=true.get)
            first = float(answer.first == best)
            result["first"].append(first)
            result["first close" if number % 2 == 0 and place < 2 else "first apart"].append(first)
            result["divergence"].append(divergence(true, said))
            result["elsewhere"].append(sum(share for name, share in said.items() if name not in true))
            result["none"].append(answer.none)
            result["counted first"].append(float(max(counted, key=counted.get) == best))
            result["counted divergence"].append(divergence(true, counted))
        found.append(result)
    table.add("a", "place only: the truly most likely activity comes first", found, mean_of("first"), (0.93, None))
    table.add("a", "… by counting", found, mean_of("counted first"))
    table.add("a", "… at places 150 m from another", found, mean_of("first close"))
    table.add("a", "… at the other places", found, mean_of("first apart"))
    table.add("a", "place only: divergence from the true shares, nats", found, mean_of("divergence"), (None, 0.12))
    table.add("a", "… by counting", found, mean_of("counted divergence"))
    table.add("a", "place only: share given to activities never done there", found, mean_of("elsewhere"), (None, 0.08))
    table.add("a", "place only: probability of none of these", found, mean_of("none"))


# b. A loyalty card.

def loyalty_card(program, table, options):
    cafe, home = CENTRE, moved(CENTRE, 1_200, -500)
    for days in (60, 120):
        found = []
        for number in range(max(3, options.people * 10 // 24)):
            chance = random.Random(f"{options.seed} b {days} {number}")
            log = Log(f"card-{number}")
            for day in range(days):
                times = [chance.uniform(7, 23) for _ in range(6)]
                for index, hours in enumerate(times[:5]):
                    log.add(at(day, hours), f"home{index}", **measured_position(chance, home, 25, 0, 0))
                log.add(at(day, times[5]), "card", **measured_position(chance, cafe, 25, 0, 0))
            log.sort()
            while log.entries[-1][1] == "card":
                log.entries.pop()
            noon = at(days, 12)
            found.append([program.ask(log, noon, near=cafe), program.ask(log, noon, near=home)])
        answers = [[future.result() for future in asked] for asked in found]
        people = [{"cafe": [a.of("card")], "home": [b.of("card")], "first": [float(a.first == "card")]} for a, b in answers]
        table.add("b", f"card, {days} days: probability at the café (true: 1)", people, mean_of("cafe"))
        table.add("b", f"card, {days} days: first at the café", people, mean_of("first"))
        table.add("b", f"card, {days} days: probability at home (true: 0)", people, mean_of("home"))


# c. Attributes.

WORKDAYS, EVERY_DAY = (0, 1, 2, 3, 4), (0, 1, 2, 3, 4, 5, 6)
TEACHER = [  # name, weekdays, hour, attributes
    ("radio", WORKDAYS, 6.7, {"wifi": "home", "headphones": False}), ("ride", WORKDAYS, 7.3, {"wifi": "none", "headphones": True}),
    ("register", WORKDAYS, 8.1, {"wifi": "school", "headphones": False}), ("mail", WORKDAYS, 9.7, {"wifi": "school", "headphones": False}),
    ("climbing", (1, 3), 18.0, {"wifi": "hall", "headphones": False}), ("alarm", EVERY_DAY, 22.2, {"wifi": "home", "headphones": False}),
    ("film", (5,), 19.0, {"wifi": "home", "headphones": True}), ("mother", (6,), 19.5, {"wifi": "home", "headphones": False}),
    ("lessons", (6,), 21.0, {"wifi": "home", "headphones": False}),
]
NOISE = {"messages": 4, "weather": 2, "calculator": 1, "timer": 1}  # a day


def attributes(program, table, options):
    found = []
    for number in range(max(2, options.people // 3)):
        chance = random.Random(f"{options.seed} c {number}")
        log = Log(f"teacher-{number}")
        usual = []
        for name, weekdays, hour, context in TEACHER:
            usual.append((name, weekdays, hour + chance.uniform(-0.3, 0.3), context, chance.uniform(0.85, 0.95), chance.uniform(5, 12) / 60))
        for day in range(70):
            for name, weekdays, hour, context, share, jitter in usual:
                if day % 7 in weekdays and chance.random() < share:
                    log.add(at(day, hour + chance.gauss(0, jitter)), name, context=context)
            for name, rate in NOISE.items():
                for _ in range(poisson(chance, rate)):
                    log.add(at(day, chance.uniform(7, 23)), name)
        log.sort()
        queries = [(name, context, at(day, hour) - datetime.timedelta(minutes=5))
                     for day in range(61, 70) for name, weekdays, hour, context, _, _ in usual if day % 7 in weekdays]
        chance.shuffle(queries)
        found.append([(name, program.ask(log, time), program.ask(log, time, all_context=False), program.ask(log, time, context=context))
                      for name, context, time in queries[: options.attribute_queries]])
    people = []
    for asked in found:
        result = collections.defaultdict(list)
        for name, *futures in asked:
            silent, without, named = (future.result() for future in futures)
            result["silent"].append(silent.variation(without))
            result["named"].append(named.variation(without))
            for key, answer in (("silent", silent), ("without", without), ("named", named)):
                result["due " + key].append(answer.of(name))
                result["noise " + key].append(sum(answer.of(other) for other in NOISE))
        people.append(result)
    table.add("c", "no attributes in the query: variation from the log without any", people, mean_of("silent"), (None, 0.05))
    table.add("c", "attributes in the query: variation from the log without any", people, mean_of("named"))
    for key, words in (("without", "log without attributes"), ("silent", "no attributes in the query"), ("named", "attributes in the query")):
        table.add("c", f"probability of the habit due: {words}", people, mean_of("due " + key))
        table.add("c", f"probability of activities donated without attributes: {words}", people, mean_of("noise " + key))


def poisson(chance, rate):
    """The number of events at a rate, by Knuth's product."""
    count, product = 0, chance.random()
    while product > math.exp(-rate):
        count, product = count + 1, product * chance.random()
    return count


# d. Ahead.

class RegularPerson:
    WEEKS = 8

    def __init__(self, seed, number):
        chance = self.chance = random.Random(f"{seed} d {number}")
        self.log = Log(f"ahead-{number}")

        def habit(name, weekdays, hour, spread=1.0, always=False):
            share = chance.uniform(0.85, 0.95) if always else chance.uniform(0.65, 0.95)
            return name, weekdays, hour + chance.uniform(-spread, spread), share, chance.uniform(6, 25) / 60

        habits = [habit("wake", EVERY_DAY, 7.0, always=True), habit("evening", EVERY_DAY, 20.5), habit("night", EVERY_DAY, 22.8, 0.6)]
        work = [habit("commute", WORKDAYS, 8.1, 0.5, True), habit("lunch", WORKDAYS, 12.3, 0.5), habit("leave", WORKDAYS, 17.0, 0.7)]
        habits += [habit("shopping", (5,), 10.5), habit("visit", (6,), 15.0, 2), habit("breakfast", (5, 6), 9.3, 0.7)]
        for index in range(chance.randint(2, 4)):
            habits.append(habit(f"weekly{index}", (chance.randrange(7),), chance.uniform(9, 21), 0))
        desk = {f"desk{index}": chance.uniform(0.3, 1.2) for index in range(3)}
        leisure = {f"leisure{index}": chance.uniform(0.1, 0.7) for index in range(4)}
        starts = [chance.uniform(8.4, 9.4), chance.uniform(13.2, 14.5)]
        for day in range(7 * self.WEEKS + 1):  # windows of the last moments reach into the next day
            working = day % 7 < 5 and chance.random() >= 0.03
            for name, weekdays, hour, share, jitter in habits + (work if working else []):
                if day % 7 in weekdays and chance.random() < share:
                    self.log.add(at(day, hour + chance.gauss(0, jitter)), name)
            if working and number % 2 == 0:
                self.scatter(day, desk, 9, 17)
            elif working:
                self.sessions(day, desk, starts)
            self.scatter(day, leisure, 17.5 if working else 10, 23)
        self.log.sort()

    def scatter(self, day, rates, begin, end):
        for name, rate in rates.items():
            for _ in range(poisson(self.chance, rate)):
                self.log.add(at(day, self.chance.uniform(begin, end)), name)

    def sessions(self, day, rates, starts):
        """Two bouts of work, each of 3 to 7 activities some minutes apart."""
        for start in starts:
            hours = start + self.chance.gauss(0, 12 / 60)
            for _ in range(self.chance.randint(3, 7)):
                self.log.add(at(day, hours), self.chance.choices(list(rates), rates.values())[0])
                hours += self.chance.expovariate(60 / 6)

    def moments(self, count):
        """Whole quarters of an hour of the last 14 days, spread evenly over these days."""
        first = 7 * self.WEEKS - 14
        return [at(first + index % 14, self.chance.randrange(96) / 4) for index in range(count)]


def climatology(entries, time, end, first_day):
    """Returns each known activity's share of like days on which it was done at about this time.

    It is the climatology of `hunch evaluate --moments`. A day counts if its window ended before the
    log did, so that nothing is taken for silence that was not observed.
    """
    margin = datetime.timedelta(minutes=30)
    today = (time - START).days
    counts, days = collections.Counter(), 0
    for back in range(1, 61):
        day = today - back
        begin = time - back * DAY - margin
        stop = begin + HOUR + 2 * margin
        if day < first_day or (day % 7 >= 5) != (today % 7 >= 5) or stop > end:
            continue
        days += 1
        counts.update({name for moment, name, _ in entries if begin <= moment < stop})
    return {name: (counts[name] + 0.2) / (days + 2) for name in {entry[1] for entry in entries}}


def brier(said, known, happened):
    return sum((said.get(name, 0.0) - (name in happened)) ** 2 for name in known) + sum(name not in known for name in happened)


def ahead(program, table, options):
    people = [RegularPerson(options.seed, number) for number in range(max(2, options.people // 2))]
    moments = [person.moments(options.moments) for person in people]
    for words, lead, target in (("a day", DAY, 0.92), ("a week", 7 * DAY, 1.0)):
        futures = [[program.ask(person.log, time, within="1h", observed=time - lead) for time in times] for person, times in zip(people, moments)]
        found = []
        for person, times, asked in zip(people, moments, futures):
            result = collections.Counter()
            first_day = (person.log.entries[0][0] - START).days
            for time, future in zip(times, asked):
                answer = future.result()
                entries = person.log.before(time - lead)
                known = {entry[1] for entry in entries}
                happened = {name for moment, name, _ in person.log.entries if time <= moment < time + HOUR}
                result["hunch"] += brier(answer.shares, known, happened)
                result["none"] += brier({}, known, happened)
                result["climatology"] += brier(climatology(entries, time, time - lead, first_day), known, happened)
                result["said"] += sum(answer.shares.values())
                result["happened"] += len(happened & known)
                result["moments"] += 1
            found.append(result)

        def ratio(group):
            sums = collections.Counter()
            for person in group:
                sums.update(person)
            return sums["hunch"] / min(sums["none"], sums["climatology"])

        table.add("d", f"{words} ahead: Brier score to that of the better of none and climatology", found, ratio, (None, target))
        table.add("d", f"{words} ahead: sum of probabilities to number that happened", found, ratio_of("said", "happened"), (2 / 3, 4 / 3))
        table.add("d", f"{words} ahead: Brier score of hunch, a moment", found, ratio_of("hunch", "moments"))
        table.add("d", f"{words} ahead: … of climatology", found, ratio_of("climatology", "moments"))
        table.add("d", f"{words} ahead: … of none", found, ratio_of("none", "moments"))


# e. Sure weekly habits.

def weekly_person(seed, kind, weeks, number):
    """The log of a person, the moment of the query, and the true probability."""
    chance = random.Random(f"{seed} e {kind} {weeks} {number}")
    log = Log(f"weekly-{number}")
    daily = [(f"daily{index}", chance.uniform(7, 22)) for index in range(6)]
    weekday, hour = chance.randrange(7), chance.uniform(9, 21)
    last = None
    for day in range(7 * weeks + 7):
        if day % 7 == 0:
            chosen = weekday if kind == "sure" else chance.randrange(7)
            usual = chance.uniform(7, 22) if kind == "any time" else hour
        for name, time in daily:
            if chance.random() < 0.9:
                log.add(at(day, time + chance.gauss(0, 20 / 60)), name)
        for _ in range(poisson(chance, 3)):
            log.add(at(day, chance.uniform(7, 23)), f"other{chance.randrange(3)}")
        if day % 7 == chosen:
            time = at(day, usual + (0 if kind == "any time" else chance.gauss(0, 8 / 60)))
            log.add(time, "weekly")
            if day < 7 * weeks:
                last = (day % 7, (time - at(day)) / HOUR)
    log.sort()
    if kind == "sure":
        asked = at(7 * weeks + weekday, hour - 20 / 60)
    else:  # the weekday and time of the last time, in the week after
        asked = at(7 * weeks + last[0], last[1] - 20 / 60)
    # It is asked before it is done.
    log.entries = [entry for entry in log.entries if entry[1] != "weekly" or entry[0] < min(asked, at(7 * weeks))]
    return log, asked, {"sure": 0.99, "any day": 1 / 7, "any time": 1 / 105}[kind]


def weekly(program, table, options):
    pooled = []
    for weeks, target in ((4, 0.45), (8, 0.65)):
        found = {}
        for kind, count in (("sure", options.people), ("any day", options.people // 2), ("any time", options.people // 2)):
            asked = []
            for number in range(max(2, count)):
                log, time, true = weekly_person(options.seed, kind, weeks, number)
                asked.append((true, program.ask(log, time, within="1h")))
            found[kind] = [{"said": [future.result().of("weekly")], "true": [true]} for true, future in asked]
        table.add("e", f"weekly, {weeks} of {weeks}: probability (true .99)", found["sure"], mean_of("said"), (target, None))
        table.add("e", f"any day of the week at that hour, {weeks} weeks: probability (true .14)", found["any day"], mean_of("said"))
        table.add("e", f"any day at any time, {weeks} weeks: probability (true .01)", found["any time"], mean_of("said"))
        pooled += [dict(person) for kind in found for person in found[kind]]
    for least in (0.3, 0.5):
        loud = [{"true": person["true"]} for person in pooled if person["said"][0] >= least]
        table.add("e", f"answered at least {least}, sure or not: true probability", loud, mean_of("true"), (0.5, None) if least == 0.5 else None)
    controls = [{"true": person["true"][0], "said": person["said"][0]} for person in pooled if person["true"][0] < 0.5]
    table.add("e", "controls: sum of true to sum of answered probabilities", controls, ratio_of("true", "said"), (0.5, None))


# f. Days off.

WEEKS = {"Sunday to Thursday": (6, 0, 1, 2, 3), "Saturday to Wednesday": (5, 6, 0, 1, 2),
         "Monday to Thursday": (0, 1, 2, 3), "Tuesday to Saturday": (1, 2, 3, 4, 5)}


def days_off(program, table, options):
    found = {}
    for name, workdays in WEEKS.items():
        asked = []
        for number in range(max(2, options.people // 8)):
            chance = random.Random(f"{options.seed} f {name} {number}")
            log = Log(f"off-{number}")
            coffee, film = chance.uniform(7.2, 8.4), chance.uniform(20, 21.5)
            for day in range(77):
                if day % 7 in workdays and chance.random() < 0.95:
                    log.add(at(day, 9 + chance.gauss(0, 5 / 60)), "standup")
                for habit, hour in (("coffee", coffee), ("film", film)):
                    if chance.random() < 0.9:
                        log.add(at(day, hour + chance.gauss(0, 12 / 60)), habit)
                if chance.random() < 0.4:
                    log.add(at(day, chance.uniform(11, 19)), "walk")
            log.sort()
            queries = []
            for day in range(70, 77):
                time = at(day, 8 + 50 / 60)
                queries.append((day % 7 in workdays, program.ask(log, time, within="1h"), program.ask(log, time, within="1h", surface="interrupt")))
            asked.append(queries)
        found[name] = asked
    everybody = []
    for name, asked in found.items():
        people = []
        for queries in asked:
            result = collections.defaultdict(list)
            for works, answer, interruption in queries:
                key = "work" if works else "off"
                result[key].append(answer.result().of("standup"))
                result["interrupt " + key].append(float("standup" in interruption.result().shares))
            people.append(result)
        everybody += people
        table.add("f", f"{name}: probability on workdays (true .94)", people, mean_of("work"))
        table.add("f", f"{name}: probability on days off (true 0)", people, mean_of("off"))
        table.add("f", f"{name}: days off with an interruption", people, mean_of("interrupt off"))
    table.add("f", "all four: workdays with an interruption", everybody, mean_of("interrupt work"))
    table.add("f", "all four: days off with an interruption", everybody, mean_of("interrupt off"))


PARTS = {"a": place_only, "b": loyalty_card, "c": attributes, "d": ahead, "e": weekly, "f": days_off}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--people", type=int, default=24, help="people of part a; the other parts have fewer (default: 24)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="a,b,c,d,e,f", help="the parts to measure, like a,d")
    parser.add_argument("--jobs", type=int, default=2, help="processes at a time (default: 2)")
    parser.add_argument("--quick", action="store_true", help="few people: to try the script, not to measure")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    options.moments, options.attribute_queries = 42, 16
    if options.quick:
        options.people, options.moments, options.attribute_queries = min(options.people, 6), 7, 4
    if not os.access(options.program, os.X_OK):
        raise SystemExit(f"trust: {options.program} is not a program; make build makes .build/release/hunch")
    parts = options.only.split(",")
    for part in parts:
        if part not in PARTS:
            raise SystemExit(f"trust: there is no part {part}; there are {', '.join(PARTS)}")
    program = Program(options.program, options.jobs)
    table = Table(options.seed, options.json)
    if not options.json:
        print("| part | question | people | measured | 95 % interval | target | met |\n| --- | --- | ---: | ---: | --- | --- | --- |")
    for part in parts:
        PARTS[part](program, table, options)
    if options.json:
        json.dump({"seed": options.seed, "people": options.people, "observedUntil": program.knows_observed, "rows": table.rows}, sys.stdout, indent=1)
        print()
    else:
        passed = "passed" if program.knows_observed else "not supported"
        print(f"\nSeed {options.seed}; {program.queries} queries; --observed-until: {passed}.")


main()
