extension HandoffError: CustomStringConvertible {
  /// What is wrong, and how to mend it.
  public var description: String {
    switch self {
    case .connectionUnavailable: "the other program cannot be reached; ask for the offers again"
    case .timedOut: "the other program took too long; try again"
    case .payloadTooLarge(let bytes, let limit):
      "the activity has \(bytes) bytes, \(limit) are allowed; hand over what is needed to do it again, and the rest by a stream"
    case .withdrawn: "the offer does not stand any more; ask for the offers again"
    case .otherPublisher: "the other program is of another publisher; give both the same publisher and key"
    case .originFailed: "the origin could not give the activity; see what its source threw"
    case .unreadableActivity:
      "what arrived is not an activity of the offered type; use the same version on both sides"
    case .violation(let violation): "the other side does not keep to the protocol: \(violation)"
    case .tooManyConnections: "the other program serves as many connections as it can; try again later"
    case .streamsUnsupported:
      "no streams for this activity; offer it with supportsContinuationStreams, and open them where it was continued"
    case .streamAlreadyOpened: "the stream of this continuation was opened before; use that one"
    case .cancelled: "cancelled by the program"
    case .pathTooLong(let bytes, let limit):
      "the path of the socket has \(bytes) bytes, the system allows \(limit); choose a folder with a shorter path"
    case .folderNotPrivate: "the folder of sockets is open to others or not yours; choose one with mode 0700"
    case .folderUnusable: "the folder of sockets cannot be used; check that it can be made and written to"
    case .noRuntimeFolder: "XDG_RUNTIME_DIR is not set to an absolute path; set it, or name a folder"
    case .alreadyStarted: "the advertiser is started already; stop it first"
    }
  }
}

extension HandoffViolation: CustomStringConvertible {
  /// What the peer did.
  public var description: String {
    switch self {
    case .frameTooLong(let limit): "a frame of more than \(limit) bytes"
    case .truncated: "the connection ended within a frame"
    case .malformed: "a frame that is no message"
    case .outOfOrder: "a message when another one was due"
    case .unsupportedVersion: "another version of the protocol; update the older program"
    case .tooManyOffers: "more offers than are allowed"
    case .otherUser: "the other end of the socket belongs to another user"
    }
  }
}
