public import Activities

/// An event of an ``ActivityCenter``, for whoever follows it: search, hand-off, diagnostics.
public enum ActivityCenterEvent: Sendable {
  /// An activity is current now; the donation is nil if its owner only came back to it.
  case becameCurrent(UserActivity, owner: ActivityOwner, donation: Donation?)
  /// An activity is no longer current; it was for so many seconds.
  case resigned(UserActivity, dwell: Double, cause: Cause)
  /// The current activity was saved, and may have changed.
  case saved(UserActivity)
  /// An owner could not contribute its part to the payload; the others' parts are there.
  case updateFailed(owner: ActivityOwner, any Error)
  /// A save made something that cannot be offered; what was there before still is.
  case saveRefused(activityType: String, any Error)
  /// An activity will never be current again.
  case invalidated(UserActivity)
  /// An activity was continued elsewhere.
  case wasContinued(UserActivity)
  /// There is something that the program should look at.
  case advice(ActivityAdvice)
  /// The saved donations of these activities were deleted; nil: of all.
  case deletedSaved(persistentIdentifiers: [String]?)

  /// The reason for which an activity is no longer current.
  public enum Cause: String, Hashable, Sendable {
    /// The program said so.
    case resigned
    /// Another activity of the same owner is current.
    case replaced
    /// Its owner is no longer active, or gone.
    case ownerLeft
    /// Its time is over.
    case expired
    /// It was invalidated.
    case invalidated
  }
}

/// An event of a live activity.
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
