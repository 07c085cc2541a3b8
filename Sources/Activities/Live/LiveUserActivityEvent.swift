/// What happens to a live activity.
public enum LiveUserActivityEvent: Sendable {
  /// It is being saved.
  case willSave
  /// It is current now.
  case becameCurrent
  /// It is no longer current; it was for so many seconds.
  case resigned(dwell: Double)
  /// It was continued elsewhere.
  case wasContinued
  /// Whoever continues it opened streams to here.
  case receivedStreams(ContinuationStreams)
  /// It will never be current again.
  case invalidated
}
