/// Why an activity does not get from one program to another.
///
/// No case carries what an activity is about: a description may be logged.
public enum HandoffError: Error, Equatable, Sendable {
  /// Nobody listens at the address, or the connection ended.
  case connectionUnavailable
  /// The other program took too long.
  case timedOut
  /// The activity has more bytes than one of the two programs takes.
  case payloadTooLarge(bytes: Int, limit: Int)
  /// The offer does not stand any more: continued elsewhere, being continued, or no longer current.
  case withdrawn
  /// The other program is of another publisher, or does not hold the publisher's key.
  case otherPublisher
  /// The origin could not give the activity.
  case originFailed
  /// What arrived is no activity, or not one of the type that was offered.
  case unreadableActivity
  /// The other side does not keep to the protocol.
  case violation(HandoffViolation)
  /// The other side serves as many connections as it can.
  case tooManyConnections
  /// The activity does not support streams, or nobody continued it.
  case streamsUnsupported
  /// The one stream of this continuation has been opened before.
  case streamAlreadyOpened
  /// The task that asked for it was cancelled.
  case cancelled
  /// The path of a socket would be longer than the system allows.
  case pathTooLong(bytes: Int, limit: Int)
  /// The folder of sockets can be entered by others, or is not this user's.
  case folderNotPrivate
  /// The folder of sockets cannot be made or read, or no socket can be made in it.
  case folderUnusable
  /// The environment names no folder for things that live as long as the user is logged in.
  case noRuntimeFolder
  /// The advertiser is started already.
  case alreadyStarted
}

/// How a peer did not keep to the protocol; its connection is closed.
public enum HandoffViolation: Equatable, Sendable {
  /// A frame announces more bytes than are allowed.
  case frameTooLong(limit: Int)
  /// The connection ended within a frame.
  case truncated
  /// A frame is no message.
  case malformed
  /// A message came when another one was due.
  case outOfOrder
  /// The peer speaks another version.
  case unsupportedVersion
  /// More offers than are allowed.
  case tooManyOffers
  /// The other end of the socket belongs to another user.
  case otherUser
}
