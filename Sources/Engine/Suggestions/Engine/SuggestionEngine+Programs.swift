public import Activities
internal import Foundation

/// The programs' side of the engine, besides donations.
extension SuggestionEngine {
  /// Keeps activities that an action names as possible alternatives; each is relevant around the
  /// time of day at which the action named it.
  ///
  /// They are hints, not donations, and weigh less than those set by ``setHints(_:of:for:)``. The
  /// last four times of day are kept per activity, and the newest 64 hints per program. An activity
  /// that is not named again within four weeks is no longer offered. Activities that the privacy
  /// rules filter are not kept.
  ///
  /// - Parameters:
  ///   - activities: The activities that may be done as well.
  ///   - program: The program of the action that names them.
  ///   - user: The user who did the action.
  ///   - instant: The time of the action.
  /// - Throws: `HintError` for a list that a program may not have, or an error of the log.
  /// - Complexity: O(hints of the program).
  public func keepIntents(
    _ activities: [UserActivity], of program: String, for user: UserIdentifier = .me, at instant: Instant
  ) async throws {
    var kept = try await log.hints(in: .intents, of: user).filter { $0.program == program }.map(\.hint)
    for activity in activities { try IntentTimes.add(activity, at: instant, to: &kept) }
    let list = HintList.intents
    try await log.setHints(Array(kept.suffix(list.limit)), in: list, of: program, for: user)
  }

  /// Returns an item that a program has indexed, or `nil` if the program has no such item or it has
  /// expired.
  ///
  /// - Throws: An error of the log.
  public func item(
    _ identifier: String, of program: String, by user: UserIdentifier = .me, at instant: Instant
  ) async throws -> SearchableItem? {
    let items = try await log.items(.identifiers([identifier]), of: program, by: user)
    let now = Date(timeIntervalSince1970: Double(instant.milliseconds) / 1_000)
    return items.first { $0.expirationDate.map { $0 > now } ?? true }
  }

  /// Returns the newest of a program's activities that are linked to an item, or `nil` if none is.
  ///
  /// - Throws: An error of the log.
  /// - Complexity: O(activities of the user).
  public func newestActivity(
    linkedTo identifier: String, of program: String, by user: UserIdentifier = .me, at instant: Instant
  ) async throws -> UserActivity? {
    try await log.recentActivities(of: user, at: instant, limit: .max).first {
      $0.details.program == program && $0.activity.relatedUniqueIdentifier == identifier
    }?.activity
  }
}

/// The times of day at which actions have named an activity as a possible alternative.
enum IntentTimes {
  /// The maximum number of times of day kept per activity.
  static let limit = 4
  /// Times of day that are at most this many minutes apart are merged: a hint covers the half-hour
  /// around it.
  private static let resolution = 30
  /// The lifetime of a time of day, in seconds, unless an action names it again.
  private static let lifetime = 28 * 86_400.0

  /// Adds an activity named at a moment to hints, which are sorted oldest first.
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

  /// Returns the minutes between two times of day, the shorter way round.
  private static func distance(_ one: Int, _ other: Int) -> Int {
    let apart = abs(one - other)
    return min(apart, 1_440 - apart)
  }
}

extension Hint {
  /// The times of day that the hint is about, in minutes since midnight.
  fileprivate var minutes: [Int] {
    relevance.compactMap { if case .daily(let daily) = $0 { daily.start } else { nil } }
  }
}
