import Foundation
import Hunch
import Testing

@Suite("Scenarios of phrases")
struct PhraseScenarioTests {
  /// Returns the same words with other case, accents and punctuation.
  private static func disguised(_ phrase: String, _ variant: inout Variant) -> String {
    let accents: [Character: Character] = ["e": "é", "o": "ö", "a": "â", "u": "ù"]
    return phrase.map { character in
      switch variant.below(4) {
      case 0: character.uppercased()
      case 1: String(accents[character] ?? character)
      case 2 where character == " ": [" - ", ", ", "  "][variant.below(3)]
      default: String(character)
      }
    }.joined() + ["", "!", "?", "."][variant.below(4)]
  }

  @Test("P22: a phrase is found in any spelling; a phrase of two activities is ambiguous")
  func p22() async throws {
    let failed = try await failures { variant in
      let activities = try ["Read the news", "Order a soup", "Look at the roadmap", "Play piano"].map {
        try variant.activity($0)
      }
      for day in 0..<3 {
        for activity in activities { try variant.donate(activity, day: day, "\(8 + variant.below(12)):30") }
      }
      let (engine, _) = try await variant.engine()
      let now = try variant.instant(day: 4, "09:00")
      for activity in activities {
        let phrase = try await engine.phrases().phrase(of: activity.identity) ?? ""
        let answer = try await engine.match(Self.disguised(phrase, &variant), at: now)
        guard answer.match.best?.identity == activity.identity else { return false }
      }
      for activity in activities.prefix(2) {
        try await engine.setPhrase("Wie immer", for: activity.identity, at: now)
      }
      let shared = try await engine.match(Self.disguised("Wie immer", &variant), at: now).match
      return shared.best == nil && shared.kind == .ambiguous
        && Set(shared.candidates.prefix(2).map(\.entry.identity)) == Set(activities.prefix(2).map(\.identity))
    }
    #expect(failed.isEmpty, "seeds \(failed)")
  }
}
