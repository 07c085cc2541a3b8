import Activities
import Kernels
import Storage
import Suggestions
import Testing

@testable import SuggestionsExercises

@Suite("A history whose values were hashed by a rule")
struct HashedHistoryTests {
  /// Documents read in one program and mailed in another, under another key.
  private static func history() throws -> [Donation] {
    var random = SeededRandom(seed: 5)
    var minutes: Int64 = 0
    return try (0..<400).map { number in
      minutes += 1 + Int64(random.integer(below: 200))
      let document = ActivityValue.string("document \(number / 2 % 7)")
      let (type, key) =
        number % 2 == 0 ? ("org.example.notes.open", "document") : ("org.example.mail.send", "file")
      let activity = try UserActivity(
        activityType: type, title: "Open \(number / 2 % 7)",
        userInfo: [key: document, "size": .integer(Int64(number / 2 % 3))], requiredUserInfoKeys: [key])
      return try Donation(of: activity, in: Context(at: World.instant(minutes)))
    }
  }

  @Test("gives the same ranking and probabilities as the plain one")
  func ranking() async throws {
    let history = try Self.history()
    let hashed = InMemoryDonationStore()
    var numbers = SeededRandom(seed: 11)
    let secret = HashSecret(using: &numbers)
    let rule = try PrivacyRule(.hashKeys(["document", "file", "size"]), matching: .everything)
    _ = try await hashed.changePrivacyRules { $0.add(rule, secretIfNone: secret) }
    let end = try #require(history.last).context.instant
    #expect(try await hashed.ingest(history, at: end).redacted == history.count)
    let plain = try await World.engine(history, model: World.curvedModel(seed: 3))
    let engine = try SuggestionEngine(log: hashed, model: World.curvedModel(seed: 3))
    for minutes in [0, 7, 200, 1_000, 9_000] as [Int64] {
      let moment = (end.milliseconds - World.monday) / 60_000 + minutes
      func probabilities(_ list: SuggestionList) -> [String: Double] {
        Dictionary(
          list.suggestions.map { ($0.activity.activityType + ($0.activity.title ?? ""), $0.probability) }
        ) { first, _ in first }
      }
      let (expected, found) = try await (plain.ask(at: moment), engine.ask(at: moment))
      #expect(expected.suggestions.count == 14 && found.suggestions.count == 14)
      let novelties = (expected.noveltyProbability, found.noveltyProbability)
      #expect(abs((novelties.0 ?? .nan) - (novelties.1 ?? .nan)) < 1e-5)
      let other = probabilities(found)
      for (name, probability) in probabilities(expected) {
        #expect(abs(probability - (other[name] ?? -1)) < 1e-5, "\(name) after \(minutes) minutes")
      }
      #expect(
        found.suggestions.allSatisfy { $0.activity.restorationPayload.values.allSatisfy(HashSecret.isHash) })
    }
  }
}
