/// Keeps the hints that performed actions give, apart from what was done.
public protocol AssociatedIntentRecorder: Sendable {
  /// Keeps the hints of one performed action; the next one is not published before it returns.
  func record(_ hints: [IntentHint]) async throws
}
