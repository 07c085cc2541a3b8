/// A carrier of frames of bytes from one program of a user to another.
///
/// A transport reaches only the programs of one user; the protocol above it decides which are
/// trusted. A transport that leaves the machine must encrypt and authenticate its frames itself,
/// because the protocol above it does not.
public protocol HandoffTransport: Sendable {
  /// Starts listening for other programs.
  ///
  /// - Parameters:
  ///   - application: The identifier of the program; part of the address if that helps to read it.
  ///   - limits: The limits on what a peer may send.
  func listen(as application: String, limits: HandoffLimits) async throws(HandoffError) -> any HandoffListener

  /// Returns the addresses at which programs listen now, as far as they are known without asking
  /// them.
  func addresses() async throws(HandoffError) -> Set<HandoffAddress>

  /// Connects to a program.
  ///
  /// - Throws: ``HandoffError/connectionUnavailable`` if no program listens there.
  func connect(
    to address: HandoffAddress, limits: HandoffLimits
  ) async throws(HandoffError) -> any HandoffConnection
}

/// An address at which a program listens; the transport defines its meaning.
public struct HandoffAddress: Hashable, Codable, Sendable {
  /// The name.
  public let name: String

  /// Creates an address; any text is one, even if no program listens there.
  public init(_ name: String) {
    self.name = name
  }
}

/// A program that listens for connections.
public protocol HandoffListener: Sendable {
  /// The address at which others find it.
  var address: HandoffAddress { get }
  /// The connections that others made, for one reader; they finish after ``close()``.
  var connections: AsyncStream<any HandoffConnection> { get }
  /// Stops listening; existing connections stay.
  func close() async
}

/// Frames in both directions, in order, each once; it closes at the latest when it is no longer
/// referenced.
public protocol HandoffConnection: Sendable {
  /// Sends a frame; returns when it has been sent off, after waiting for a slow other side.
  ///
  /// If the task is cancelled while it waits, the connection is closed, because half a frame cannot
  /// be taken back.
  ///
  /// - Throws: ``HandoffError/connectionUnavailable`` if the connection has ended,
  ///   ``HandoffError/cancelled``, or ``HandoffViolation/frameTooLong(limit:)`` for a frame beyond
  ///   this side's limits.
  func send(_ frame: [UInt8]) async throws(HandoffError)

  /// Returns the next frame, or `nil` when the other side has closed, and after ``close()``.
  ///
  /// Frames sent before the other side closed still arrive. A frame is not lost if the task is
  /// cancelled.
  ///
  /// - Throws: ``HandoffError/cancelled``, or ``HandoffError/violation(_:)``, after which the
  ///   connection is closed.
  func receive() async throws(HandoffError) -> [UInt8]?

  /// Ends the connection in both directions; frames in transit may still arrive.
  func close() async
}
