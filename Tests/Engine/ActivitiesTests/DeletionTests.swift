import Activities
import Foundation
import Testing

/// Criteria, and whether they match the test's donation.
struct DeletionCase: CustomTestStringConvertible {
  let testDescription: String
  let fill: @Sendable (inout Deletion.Criteria) throws -> Void
  let matches: Bool

  init(_ name: String, _ matches: Bool, _ fill: @escaping @Sendable (inout Deletion.Criteria) throws -> Void)
  {
    testDescription = name
    self.matches = matches
    self.fill = fill
  }

  static func second(_ second: Int64) throws -> Instant { try Instant(milliseconds: second * 1_000) }

  static func donation() throws -> Donation {
    var activity = try UserActivity(
      activityType: "org.example.player.play", title: "Play Blue in Green", userInfo: ["track": 1])
    activity.persistentIdentifier = "p"
    activity.expirationDate = Date(timeIntervalSince1970: 50)
    var details = Donation.Details()
    details.externalIdentifier = "x"
    details.program = "org.example.widget"
    let place = try Place(latitude: 52.52, longitude: 13.405)
    return try Donation(of: activity, in: Context(at: second(10), place: place), details: details)
  }

  static func identity(track: Int64) throws -> ActivityIdentity {
    ActivityIdentity(activityType: "org.example.player.play", userInfo: ["track": .integer(track)])
  }

  static func area(_ latitude: Double, _ longitude: Double, _ radius: Double) throws -> Deletion.Area {
    try Deletion.Area(latitude: latitude, longitude: longitude, within: radius)
  }

  static let all: [DeletionCase] = [
    DeletionCase("its persistentIdentifier", true) { $0.persistentIdentifier = "p" },
    DeletionCase("another persistentIdentifier", false) { $0.persistentIdentifier = "q" },
    DeletionCase("its id", true) { $0.externalIdentifier = "x" },
    DeletionCase("another id", false) { $0.externalIdentifier = "y" },
    DeletionCase("its type", true) { $0.activityType = "org.example.player.play" },
    DeletionCase("the beginning of its type", false) { $0.activityType = "org.example.player" },
    DeletionCase("its program", true) { $0.program = "org.example.widget" },
    DeletionCase("the program of its type, which did not donate it", false) {
      $0.program = "org.example.player"
    },
    DeletionCase("since before", true) { $0.since = try second(9) },
    DeletionCase("since that moment", true) { $0.since = try second(10) },
    DeletionCase("since after", false) { $0.since = try Instant(milliseconds: 10_001) },
    DeletionCase("until before", false) { $0.until = try second(9) },
    DeletionCase("until that moment", false) { $0.until = try second(10) },
    DeletionCase("until after", true) { $0.until = try Instant(milliseconds: 10_001) },
    DeletionCase("everything", true) { $0.all = true },
    DeletionCase("everything before", false) { ($0.all, $0.until) = (true, try second(10)) },
    DeletionCase("type and program", true) {
      ($0.activityType, $0.program) = ("org.example.player.play", "org.example.widget")
    },
    DeletionCase("the beginning of its type, with a star", true) { $0.activityType = "org.example.player.*" },
    DeletionCase("another beginning, with a star", false) { $0.activityType = "org.example.notes.*" },
    DeletionCase("its identity", true) { $0.identity = try identity(track: 1) },
    DeletionCase("another identity", false) { $0.identity = try identity(track: 2) },
    DeletionCase("its own identifier", true) { $0.donation = try donation().identifier },
    DeletionCase("another identifier", false) { $0.donation = DonationIdentifier(rawValue: 1) },
    DeletionCase("a name in its userInfo", true) { $0.userInfoKey = "track" },
    DeletionCase("another name", false) { $0.userInfoKey = "Track" },
    DeletionCase("its place", true) { $0.area = try area(52.52, 13.405, 0) },
    DeletionCase("a place 1,112 m to the north, and farther reaching", true) {
      $0.area = try area(52.53, 13.405, 1_113)
    },
    DeletionCase("a place 1,112 m to the north, and nearer reaching", false) {
      $0.area = try area(52.53, 13.405, 1_111)
    },
    DeletionCase("expired by its expiration date", true) { $0.expiredBy = try second(50) },
    DeletionCase("not expired before", false) { $0.expiredBy = try Instant(milliseconds: 49_999) },
    DeletionCase("its words", true) { $0.text = "BLUE green" },
    DeletionCase("its words at another place", false) {
      ($0.text, $0.area) = ("blue", try area(0, 0, 1_000))
    },
    DeletionCase("its id, but another type", false) {
      ($0.externalIdentifier, $0.activityType) = ("x", "other")
    },
  ]
}

@Suite("Deletions")
struct DeletionTests {
  @Test("a donation is forgotten if it meets every criterion", arguments: DeletionCase.all)
  func criteria(_ table: DeletionCase) throws {
    var criteria = Deletion.Criteria()
    try table.fill(&criteria)
    let deletion = try Deletion(at: DeletionCase.second(20), matching: criteria)
    #expect(deletion.matches(try DeletionCase.donation()) == table.matches)
  }

  @Test("a deletion forgets only earlier donations of its user")
  func scope() throws {
    for (second, matches) in [(9, false), (10, false), (11, true)] as [(Int64, Bool)] {
      let deletion = try Deletion(at: DeletionCase.second(second), matching: .everything)
      #expect(deletion.matches(try DeletionCase.donation()) == matches)
    }
    let theirs = try Deletion(by: UserIdentifier("other"), at: DeletionCase.second(20), matching: .everything)
    #expect(!theirs.matches(try DeletionCase.donation()))
  }

  @Test("a deletion without criterion is rejected")
  func withoutCriterion() throws {
    #expect(throws: ActivityError.deletionWithoutCriterion) {
      try Deletion(at: DeletionCase.second(0), matching: Deletion.Criteria())
    }
  }

  @Test("a donation without a place is in no area")
  func nowhere() throws {
    var criteria = Deletion.Criteria()
    criteria.area = try DeletionCase.area(0, 0, 30_000_000)  // the whole earth
    let deletion = try Deletion(at: DeletionCase.second(20), matching: criteria)
    #expect(deletion.matches(try DeletionCase.donation()))
    let activity = try UserActivity(activityType: "a")
    #expect(!deletion.matches(try Donation(of: activity, in: Context(at: DeletionCase.second(10)))))
  }

  @Test("a circle of impossible size is rejected", arguments: [-1, .nan, .infinity] as [Double])
  func impossibleArea(radius: Double) {
    #expect(throws: ActivityError.self) { try DeletionCase.area(0, 0, radius) }
  }

  @Test("feedback about an activity that lost some donations keeps its required keys only")
  func lessened() throws {
    let shown = try ["note", "other"].map {
      try Feedback.Impression(
        activityType: $0, userInfo: ["id": 1, "draft": "secret"], requiredUserInfoKeys: ["id"])
    }
    let feedback = try Feedback(at: DeletionCase.second(1), shown: shown, chosen: 0, verdict: .accepted)
    let deletion = try Deletion(at: DeletionCase.second(2), matching: .everything)
    var some = Deletion.Criteria()
    some.text = "secret"
    let left = try #require(
      try feedback.remainder(
        after: Deletion(at: DeletionCase.second(2), matching: some), without: [],
        lessening: [shown[0].identity]))
    #expect(left.shown[0].userInfo == ["id": 1] && left.shown[1] == shown[1])
    #expect(left.shown[0].identity == shown[0].identity && left.chosen == 0)
    #expect(feedback.remainder(after: deletion, without: []) == nil)
  }

  @Test("forgotten activities are removed from feedback", arguments: [0, 1, 2, nil] as [Int?])
  func feedback(chosen: Int?) throws {
    let shown = try ["a", "b", "c"].map { try Feedback.Impression(activityType: $0, userInfo: [:]) }
    let feedback = try Feedback(
      at: DeletionCase.second(10), shown: shown, chosen: chosen, verdict: .accepted, scope: .type,
      horizon: 3_600, additionalFields: ["k": 1])
    var criteria = Deletion.Criteria()
    criteria.activityType = "b"
    let later = try Deletion(at: DeletionCase.second(11), matching: criteria)
    let left = feedback.remainder(after: later, without: [shown[1].identity])
    if chosen == 1 {
      #expect(left == nil)
    } else {
      #expect(left?.shown == [shown[0], shown[2]])
      #expect(left?.chosen == (chosen == 2 ? 1 : chosen))
      #expect(left?.additionalFields == ["k": 1] && left?.verdict == .accepted && left?.scope == .type)
      #expect(left?.horizon == 3_600)
    }
    #expect(feedback.remainder(after: later, without: []) == feedback)
    #expect(feedback.remainder(after: later, without: Set(shown.map(\.identity))) == nil)
    let earlier = try Deletion(at: DeletionCase.second(10), matching: criteria)
    #expect(feedback.remainder(after: earlier, without: [shown[1].identity]) == feedback)
  }

  @Test("feedback whose chosen suggestion was not shown is rejected", arguments: [-1, 1])
  func chosenOutOfRange(chosen: Int) throws {
    let shown = [try Feedback.Impression(activityType: "a", userInfo: [:])]
    #expect(throws: ActivityError.chosenOutOfRange) {
      try Feedback(at: DeletionCase.second(0), shown: shown, chosen: chosen, verdict: .accepted)
    }
  }
}
