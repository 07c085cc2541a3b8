#!/usr/bin/env python3
"""Command lines of manual pages and collections of examples, one a line, to count false alarms of
the secret rules on.

    scripts/secrets.py FOLDER... > LINES
    HUNCH_COMMAND_LINES=LINES swift test --skip-build --filter FalseAlarmTests

FOLDER is searched for manual pages (*.1.gz, *.8.gz, and without .gz), pages of tldr (*.md),
examples in reStructuredText (*.rst, as the AWS client has them), and cheat sheets (files without a
suffix in a folder `cheatsheets`, and *.md). A line is taken if it is an example, that is

- in a manual page: it is in a display (.nf, .EX, .Vb) or begins with a prompt (`$ ` or `# `), and
  its first word is the name of some program;
- in a page of tldr: it is in backquotes; placeholders {{like this}} lose their braces;
- in the others: it is indented, and its first word is the name of some program.

A name is that of a program if a manual page or a file in /usr/bin or /usr/sbin has it, or the
examples' own file. Lines that differ from another one in nothing are counted once; of one program
at most AT_MOST are, those whose digests come first: vendors' clients have tens of thousands.
Nothing is copied into the project: the lines are read where they are installed.
"""
import collections
import gzip
import hashlib
import os
import pathlib
import re
import sys

AT_MOST = 400
MANUAL = re.compile(r"\.[18](ssl|p|pm|perl|py)?(\.gz)?$")
SECTION = re.compile(r"^(.*)\.[18][a-z]*$")
# Their examples are of a language, not of a shell.
LANGUAGES = re.compile(r"^(perl\w*|awk|gawk|tcl\w*)\.1")
# Programs whose names begin sentences in displays, too.
WORDS = {"as", "at", "for", "if", "while", "size", "real", "user", "sys", "printf", "[", "file", "from", "set", "time", "users", "which", "who"}
PROSE = re.compile(r"\s{3,}|\t|\.\.\.\s|\[[-a-z]+\]|^\w+ (is|was|are|will|can|has|may|and|or) ")
ESCAPES = [
    (re.compile(r"\\f(?:\[[A-Za-z]*\]|\(..|.)"), ""),
    (re.compile(r"\\\((?:aq|cq|oq)"), "'"),
    (re.compile(r"\\\[(?:aq|cq|oq)\]"), "'"),
    (re.compile(r"\\\((?:dq|lq|rq)|\\\[(?:dq|lq|rq)\]"), '"'),
    (re.compile(r"\\\((?:em|en|hy|mi)|\\\[(?:em|en|hy|mi)\]"), "-"),
    (re.compile(r"\\\((?:ti|ha)|\\\[ti\]"), "~"),
    (re.compile(r"\\s[-+]?\d|\\[&|^/,:]"), ""),
    (re.compile(r"\\\*\(Aq"), "'"),
    (re.compile(r"\\\*\(..|\\\*\[[^\]]*\]|\\\*."), ""),
    (re.compile(r"\\[ 0~]"), " "),
    (re.compile(r"\\-"), "-"),
    (re.compile(r"\\'"), "'"),
    (re.compile(r"\\`"), "`"),
    (re.compile(r"\\(?:e|\\)"), "\\\\"),
    (re.compile(r"\\\".*$"), ""),
]


def plain(line):
    """Returns a line of a manual page's source without its markup."""
    for pattern, text in ESCAPES:
        line = pattern.sub(text, line)
    return line.rstrip()


def text_of(path):
    try:
        opened = gzip.open(path, "rb") if path.name.endswith(".gz") else open(path, "rb")
        with opened as file:
            return file.read().decode("utf-8", "replace")
    except (OSError, EOFError, gzip.BadGzipFile):
        return ""


def manual(path):
    """Yields the lines in displays and after prompts."""
    display = False
    for line in text_of(path).splitlines():
        if re.match(r"^[.'](nf|EX|Vb|Bd)\b", line):
            display = True
        elif re.match(r"^[.'](fi|EE|Ve|Ed)\b", line):
            display = False
        elif re.match(r"^[.'](B|I|BR|IP|RB|Dl|Ic|br)\b", line):
            shown = plain(re.sub(r"^[.']\w+\s*", "", line)).strip('"').strip()
            if shown.startswith("$ ") or shown.startswith("# ") or line.startswith((".Dl", "'Dl")):
                yield shown
        elif not line.startswith((".", "'")):
            shown = plain(line).strip()
            if display or shown.startswith("$ "):
                yield shown


def tldr(path):
    for line in text_of(path).splitlines():
        match = re.match(r"^\s*`(.+)`\s*$", line)
        if match:
            yield re.sub(r"\{\{(.*?)\}\}", r"\1", match.group(1))


def indented(path):
    for line in text_of(path).splitlines():
        if line.startswith((" ", "\t", "$")):
            yield line.strip()


def joined(lines):
    """Yields commands, those that go on after a backslash in one line."""
    whole = ""
    for line in lines:
        whole += line
        if whole.endswith("\\") and len(whole) < 4000:
            whole = whole[:-1].rstrip() + " "
            continue
        yield whole
        whole = ""
    if whole:
        yield whole


def main(folders):
    files = [
        pathlib.Path(folder, name)
        for top in folders
        for folder, _, names in os.walk(top)
        for name in sorted(names)
    ]
    programs = {name for folder in ("/usr/bin", "/usr/sbin") if os.path.isdir(folder) for name in os.listdir(folder)}
    for file in files:
        match = SECTION.match(file.name.removesuffix(".gz"))
        if match:
            programs.add(match.group(1))
        elif file.parent.name == "cheatsheets" or file.suffix == ".md":
            programs.add(file.stem)
    programs |= {"aws", "cd", "export", "echo", "source"}
    programs -= WORDS

    found = collections.defaultdict(set)
    for file in files:
        if LANGUAGES.match(file.name):
            continue
        if MANUAL.search(file.name):
            lines = manual(file)
        elif file.suffix == ".md":
            lines = list(tldr(file)) or indented(file)
        elif file.suffix == ".rst" or "cheatsheets" in file.parts:
            lines = indented(file)
        else:
            continue
        for line in joined(lines):
            for part in re.split(r"(?:^|\s)\$ ", line):
                command = re.sub(r"^(\$|#|%|>)\s+", "", part.strip()).strip()
                first = re.sub(r"^(sudo|env|time)\s+", "", command).split(" ")[0]
                is_assignment = re.match(r"^[A-Z_]+=\S+\s+\S", command)
                if first not in programs and not is_assignment:
                    continue
                # Prose in a display, synopses and tables are not command lines.
                if " " not in command or PROSE.search(command):
                    continue
                found[first].add(command)
    for program in sorted(found):
        for command in sorted(found[program], key=lambda text: hashlib.sha256(text.encode()).digest())[:AT_MOST]:
            print(command)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1:])
