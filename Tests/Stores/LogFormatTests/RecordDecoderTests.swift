import Activities
import Foundation
import LogFormat
import Testing

/// A line and its error.
struct BadLine: CustomTestStringConvertible {
  let testDescription: String
  let line: String
  let error: RecordError

  init(_ name: String, _ line: String, _ field: String, _ reason: RecordError.Reason) {
    testDescription = name
    self.line = line
    error = RecordError(field, reason)
  }

  /// A donation with more fields.
  static func with(_ fields: String) -> String {
    #"{"time":"2026-03-01T08:10:00+01:00","activityType":"org.example.a.b",\#(fields)}"#
  }

  static let json: [BadLine] = [
    BadLine("a bracket is missing", #"{"v":1"#, "", .malformed(.syntax)),
    BadLine("two values", #"{} {}"#, "", .malformed(.syntax)),
    BadLine("NaN", with(#""duration":NaN"#), "", .malformed(.syntax)),
    BadLine("nan", with(#""duration":nan"#), "", .malformed(.badWord)),
    BadLine("Infinity", with(#""duration":-Infinity"#), "", .malformed(.badNumber)),
    BadLine("a number that is too large", with(#""duration":1e400"#), "", .malformed(.badNumber)),
    BadLine("a leading zero", with(#""duration":01"#), "", .malformed(.badNumber)),
    BadLine("a bad escape", with(#""title":"\x""#), "", .malformed(.badEscape)),
    BadLine("half a surrogate pair", with(#""title":"\ud83d""#), "", .malformed(.badEscape)),
    BadLine("a raw control character", with("\"title\":\"a\tb\""), "", .malformed(.controlCharacter)),
    BadLine("a line cut off in a string", #"{"time":"2026-0"#, "", .malformed(.unclosedString)),
    BadLine("an array", "[]", "", .wrongType(expected: .object)),
    BadLine("a number", "12", "", .wrongType(expected: .object)),
    BadLine("a field twice", with(#""title":"a","title":"b""#), "title", .repeatedKey),
    BadLine("an unknown field twice", with(#""x":1,"x":1"#), "", .repeatedKey),
    BadLine("a key twice", with(#""userInfo":{"k":1,"k":2}"#), "userInfo", .repeatedKey),
    BadLine("a key in two compositions", with(#""userInfo":{"é":1,"e\u0301":2}"#), "userInfo", .repeatedKey),
  ]

  /// A bad line that deletes.
  private static func deletion(
    _ name: String, _ members: String, _ field: String, _ reason: RecordError.Reason
  ) -> BadLine {
    BadLine(name, #"{"type":"delete","time":"2026-03-01T08:10:00Z",\#(members)}"#, field, reason)
  }

  static let required: [BadLine] = [
    BadLine("no time", #"{"activityType":"a"}"#, "time", .missing),
    BadLine("null time", #"{"time":null,"activityType":"a"}"#, "time", .missing),
    BadLine("no type", #"{"time":"2026-03-01T08:10:00Z"}"#, "activityType", .missing),
    BadLine("null type", #"{"time":"2026-03-01T08:10:00Z","activityType":null}"#, "activityType", .missing),
    BadLine("no longitude", with(#""location":{"latitude":1}"#), "location.longitude", .missing),
    BadLine(
      "no verdict", #"{"type":"feedback","time":"2026-03-01T08:10:00Z","shown":[]}"#, "verdict", .missing),
    BadLine(
      "no shown", #"{"type":"feedback","time":"2026-03-01T08:10:00Z","verdict":"never"}"#, "shown", .missing),
    BadLine(
      "no criterion", #"{"type":"delete","time":"2026-03-01T08:10:00Z","all":false}"#, "",
      .invalid(.deletionWithoutCriterion)),
    deletion("a distance without a place", #""within":5"#, "near", .missing),
    deletion("a place without a distance", #""near":{"latitude":1,"longitude":2}"#, "within", .missing),
    deletion("a place without a longitude", #""near":{"latitude":1},"within":5"#, "near.longitude", .missing),
    deletion(
      "a place beyond the pole", #""near":{"latitude":91,"longitude":2},"within":5"#, "near.latitude",
      .invalid(.coordinateOutOfRange(field: "latitude"))),
    deletion(
      "a distance below zero", #""near":{"latitude":1,"longitude":2},"within":-5"#, "within",
      .invalid(.negative(field: "within"))),
    deletion("too few digits", #""identity":"12ab""#, "identity", .wrongType(expected: .digits)),
    deletion("no digits", #""donation":"org.example""#, "donation", .wrongType(expected: .digits)),
    deletion("userInfo of no type", #""userInfo":{"a":1}"#, "activityType", .missing),
    deletion(
      "required keys of no userInfo", #""activityType":"a","requiredUserInfoKeys":["a"]"#, "userInfo",
      .missing),
    deletion("a text without words", #""match":"?!""#, "match", .invalid(.textWithoutWords)),
    BadLine("version 2", with(#""v":2"#), "v", .unsupportedVersion),
    BadLine("version as text", with(#""v":"1""#), "v", .wrongType(expected: .wholeNumber)),
    BadLine(
      "unknown record", with(#""type":"visit""#), "type",
      .unknownWord(known: ["donation", "feedback", "delete", "phrase"])),
  ]

  static let types: [BadLine] =
    [
      "id", "user", "program", "device", "timeZone", "title", "subtitle", "webpageURL",
      "persistentIdentifier",
      "targetContentIdentifier", "relatedUniqueIdentifier", "suggestedInvocationPhrase", "source", "type",
    ].map { BadLine("\($0) is a number", with(#""\#($0)":5"#), $0, .wrongType(expected: .string)) }
    + ["contentAttributes", "userInfo", "location", "context"].map {
      BadLine("\($0) is an array", with(#""\#($0)":[]"#), $0, .wrongType(expected: .object))
    }
    + ["keywords", "requiredUserInfoKeys"].flatMap {
      [
        BadLine("\($0) is a string", with(#""\#($0)":"k""#), $0, .wrongType(expected: .strings)),
        BadLine("\($0) holds a number", with(#""\#($0)":["k",1]"#), $0, .wrongType(expected: .strings)),
      ]
    }
    + [
      "isEligibleForPrediction", "isEligibleForSearch", "isEligibleForHandoff", "isEligibleForPublicIndexing",
      "runsInBackground",
    ].map { BadLine("\($0) is 1", with(#""\#($0)":1"#), $0, .wrongType(expected: .boolean)) }
    + ["effortSaved", "duration"].map {
      BadLine("\($0) is a string", with(#""\#($0)":"1""#), $0, .wrongType(expected: .number))
    }

  static let values: [BadLine] = [
    BadLine("time without offset", time("2026-03-01T08:10:00"), "time", .invalid(.timeWithoutOffset)),
    BadLine("time that is none", time("yesterday"), "time", .invalid(.malformedTime)),
    BadLine("time as a number", #"{"time":1,"activityType":"a"}"#, "time", .wrongType(expected: .date)),
    BadLine(
      "activity type with a space", activityType("a b"), "activityType", .invalid(.invalidActivityType)),
    BadLine("empty activity type", activityType(""), "activityType", .invalid(.invalidActivityType)),
    BadLine("empty user", with(#""user":"""#), "user", .invalid(.empty(field: "user"))),
    BadLine("empty id", with(#""id":"""#), "id", .invalid(.empty(field: "id"))),
    BadLine("negative duration", with(#""duration":-1"#), "duration", .invalid(.negative(field: "duration"))),
    BadLine(
      "latitude 91", with(#""location":{"latitude":91,"longitude":0}"#), "location.latitude",
      .invalid(.coordinateOutOfRange(field: "latitude"))),
    BadLine(
      "latitude as text", with(#""location":{"latitude":"1","longitude":0}"#), "location.latitude",
      .wrongType(expected: .number)),
    BadLine(
      "negative accuracy", with(#""location":{"latitude":1,"longitude":0,"horizontalAccuracy":-1}"#),
      "location.horizontalAccuracy", .invalid(.coordinateOutOfRange(field: "horizontalAccuracy"))),
    BadLine(
      "array in the context", with(#""context":{"a":[]}"#), "context", .invalid(.notScalar(field: "context"))),
    BadLine(
      "date in the context", with(#""context":{"a":{"$date":0}}"#), "context",
      .invalid(.notScalar(field: "context"))
    ),
    BadLine(
      "URL with a space", with(#""webpageURL":"http://a b/""#), "webpageURL", .wrongType(expected: .url)),
    BadLine(
      "expiration soon", with(#""expirationDate":"soon""#), "expirationDate", .wrongType(expected: .date)),
    BadLine(
      "unknown source", with(#""source":"import:""#), "source",
      .unknownWord(known: ["user", "suggestion", "import:NAME"])),
    BadLine(
      "unknown time precision", with(#""timePrecision":"hour""#), "timePrecision",
      .unknownWord(known: ["exact", "day", "order"])),
    BadLine(
      "time precision as a number", with(#""timePrecision":1"#), "timePrecision",
      .wrongType(expected: .string)),
    BadLine("$date of a word", with(#""userInfo":{"a":{"$date":"soon"}}"#), "userInfo", .malformedTypedValue),
    BadLine("$data not base64", with(#""userInfo":{"a":[{"$data":"*"}]}"#), "userInfo", .malformedTypedValue),
    BadLine("$url of a number", with(#""x":{"$url":1}"#), "", .malformedTypedValue),
    BadLine(
      "$object of a string", with(#""userInfo":{"a":{"$object":"x"}}"#), "userInfo", .malformedTypedValue),
    BadLine(
      "chosen beyond shown", feedback(#""shown":[],"chosen":0,"verdict":"accepted""#), "chosen",
      .invalid(.chosenOutOfRange)),
    BadLine(
      "chosen is 0.5", feedback(#""shown":[],"chosen":0.5,"verdict":"accepted""#), "chosen",
      .wrongType(expected: .wholeNumber)),
    BadLine(
      "unknown scope", feedback(#""shown":[],"verdict":"never","scope":"world""#), "scope",
      .unknownWord(known: ["activity", "type", "program"])),
    BadLine(
      "a horizon of text", feedback(#""shown":[],"verdict":"shown","within_seconds":"1h""#),
      "within_seconds", .wrongType(expected: .number)),
    BadLine(
      "a horizon before the moment", feedback(#""shown":[],"verdict":"shown","within_seconds":-1"#),
      "within_seconds", .invalid(.negative(field: "within_seconds"))),
    BadLine(
      "shown holds text", feedback(#""shown":["a"],"verdict":"never""#), "shown",
      .wrongType(expected: .objects)),
    BadLine(
      "second one shown without type", feedback(#""shown":[{"activityType":"a"},{}],"verdict":"never""#),
      "shown[1].activityType", .missing),
  ]

  static func time(_ time: String) -> String { #"{"time":"\#(time)","activityType":"a"}"# }
  static func activityType(_ type: String) -> String {
    #"{"time":"2026-03-01T08:10:00Z","activityType":"\#(type)"}"#
  }
  static func feedback(_ fields: String) -> String {
    #"{"type":"feedback","time":"2026-03-01T08:10:00Z",\#(fields)}"#
  }
}

@Suite("One line")
struct RecordDecoderTests {
  @Test(
    "a bad line has its field and reason",
    arguments: BadLine.json + BadLine.required + BadLine.types + BadLine.values)
  func badLine(_ bad: BadLine) throws {
    var decoder = RecordDecoder()
    let line = Array(bad.line.utf8)
    #expect(throws: bad.error) { try decoder.decode(line.span) }
    // The decoder continues normally.
    let good = Array(BadLine.with(#""title":"t""#).utf8)
    #expect(throws: Never.self) { try decoder.decode(good.span) }
  }

  @Test("invalid UTF-8 is its own reason")
  func invalidUTF8() {
    var decoder = RecordDecoder()
    for bytes: [UInt8] in [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
    ] {
      let line = Array(#"{"title":""#.utf8) + bytes + Array(#""}"#.utf8)
      #expect(throws: RecordError("", .invalidUTF8), "\(bytes)") { try decoder.decode(line.span) }
    }
  }

  // Only `make sanitize` detects this: copying nothing from null is undefined.
  @Test("an empty text is refused, whether or not it has an address")
  func nothing() {
    let (data, bytes) = (Data(), [UInt8]())
    #expect(throws: JSONFault.empty) { try JSONNode(parsing: data.span, limits: LineLimits()) }
    #expect(throws: JSONFault.empty) { try JSONNode(parsing: bytes.span, limits: LineLimits()) }
  }

  @Test("the limits are exact", arguments: [3, 4, 64])
  func limits(depth: Int) throws {
    var limits = LineLimits()
    limits.depth = depth
    var decoder = RecordDecoder(limits: limits)
    func line(_ depth: Int) -> [UInt8] {  // the line's object and userInfo are two levels
      let value = String(repeating: "[", count: depth - 2) + String(repeating: "]", count: depth - 2)
      return Array(BadLine.with(#""userInfo":{"a":\#(depth == 2 ? "1" : value)}"#).utf8)
    }
    let (allowed, refused) = (line(depth), line(depth + 1))
    #expect(throws: Never.self) { try decoder.decode(allowed.span) }
    #expect(throws: RecordError("", .nestedTooDeep(limit: depth))) { try decoder.decode(refused.span) }
    limits.length = allowed.count
    decoder = RecordDecoder(limits: limits)
    #expect(throws: Never.self) { try decoder.decode(allowed.span) }
    let longer = allowed + [0x20]
    #expect(throws: RecordError("", .lineTooLong(limit: allowed.count))) { try decoder.decode(longer.span) }
  }

  static let numberTexts: [(String, ActivityValue)] = [
    ("1", .integer(1)), ("1.0", .double(1)), ("-0.0", .double(-0.0)), ("-0", .integer(0)),
    ("1e2", .double(100)),
    ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
    ("9223372036854775808", .double(0x1p63)), ("18446744073709551616", .double(0x1p64)),
    ("-9223372036854775809", .double(-0x1p63)),
    (
      #"[36893488147419103232,"a\"123456789012345678901",1]"#,
      .array([.double(0x1p65), "a\"123456789012345678901", 1])
    ),
  ]

  @Test("numbers keep their kind", arguments: numberTexts)
  func numbers(text: String, expected: ActivityValue) throws {
    let value = try userInfo(BadLine.with(#""userInfo":{"n":\#(text)}"#))["n"]
    #expect(value == expected)
    if case .double(let number) = value, case .double(let wanted) = expected {
      #expect(number.sign == wanted.sign)
    }
  }

  private static let start = Date(timeIntervalSinceReferenceDate: 0)
  static let typedTexts: [(String, ActivityValue)] = [
    (#"{"$date":"2001-01-01T01:00:00+01:00"}"#, .date(start)),
    (#"{"$date":0.25}"#, .date(Date(timeIntervalSinceReferenceDate: 0.25))),
    (#"{"$data":"aGVsbG8="}"#, .data(Data("hello".utf8))), (#"{"$data":""}"#, .data(Data())),
    (#"{"$object":{"$date":0}}"#, .object(["$date": 0])),
    (#"{"$object":{"$object":{"$date":0}}}"#, .object(["$object": .date(start)])),
    (#"{"$date":0,"b":1}"#, .object(["$date": 0, "b": 1])), (#"{"$other":1}"#, .object(["$other": 1])),
    (#"{}"#, .object([:])), (#"{"date":"2001"}"#, .object(["date": "2001"])),
  ]

  @Test("typed values, and objects that look like them, are read", arguments: typedTexts)
  func typedValues(text: String, expected: ActivityValue) throws {
    let read = try userInfo(BadLine.with(#""userInfo":{"n":\#(text)}"#))
    #expect(read["n"] == expected)
  }

  private func userInfo(_ line: String) throws -> [String: ActivityValue] {
    var decoder = RecordDecoder()
    let bytes = Array(line.utf8)
    guard case .donation(let donation) = try decoder.decode(bytes.span) else { return [:] }
    return donation.activity.userInfo
  }
}
