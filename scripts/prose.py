#!/usr/bin/env python3
"""Finds words in comments, Markdown, messages and test titles that make readers stop.

    scripts/prose.py [PATH...]   checks all files, or those at each PATH; ignored ones are skipped
    scripts/prose.py --help      lists the rules

Prints FILE:LINE: RULE: WORDS for each finding, then exits with 1. It reads comments of Swift, C,
Python, shell and make; Markdown; strings of at least four words in Sources; titles of tests. Code
in backquotes and fences is skipped. The rules avoid false alarms, so they do not find everything.
scripts/prose_test.py has examples; scripts/commits.py checks the messages of commits.
"""
import ast
import io
import pathlib
import re
import subprocess
import sys
import tokenize

COLUMNS = 100
SUFFIXES = (".md", ".swift", ".c", ".h", ".cpp", ".py", ".sh")
SKIPPED = ("Tests/Corpus/", "Documentation/Phrases.md")
START = r"(?:^(?:/// |[-*+>]+ |\d+\. )?|(?<=[.:;?!] ))"
BE = r"(?:is|are|was|were)"
END = r"(?=[.,;:)]|$)"
HEARERS = "users?|callers?|readers?|people|person|sides?|peers?|programs?|they|you|we|he|she|nobody|everyone"

# Each rule: its name, advice, and the pattern of its findings.
RULES = [
    ("what", "name the thing: 'deleted rows', not 'what is deleted'",
     rf"{START}What(?! (?:if|about)\b)(?: [\w'-]+){{1,3}}(?![^.]*\?)"
     r"|^what (?:[\w'-]+ ){1,6}(?:is|are|was|were|has|have|stays|counts|goes|comes|makes)\b"),
    ("who", "name the person or role: 'the caller', 'anyone who reads'",
     rf"{START}Who(?:ever|m)?(?: [\w'-]+){{1,3}}(?![^.]*\?)|\bwhoever\b"
     r"|\b(?:of|to|from|for|by|with|than|as) who\b"),
    ("of", "begin with the subject: 'two rows remain per table'",
     rf"{START}Of (?!course\b)(?![^.;:]*, )[\w'-]+|\b(?!(?:most|each|all|some|both|many|any|either|neither|none"
     r"|one|two|three|few|half|those|first|last|part|\w+est)\b)[a-z]\w*,? of (?:which|whom|whose) (?!\d)\w+"),
    ("so-many", "name the number: '`limit` rows', 'within the horizon'",
     r"\b[Ss]o (?:many|few|much|long)\b(?! as\b)(?![^.;]*\bthat\b)"),
    ("told", "name who acts: 'the command reports a failure'",
     rf"\b(?!(?i:{HEARERS})\b)\w+ {BE} (?:also |not )?told\b(?! apart)"
     r"|(?:nothing (?:is|can be)|(?:that|[Ii]t|this) is) said\b|\bis told (?:with|where)\b"),
    ("no", "write 'not a', 'not one', 'none of', 'no longer'",
     rf"\b(?<!here ){BE} (?:not )?(?:none\b(?!\]| of\b)|no (?!longer|more|less|other|fewer|better|worse|larger"
     r"|smaller|later|earlier|farther|further)\w+)|\bnothing of (?:it|its|the|what|their|this)\b"
     r"|\b(?:not|never)\b[^.,;:]{0,40} any ?more\b"),
    ("there", "write 'existing rows', 'already exists', 'is missing'",
     rf"\bthat there (?:is|are|was|were){END}|\b(?<!user )(?<!you ){BE} "
     rf"(?:not |already |no longer )?there(?:{END}| (?:already|yet|now|twice|at all|or not)\b)"),
    ("stands", "write 'is in', 'is next to'; for additions, 'besides' or 'also'",
     r"\b(?<!as it )(?:stands?|stood)\b(?! (?:for|in for|still|alone|out)\b|-)|\bbeside\b"
     r"|\b(?:lies|lie|lay) (?!about\b)(?:in|at|on|behind|before|after|within|there|below|above|under)\b"),
    ("old-word", "write 'again', 'without success', 'fix', 'obey', 'correctly', 'forever'",
     r"(?i)\b(?:anew|in vain|mend(?:s|ed|ing)?|heed(?:s|ed|ing)?|rightly|for ever|hitherto|lest"
     r"|there(?:of|in|upon)|where(?:by|of|upon)|whence|thence|forthwith)\b"),
    ("that-of", "compare directly: 'answers are the same as if'",
     rf"\b{BE} (?:that|those) of (?:an? |the )?[\w-]+,? (?:that|which|who|whose)\b"
     r"|\b(?:that|those) of (?:before|then|those|that|it|them)\b"),
    ("of-before", "write 'older', 'earlier', 'current', 'at the time'",
     r"\b(?<!hour )(?<!hours )(?<!minutes )(?<!as )of (?:before|then|now|afterwards)\b"),
    ("most", "name the limit: 'the maximum number of rows', 'the minimum share'",
     rf"{START}(?:The|the) most [a-z]+s\b|\b[Tt]he (?:most|least) that\b|\b[Tt]he least (?:number|share"
     r"|length|count|time|size|value|magnitude|probability|decides|[a-z]+s)\b"),
    ("fragment", "begin with a noun phrase, 'Returns' or 'Creates'",
     r"^(?:/// |- (?:Parameter )?\w+: )(?:Whose|Whom|Which)\b(?: \w+){0,3}(?![^?]*\?)"
     r"|^/// (?:As|By|From|In|To|For|Of|With|Than)(?: [\w-]+){1,3}\.$"
     r"|^/// (?:Wrote|Took|Did|Saw|Gave|Knew|Went|Came|Was|Were|Began) \w+"),
    ("inverted", "begin with the subject: 'it prints rates'",
     rf"{START}(?!\w*eed|Red\b)(?:[A-Z][a-z]+ed|Given|Shown|Known|Taken|(?:Left|Kept|Put|Read|Told|Made)"
     r"(?: out| back)?) (?:is|are|was|were)\b(?![^.]*\?)"),
    ("word", "one word for one thing: app catalog, most likely, by default, hand-off, filter, erase",
     r"\bapp catalogues?\b|\b(?:un)?likeliest\b|\bunless (?:it is |they are )?(?:given|said|told)\b"
     r"|(?<=[a-z] )Hand-offs?\b|\b(?:leave|leaves|left|leaving) away\b"
     r"|\b(?:put|puts|take|takes|taken) away (?:donations?|bytes)\b"),
]
PATTERNS = [(name, re.compile(pattern)) for name, _, pattern in RULES]

INNER = r'[^()"\n]|"[^"\n]*"'
INTERPOLATION = rf"\\\((?:{INNER}|\((?:{INNER}|\([^()\n]*\))*\))*\)"
STRING = rf'"(?:{INTERPOLATION}|\\.|[^"\\\n])*"'
TOKEN = re.compile(
    rf"(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<title>func `[^`\n]*`|@(?:Test|Suite)\(\s*{STRING})"
    rf"""|(?P<string>(#+)"(?:"")?.*?"\4|\"\"\".*?\"\"\"|{STRING})|'(?:\\.|[^'\\\n])'""", re.S)
CODE = re.compile(rf"(`+)[^`]+\1|{INTERPOLATION}|(?<=\]\()\S+|<[^<>\s]+>")
# The marks around the words of a row.
MARKS = re.compile(r"""^\s*(?:///?|/\*+|\*(?=\s|$)|#+[!:]?(?=\s|$)|func(?= `)|@(?:Test|Suite)\(\s*|["`]+)*\s?"""
                   r"""|[\s"`]*(?:\*/)?$""")
ITEM = re.compile(r"(?:[-*+] |\d+\. |\||>|#|MARK:)")


def pieces(path, source):
    """Yields each comment, page, string and title: kind, number of the first row, rows."""
    rows = source.split("\n")
    if path.suffix == ".md":
        yield "page", 1, rows
    elif path.suffix in (".swift", ".c", ".h", ".cpp"):
        number, place = 1, 0
        for token in TOKEN.finditer(source):
            number += source.count("\n", place, token.start())
            place = token.start()
            if token["comment"] or token["title"]:
                yield "comment" if token["comment"] else "title", number, token[0].split("\n")
            elif path.parts[0] == "Sources" and sum(map(str.isalpha, re.split(r'[\s",.:;]+', token[0]))) >= 4:
                yield "string", number, token[0].split("\n")
    elif path.suffix == ".py":
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.COMMENT:
                yield "comment", token.start[0], [token.string]
        for node in ast.walk(ast.parse(source, str(path))):
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node):
                text = node.body[0].value
                yield "comment", text.lineno, rows[text.lineno - 1:text.end_lineno]
    elif path.suffix == ".sh" or path.name == "Makefile" or source.startswith("#!/usr/bin/env bash"):
        for number, row in enumerate(rows, 1):
            comment = re.match(r"""(?:\s*|[^'"#]*\s)(#+ .*)""", row)
            if comment:
                yield "comment", number, [comment[1]]


def paragraphs(path, source):
    """Yields the rows of each paragraph: number, words, and whether the line has no code.

    The words that begin a comment follow `///`.
    """
    found, last, fence, lines = [], None, False, source.split("\n")
    for kind, first, rows in pieces(path, source):
        is_whole = kind == "page" or kind == "comment" and lines[first - 1].strip() == rows[0].strip()
        goes_on = is_whole and last == (kind, first)
        if not goes_on:
            yield found
            found, fence = [], False
        for number, row in enumerate(rows, first):
            words = row.strip('" ') if kind in ("page", "string") else MARKS.sub("", row).strip()
            if words.startswith(("```", "~~~")):
                fence, words = not fence, ""
            if fence or not words or ITEM.match(words):
                yield found
                found = []
            if words and not fence:
                begins = kind == "comment" and number == first and not goes_on
                found.append((number, "/// " + words if begins else words, is_whole))
        last = kind if is_whole else None, first + len(rows)
    yield found


def matches(text):
    """Yields the rule, place and words of each finding in a paragraph."""
    text = CODE.sub(lambda code: re.sub(r"[^\n]", "_", code[0]), text).replace("\n", " ")
    if not re.match("(?:/// )?(?:#|MARK:)", text):
        for name, pattern in PATTERNS:
            for match in pattern.finditer(text):
                yield name, match.start(), match[0].removeprefix("/// ")


def check(path, source):
    """Yields the line, rule and words of each finding in a file."""
    lines = source.split("\n")
    for found in paragraphs(path, source):
        text = "\n".join(words for _, words, _ in found)
        for name, place, words in matches(text):
            yield found[text.count("\n", 0, place)][0], name, words
        for number, words, is_whole in found:
            can_break = words[0] not in "|#" and len(max(words.split(), key=len)) < COLUMNS / 2
            if len(lines[number - 1]) > COLUMNS and is_whole and can_break:
                yield number, "line", f"{len(lines[number - 1])} columns, more than {COLUMNS}"


def files(paths):
    """Returns the files to check, from the top of the repository: tracked ones and new ones."""
    list_files = ["git", "ls-files", "-z", "--full-name", "--cached", "--others", "--exclude-standard", "--"]
    listed = subprocess.run(list_files + paths, capture_output=True, text=True, check=True).stdout
    return sorted(name for name in set(listed.split("\0")) if name and not name.startswith(SKIPPED))


def main(arguments):
    if "--help" in arguments or "-h" in arguments:
        print(__doc__ + "\nRules:\n" + "\n".join(f"  {name:10} {advice}" for name, advice, _ in RULES))
        print(f"  {'line':10} break lines of comments and Markdown after at most {COLUMNS} columns")
        return 0
    unknown = [path for path in arguments if path.startswith("-") or not pathlib.Path(path).exists()]
    if unknown:
        print(f"prose: no file, folder or option is called {unknown[0]}; see --help", file=sys.stderr)
        return 2
    top = subprocess.run(["git", "rev-parse", "--show-toplevel"], capture_output=True, text=True)
    if top.returncode:
        print("prose: not a git checkout, so nothing is checked", file=sys.stderr)
        return 0
    count = 0
    for name in files(arguments or [top.stdout.strip()]):
        path = pathlib.Path(top.stdout.strip(), name)
        if path.is_file() and (path.suffix in SUFFIXES or not path.suffix):
            for number, rule, words in check(pathlib.Path(name), path.read_text(errors="replace")):
                print(f"{name}:{number}: {rule}: {words}")
                count += 1
    return int(count > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
