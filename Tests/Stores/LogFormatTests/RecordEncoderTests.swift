import Activities
import Foundation
import Testing

@testable import LogFormat

@Suite("Writing a line")
struct RecordEncoderTests {
  private func donation(_ change: (inout UserActivity, inout Donation.Details) -> Void = { _, _ in }) throws
    -> Donation
  {
    var activity = try UserActivity(activityType: "org.example.a.b")
    activity.isEligibleForSearch = true
    var details = Donation.Details()
    change(&activity, &details)
    let instant = try Instant(milliseconds: 1_772_349_000_000, offsetMinutes: 60)
    return try Donation(of: activity, in: Context(at: instant), details: details)
  }

  @Test("a line has only values other than the defaults, with fields and names in order")
  func form() throws {
    let plain = String(decoding: try RecordEncoder().encode(donation()), as: UTF8.self)
    let expected: String = #"{"v":1,"time":"2026-03-01T08:10:00+01:00","activityType":"org.example.a.b"}"#
    #expect(plain == expected)
    let rich = try donation { activity, details in
      activity.userInfo = ["b": 1.5, "a": ["x", nil, true], "d": .date(Date(timeIntervalSince1970: 0.25))]
      activity.requiredUserInfoKeys = ["b", "a"]
      activity.isEligibleForPrediction = false
      activity.isEligibleForSearch = false
      details.additionalFields = ["zz": "\u{1}\"", "mood": .object(["$url": 1])]
      details.source = .imported(from: "x")
    }
    let fields: [String] = [
      #""v":1,"time":"2026-03-01T08:10:00+01:00","activityType":"org.example.a.b""#,
      #""userInfo":{"a":["x",null,true],"b":1.5,"d":{"$date":"1970-01-01T00:00:00.250+00:00"}}"#,
      #""requiredUserInfoKeys":["a","b"],"isEligibleForPrediction":false,"isEligibleForSearch":false,"source":"import:x""#,
      #""mood":{"$object":{"$url":1}},"zz":"\u0001\"""#,
    ]
    let written = String(decoding: try RecordEncoder().encode(rich), as: UTF8.self)
    #expect(written == "{\(fields.joined(separator: ","))}")
  }

  @Test("by default a donation is found by searches, and an activity alone is not")
  func search() throws {
    for isFound in [true, false] {
      let donation = try donation { activity, _ in activity.isEligibleForSearch = isFound }
      let (line, alone) = (
        try RecordEncoder().encode(donation), try RecordEncoder().encode(donation.activity)
      )
      let (said, saidAlone) = (String(decoding: line, as: UTF8.self), String(decoding: alone, as: UTF8.self))
      #expect(said.contains(#""isEligibleForSearch":false"#) == !isFound)
      #expect(saidAlone.contains(#""isEligibleForSearch":true"#) == isFound)
      var decoder = RecordDecoder()
      #expect(try decoder.decode(line.span) == .donation(donation))
      #expect(try decoder.decodeActivity(line.span) == donation.activity)
      #expect(try decoder.decodeActivity(alone.span) == donation.activity)
    }
  }

  @Test("a time precision follows the time, unless it is exact, and is read back")
  func timePrecision() throws {
    for precision in TimePrecision.allCases {
      let original = try donation { _, details in details.timePrecision = precision }
      let line = try RecordEncoder().encode(original)
      let said: String = precision == .exact ? "" : #""timePrecision":"\#(precision.rawValue)","#
      let expected: String =
        #"{"v":1,"time":"2026-03-01T08:10:00+01:00",\#(said)"activityType":"org.example.a.b"}"#
      #expect(String(decoding: line, as: UTF8.self) == expected)
      var decoder = RecordDecoder()
      #expect(try decoder.decode(line.span) == .donation(original))
      #expect(try original.identifier == donation().identifier, "it takes no part in the identifier")
    }
  }

  @Test("names that are not normalised are in the order of their scalars, too")
  func order() throws {
    let names = ["a", "e\u{301}", "e\u{301}\u{1F}", "z", "\u{E9}!"]
    let line = try RecordEncoder().encode(
      donation { activity, _ in
        activity.userInfo = Dictionary(uniqueKeysWithValues: names.map { ($0, 1) })
        activity.keywords = Set(names)
      })
    let written = names.map { $0.replacing("\u{1F}", with: "\\u001f") }
    let text = String(decoding: line, as: UTF8.self)
    #expect(text.contains("\"keywords\":[\(written.map { "\"\($0)\"" }.joined(separator: ","))]"))
    #expect(text.contains("\"userInfo\":{\(written.map { "\"\($0)\":1" }.joined(separator: ","))}"))
  }

  @Test("an unwritable record is refused with its field, and nothing is appended")
  func refusals() throws {
    var deep = ActivityValue.null
    for _ in 0..<63 { deep = .array([deep]) }
    let table: [(Donation, RecordError)] = [
      (
        try donation { activity, _ in activity.userInfo = ["a": .array([.double(.infinity)])] },
        RecordError("userInfo", .notFinite)
      ),
      (
        try donation { _, details in details.additionalFields = ["title": "x"] },
        RecordError("title", .reservedName)
      ),
      (
        try donation { activity, _ in activity.userInfo = ["a": deep] },
        RecordError("userInfo", .nestedTooDeep(limit: 64))
      ),
      (
        try donation { activity, _ in activity.title = String(repeating: "x", count: 1 << 20) },
        RecordError("", .lineTooLong(limit: 1 << 20))
      ),
    ]
    for (donation, error) in table {
      var bytes: [UInt8] = [1, 2, 3]
      #expect(throws: error) { try RecordEncoder().encode(.donation(donation), appendingTo: &bytes) }
      #expect(bytes == [1, 2, 3])
    }
  }

  @Test("a donation cannot have numbers that are not finite, so no log gets them")
  func notFinite() throws {
    #expect(throws: ActivityError.notFinite(field: "effortSaved")) {
      try donation { activity, _ in activity.effortSaved = .nan }
    }
    #expect(throws: ActivityError.notFinite(field: "expirationDate")) {
      try donation { activity, _ in activity.expirationDate = Date(timeIntervalSince1970: .infinity) }
    }
    #expect(throws: ActivityError.notFinite(field: "duration")) {
      try donation { _, details in details.duration = .nan }
    }
  }

  @Test("a field of another kind of record may be an additional field")
  func foreignFields() throws {
    let donation = try donation { _, details in details.additionalFields = ["verdict": 1, "latitude": "x"] }
    let line = try RecordEncoder().encode(donation)
    var decoder = RecordDecoder()
    #expect(try decoder.decode(line.span) == .donation(donation))
  }

  @Test("a stored donation is read back under its identifier, its identity computed or given")
  func stored() throws {
    let original = try donation { activity, _ in activity.userInfo = ["track": "a"] }
    let identifier = DonationIdentifier(rawValue: 77)
    let line = try RecordEncoder().encode(original)
    var decoder = RecordDecoder()
    let computed = try decoder.decodeDonation(line.span, identifier: identifier)
    let given = try decoder.decodeDonation(line.span, identifier: identifier, identity: original.identity)
    #expect(computed == given)
    #expect(given.identifier == identifier && given.activity == original.activity)
    let deletion = Array(#"{"type":"delete","time":"2026-03-01T08:10:00Z","all":true}"#.utf8)
    #expect(throws: RecordError("type", .unknownWord(known: ["donation"]))) {
      try decoder.decodeDonation(deletion.span, identifier: identifier)
    }
  }

  @Test("equal donations are counted across generations and forgotten after two")
  func ordinalGenerations() throws {
    var counter = OrdinalCounter(generationSize: 3)
    let instant = try Instant(milliseconds: 0)
    func next(_ identities: UInt128...) -> [Int] {
      identities.map { counter.next(user: .me, at: instant, of: ActivityIdentity(rawValue: $0)) }
    }
    #expect(next(1, 1, 2, 3) == [0, 1, 0, 0])  // 1, 2, 3 fill a generation
    #expect(next(4, 1, 5) == [0, 2, 0])  // 1 goes on from the previous one
    #expect(next(6, 2, 1) == [0, 0, 3])  // 2 was forgotten, 1 was not
  }

  @Test("the table of counts grows without losing counts")
  func manyOrdinals() throws {
    var counter = OrdinalCounter()
    let instant = try Instant(milliseconds: 0)
    for expected in 0..<3 {
      for identity in 0..<UInt128(20_000) {
        let ordinal = counter.next(user: .me, at: instant, of: ActivityIdentity(rawValue: identity << 20))
        #expect(ordinal == expected)
      }
    }
  }

  @Test("a deletion is written with its item, and read back")
  func relatedItem() throws {
    var criteria = Deletion.Criteria()
    criteria.relatedUniqueIdentifier = "note \"1\""
    let deletion = try Deletion(
      at: Instant(rfc3339: "2026-03-01T08:10:00Z"), matching: criteria, origin: .program)
    let line = try RecordEncoder().encode(.deletion(deletion))
    let text =
      #"{"v":1,"type":"delete","time":"2026-03-01T08:10:00+00:00","relatedUniqueIdentifier":"note \"1\""}"#
    #expect(String(decoding: line, as: UTF8.self) == text)
    var decoder = RecordDecoder()
    #expect(try decoder.decode(line.span) == .deletion(deletion))
    let wrong = Array(#"{"type":"delete","time":"2026-03-01T08:10:00Z","relatedUniqueIdentifier":1}"#.utf8)
    #expect(throws: RecordError("relatedUniqueIdentifier", .wrongType(expected: .string))) {
      try decoder.decode(wrong.span)
    }
  }

  @Test("a deletion names an activity by its identity, or by parts of the identity")
  func deletedActivity() throws {
    var decoder = RecordDecoder()
    let made = Array(
      #"{"type":"delete","time":"2026-03-01T08:10:00Z","activityType":"a.b","userInfo":{"k":1,"x":2},"requiredUserInfoKeys":["k"]}"#
        .utf8)
    guard case .deletion(let deletion) = try decoder.decode(made.span) else { throw CancellationError() }
    let identity = ActivityIdentity(activityType: "a.b", userInfo: ["k": .double(1)])
    #expect(deletion.criteria.identity == identity && deletion.criteria.activityType == "a.b")
    #expect(deletion.additionalFields.isEmpty)
    let line = String(decoding: try RecordEncoder().encode(.deletion(deletion)), as: UTF8.self)
    #expect(line.contains(#""identity":"\#(identity)""#))
    #expect(try decoder.decode(Array(line.utf8).span) == .deletion(deletion))
  }

  @Test("a deletion names a circle and words")
  func deletedCircle() throws {
    var criteria = Deletion.Criteria()
    criteria.area = try Deletion.Area(latitude: 52.5, longitude: -13.25, within: 200)
    criteria.text = "tea"
    let deletion = try Deletion(at: Instant(rfc3339: "2026-03-01T08:10:00Z"), matching: criteria)
    let line = String(decoding: try RecordEncoder().encode(.deletion(deletion)), as: UTF8.self)
    let numbers = #""near":{"latitude":52.5,"longitude":-13.25},"within":200"#
    #expect(
      line.hasSuffix(numbers + #","match":"tea"}"#) || line.hasSuffix(numbers + #".0,"match":"tea"}"#),
      "\(line)")
  }

  @Test("an object outside the log is written like userInfo and read back, within the limits of a line")
  func objects() throws {
    let object: [String: ActivityValue] = [
      "text": "Å\u{0}", "list": [1, .double(1), nil, true], "when": .date(Date(timeIntervalSince1970: 5)),
      "data": .data(Data([1, 2])), "nested": ["$date": "no date"],
    ]
    var decoder = RecordDecoder()
    let bytes = try RecordEncoder().encode(object: object)
    let read = try decoder.decodeObject(bytes.span)
    #expect(read == object)
    #expect(throws: RecordError.self) { try RecordEncoder().encode(object: ["x": .double(.nan)]) }
    var limits = LineLimits()
    limits.length = 8
    let strict = RecordEncoder(limits: limits)
    #expect(throws: RecordError("", .lineTooLong(limit: 8))) {
      try strict.encode(object: ["text": "too long"])
    }
    let list = Array("[1]".utf8)
    #expect(throws: RecordError("", .wrongType(expected: .object))) { try decoder.decodeObject(list.span) }
  }
}
