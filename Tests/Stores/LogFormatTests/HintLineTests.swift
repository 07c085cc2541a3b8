import Activities
import LogFormat
import TestSupport
import Testing

@Suite("Lines of hints")
struct HintLineTests {
  private static func decode(_ line: String) throws -> StatedHint {
    var decoder = RecordDecoder()
    return try decoder.decodeHint(Array(line.utf8).span)
  }

  @Test("hints are written as they are read")
  func roundTrip() throws {
    let line =
      #"{"v":1,"program":"org.example.air","activityType":"org.example.air.pass","title":"Show the pass","#
      + #""userInfo":{"flight":"X 1"},"kind":"scheduled","relevance":["#
      + #"{"date":{"from":"2026-03-02T12:00:00+01:00","to":"2026-03-02T12:30:00+01:00"}},"#
      + #"{"daily":{"from":"07:45","to":"08:30"}},{"daily":{"from":"12:00"}},"#
      + #"{"place":{"latitude":52.36,"longitude":13.5,"name":"BER","radius":900.0}},"#
      + #"{"routine":"activityIncomplete"}],"role":"information"}"#
    let stated = try Self.decode(line)
    #expect(stated.program == "org.example.air")
    #expect(stated.hint.role == .information && stated.hint.kind == .scheduled)
    #expect(stated.hint.relevance.count == 5)
    #expect(String(decoding: try RecordEncoder().encode(stated), as: UTF8.self) == line)
  }

  @Test("hints need only an activity type, which names the program by default")
  func least() throws {
    let stated = try Self.decode(#"{"activityType":"org.example.air.pass","role":null}"#)
    #expect(stated.program == "org.example.air")
    #expect(stated.hint == (try Hint(of: UserActivity(activityType: "org.example.air.pass"))))
    #expect(try Self.decode(#"{"type":"hint","activityType":"a.b","relevance":[]}"#).program == "a")
  }

  static let refused: [(String, RecordError)] = [
    ("", RecordError("", .malformed(.empty))),
    ("[]", RecordError("", .wrongType(expected: .object))),
    (#"{"title":"x"}"#, RecordError("activityType", .missing)),
    (#"{"v":2,"activityType":"a.b"}"#, RecordError("v", .unsupportedVersion)),
    (#"{"type":"donation","activityType":"a.b"}"#, RecordError("type", .unknownWord(known: ["hint"]))),
    (#"{"activityType":"a.b","program":""}"#, RecordError("program", .invalid(.empty(field: "program")))),
    (with(#""relevance":{}"#), RecordError("relevance", .invalid(.malformed(field: "hint.relevance")))),
    (with(#""relevance":[{}]"#), RecordError("relevance", .invalid(.malformed(field: "hint.relevance")))),
    (with(#""role":"x""#), RecordError("role", .invalid(.malformed(field: "hint.role")))),
    (
      provider(#"{"routine":"lunch"}"#),
      RecordError("relevance", .invalid(.malformed(field: "hint.relevance")))
    ),
    (
      provider(#"{"date":{}}"#),
      RecordError("relevance", .invalid(.malformed(field: "hint.relevance.date.from")))
    ),
    (provider(#"{"date":{"from":"noon"}}"#), RecordError("relevance", .invalid(.malformedTime))),
    (
      provider(#"{"date":{"from":"2026-03-02T12:00:00Z","to":"2026-03-02T11:00:00Z"}}"#),
      RecordError("relevance", .invalidHint(.endsBeforeItStarts))
    ),
    (provider(#"{"daily":{"from":"24:00"}}"#), RecordError("relevance", .invalidHint(.wallTimeOutOfRange))),
    (provider(#"{"daily":{"from":"7:00"}}"#), RecordError("relevance", .invalidHint(.wallTimeOutOfRange))),
    (
      provider(#"{"place":{"latitude":1,"longitude":2}}"#),
      RecordError("relevance", .invalid(.malformed(field: "hint.relevance.place.radius")))
    ),
    (
      provider(#"{"place":{"latitude":1,"longitude":2,"radius":-1}}"#),
      RecordError("relevance", .invalidHint(.radiusOutOfRange))
    ),
    (
      provider(#"{"place":{"latitude":91,"longitude":2,"radius":1}}"#),
      RecordError("relevance", .invalid(.coordinateOutOfRange(field: "latitude")))
    ),
    (
      with(#""relevance":["# + (0..<9).map { _ in #"{"routine":"home"}"# }.joined(separator: ",") + "]"),
      RecordError("relevance", .invalidHint(.tooManyProviders(limit: 8)))
    ),
    (
      with(#""relevence":[]"#),
      RecordError("", .unknownName(known: ["activityType", "program", "relevance", "role", "kind"]))
    ),
    (
      with(#""time":"2026-03-02T12:00:00Z""#),
      RecordError("", .unknownName(known: ["activityType", "program", "relevance", "role", "kind"]))
    ),
  ]

  private static func with(_ member: String) -> String { #"{"activityType":"a.b",\#(member)}"# }

  private static func provider(_ provider: String) -> String { with(#""relevance":[\#(provider)]"#) }

  @Test("hints with unknown content are refused, with the field and the reason", arguments: refused)
  func refusals(line: String, expected: RecordError) {
    #expect(throws: expected) { try Self.decode(line) }
    #expect(!expected.description.isEmpty)
  }

  @Test(
    "hints with random changes are refused, or keep their meaning when written again",
    arguments: 1...20)
  func mutated(seed: UInt64) throws {
    let line = Array(
      (#"{"activityType":"a.b","relevance":[{"date":{"from":"2026-03-02T12:00:00Z"}},{"daily":{"from":"07:45","to":"08:30"}},"#
        + #"{"place":{"latitude":5.5,"longitude":-3.5,"radius":90}},{"routine":"gym"}],"role":"information"}"#)
        .utf8)
    var numbers = SeededNumbers(seed: seed)
    var decoder = RecordDecoder()
    for _ in 0..<300 {
      var bytes = line
      for _ in 0...numbers.below(3) {
        switch numbers.below(3) {
        case 0: bytes[numbers.below(bytes.count)] = UInt8(numbers.below(256))
        case 1: bytes.remove(at: numbers.below(bytes.count))
        default: bytes.insert(line[numbers.below(line.count)], at: numbers.below(bytes.count))
        }
      }
      guard let stated = try? decoder.decodeHint(bytes.span) else { continue }
      let written = try RecordEncoder().encode(stated)
      #expect(try decoder.decodeHint(written.span) == stated, "seed \(seed)")
    }
  }

  @Test("the lines of a file are read up to the limit; bad ones are reported with their numbers")
  func file() throws {
    let text = "\u{FEFF}" + #"{"activityType":"a.b"}"# + "\r\n\n" + "no\n" + #"{"activityType":"a.c"}"#
    var reader = HintReader(bytes: Array(text.utf8), named: "f")
    let (hints, problems) = try reader.read(limit: 10)
    #expect(hints.map(\.hint.activity.activityType) == ["a.b", "a.c"])
    #expect(problems.map(\.line) == [3])
    var again = HintReader(bytes: Array(text.utf8), named: "f")
    #expect(try again.read(limit: 1).hints.count == 1)
    #expect(throws: LogReadingError.notFound) { try HintReader(path: "/nowhere") }
  }
}
