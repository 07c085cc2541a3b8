internal import Activities
internal import Foundation
internal import LogFormat

/// The stored form of a record: its line of the donation log.
///
/// Records have the same format on disk and in transit, and fields that this version does not know
/// survive.
enum Payload {
  /// - Throws: `RecordError` for a record that no reader of the log would accept.
  static func line(of record: LogRecord) throws(RecordError) -> [UInt8] {
    try RecordEncoder().encode(record)
  }
}

/// Reads payloads of a user.
struct PayloadReader {
  private var decoder = RecordDecoder()
  private let cipher: RowCipher
  /// The user whose payloads are read.
  var user: String

  init(_ cipher: RowCipher = .plain, of user: String = "") {
    (self.cipher, self.user) = (cipher, user)
  }

  /// - Throws: ``StoreError/Reason/damaged`` if this version cannot read it.
  mutating func donation(_ row: StoredDonation) throws(StoreError) -> Donation {
    let content = try row.content(of: user, cipher)
    let donation = donation(
      content.line, identifier: DonationIdentifier(rawValue: content.identifier),
      identity: ActivityIdentity(rawValue: content.identity))
    guard let donation else { throw cipher.damaged }
    return donation
  }

  /// - Throws: ``StoreError/Reason/damaged`` if this version cannot read it.
  mutating func feedback(_ payload: Data, digest: Data) throws(StoreError) -> Feedback {
    guard let feedback = feedback(try cipher.decrypted(payload, at: .feedback(digest, of: user))) else {
      throw cipher.damaged
    }
    return feedback
  }

  /// - Throws: ``StoreError/Reason/damaged`` if this version cannot read it.
  mutating func phrase(_ payload: Data, identity: Data) throws(StoreError) -> OwnPhrase {
    guard let phrase = phrase(try cipher.decrypted(payload, at: .phrase(identity, of: user))) else {
      throw cipher.damaged
    }
    return phrase
  }

  /// - Returns: `nil` if this version cannot read it.
  mutating func donation(
    _ line: Data, identifier: DonationIdentifier, identity: ActivityIdentity
  ) -> Donation? {
    try? decoder.decodeDonation(line.span, identifier: identifier, identity: identity)
  }

  /// Returns the donation in a line, whatever the other columns say, as the first among equals.
  ///
  /// - Returns: `nil` if this version cannot read it.
  mutating func donation(_ line: Data) -> Donation? {
    guard case .donation(let donation)? = try? decoder.decode(line.span) else { return nil }
    return donation
  }

  /// - Returns: `nil` if this version cannot read it.
  mutating func feedback(_ line: Data) -> Feedback? {
    guard case .feedback(let feedback)? = try? decoder.decode(line.span) else { return nil }
    return feedback
  }

  /// - Returns: `nil` if this version cannot read it.
  mutating func hint(_ line: Data) -> StatedHint? {
    try? decoder.decodeHint(line.span)
  }

  /// - Returns: `nil` if this version cannot read it.
  mutating func namedPlace(_ object: Data) -> NamedPlace? {
    StoredPlace.place(object, with: &decoder)
  }

  /// - Returns: `nil` if this version cannot read it.
  mutating func phrase(_ line: Data) -> OwnPhrase? {
    guard case .phrase(var phrase)? = try? decoder.decode(OwnMark.removed(from: line).span) else {
      return nil
    }
    phrase.isGivenHere = OwnMark.isBefore(line)
    return phrase
  }
}
