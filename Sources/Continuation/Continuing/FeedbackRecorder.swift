public import Activities
public import Suggestions

/// Keeps what became of suggestions: the engine, or whoever passes it on to one.
public protocol FeedbackRecorder: Sendable {
  /// Keeps feedback, all or none; the next answer obeys it.
  @discardableResult
  func record(_ feedback: [Feedback]) async throws -> AppendReceipt
}

extension SuggestionEngine: FeedbackRecorder {}
