public import Foundation

/// The reason why an activity does not get from one program to another.
///
/// No case contains the content of an activity, so descriptions may be logged.
public enum HandoffError: Error, Equatable, Sendable {
  /// No program listens at the address, or the connection ended.
  case connectionUnavailable
  /// The other program took too long.
  case timedOut
  /// The activity has more bytes than one of the two programs allows.
  case payloadTooLarge(bytes: Int, limit: Int)
  /// The offer is no longer valid: it was continued elsewhere, is being continued, or is no longer
  /// current.
  case withdrawn
  /// The other program is from another publisher, or does not have the publisher's key.
  case otherPublisher
  /// The origin could not provide the activity.
  case originFailed
  /// The received bytes are not an activity, or not one of the offered type.
  case unreadableActivity
  /// The other side broke the protocol.
  case violation(HandoffViolation)
  /// The other side has reached its limit of connections.
  case tooManyConnections
  /// The activity does not support streams, or was not continued.
  case streamsUnsupported
  /// The only stream of this continuation is already open.
  case streamAlreadyOpened
  /// The requesting task was cancelled.
  case cancelled
  /// The path of a socket would be longer than the system allows.
  case pathTooLong(bytes: Int, limit: Int)
  /// Other users can enter the folder of sockets, or it does not belong to this user.
  case folderNotPrivate
  /// The folder of sockets cannot be created or read, or no socket can be created in it.
  case folderUnusable
  /// The environment names no folder for files that live as long as the user is logged in.
  case noRuntimeFolder
  /// The advertiser has already started.
  case alreadyStarted
}

/// A peer's breach of the protocol; its connection is closed.
public enum HandoffViolation: Equatable, Sendable {
  /// A frame announces more bytes than are allowed.
  case frameTooLong(limit: Int)
  /// The connection ended within a frame.
  case truncated
  /// A frame is not a message.
  case malformed
  /// A message came that is not expected at this point.
  case outOfOrder
  /// The peer speaks another version.
  case unsupportedVersion
  /// More offers than are allowed.
  case tooManyOffers
  /// The other end of the socket belongs to another user.
  case otherUser
}

extension HandoffError: CustomStringConvertible {
  /// The reason, and how to fix it.
  public var description: String {
    switch self {
    case .connectionUnavailable: "the other program cannot be reached; ask for the offers again"
    case .timedOut: "the other program took too long; try again"
    case .payloadTooLarge(let bytes, let limit):
      "the activity has \(bytes) bytes, but the limit is \(limit); hand over only what is needed to do it again, and send the rest by a stream"
    case .withdrawn: "the offer is no longer valid; ask for the offers again"
    case .otherPublisher: "the other program is from another publisher; give both the same publisher and key"
    case .originFailed: "the origin could not provide the activity; see the error that its source threw"
    case .unreadableActivity:
      "the received bytes are not an activity of the offered type; use the same version on both sides"
    case .violation(let violation): "the other side broke the protocol: \(violation)"
    case .tooManyConnections: "the other program has reached its limit of connections; try again later"
    case .streamsUnsupported:
      "the activity has no streams; offer it with supportsContinuationStreams, and open them where it was continued"
    case .streamAlreadyOpened: "the stream of this continuation is already open; use that one"
    case .cancelled: "cancelled by the program"
    case .pathTooLong(let bytes, let limit):
      "the path of the socket has \(bytes) bytes, but the system allows \(limit); choose a folder with a shorter path"
    case .folderNotPrivate: "the folder of sockets is open to others or not yours; choose one with mode 0700"
    case .folderUnusable: "the folder of sockets cannot be used; check that it can be created and written to"
    case .noRuntimeFolder: "XDG_RUNTIME_DIR is not set to an absolute path; set it, or name a folder"
    case .alreadyStarted: "the advertiser has already started; stop it first"
    }
  }
}

extension HandoffViolation: CustomStringConvertible {
  /// The breach in words.
  public var description: String {
    switch self {
    case .frameTooLong(let limit): "a frame of more than \(limit) bytes"
    case .truncated: "the connection ended within a frame"
    case .malformed: "a frame that is not a message"
    case .outOfOrder: "a message that is not expected at this point"
    case .unsupportedVersion: "another version of the protocol; update the older program"
    case .tooManyOffers: "more offers than are allowed"
    case .otherUser: "the other end of the socket belongs to another user"
    }
  }
}

extension HandoffError {
  /// The equivalent error of `NSUserActivity`.
  ///
  /// 4609 connection unavailable, 4610 timed out, 4611 too large, 3328 no streams, 3072 cancelled;
  /// 4608 for all others.
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
