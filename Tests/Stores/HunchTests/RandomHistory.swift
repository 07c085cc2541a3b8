import Foundation
import Hunch
import TestSupport

/// The actions of a random person, in the order of arrival.
struct RandomHistory {
  static let start: Int64 = 1_772_000_000_000
  static let program = "org.example.notes"
  static let words = ["Ångström", "budget", "Clinic", "draft", "Élan", "Straße", "tea", "日本"]
  static let places = [(52.52, 13.405), (52.5203, 13.4049), (48.137, 11.575)]

  /// Batches in the order of arrival; some donations are late.
  var batches: [[Donation]] = []
  var feedback: [Feedback] = []
  var items: [SearchableItem] = []
  /// The last moment of any action, in minutes.
  private(set) var end: Int64 = 0
  private var activities: [UserActivity] = []

  init(seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    let count = 4 + numbers.below(6)
    activities = try (0..<count).map { try Self.activity($0, &numbers) }
    var (last, donations) = (0, 0)
    while donations < 16 + Int(seed % 40) {
      let batch = try (0..<1 + numbers.below(8)).map { index in
        end += Int64(numbers.below(3) * numbers.below(400))
        last = numbers.chance(3) ? numbers.below(count) : (last + 1) % count
        let late = numbers.chance(5) ? Int64(numbers.below(3_000)) : 0
        return try donation(last, at: max(0, end - late), number: donations + index, &numbers)
      }
      batches.append(batch)
      donations += batch.count
    }
    feedback = try (0..<numbers.below(9)).map { _ in try spoken(&numbers) }
    items = try (0..<numbers.below(5)).map { number in
      var item = try SearchableItem(
        uniqueIdentifier: "item\(number)", title: "Paper \(numbers.pick(Self.words))")
      item.keywords = numbers.chance(2) ? [numbers.pick(Self.words)] : []
      return item
    }
  }

  static func instant(_ minutes: Int64) throws -> Instant {
    try Instant(milliseconds: start + minutes * 60_000, offsetMinutes: 60)
  }

  private static func activity(_ number: Int, _ numbers: inout SeededNumbers) throws -> UserActivity {
    let type = numbers.pick(["org.example.notes.open", "org.example.notes.edit", "org.example.player.play"])
    var activity = try UserActivity(
      activityType: type, title: numbers.chance(8) ? nil : "Open \(number)",
      userInfo: ["document": .integer(Int64(number))],
      requiredUserInfoKeys: numbers.chance(2) ? ["document"] : nil)
    activity.isEligibleForSearch = !numbers.chance(3)
    activity.isEligibleForPrediction = !numbers.chance(9)
    activity.persistentIdentifier = numbers.chance(2) ? "p\(number % 3)" : nil
    activity.relatedUniqueIdentifier = numbers.chance(3) ? "item\(number % 4)" : nil
    if numbers.chance(4) {
      activity.expirationDate = Date(
        timeIntervalSince1970: Double(start / 1_000) + Double(numbers.below(400_000)))
    }
    if numbers.chance(4) { activity.suggestedInvocationPhrase = "my \(numbers.pick(words))" }
    if numbers.chance(4) {
      try activity.setWebpageURL(URL(string: "https://example.org/\(numbers.pick(["tea", "draft"]))"))
    }
    return activity
  }

  private func donation(
    _ index: Int, at minutes: Int64, number: Int, _ numbers: inout SeededNumbers
  ) throws -> Donation {
    var activity = activities[index]
    // Evidence and texts vary between donations; the identity of the activity does not.
    if activity.requiredUserInfoKeys != nil, numbers.chance(2) {
      activity.userInfo["draft"] = .string(numbers.pick(Self.words))
    }
    if numbers.chance(4), let title = activity.title {
      activity.title = "\(title) \(numbers.pick(Self.words))"
    }
    activity.subtitle = numbers.chance(4) ? numbers.pick(Self.words) : nil
    activity.keywords = numbers.chance(4) ? [numbers.pick(Self.words)] : []
    var details = Donation.Details()
    details.externalIdentifier = numbers.chance(6) ? "id\(number)" : nil
    details.program = numbers.chance(6) ? "org.example.widget" : nil
    details.source = numbers.chance(6) ? .suggestion : .user
    let at = numbers.pick(Self.places)
    let place = try numbers.chance(3) ? nil : Place(latitude: at.0, longitude: at.1)
    let wifi: [String: ActivityValue] =
      numbers.chance(2) ? ["wifi": .string(numbers.pick(["home", "work"]))] : [:]
    return try Donation(
      of: activity, in: Context(at: Self.instant(minutes), place: place, attributes: wifi), details: details,
      ordinal: number)
  }

  private func spoken(_ numbers: inout SeededNumbers) throws -> Feedback {
    let shown = try (0..<1 + numbers.below(4)).map { _ in
      var activity = numbers.pick(activities)
      if activity.requiredUserInfoKeys != nil, numbers.chance(2) {
        activity.userInfo["draft"] = .string(numbers.pick(Self.words))
      }
      return try Feedback.Impression(
        activityType: activity.activityType, userInfo: activity.userInfo,
        requiredUserInfoKeys: activity.requiredUserInfoKeys, probability: 0.25)
    }
    return try Feedback(
      at: Self.instant(Int64(numbers.below(Int(end) + 1))), shown: shown,
      chosen: numbers.chance(3) ? nil : numbers.below(shown.count),
      verdict: numbers.pick(Feedback.Verdict.allCases), scope: numbers.pick(Feedback.Scope.allCases))
  }

  /// Returns some deletions, each with one or several criteria.
  func deletions(_ numbers: inout SeededNumbers) throws -> [Deletion] {
    try (0..<1 + numbers.below(3)).map { _ in
      var criteria = Deletion.Criteria()
      for _ in 0..<(numbers.chance(2) ? 1 : 2 + numbers.below(2)) { try add(to: &criteria, &numbers) }
      let asked = numbers.chance(4) ? Int64(numbers.below(Int(end) + 1)) : end + 1
      return try Deletion(at: Self.instant(asked), matching: criteria)
    }
  }

  private func add(to criteria: inout Deletion.Criteria, _ numbers: inout SeededNumbers) throws {
    let donation = numbers.pick(batches.flatMap(\.self))
    let at = numbers.pick(Self.places)
    switch numbers.below(15) {
    case 0: criteria.persistentIdentifier = "p\(numbers.below(3))"
    case 1: criteria.externalIdentifier = donation.details.externalIdentifier ?? "id0"
    case 2: criteria.relatedUniqueIdentifier = "item\(numbers.below(4))"
    case 3: criteria.activityType = donation.activity.activityType
    case 4: criteria.activityType = "org.example.notes.*"
    case 5: criteria.program = donation.program
    case 6: criteria.identity = donation.identity
    case 7: criteria.donation = donation.identifier
    case 8: criteria.userInfoKey = "draft"
    case 9:
      criteria.area = try Deletion.Area(
        latitude: at.0, longitude: at.1, within: numbers.pick([0, 40, 1_000]))
    case 10: criteria.text = numbers.pick(Self.words).uppercased()
    case 11: criteria.expiredBy = try Self.instant(Int64(numbers.below(Int(end) + 1)))
    case 12: criteria.since = donation.context.instant
    case 13: criteria.until = donation.context.instant
    default: criteria.all = true
    }
  }
}
