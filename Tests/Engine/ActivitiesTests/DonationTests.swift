import Activities
import Testing

@Suite("Donations")
struct DonationTests {
  private func donation(
    at milliseconds: Int64 = 1_772_352_600_000, by user: String = "me", id: String? = nil, ordinal: Int = 0,
    offset: Int = 0, track: ActivityValue = "a", change: (inout Donation.Details) -> Void = { _ in }
  ) throws -> Donation {
    var details = Donation.Details()
    details.externalIdentifier = id
    change(&details)
    return try Donation(
      of: UserActivity(activityType: "org.example.player.play", userInfo: ["track": track]),
      by: UserIdentifier(user),
      in: Context(at: Instant(milliseconds: milliseconds, offsetMinutes: offset)), details: details,
      ordinal: ordinal)
  }

  @Test("a derived identifier begins with the time, so identifiers have the order of a log")
  func timePrefix() throws {
    let times: [Int64] = [0, 1, 1_772_352_600_000, 1_772_352_600_001, 253_402_300_799_999]
    let identifiers = try times.map { try donation(at: $0).identifier }
    #expect(identifiers == identifiers.sorted())
    for (identifier, time) in zip(identifiers, times) { #expect(identifier.rawValue >> 80 == UInt128(time)) }
  }

  @Test("user, time, identity and ordinal change the identifier; the offset and equal values do not")
  func parts() throws {
    let first = try donation().identifier
    let different = [
      try donation(at: 1_772_352_600_001), try donation(by: "other"), try donation(ordinal: 1),
      try donation(track: "b"),
      try donation(id: "x"),
    ].map(\.identifier)
    #expect(Set(different + [first]).count == 6)
    #expect(try donation(offset: 60).identifier == first)
    #expect(try donation(track: 1).identifier == donation(track: 1.0).identifier)
    #expect(first.description.count == 32)
  }

  @Test("an id alone determines the identifier, within its user")
  func externalIdentifier() throws {
    let first = try donation(id: "x")
    #expect(try donation(at: 0, id: "x", ordinal: 5, track: "b").identifier == first.identifier)
    #expect(try donation(id: "y").identifier != first.identifier)
    #expect(try donation(by: "other", id: "x").identifier != first.identifier)
  }

  @Test("a user is the same however the name is composed")
  func composedUser() throws {
    let (composed, decomposed) = (try UserIdentifier("é"), try UserIdentifier("e\u{301}"))
    #expect(composed == decomposed)
    #expect(Array(composed.name.utf8) == Array(decomposed.name.utf8))
    #expect(try donation(by: "é").identifier == donation(by: "e\u{301}").identifier)
    #expect(throws: ActivityError.empty(field: "user")) { try UserIdentifier("") }
  }

  @Test("the program is the named one, otherwise the type without its last part")
  func program() throws {
    #expect(try donation().program == "org.example.player")
    #expect(try donation { $0.program = "org.example.widget" }.program == "org.example.widget")
    for (type, program) in [("a", "a"), (".a", ".a"), ("a.b", "a"), ("a.b.", "a.b"), ("é.ö", "é")] {
      #expect(try UserActivity(activityType: type).defaultProgram == program)
    }
  }

  @Test("details out of range are rejected, and the error names them")
  func details() {
    let table: [(ActivityError, (inout Donation.Details) -> Void)] = [
      (.empty(field: "id"), { $0.externalIdentifier = "" }), (.empty(field: "program"), { $0.program = "" }),
      (.empty(field: "device"), { $0.device = "" }), (.negative(field: "duration"), { $0.duration = -0.1 }),
      (.notFinite(field: "duration"), { $0.duration = .infinity }),
    ]
    for (error, change) in table {
      #expect(throws: error) { try donation(change: change) }
    }
  }

  @Test("activity types have no spaces or control characters, and at most 512 bytes")
  func activityTypes() {
    for type in [
      "", " ", "a b", "a\n", "a\u{7F}", "a\u{85}", "a\u{A0}b", "a\u{2003}",
      String(repeating: "é", count: 257),
    ] {
      #expect(throws: ActivityError.invalidActivityType, "\(type.debugDescription)") {
        try UserActivity(activityType: type)
      }
    }
    for type in ["a", "org.example.a-b_c", "org.beispiel.öffnen", String(repeating: "é", count: 256)] {
      #expect(throws: Never.self) { try UserActivity(activityType: type) }
    }
  }

  @Test("a program's name is checked like an activity type, and its error mentions both")
  func applicationNames() {
    #expect(throws: ActivityError.invalidActivityType) { try Application(identifier: "two words") }
    #expect(
      ActivityError.invalidActivityType.description.hasPrefix("not a name for an activity type or a program;")
    )
    #expect(
      ActivityError.notFinite(field: "userInfo").description
        == "userInfo: every number has to be finite, neither NaN nor infinite", "userInfo is no number itself"
    )
  }

  @Test("a context accepts finite scalars only")
  func context() throws {
    let instant = try Instant(milliseconds: 0)
    #expect(throws: ActivityError.notScalar(field: "context")) {
      try Context(at: instant, attributes: ["a": []])
    }
    #expect(throws: ActivityError.notFinite(field: "context")) {
      try Context(at: instant, attributes: ["a": .double(.nan)])
    }
    #expect(throws: Never.self) {
      try Context(at: instant, attributes: ["a": nil, "b": 1, "c": "x", "d": true])
    }
  }

  @Test("only required keys are handed back on continuation")
  func restorationPayload() throws {
    var activity = try UserActivity(activityType: "a", userInfo: ["k": 1, "l": 2])
    #expect(activity.restorationPayload == ["k": 1, "l": 2])
    activity.requiredUserInfoKeys = ["k", "absent"]
    #expect(activity.restorationPayload == ["k": 1])
    activity.requiredUserInfoKeys = []
    #expect(activity.restorationPayload == [:])
  }

  @Test(
    "sources are written as words and read back",
    arguments: [
      ("user", DonationSource.user), ("suggestion", .suggestion), ("import:x:y", .imported(from: "x:y")),
    ])
  func sources(word: String, source: DonationSource) {
    #expect(DonationSource(word) == source && source.description == word)
    for other in ["import:", "", "User", "imported"] { #expect(DonationSource(other) == nil) }
  }
}
