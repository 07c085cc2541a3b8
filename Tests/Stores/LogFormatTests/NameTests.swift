import Activities
import LogFormat
import Testing

@Suite("Names in a log have no control characters")
struct NameTests {
  private static let donation = #""time":"2026-03-01T08:10:00Z","activityType":"a.b""#
  private static let impression = #"{"activityType":"a.b","userInfo":{"NAME":1}}"#

  private static let lines = [
    ("user", #"{\#(donation),"user":"NAME"}"#), ("program", #"{\#(donation),"program":"NAME"}"#),
    ("device", #"{\#(donation),"device":"NAME"}"#), ("timeZone", #"{\#(donation),"timeZone":"NAME"}"#),
    ("source", #"{\#(donation),"source":"import:NAME"}"#), ("", #"{\#(donation),"NAME":1}"#),
    ("userInfo", #"{\#(donation),"userInfo":{"NAME":1}}"#),
    ("userInfo", #"{\#(donation),"userInfo":{"a":[{"NAME":1}]}}"#),
    ("requiredUserInfoKeys", #"{\#(donation),"requiredUserInfoKeys":["NAME"]}"#),
    ("context", #"{\#(donation),"context":{"NAME":1}}"#),
    ("contentAttributes", #"{\#(donation),"contentAttributes":{"NAME":1}}"#),
    ("location.name", #"{\#(donation),"location":{"latitude":1,"longitude":2,"name":"NAME"}}"#),
    ("userInfo", #"{\#(donation),"type":"phrase","phrase":"p","userInfo":{"NAME":1}}"#),
    (
      "userInfo",
      #"{"type":"feedback","time":"2026-03-01T08:10:00Z","verdict":"ignored","shown":[\#(impression)]}"#
    ),
  ]

  private func read(_ line: String) throws -> LogBatch {
    var reader = LogReader(bytes: Array(line.utf8), named: "log")
    return try #require(try reader.nextBatch())
  }

  @Test("a control character in a name is refused with its field and the remedy", arguments: lines)
  func refused(field: String, line: String) throws {
    for (name, codePoint) in [
      (#"a\u0000"#, UInt32(0)), (#"\u001bb"#, 0x1B), ("a\u{7F}", 0x7F), ("\u{9B}", 0x9B),
    ] {
      let batch = try read(line.replacing("NAME", with: name))
      let problem = try #require(batch.problems.first)
      #expect(batch.records.isEmpty)
      #expect(
        problem.error == RecordError(field, .invalid(.controlCharacter(field: field, codePoint: codePoint))))
      #expect(
        problem.description.contains("control character U+00") && problem.description.contains("leave it out")
      )
    }
    #expect(try read(line.replacing("NAME", with: "Å ü")).problems.isEmpty)
  }

  @Test("texts, values and deletions may have control characters")
  func accepted() throws {
    let text = #"a\u0000\u001b\u009b"#
    let deletion =
      #"{"type":"delete","time":"2026-03-01T08:10:00Z","user":"\#(text)","program":"\#(text)","userInfoKey":"\#(text)"}"#
    for line in [
      #"{\#(Self.donation),"title":"\#(text)","keywords":["\#(text)"],"userInfo":{"a":"\#(text)"}}"#,
      deletion,
    ] {
      let batch = try read(line)
      #expect(batch.problems.isEmpty && batch.records.count == 1)
    }
  }

  @Test("lines that a store reads back are not checked, because they may be older than the check")
  func stored() throws {
    var decoder = RecordDecoder()
    let line = Array(#"{\#(Self.donation),"user":"a\u0000","userInfo":{"\u001b":1}}"#.utf8)
    #expect(try decoder.decode(line.span).user.name == "a\u{0}")
  }
}
