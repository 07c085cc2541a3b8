package import Activities

/// Something that a replay asks and tells: a ranker to be measured, a model's examples, an engine
/// as it serves.
///
/// It is asked before it is told what happened, so it cannot know the future.
package protocol ReplaySink {
  /// Answers at a moment, from what it was told so far.
  mutating func ask(_ query: ReplayQuery) async throws

  /// Learns what happened next.
  mutating func learn(_ step: ReplayStep) async throws
}

extension ReplaySink {
  /// Learns what happened, if anything did.
  mutating func learn(ifAny step: ReplayStep) async throws {
    if !step.isEmpty { try await learn(step) }
  }
}

/// A moment at which a replay asks.
package struct ReplayQuery: Sendable {
  /// The circumstances, as far as they are known just before.
  package let context: Context
  /// The end of what is known (milliseconds since 1970): what lies before it has happened.
  let end: Int64
  /// The seconds from the moment until which the user was observed to that of the context.
  var lead = 0.0
  /// The place of the moment, counted from 0: of a donation in the history, of a time in the list
  /// of times.
  package let number: Int
  /// The donations that then happen, by which an answer is judged; empty at moments between
  /// donations.
  package let upcoming: [Donation]
}

/// Donations and feedback that go by together, each in the order of time.
package struct ReplayStep: Sendable {
  package var donations: [Donation] = []
  package var feedback: [Feedback] = []

  /// A Boolean value that tells whether nothing happened.
  var isEmpty: Bool { donations.isEmpty && feedback.isEmpty }
}
