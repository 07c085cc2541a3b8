public import Activities
internal import Foundation

/// What programs tell the engine and ask it about themselves, beside donations.
extension SuggestionEngine {
  /// Keeps activities that an action says may be done as well; each is relevant around the time of
  /// day at which that was said.
  ///
  /// They are hints, not donations, and weigh less than what programs state by
  /// ``setHints(_:of:for:)``. Of one activity the last four times of day are kept, of a program the
  /// newest 64 in all; what was not said again within four weeks is not offered any more. What the
  /// privacy rules filter is left out.
  ///
  /// - Parameters:
  ///   - activities: What may be done as well.
  ///   - program: Whose action says so.
  ///   - user: For whom.
  ///   - instant: When the action was done.
  /// - Throws: `HintError` for a list that a program may not have, or what the log throws.
  /// - Complexity: O(hints of the program).
  public func keepIntents(
    _ activities: [UserActivity], of program: String, for user: UserIdentifier = .me, at instant: Instant
  ) async throws {
    var kept = try await log.hints(in: .intents, of: user).filter { $0.program == program }.map(\.hint)
    for activity in activities { try IntentTimes.add(activity, at: instant, to: &kept) }
    let list = HintList.intents
    try await log.setHints(Array(kept.suffix(list.limit)), in: list, of: program, for: user)
  }

  /// Returns an item that a program has indexed; `nil` if there is none of that identifier, or it
  /// has expired.
  ///
  /// - Throws: What the log throws.
  public func item(
    _ identifier: String, of program: String, by user: UserIdentifier = .me, at instant: Instant
  ) async throws -> SearchableItem? {
    let items = try await log.items(.identifiers([identifier]), of: program, by: user)
    let now = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1_000)
    return items.first { $0.expirationDate.map { $0 > now } ?? true }
  }

  /// Returns the activity of a program that was done last among those that are linked to an item;
  /// `nil` if none is.
  ///
  /// - Throws: What the log throws.
  /// - Complexity: O(activities of the user).
  public func newestActivity(
    linkedTo identifier: String, of program: String, by user: UserIdentifier = .me, at instant: Instant
  ) async throws -> UserActivity? {
    try await log.recentActivities(of: user, at: instant, limit: .max).first {
      $0.details.program == program && $0.activity.relatedUniqueIdentifier == identifier
    }?.activity
  }
}

/// The times of day at which actions have named something that may be done as well.
enum IntentTimes {
  /// The most times of day that are kept of one activity.
  static let limit = 4
  /// Times of day that are no farther apart, in minutes, are one: a hint says something of the
  /// half-hour around it.
  private static let resolution = 30
  /// The seconds after which it has to be said again.
  private static let lifetime = 28 * 86_400.0

  /// Adds what was said at a moment to hints, the oldest of which come first.
  static func add(_ activity: UserActivity, at instant: Instant, to hints: inout [Hint]) throws {
    let minute = min(1_439, max(0, Int(clamping: (instant.localHour * 60).rounded(.down))))
    var activity = activity
    let end = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1_000 + lifetime)
    activity.expirationDate = activity.expirationDate.map { min($0, end) } ?? end
    let identity = activity.identity
    hints.removeAll { hint in
      hint.activity.identity == identity && hint.minutes.contains { distance($0, minute) <= resolution }
    }
    let others = hints.indices.filter { hints[$0].activity.identity == identity }
    if others.count >= limit, let oldest = others.first { hints.remove(at: oldest) }
    hints.append(try Hint(of: activity, relevance: [.daily(DailyRelevance(from: minute, to: minute))]))
  }

  /// The minutes from one time of day to another, the shorter way round.
  private static func distance(_ one: Int, _ other: Int) -> Int {
    let apart = abs(one - other)
    return min(apart, 1_440 - apart)
  }
}

extension Hint {
  /// The times of day, in minutes since midnight, that it is about.
  fileprivate var minutes: [Int] {
    relevance.compactMap { if case .daily(let daily) = $0 { daily.start } else { nil } }
  }
}
