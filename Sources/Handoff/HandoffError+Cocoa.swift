public import Foundation

extension HandoffError {
  /// The error that `NSUserActivity` gives in this case.
  ///
  /// 4609 connection unavailable, 4610 timed out, 4611 too large, 3328 no streams, 3072 cancelled; 4608 for all the rest.
  public var cocoaError: CocoaError {
    switch self {
    case .connectionUnavailable, .tooManyConnections: CocoaError(.userActivityConnectionUnavailable)
    case .timedOut: CocoaError(.userActivityRemoteApplicationTimedOut)
    case .payloadTooLarge: CocoaError(.userActivityHandoffUserInfoTooLarge)
    case .streamsUnsupported, .streamAlreadyOpened: CocoaError(.featureUnsupported)
    case .cancelled: CocoaError(.userCancelled)
    case .withdrawn, .otherPublisher, .originFailed, .unreadableActivity, .violation, .pathTooLong,
      .folderNotPrivate, .folderUnusable, .noRuntimeFolder, .alreadyStarted:
      CocoaError(.userActivityHandoffFailed)
    }
  }
}
