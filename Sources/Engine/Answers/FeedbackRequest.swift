package import Activities
package import Suggestions

/// A user's verdict on suggestions, as every wire takes it: the options of `hunch feedback`, a line
/// of JSON.
///
/// It names activities by their identities. ``feedback(by:from:in:at:)`` makes a record of the log.
package struct FeedbackRequest: Hashable, Sendable {
  /// The things that a verdict can be about.
  package enum Target: Hashable, Sendable {
    /// Nothing is named: the last verdict is undone.
    case last
    /// The suggestions that were shown, in order.
    case shown(ShownAnswer)
    /// Every activity of a type.
    case type(String)
    /// Every activity of a program.
    case program(String)
  }

  package var verdict: Feedback.Verdict
  package var target: Target
  /// The user; `nil` for the only user of the store, else `me`.
  package var user: UserIdentifier?
  /// The moment of the verdict; `nil` for the present.
  package var instant: Instant?
  /// The rank of the suggestion that it is about, counted from 1.
  package var rank: Int?
  /// Whether it is about the activity, its type or its program; `nil` for the activity.
  package var scope: Feedback.Scope?
  /// The name of the shown list; `nil` for that of the answer.
  package var suggestion: String?
  /// The surface where it was shown; `nil` for that of the answer.
  package var surface: Surface?

  package init(_ verdict: Feedback.Verdict, on target: Target) {
    (self.verdict, self.target) = (verdict, target)
  }

  /// Returns the record for the log.
  ///
  /// - Parameters:
  ///   - user: The owner of the feedback.
  ///   - engine: The engine on the log; `nil` if there is no store.
  ///   - log: The log; `nil` if there is no store.
  ///   - now: The present moment.
  /// - Throws: ``FeedbackRequestError``, `ActivityError`, or an error of the store.
  package func feedback(
    by user: UserIdentifier, from engine: SuggestionEngine?, in log: (any DonationStore)?, at now: Instant
  ) async throws -> Feedback {
    let instant = instant ?? now
    guard instant.seconds(since: now) <= Donation.toleratedClockLead else {
      throw FeedbackRequestError.fromTheFuture
    }
    let (shown, scope) = try await impressions(of: user, from: engine, at: instant)
    // The smallest Int wraps to the largest, which is out of range like any other.
    let index = rank.map { $0 &- 1 }
    if let rank, let index, !shown.indices.contains(index) {
      throw FeedbackRequestError.rankOutOfRange(rank, shown: shown.count)
    }
    if verdict != .shown, verdict != .ignored, shown.count > 1, index == nil {
      throw FeedbackRequestError.severalShown
    }
    var answer: ShownAnswer?
    if case .shown(let known) = target { answer = known }
    let feedback = try Feedback(
      by: user, at: instant, suggestion: suggestion ?? answer?.suggestion, shown: shown, chosen: index,
      verdict: verdict, scope: scope, surface: surface ?? answer?.surface, horizon: answer?.horizon)
    if verdict == .undone, try await !Self.canUndo(feedback, from: engine, in: log) {
      throw FeedbackRequestError.nothingToUndo
    }
    return feedback
  }

  /// Returns what was shown, with its data from the log, and the scope of the verdict.
  private func impressions(
    of user: UserIdentifier, from engine: SuggestionEngine?, at instant: Instant
  ) async throws -> ([Feedback.Impression], Feedback.Scope) {
    switch target {
    case .last where suggestion != nil: return ([], scope ?? .activity)
    case .last:
      guard let last = try await engine?.standingFeedback(of: user, at: instant).first,
        let target = last.target
      else { throw FeedbackRequestError.noFeedback }
      return ([target], last.scope)
    case .type(let type): return ([try .init(activityType: type, userInfo: [:])], .type)
    case .program(let program): return ([try .init(activityType: program + ".*", userInfo: [:])], .program)
    case .shown(let answer):
      guard let engine else { throw FeedbackRequestError.nothingDonated }
      let known = try await engine.activities(answer.suggestions.map(\.identity), of: user)
      let shown = try answer.suggestions.map { one in
        guard let activity = known[one.identity] else {
          throw FeedbackRequestError.unknownActivity(one.identity)
        }
        return try Feedback.Impression(
          activityType: activity.activityType, userInfo: activity.restorationPayload,
          requiredUserInfoKeys: activity.requiredUserInfoKeys, probability: one.probability)
      }
      return (shown, scope ?? .activity)
    }
  }

  /// Returns whether there is something in force that the feedback undoes.
  private static func canUndo(
    _ undoing: Feedback, from engine: SuggestionEngine?, in log: (any DonationStore)?
  ) async throws -> Bool {
    guard let engine, let log else { return false }
    if let name = undoing.suggestion {
      return try await log.feedback(of: undoing.user).contains { $0.suggestion == name }
    }
    return try await engine.standingFeedback(of: undoing.user, at: undoing.instant).contains {
      $0.isAboutTheSame(as: undoing)
    }
  }
}

/// The parts of an answer to a question for suggestions that feedback needs.
package struct ShownAnswer: Hashable, Sendable {
  /// One activity that was shown.
  package struct Entry: Hashable, Sendable {
    package var identity: ActivityIdentity
    package var probability: Double?

    package init(_ identity: ActivityIdentity, probability: Double? = nil) {
      (self.identity, self.probability) = (identity, probability)
    }
  }

  /// The name of the answer.
  package var suggestion: String?
  package var surface: Surface?
  /// The horizon of the probabilities, in seconds; `nil` if they are conditional.
  package var horizon: Double?
  /// The suggestions, in order.
  package var suggestions: [Entry]

  package init(_ suggestions: [Entry]) { self.suggestions = suggestions }
}

/// The outcome of feedback: `hunch feedback --json`.
package struct FeedbackReport: Encodable {
  private let added: Int

  /// - Parameter receipt: The store's receipt.
  package init(_ receipt: AppendReceipt) { added = receipt.added }
}

extension Feedback {
  /// Returns whether undoing one undoes the other: they have the same scope, and the same activity,
  /// type or program.
  fileprivate func isAboutTheSame(as other: Feedback) -> Bool {
    guard scope == other.scope, let target, let theirs = other.target else { return false }
    return switch scope {
    case .activity: target.identity == theirs.identity
    case .type: target.activityType == theirs.activityType
    case .program: target.defaultProgram == theirs.defaultProgram
    }
  }
}
