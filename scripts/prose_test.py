#!/usr/bin/env python3
"""Checks that each rule of scripts/prose.py finds its bad examples, and no good ones."""
import pathlib
import sys

import prose

# Each rule, with bad and good examples.
EXAMPLES = {
    "what": (
        ["What the parser leaves is kept.", "what is empty stays so"],
        ["What does it cost?", "The page says what changed.", "what came after the last row"]),
    "who": (
        ["Who waits gets the lock.", "It is sent to who asked.", "Give it to whoever reads."],
        ["Who holds the lock?", "The process that waits gets it.", "A user for whom it is new."]),
    "of": (
        ["Of a table two rows remain.", "a table of which the rows are sorted"],
        ["Of course it is.", "Of ten tables, two are empty.", "tables, most of which are empty",
         "24 rows, of which 17 are new"]),
    "so-many": (
        ["Keeps at most so many rows.", "one hit in so much time"],
        ["It has so many rows that scans are slow.", "not so many as before"]),
    "told": (
        ["The failure is told.", "Then nothing is said."],
        ["Users are told the reason.", "Equal titles are told apart.", "The page said so."]),
    "no": (
        ["A folder is no file.", "nothing of the file is left", "It is not open any more.", "That is no number."],
        ["There is no file.", "It is no longer open.", "They are no farther apart.", "None of the file is left.",
         "It is none of these.", "[row is none]", "The answer is no, as before."]),
    "there": (
        ["It reads the rows that there are.", "The file is there already.", "columns that are not there"],
        ["so that there are no gaps", "There are two.", "the user was there.", "whatever may be there"]),
    "stands": (
        ["The key stands in the header.", "A lock lies in the folder.", "the file beside it"],
        ["One row stands for many.", "disks that lie about syncing", "It stands still.", "Besides, it is fast.", "a stand-up"]),
    "old-word": (
        ["It is built anew.", "Mend the index."],
        ["It is built again.", "It was amended.", "Fix the index."]),
    "that-of": (
        ["The result is that of a run that waits.", "its rows and those of them"],
        ["The size is that of the file.", "those of you who use it"]),
    "of-before": (
        ["stores of before", "the rules of then"],
        ["within an hour of now", "as of now", "older stores"]),
    "most": (
        ["The most rows of a page.", "the least share to show", "It is the most that fits."],
        ["users with the most rows", "the most recent row", "The least likely is dropped."]),
    "fragment": (
        ["/// Whose; nil for all.", "- rows: Which rows it reads.", "/// As bytes.", "/// Did nothing yet."],
        ["/// The size in bytes.", "/// Whether it is empty.", "/// Which rows match?", "In bytes."]),
    "inverted": (
        ["Printed are the rates.", "Left out is the first."],
        ["Speed is measured.", "Embedded rows are skipped."]),
    "word": (
        ["the likeliest rows", "two unless given", "a new Hand-off"],
        ["the most likely row", "Hand-off is safe."]),
}
# Files, with the line and rule of each finding.
SOURCES = [
    ("a.md", "Text\n```\nWhat is code.\n```\n`What is code`\nis built\nanew.", [(7, "old-word")]),
    ("a.md", "word " * 21 + "\n| " + "cell " * 21, [(1, "line")]),
    ("Sources/a.swift", 'let a = "so many rows"  // Built\n\nlet b = "What \\(f("x")) is goes anew"',
     [(3, "what"), (3, "old-word")]),
    ("Tests/a.swift", '@Test("built anew") func a() { b("Who is it that fails.") }', [(1, "old-word")]),
    ("a.swift", "/// A row.\n///\n/// What the row\n/// has is kept.\nlet a = 1 // As bytes.",
     [(3, "what"), (5, "fragment")]),
    ("a.c", "/* A row.\n * Of a row two remain. */\nchar b = '\"'; // anew", [(2, "of"), (3, "old-word")]),
    ("a.py", '"""What a row has is kept."""\na = "#anew"\n', [(1, "what")]),
    ("Makefile", "all: # Build anew\n\techo '# anew'", [(1, "old-word")]),
]


def main():
    if set(EXAMPLES) != {name for name, _, _ in prose.RULES}:
        return "a rule without examples, or the reverse"
    for name, (bad, good) in EXAMPLES.items():
        for text in bad:
            if name not in [rule for rule, _, _ in prose.matches(text)]:
                return f"the rule {name} misses: {text}"
        for text in good:
            if list(prose.matches(text)):
                return f"a false alarm: {list(prose.matches(text))} in: {text}"
    for name, source, expected in SOURCES:
        found = [(number, rule) for number, rule, _ in prose.check(pathlib.Path(name), source)]
        if found != expected:
            return f"{found}, not {expected}, in: {source}"
    return 0


if __name__ == "__main__":
    sys.exit(main())
