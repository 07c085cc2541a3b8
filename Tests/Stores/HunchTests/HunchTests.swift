import Foundation
import Hunch
import Testing

@Suite("Hunch: the whole thing")
struct HunchTests {
  private static func donation(_ type: String, day: Int, hour: Int) throws -> Donation {
    let instant = try Instant(milliseconds: Int64(1_772_000_000 + day * 86_400 + hour * 3_600) * 1_000)
    return try Donation(of: UserActivity(activityType: type), in: Context(at: instant))
  }

  @Test("an engine on a new store suggests what was donated, with the shipped model")
  func open() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "hunch-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let environment = ["HUNCH_STORE": folder.appending(path: "donations.sqlite").path]
    let engine = try SuggestionEngine.open(environment: environment)
    let donations = try (0..<10).flatMap { day in
      [
        try Self.donation("org.example.mail.open", day: day, hour: 8),
        try Self.donation("org.example.player.play", day: day, hour: 20),
      ]
    }
    let now = try Instant(milliseconds: 1_772_000_000_000 + 10 * 86_400_000 + 8 * 3_600_000)
    #expect(try await engine.donate(donations, now: now).added == 20)
    let answer = try await engine.suggestions(SuggestionRequest(in: Context(at: now)))
    #expect(
      answer.suggestions.map(\.activity.activityType) == ["org.example.mail.open", "org.example.player.play"])
    let another = try SuggestionEngine.open(environment: environment)
    #expect(try await another.suggestions(SuggestionRequest(in: Context(at: now))) == answer)
  }

  @Test("an engine on the program's own log gives the same answers, and follows the log")
  func openLog() async throws {
    let log = InMemoryDonationStore()
    let engine = try SuggestionEngine.open(log: log)
    let donation = try Self.donation("org.example.mail.open", day: 0, hour: 8)
    _ = try await log.ingest(verbatim: [donation])
    let request = SuggestionRequest(in: donation.context)
    let shipped = SuggestionEngine(log: log, model: try ModelFile.open().suggestionModel())
    let answer = try await engine.suggestions(request)
    #expect(answer.suggestions.map(\.identity) == [donation.identity])
    #expect(try await shipped.suggestions(request) == answer)
    #expect(throws: ModelFileError.cannotRead) {
      try SuggestionEngine.open(log: log, model: "/nowhere/model.safetensors")
    }
  }

  @Test("opening fails without a folder for the store")
  func noPath() {
    #expect(throws: OpeningError.noStorePath) { try SuggestionEngine.open(environment: [:]) }
  }

  @Test("a missing model is an error")
  func noModel() {
    #expect(throws: ModelFileError.cannotRead) { try ModelFile.open("/nowhere/model.safetensors") }
  }

  @Test("a log's digest depends on activities, users and times, not on order or repetition")
  func digest() throws {
    let (one, two) = (try Self.donation("a.b", day: 1, hour: 8), try Self.donation("a.b", day: 2, hour: 8))
    let digest = LogDigest(of: [one, two])
    #expect(digest.description.utf8.count == 64)
    #expect(LogDigest(of: [two, one, one]) == digest)
    #expect(LogDigest(of: [one]) != digest)
    #expect(LogDigest(of: [one, try Self.donation("a.c", day: 2, hour: 8)]) != digest)
    let other = try Donation(of: two.activity, by: UserIdentifier("mia"), in: two.context)
    #expect(LogDigest(of: [one, other]) != digest)
  }
}
