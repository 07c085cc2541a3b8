public import Activities

/// An event of an ``ActivityCenter``, for observers such as search, hand-off and diagnostics.
public enum ActivityCenterEvent: Sendable {
  /// An activity became current; the donation is nil if its owner only returned to it.
  case becameCurrent(UserActivity, owner: ActivityOwner, donation: Donation?)
  /// An activity is no longer current; it was for `dwell` seconds.
  case resigned(UserActivity, dwell: Double, cause: Cause)
  /// The current activity was saved, and may have changed.
  case saved(UserActivity)
  /// An owner could not contribute its part to the payload; the others' parts are included.
  case updateFailed(owner: ActivityOwner, any Error)
  /// A save produced something that cannot be offered; the previous state is kept.
  case saveRefused(activityType: String, any Error)
  /// An activity will never be current again.
  case invalidated(UserActivity)
  /// An activity was continued elsewhere.
  case wasContinued(UserActivity)
  /// The program should look at this advice.
  case advice(ActivityAdvice)
  /// The saved donations of these activities were deleted, or all if nil.
  case deletedSaved(persistentIdentifiers: [String]?)

  /// The reason why an activity is no longer current.
  public enum Cause: String, Hashable, Sendable {
    /// The program resigned it.
    case resigned
    /// Another activity of the same owner is current.
    case replaced
    /// Its owner was deactivated or removed.
    case ownerLeft
    /// It expired.
    case expired
    /// It was invalidated.
    case invalidated
  }
}

/// An event of a live activity.
public enum LiveUserActivityEvent: Sendable {
  /// It is being saved.
  case willSave
  /// It became current.
  case becameCurrent
  /// It is no longer current; it was for `dwell` seconds.
  case resigned(dwell: Double)
  /// It was continued elsewhere.
  case wasContinued
  /// The continuing side opened streams to here.
  case receivedStreams(ContinuationStreams)
  /// It will never be current again.
  case invalidated
}
