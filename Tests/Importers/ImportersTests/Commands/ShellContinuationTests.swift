import TestSupport
import Testing

@testable import Importers

@Suite("Continued commands")
struct ShellContinuationTests {
  /// Returns for each line whether the shell waits for another one, command by command.
  private func waits(_ text: String) -> [Bool] {
    var continuation = ShellContinuation()
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      continuation.append(Array(line.utf8))
      defer { if !continuation.wantsMore { continuation = ShellContinuation() } }
      return continuation.wantsMore
    }
  }

  @Test(
    "a complete line is a command",
    arguments: [
      "make all", "git commit -m 'x'", "echo \"a $(date) b\"", "cd ~/src && make", "sleep 1 &", "ls # it's",
      "",
      "for x in 1 2; do echo $x; done", "if true; then ls; fi", "case $x in a) ls ;; esac",
      "echo $((1 << 4))",
      "(( i << 2 ))", "a=()", "a=(1 2)", "{ ls; }", "grep -c x <<< 'text'", "echo if while for", "echo {a,b}",
      "f() { ls; }", "function f { ls; }", "find . -exec ls {} \\;", "echo ${x:-(}", "echo `date`",
      "ls 2>&1 | wc",
      "[[ a =~ ^(a|b)$ ]]", "diff <(ls) <(ls -a)", "echo it\\'s", "echo $'it\\'s'", "while :; do :; done < x",
      "echo }",
    ])
  func whole(line: String) { #expect(waits(line) == [false]) }

  @Test(
    "an unfinished command continues to its end",
    arguments: [
      "cat <<EOF\na 'b\nEOF", "cat <<-'EOF' > x\n\tEOF", "git commit -m \"a\nb\"", "echo 'a\n# b'",
      "for x in 1 2\ndo\necho $x\ndone", "if true\nthen\nls\nfi", "ls |\nwc", "make &&\nls", "make \\\nall",
      "echo $(\ndate\n)", "f() {\nls\n}", "f()\n{\nls\n}", "a=(\n1\n)", "while read x\ndo ls; done",
      "case $x in\na) ls ;;\nesac", "until false; do\nls\ndone", "cat <<A <<B\nA\nB", "echo `\ndate`",
      "ls || # why\nls",
      "function f\n{\nls\n}", "{\nls\n}", "echo ${x:-\n1}",
    ])
  func unfinished(text: String) {
    let waits = waits(text)
    #expect(waits.dropLast().allSatisfy { $0 } && waits.last == false, "\(waits)")
  }

  @Test("the delimiter of a here-document is known while its text is read")
  func delimiter() {
    var continuation = ShellContinuation()
    continuation.append(Array("cat <<'END' | wc".utf8))
    #expect(continuation.delimiter == Array("END".utf8))
    continuation.append(Array("END".utf8))
    #expect(continuation.delimiter == nil && !continuation.wantsMore)
  }

  @Test("any bytes are valid lines, and unclosed brackets take linear time")
  func hostile() {
    for unit in [
      "(", "$(", "`", "\"", "${", "{ ", "if ", "case x in ", "<<A ", "((", "'", "\\", ")", "}", "\0",
      "\u{FF}",
    ] {
      var continuation = ShellContinuation()
      for _ in 0..<50 { continuation.append(Array(String(repeating: unit, count: 2_000).utf8)) }
    }
  }
}
