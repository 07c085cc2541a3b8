import TestSupport
import Testing

@testable import Importers

@Suite struct ShellLineTests {
  private func words(_ line: String) -> [[String]] { ShellLine(line).commands.map { $0.words.map(\.text) } }

  @Test(
    arguments: [
      ("a b  c", [["a", "b", "c"]]), ("a 'b c' \"d e\" f\\ g", [["a", "b c", "d e", "f g"]]),
      ("a\\\nb", [["ab"]]), ("", []), ("# only a remark", []),
      ("a # remark", [["a"]]), ("a#b", [["a#b"]]),
      ("a; b && c || d | e & f", [["a"], ["b"], ["c"], ["d"], ["e"], ["f"]]), ("a\nb", [["a"], ["b"]]),
      ("a > f 2>&1 < g >> h &> i b", [["a", "b"]]), ("a 2 > f", [["a", "2"]]), ("a2>f", [["a2"]]),
      ("cat <<< 'x y'", [["cat"]]), ("a $'b\\'c'", [["a", "b'c"]]),
      ("a \"$(b 'c d')\" e", [["a", "$(b 'c d')", "e"], ["b", "c d"]]),
      ("a `b c`", [["a", "`b c`"], ["b", "c"]]),
      ("diff <(a x) <(b y)", [["diff", "<(a x)", "<(b y)"], ["a", "x"], ["b", "y"]]),
      ("(a; b)", [["a"], ["b"]]), ("a ${b:-c d} e", [["a", "${b:-c d}", "e"]]),
      ("a 'unfinished b", [["a", "unfinished b"]]),
      (
        "a $(b $(c $(d $(e))))",
        [["a", "$(b $(c $(d $(e))))"], ["b", "$(c $(d $(e)))"], ["c", "$(d $(e))"], ["d", "$(e)"]]
      ),
      ("a \"\" b", [["a", "", "b"]]), ("a \\", [["a"]]), ("a $ b", [["a", "$", "b"]]),
    ] as [(String, [[String]])])
  func linesAreReadAsShellsDo(_ line: String, _ commands: [[String]]) { #expect(words(line) == commands) }

  @Test func textsOfHereDocumentsBelongToTheirCommands() {
    let line = ShellLine("cat <<A; b <<-'B' | c\none\nA\n\ttwo\n\tB\nd e")
    #expect(line.commands.map { $0.words.map(\.text) } == [["cat"], ["b"], ["c"], ["d", "e"]])
    #expect(line.commands.map { $0.input.map(\.text) } == [["one\n"], ["two\n"], [], []])
    #expect(line.commands.map(\.end) == [.sequence, .pipe, .sequence, .end])
  }

  @Test(arguments: [
    ("sudo -u ada apt update", "apt"), ("env -u A B=c make all", "make"), ("A=b C=d make", "make"),
    ("nice -n 10 timeout 5 cargo test", "cargo"), ("if ! grep -q x y", "grep"),
    ("time ./run.sh", "run.sh"), ("sudo -i", "sudo"), ("xargs -n 1 rm", "rm"), ("sudo -nu ada make", "make"),
    ("sudo -uada make", "make"), ("sshpass -vp x ssh host", "ssh"), ("/usr/bin/git status", "git"),
    ("do convert a b", "convert"),
  ])
  func theProgramIsWhatIsStarted(_ line: String, _ program: String) throws {
    let command = try #require(ShellLine(line).commands.first)
    #expect(Invocation(command)?.name == program)
  }

  @Test(arguments: ["A=b", "for x in a b", "done", "case x in", "fi"]) func someCommandsStartNothing(
    _ line: String
  ) throws {
    #expect(Invocation(try #require(ShellLine(line).commands.first)) == nil)
  }
}
