/// A carrier of frames of bytes from one program of a user to another.
///
/// A transport reaches the programs of one user and no others; who of them is trusted is settled
/// above it. One that leaves the machine has to keep what it carries secret and unaltered itself:
/// the protocol above it does not encrypt.
public protocol HandoffTransport: Sendable {
  /// Begins to listen for other programs.
  ///
  /// - Parameters:
  ///   - application: The identifier of the program; part of the address where this helps people to
  ///     read it.
  ///   - limits: The limits on what a peer may send.
  func listen(as application: String, limits: HandoffLimits) async throws(HandoffError) -> any HandoffListener

  /// The addresses at which programs listen now, as far as they can be known without asking them.
  func addresses() async throws(HandoffError) -> Set<HandoffAddress>

  /// Connects to a program.
  ///
  /// - Throws: ``HandoffError/connectionUnavailable`` if nobody listens there.
  func connect(
    to address: HandoffAddress, limits: HandoffLimits
  ) async throws(HandoffError) -> any HandoffConnection
}

/// An address at which a program listens; what the name means is the transport's business.
public struct HandoffAddress: Hashable, Codable, Sendable {
  /// The name.
  public let name: String

  /// Names a place; any text is an address, though nobody may be there.
  public init(_ name: String) {
    self.name = name
  }
}

/// A program that listens for connections.
public protocol HandoffListener: Sendable {
  /// The address at which others find it.
  var address: HandoffAddress { get }
  /// The connections that others made; for one reader, and finished after ``close()``.
  var connections: AsyncStream<any HandoffConnection> { get }
  /// Stops listening; connections that were made stay.
  func close() async
}

/// Frames in both directions, in order, each once; closed at the latest when nobody holds it any
/// more.
public protocol HandoffConnection: Sendable {
  /// Sends a frame; returns when it is on its way, which waits for an other side that does not keep
  /// up.
  ///
  /// If the task is cancelled while it waits, the connection is closed: half a frame cannot be
  /// taken back.
  ///
  /// - Throws: ``HandoffError/connectionUnavailable`` if the connection has ended,
  ///   ``HandoffError/cancelled``, or ``HandoffViolation/frameTooLong(limit:)`` for a frame beyond
  ///   the limits of this side.
  func send(_ frame: [UInt8]) async throws(HandoffError)

  /// The next frame; `nil` when the other side has closed, and after ``close()``.
  ///
  /// Frames that were sent before the other side closed arrive. A frame is not lost if the task is
  /// cancelled.
  ///
  /// - Throws: ``HandoffError/cancelled``, or ``HandoffError/violation(_:)`` after which the
  ///   connection is closed.
  func receive() async throws(HandoffError) -> [UInt8]?

  /// Ends the connection in both directions; frames that did not arrive yet may still do so.
  func close() async
}
