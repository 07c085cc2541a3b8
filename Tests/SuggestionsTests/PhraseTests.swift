import Activities
import Testing

@testable import Suggestions

@Suite("Phrases")
struct PhraseTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var type = "org.example.player.play-track"
    var donated: String?
    var title: String?
    var userInfo: [String: ActivityValue] = [:]
    var required: Set<String>?
    let phrase: String
  }

  @Test(arguments: [
    Case(
      testDescription: "the donated one wins", donated: "Music please", title: "Play", phrase: "Music please"),
    Case(testDescription: "spaces are tidied", donated: "  Music \n please ", phrase: "Music please"),
    Case(
      testDescription: "an empty one does not count", donated: "  ", title: "Play Blue", phrase: "Play Blue"),
    Case(testDescription: "a title's first six words", title: "a b c d e f g h", phrase: "a b c d e f"),
    Case(testDescription: "else the type's last part", phrase: "play track"),
    Case(
      testDescription: "with what tells it apart, keys in order",
      userInfo: ["b": "Blue", "a": 3, "c": true, "d": 2.5], phrase: "play track 3 Blue 2.5"),
    Case(
      testDescription: "required values only", userInfo: ["name": "Blue", "position": 17], required: ["name"],
      phrase: "play track Blue"),
    Case(testDescription: "an empty title does not count", title: "", phrase: "play track"),
    Case(testDescription: "never empty", type: "org.example.---", phrase: "---"),
  ])
  func phrase(_ test: Case) throws {
    var activity = try UserActivity(
      activityType: test.type, title: test.title, userInfo: test.userInfo, requiredUserInfoKeys: test.required
    )
    activity.suggestedInvocationPhrase = test.donated
    #expect(PhraseMaker.phrase(for: activity) == test.phrase)
  }

  @Test("a suggestion bears its phrase")
  func inSuggestions() async throws {
    let engine = try await World.engine([World.donation("a", at: 1)])
    #expect(try await engine.ask(at: 2).suggestions.map(\.phrase) == ["Open a"])
  }
}
