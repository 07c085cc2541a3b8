/// Who owns a live activity and is told what happens to it.
///
/// The methods are called off the caller's stack, and awaited. From within them every method of the activity and of its
/// center may be called, and actions may be performed; but never wait there for *another* task that calls the center,
/// because that one waits for the turn in which you are being called. All of them do nothing by default.
public protocol LiveUserActivityDelegate: AnyObject, Sendable {
  /// The last chance to fill in `userInfo` before the activity is donated or handed over; `needsSave` is false already.
  ///
  /// Setting `needsSave` here asks for the next save, so a delegate that always does is called again and again.
  func userActivityWillSave(_ activity: LiveUserActivity) async

  /// The activity was continued elsewhere; a draft may be closed here now.
  func userActivityWasContinued(_ activity: LiveUserActivity) async

  /// Whoever continues the activity opened streams to here.
  func userActivity(_ activity: LiveUserActivity, didReceive streams: ContinuationStreams) async
}

extension LiveUserActivityDelegate {
  /// Does nothing.
  public func userActivityWillSave(_ activity: LiveUserActivity) async {}
  /// Does nothing.
  public func userActivityWasContinued(_ activity: LiveUserActivity) async {}
  /// Does nothing; the streams are left open.
  public func userActivity(_ activity: LiveUserActivity, didReceive streams: ContinuationStreams) async {}
}
