package import Activities

/// The number of suggestions that were shown and taken, and whether their probabilities came true,
/// counted from the log.
///
/// The log has the feedback that programs recorded, so a list that no program reported does not
/// count. Feedback that was undone does not count either. Records that name the same suggestion are
/// one list, as for the ranking.
package struct SuggestionStatistics: Hashable, Sendable {
  /// The numbers of some lists.
  package struct Count: Hashable, Sendable {
    /// The number of lists.
    package private(set) var lists = 0
    /// The number of suggestions in them.
    package private(set) var shown = 0
    /// The number of suggestions that were accepted.
    package private(set) var taken = 0

    /// The number of suggestions that were shown and not taken.
    package var ignored: Int { shown - taken }

    fileprivate mutating func add(shown: Int, taken: Int) {
      lists += 1
      self.shown += shown
      self.taken += taken
    }
  }

  /// A week of a surface.
  package struct Week: Hashable, Sendable {
    /// The week of ISO 8601, by the user's clock.
    package let name: String
    /// The surface, or `nil` if the feedback does not name one.
    package let surface: Surface?
  }

  /// Suggestions with about the same stated probability.
  package struct Bin: Hashable, Sendable {
    /// The number of suggestions with a known outcome.
    package private(set) var suggestions = 0
    /// The number of suggestions that came true.
    package private(set) var done = 0
    /// The sum of the stated probabilities.
    package private(set) var said = 0.0

    fileprivate mutating func add(_ probability: Double, cameTrue: Bool) {
      suggestions += 1
      said += probability
      if cameTrue { done += 1 }
    }
  }

  /// The number of bins of equal width from 0 to 1.
  package static let binCount = 10
  /// The seconds within which a further activity counts as the next one of a suggestion without a
  /// horizon: its probability assumes that the user does something at that moment.
  package static let patience = 3_600.0

  /// The numbers of all lists.
  package private(set) var total = Count()
  /// The numbers by surface; `nil` is for feedback that does not name one.
  package private(set) var surfaces: [Surface?: Count] = [:]
  /// The numbers by week and surface.
  package private(set) var weeks: [Week: Count] = [:]
  /// The suggestions with a probability and a known outcome, by probability.
  package private(set) var bins = [Bin](repeating: Bin(), count: binCount)
  /// The number of suggestions with a probability whose outcome is not known, or not known yet.
  package private(set) var undecided = 0
  /// The number of suggestions for which the log has no probability.
  package private(set) var unstated = 0

  /// Creates statistics of nothing.
  package init() {}

  /// Adds everything that was shown to a user.
  ///
  /// A suggestion with a horizon came true if the activity was done within it after the list was
  /// shown; its outcome is known when the horizon has passed. A suggestion without a horizon came
  /// true if it was the next activity; its outcome is known if something was done within
  /// ``patience``. A suggestion that was taken came true in any case. Donations without an exact
  /// time are skipped.
  ///
  /// - Parameters:
  ///   - user: The user.
  ///   - log: The log.
  ///   - now: The present moment.
  /// - Complexity: O(n log n) for n donations since the first list, and the feedback.
  package mutating func add(
    _ user: UserIdentifier, in log: any DonationStore, until now: Instant
  ) async throws {
    let lists = FeedbackState.impressionsInForce(in: try await log.feedback(of: user))
    let past = try await Past(after: lists, of: user, in: log)
    for list in lists {
      let (shown, surface) = (list.record.shown, list.record.surface)
      let identities = shown.map(\.identity)
      let taken = identities.count { list.accepted.contains($0) }
      total.add(shown: shown.count, taken: taken)
      surfaces[surface, default: Count()].add(shown: shown.count, taken: taken)
      weeks[Week(name: list.record.instant.isoWeek, surface: surface), default: Count()]
        .add(shown: shown.count, taken: taken)
      // One outcome for all rows of a list: else the chosen one would count, and the others only
      // sometimes. Without a horizon, the choice is the next thing that was done.
      let isChoice = list.record.horizon == nil && taken > 0
      let done =
        isChoice
        ? list.accepted
        : past.done(after: list.record.instant, within: list.record.horizon, until: now)
          .map { $0.union(list.accepted) }
      for (impression, identity) in zip(shown, identities) {
        guard let stated = impression.probability else {
          unstated += 1
          continue
        }
        guard let done else {
          undecided += 1
          continue
        }
        let probability = min(1, max(0, stated))
        let index = min(Self.binCount - 1, Int(clamping: probability * Double(Self.binCount)))
        bins[index].add(probability, cameTrue: done.contains(identity))
      }
    }
  }
}

/// The donations since the first list that was shown, reduced to the activities in the lists.
private struct Past {
  /// The times of the donations, in milliseconds since 1970, in order.
  private var times: [Int64] = []
  /// The shown activities that each donation counts for: itself, and combinations of its
  /// parameters.
  private var activities: [[ActivityIdentity]] = []

  init(
    after lists: [(record: Feedback, accepted: Set<ActivityIdentity>)], of user: UserIdentifier,
    in log: any DonationStore
  ) async throws {
    let stated = lists.filter { list in list.record.shown.contains { $0.probability != nil } }
    guard let start = stated.map(\.record.instant.milliseconds).min() else { return }
    let shown = Set(stated.flatMap { $0.record.shown.map(\.identity) })
    var cursor: LogCursor?
    repeat {
      let page = try await log.donations(of: user, in: start..<Int64.max, after: cursor, limit: 4_096)
      for donation in page.map(\.donation) where donation.hasExactTime {
        let identities = [donation.identity] + donation.activity.combinationIdentities.map(\.identity)
        times.append(donation.context.instant.milliseconds)
        activities.append(identities.filter(shown.contains))
      }
      cursor = page.last?.cursor
    } while cursor != nil
  }

  /// Returns the shown activities that were done after a list, within its horizon or next; `nil` if
  /// that is not known.
  func done(after instant: Instant, within horizon: Double?, until now: Instant) -> Set<ActivityIdentity>? {
    let first = firstIndex(after: instant.milliseconds)
    guard let horizon else {
      guard first < times.count,
        Double(times[first]) - Double(instant.milliseconds) <= SuggestionStatistics.patience * 1_000
      else { return nil }
      return Set(activities[first])
    }
    let end = Int64(clamping: Double(instant.milliseconds) + horizon * 1_000)
    guard end <= now.milliseconds else { return nil }
    return Set(activities[first..<max(first, firstIndex(after: end))].joined())
  }

  /// Returns the index of the first donation later than a moment.
  private func firstIndex(after moment: Int64) -> Int {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] <= moment { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
