import Activities
import Continuation
import Suggestions
import Testing

@Suite("Performing and continuing")
struct DispatcherTests {
  @Test("performed, donated, suggested by another process, continued with its input, donated as suggested")
  func endToEnd() async throws {
    let player = try Player()
    let track = Track("Blue in Green", rating: 5, position: 61.5)
    let outcome = try await player.dispatcher.perform(PlayTrack.self, input: track, in: Player.context(0))
    let donated = try outcome.donation.get()
    #expect(donated.activity.title == "Play Blue in Green")
    #expect(donated.activity.userInfo == ["name": "Blue in Green", "rating": 5, "position": 61.5])
    #expect(donated.details.source == .user)
    #expect(try await player.donations() == [donated])

    let restarted = try Player(log: player.log)
    let answer = try await restarted.engine.suggestions(SuggestionRequest(in: Player.context(5)))
    let suggestion = try #require(answer.suggestions.first)
    #expect(suggestion.phrase == "Put on Blue in Green")
    try await restarted.dispatcher.continueActivity(of: suggestion, in: Player.context(6))

    let performed = Stage.shared.performances(of: "Blue in Green")
    #expect(performed.map(\.track) == [track, Track("Blue in Green")])
    #expect(performed.map(\.context.source) == [.user, .suggestion])
    #expect(try performed.last?.context.circumstances == Player.context(6))
    let donations = try await player.donations()
    #expect(donations.map(\.details.source) == [.user, .suggestion])
    #expect(Set(donations.map(\.identity)) == [suggestion.identity])
  }

  @Test("what fails or is called off donates nothing, and its error reaches the caller")
  func failure() async throws {
    let player = try Player()
    await #expect(throws: PlayTrack.Failure.self) {
      try await player.dispatcher.perform(PlayTrack.self, input: Track("Broken"), in: Player.context(0))
    }
    await #expect(throws: CancellationError.self) {
      try await player.dispatcher.perform(PlayTrack.self, input: Track("Called off"), in: Player.context(0))
    }
    #expect(try await player.donations().isEmpty)
  }

  @Test(
    "a cancelled task donates nothing, even if the action returns",
    arguments: ["Endless", "Stubborn", "So What"])
  func cancellation(name: String) async throws {
    let player = try Player()
    let task = Task {
      if name == "So What" { while !Task.isCancelled { await Task.yield() } }
      try await player.dispatcher.perform(PlayTrack.self, input: Track(name), in: Player.context(0))
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await player.donations().isEmpty)
    #expect(Stage.shared.performances(of: "So What").isEmpty)
  }

  @Test("a type without an action is refused")
  func unknownType() async throws {
    let player = try Player()
    let activity = try UserActivity(activityType: "org.example.player.dance")
    await #expect(throws: ContinuationError.unknownActivityType("org.example.player.dance")) {
      try await player.dispatcher.continueActivity(activity, in: Player.context(0))
    }
    await #expect(throws: ContinuationError.unknownActivityType(PlayTrack.activityType)) {
      try await player.dispatcher.perform(PlayTrackLoudly.self, input: Track("a"), in: Player.context(0))
    }
    #expect(try await player.donations().isEmpty)
  }

  @Test(
    "what cannot be read is refused, and nothing is performed",
    arguments: [
      ([:], ActivityCodableError.missingKeys(["name"])),
      (["name": nil], .missingKeys(["name"])),
      (["name": 7], .invalidValue(key: "name")),
      (["name": "Undecodable", "rating": "five"], .invalidValue(key: "rating")),
    ] as [([String: ActivityValue], ActivityCodableError)])
  func undecodable(userInfo: [String: ActivityValue], error: ActivityCodableError) async throws {
    let player = try Player()
    let activity = try UserActivity(activityType: PlayTrack.activityType, userInfo: userInfo)
    await #expect(throws: ContinuationError.undecodable(error)) {
      try await player.dispatcher.continueActivity(activity, in: Player.context(0))
    }
    #expect(try await player.donations().isEmpty)
    #expect(Stage.shared.performances(of: "Undecodable").isEmpty)
  }

  @Test("only required keys come back")
  func requiredKeysOnly() async throws {
    let player = try Player()
    let activity = try UserActivity(
      activityType: PlayTrack.activityType, userInfo: ["name": "Freddie Freeloader", "rating": "five"],
      requiredUserInfoKeys: ["name"])
    try await player.dispatcher.continueActivity(activity, in: Player.context(0))
    let performed = Stage.shared.performances(of: "Freddie Freeloader")
    #expect(performed.map(\.track) == [Track("Freddie Freeloader")])
    #expect(performed.map(\.context.source) == [.user])
  }

  @Test("what has expired is refused")
  func expired() async throws {
    let player = try Player()
    let activity = try PlayTrack.activity(for: Track("Short-lived"))
    await #expect(throws: ContinuationError.expired) {
      try await player.dispatcher.continueActivity(activity, in: Player.context(0))
    }
    let before = try Context(at: Instant(milliseconds: 999_999))
    try await player.dispatcher.continueActivity(activity, in: before)
    #expect(Stage.shared.performances(of: "Short-lived").count == 1)
  }

  @Test("performed at once, each is donated once, though equal and in one millisecond")
  func concurrency() async throws {
    let player = try Player()
    let ada = try UserIdentifier("ada")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<60 {
        group.addTask {
          try await player.dispatcher.perform(
            PlayTrack.self, input: Track("All Blues", rating: number), in: Player.context(1), by: ada)
        }
      }
      try await group.waitForAll()
    }
    let donations = try await player.donations(of: ada)
    #expect(donations.count == 60)
    #expect(Set(donations.map(\.identifier)).count == 60)
    #expect(Set(donations.map(\.identity)).count == 1)
    #expect(Set(donations.map { $0.activity.userInfo["rating"] }).count == 60)
    #expect(Stage.shared.performances(of: "All Blues").count == 60)
    #expect(try await player.donations().isEmpty)
  }

  @Test("an input that lacks what it requires is performed, but not donated")
  func notDonated() async throws {
    let player = try Player()
    let outcome = try await player.dispatcher.perform(Lie.self, input: Liar(), in: Player.context(0))
    #expect(throws: ContinuationError.undecodable(.missingKeys(["a", "b"]))) { try outcome.donation.get() }
    #expect(try await player.donations().isEmpty)
  }

  @Test("a log that takes nothing is told apart from an action that fails")
  func refused() async throws {
    let player = try Player(log: FullLog())
    let outcome = try await player.dispatcher.perform(Stop.self, input: NoInput(), in: Player.context(0))
    #expect(throws: ContinuationError.donationRefused) { try outcome.donation.get() }
  }
}

/// A log that takes every donation for a duplicate.
private struct FullLog: DonationLog {
  func append(_ donations: [Donation]) async throws -> AppendReceipt {
    AppendReceipt(duplicates: donations.count)
  }
  func append(_ feedback: [Feedback]) async throws -> AppendReceipt { AppendReceipt() }
  func donations(
    of user: UserIdentifier, in times: Range<Int64>, after cursor: LogCursor?, limit: Int
  ) async throws -> [LoggedDonation] { [] }
  func arrivals(of user: UserIdentifier, after sequence: Int64, limit: Int) async throws -> [LoggedDonation] {
    []
  }
  func feedback(of user: UserIdentifier) async throws -> [Feedback] { [] }
  func forget(_ deletion: Deletion) async throws -> Int { 0 }
  func users() async throws -> [(user: UserIdentifier, donations: Int)] { [] }
  func version(of user: UserIdentifier) async throws -> LogVersion {
    LogVersion(generation: 0, lastSequence: 0, feedbackCount: 0)
  }
}
