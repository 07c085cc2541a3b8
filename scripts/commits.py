#!/usr/bin/env python3
"""Checks the messages of commits: a subject in the imperative, and a body that says why.

    scripts/commits.py               checks the commit that added this script, and all after it
    scripts/commits.py REVISIONS     checks these instead, such as HEAD~3..
    scripts/commits.py --self-test   checks that each rule finds its bad example and no good one

Prints COMMIT: RULE: SUBJECT for each finding, then exits with 1. Merges are skipped. So are commits
whose history does not contain this script, and those that a shallow clone lacks. Without git, as in
a released archive, there is nothing to check.
"""
import os
import pathlib
import re
import subprocess
import sys

COLUMNS = 72
AREA = re.compile(r"[\w.,/+-]+(?: [\w.,/+-]+)?: ")
TRAILER = re.compile(r"[A-Z][A-Za-z-]+-(?:by|to|on|from): ")
# Words that begin a statement, a question or the name of a thing.
NO_VERBS = set("""
    a an the this that these those it its they we you i he she there here what who which how why when where
    if as in on at of for from to by with without under over after before while until all each every some
    no not any both more less most new old better faster now also only and or but one two three
    was were is are been has had does did made wrote written built ran found got gave given took taken kept
    left went gone saw seen chose chosen drew drawn drove began begun broke broken brought bought caught
    fell fallen held knew known led lost meant met paid said sold sent shown spent stood taught told thought
    thrown won""".split())
# Verbs that end like other forms of a verb.
VERBS = set("""
    embed feed need seed shed speed exceed proceed succeed bleed breed bring ping ring string swing spring
    alias bias canvas focus""".split())


def problems(message):
    """Yields the rules that the message of a commit breaks."""
    subject, _, rest = message.partition("\n")
    order = AREA.sub("", subject, count=1)
    words = order.split() or [""]
    first = words[0].lower()
    is_form = re.search("(?:ed|ing|[^s]s)$", first) and first not in VERBS
    if not re.match("[a-z]+(?:-[a-z]+)?$", first) or is_form or first in NO_VERBS:
        yield "subject-mood: begin with a verb in the imperative, such as 'Fix' or 'docs: explain'"
    elif re.match(r"\S+ (?:is|are|was|were|has|have|can|must|no longer) ", order):
        yield "subject-mood: say what the commit does, not how things are"
    if len(subject) > COLUMNS:
        yield f"subject-length: {len(subject)} columns, more than {COLUMNS}"
    if subject.endswith("."):
        yield "subject-stop: remove the full stop"
    if rest and not rest.startswith("\n"):
        yield "body-gap: leave the second line empty"
    if not [line for line in rest.split("\n") if line.strip() and not TRAILER.match(line)]:
        yield "body: say why, and how it was checked"


def git(*arguments):
    return subprocess.run(["git", *arguments], capture_output=True, text=True, errors="replace")


def revisions():
    """Returns the commit that added this script and its descendants, newest first."""
    added = git("log", "--diff-filter=A", "--format=%H", "--", "scripts/commits.py").stdout.split()
    if not added:
        return []
    return git("rev-list", "--no-merges", "--ancestry-path", f"{added[-1]}..HEAD").stdout.split() + added[-1:]


BODY = "\n\nThe old limit was a guess. Checked by running the tests."
GOOD = ["Add a limit", "docs: explain limits", "search, tests: rank words", "Process rows in order", "Embed it",
        "Revert \"Add a limit\"", "Re-read the file if it has changed", "Bring back the page", "x" * 72]
BAD = {
    "subject-mood": ["Adds a limit", "Added a limit", "Adding a limit", "The limit", "It works", "Limits are shown",
                     "docs: fixed a typo", "Output is shorter", "Wrote a page", "Rows, and their order", "(no subject)", "", "docs: "],
    "subject-length": ["Add " + "x" * 69],
    "subject-stop": ["Add a limit."],
}


def self_test():
    for subject in GOOD:
        assert not list(problems(subject + BODY)), (subject, list(problems(subject + BODY)))
    for rule, subjects in BAD.items():
        for subject in subjects:
            found = [problem.split(":")[0] for problem in problems(subject + BODY)]
            assert found == [rule], f"{found}, not {rule}, for: {subject}"
    for message in ["Add a limit", "Add a limit\n\n", "Add a limit\n\nSigned-off-by: Ada <ada@example.org>"]:
        assert [problem.split(":")[0] for problem in problems(message)] == ["body"], message
    assert [problem.split(":")[0] for problem in problems("Add a limit\nIt was a guess.")] == ["body-gap"]


def main(arguments):
    if arguments in (["--help"], ["-h"]):
        print(__doc__.strip())
        return 0
    if arguments == ["--self-test"]:
        return self_test()
    os.chdir(pathlib.Path(__file__).resolve().parent.parent)
    head = git("rev-parse", "--verify", "HEAD")
    if head.returncode and not arguments:
        print(f"commits: nothing to check: {head.stderr.strip()}")
        return 0
    listed = git("rev-list", "--no-merges", *arguments, "--") if arguments else None
    if listed and (listed.returncode or arguments[0].startswith("-")):
        print(f"commits: git knows no revision {' '.join(arguments)}; see --help", file=sys.stderr)
        return 2
    count = 0
    for commit in listed.stdout.split() if listed else revisions():
        message = git("show", "--no-patch", "--format=%B", commit).stdout.rstrip("\n")
        for problem in problems(message):
            print(f"{commit[:12]}: {problem}: {message.partition(chr(10))[0]}")
            count += 1
    return int(count > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
