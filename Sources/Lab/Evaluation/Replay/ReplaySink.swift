package import Activities

/// A type that a replay queries and teaches: a ranker to measure, a collector of examples, an
/// engine in service.
///
/// It is queried before it learns the outcome, so it cannot know the future.
package protocol ReplaySink {
  /// Answers at a moment, from the donations learned so far.
  mutating func ask(_ query: ReplayQuery) async throws

  /// Learns the next step.
  mutating func learn(_ step: ReplayStep) async throws
}

extension ReplaySink {
  /// Learns a step, unless it is empty.
  mutating func learn(ifAny step: ReplayStep) async throws {
    if !step.isEmpty { try await learn(step) }
  }
}

/// A moment at which a replay asks.
package struct ReplayQuery: Sendable {
  /// The circumstances, as known just before.
  package let context: Context
  /// The end of the known history (milliseconds since 1970), exclusive.
  let end: Int64
  /// The seconds from the end of observation to the context's moment.
  var lead = 0.0
  /// The index of the moment: of its donation in the history, or of its time in the list of times.
  package let number: Int
  /// The donations that follow, to judge an answer by; empty at moments between donations.
  package let upcoming: [Donation]
}

/// Donations and feedback that are replayed together, each in the order of time.
package struct ReplayStep: Sendable {
  package var donations: [Donation] = []
  package var feedback: [Feedback] = []

  /// A Boolean value that tells whether the step is empty.
  var isEmpty: Bool { donations.isEmpty && feedback.isEmpty }
}
