#!/usr/bin/env python3
"""Finds conversions of floating-point numbers to integers that can end the process.

    scripts/conversions.py FOLDER...     lists them; exits with 1 if there are any
    scripts/conversions.py --self-test   checks that it finds what it should

`Int(x)` traps for 1e300 and for NaN. `Int(exactly: x)` and `Int(clamping: x)` do not, and
`Int(truncatingIfNeeded: n)` takes only integers. The script does not know types: it recognises a
floating-point number by a rounding, a decimal point, or a name that the file declares as Double. A
line that ends in `// audit: checked` is allowed.
"""
import re
import sys
from pathlib import Path

CONVERSION = re.compile(r"(?<![\w.])(?:U?Int(?:8|16|32|64)?)(?:\.init)?\(")
DECLARED = re.compile(r"\b(\w+)\s*:\s*\[?(?:Double|Float|CGFloat|TimeInterval)\b")
RETURNED = re.compile(r"\b(?:func|var|let)\s+(\w+)[^={}]*(?:->|:)\s*(?:Double|Float|TimeInterval)\b")
FLOATING = re.compile(
    r"\.rounded\(|\b(?:Double|Float)\(|timeInterval|\b\d[\d_]*\.\d|\b\d[eE][-+]?\d|squareRoot|\b(?:exp|log\d*|pow|floor|ceil|trunc)\("
)
LABEL = re.compile(r"\s*[a-zA-Z]\w*\s*:(?!:)")


def argument(text, start):
    """The text within the parenthesis at a place."""
    depth = 0
    for place in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if depth == 0:
            return text[start + 1 : place]
    return text[start + 1 :]


def findings(text):
    """The lines with such a conversion, by number."""
    names = set(DECLARED.findall(text)) | set(RETURNED.findall(text))
    lines = text.split("\n")
    for match in CONVERSION.finditer(text):
        number = text.count("\n", 0, match.start())
        line = lines[number]
        if line.lstrip().startswith("//") or line.endswith("// audit: checked"):
            continue
        inner = argument(text, match.end() - 1)
        if not inner.strip() or LABEL.match(inner):
            continue
        if FLOATING.search(inner) or set(re.findall(r"(?<![\w\"])\w+(?!\")\b", inner)) & names:
            yield number + 1, line.strip()


BAD = """
let seconds: Double = 1
func share() -> Double { 0.5 }
a = Int(seconds)
a = Int64((date.timeIntervalSince1970 * 1_000).rounded())
a = max(0, Int(share() * 100))
a = Int32(
  seconds / 60)
a = UInt8(text.count * 1.5)
a = Int.init(exp(x))
a = "\\(Int(seconds)) s"
"""
GOOD = """
let seconds: Double = 1
a = Int(exactly: seconds.rounded())
a = Int64(clamping: seconds * 1_000)
a = Int(row)
a = Int(bytes[0]) + Int(truncatingIfNeeded: seconds)
a = Int(text, radix: 16)
// Int(seconds) would trap.
self.init(number)  // audit: checked
a = Int(seconds)  // audit: checked
"""


def self_test():
    found = [number for number, _ in findings(BAD)]
    assert found == [4, 5, 6, 7, 9, 10, 11], found
    assert not list(findings(GOOD)), list(findings(GOOD))


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    count = 0
    for folder in arguments:
        for path in sorted(Path(folder).rglob("*.swift")):
            for number, line in findings(path.read_text()):
                print(f"{path}:{number}: {line}")
                count += 1
    return int(count > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
