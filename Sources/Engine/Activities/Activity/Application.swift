internal import Foundation

/// The program that donates, continues and hands off activities; it corresponds to the bundle and
/// developer team on Apple systems.
public struct Application: Hashable, Sendable {
  /// The reverse-DNS name of the program, like `org.example.player`.
  public let identifier: String
  /// The publisher of the program; only programs of the same publisher may continue its activities.
  ///
  /// If it is `nil`, the program has no publisher, and continues only activities without one.
  public let publisher: Publisher?

  /// Creates an application.
  ///
  /// - Throws: ``ActivityError/invalidActivityType`` if the identifier could not begin an activity
  ///   type.
  public init(identifier: String, publisher: Publisher? = nil) throws(ActivityError) {
    _ = try UserActivity(activityType: identifier)
    self.identifier = identifier
    self.publisher = publisher
  }

  /// Returns a name for an activity, for deletion, that does not reveal what the activity is.
  ///
  /// It is the first 128 bits of an HMAC-SHA256 of the identity, with the publisher's key. Without
  /// a publisher, the key is the program's identifier. That is not secret: anyone who guesses an
  /// activity can check the guess.
  ///
  /// - Returns: 32 hexadecimal digits, the same for equal identities.
  public func persistentIdentifier(for identity: ActivityIdentity) -> String {
    let key = publisher?.key ?? Array(identifier.utf8)
    return HMAC(key: key).code(of: Data(identity.description.utf8)).leading.hexadecimal
  }
}

/// The publisher of a program.
///
/// The publisher's programs share the key. It keeps other programs from impersonating them as long
/// as they cannot read it: there is no signing authority on Linux.
public struct Publisher: Hashable, Sendable {
  /// The publisher's name, like `org.example`.
  public let identifier: String
  /// The secret that its programs share; at least 16 bytes.
  let key: [UInt8]

  /// Creates a publisher.
  ///
  /// - Throws: ``ActivityError/empty(field:)`` if the name is empty,
  ///   ``ActivityError/publisherKeyTooShort`` if the key has fewer than 16 bytes.
  public init(identifier: String, key: [UInt8]) throws(ActivityError) {
    guard !identifier.isEmpty else { throw .empty(field: "publisher") }
    guard key.count >= 16 else { throw .publisherKeyTooShort }
    self.identifier = identifier
    self.key = key
  }

  /// Returns a proof that a message comes from a program of this publisher (HMAC-SHA256, 32 bytes).
  public func proof(of message: [UInt8]) -> [UInt8] {
    HMAC(key: key).code(of: message).bytes
  }

  /// Returns whether a proof was made with this publisher's key, in time that depends only on the
  /// length of the proof.
  public func verifies(_ proof: [UInt8], of message: [UInt8]) -> Bool {
    HMAC(key: key).isValid(proof, of: message)
  }
}

extension Publisher: CustomStringConvertible {
  /// The name; never the key.
  public var description: String { identifier }
}
