import Foundation
import Hunch
import TestSupport

/// The activities of a soak: a bounded number of activities, words and places, so that nothing has
/// a reason to grow.
enum World {
  /// The number of a person's regular activities.
  static let habits = 40
  /// The number of passing activities: each is done now and then for a while, and forgotten by its
  /// type.
  static let passing = 16
  /// The time of the first donation, in milliseconds since 1970.
  static let start: Int64 = 1_772_000_000_000
  /// The time between two donations, in milliseconds.
  static let pause: Int64 = 9 * 60_000
  /// The words in titles and searches.
  static let words = ["budget", "clinic", "Ångström", "draft", "tea", "Straße", "日本", "paper"]
  private static let places = [(52.52, 13.405), (48.137, 11.575), (50.11, 8.68)]

  /// Returns the moment that is a number of milliseconds after the start.
  static func instant(_ milliseconds: Int64) throws -> Instant {
    try Instant(milliseconds: start + milliseconds, offsetMinutes: 60)
  }

  /// Returns the type of a passing activity.
  static func passingType(_ number: Int) -> String { "org.example.passing.kind\(number)" }

  /// Returns one of the activities; those from ``habits`` on are passing.
  static func activity(_ number: Int, _ numbers: inout SeededNumbers) throws -> UserActivity {
    let passes = number >= habits
    let type =
      passes
      ? passingType(number - habits)
      : ["org.example.notes.open", "org.example.player.play", "org.example.mail.write"][number % 3]
    var activity = try UserActivity(
      activityType: type, title: "\(words[number % words.count].capitalized) \(number)",
      userInfo: ["document": .integer(Int64(number)), "draft": .string(numbers.pick(words))],
      requiredUserInfoKeys: ["document"])
    activity.isEligibleForSearch = number % 4 != 3
    activity.keywords = [words[(number + 3) % words.count]]
    activity.persistentIdentifier = number % 5 == 0 ? "p\(number)" : nil
    if number % 7 == 0 { activity.suggestedInvocationPhrase = "my \(words[number % words.count]) \(number)" }
    return activity
  }

  /// Returns the circumstances at a moment.
  static func context(at instant: Instant, _ numbers: inout SeededNumbers) throws -> Context {
    let at = numbers.pick(places)
    let place = try numbers.below(3) == 0 ? nil : Place(latitude: at.0, longitude: at.1)
    return try Context(
      at: instant, place: place, attributes: ["wifi": .string(numbers.pick(["home", "work"]))])
  }
}
