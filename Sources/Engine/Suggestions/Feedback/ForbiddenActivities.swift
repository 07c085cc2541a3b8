package import Activities

/// The activities that a user never wants to see suggested, for answers that are not made by the
/// engine that learned these activities.
package struct ForbiddenActivities: Sendable {
  private let state: FeedbackState

  /// - Parameter feedback: All feedback of a user, in order of time.
  /// - Complexity: O(size of the feedback).
  package init(_ feedback: [Feedback]) { state = FeedbackState(feedback) }

  /// Returns whether the user said "never" about the activity of a donation, its type or its
  /// program.
  package func contains(_ donation: Donation) -> Bool { state.forbids(donation) }
}
