internal import Activities
internal import DonationCodec
internal import Foundation

/// How a row keeps a record: as its line of the donation log.
///
/// There is one format for what a user did, on disk and on the way, and fields that this version does not know survive.
enum Payload {
  /// - Throws: `RecordError` for what no reader of the log would take.
  static func line(of record: LogRecord) throws(RecordError) -> [UInt8] {
    try RecordEncoder().encode(record)
  }
}

/// Reads payloads, one after the other.
struct PayloadReader {
  private var decoder = RecordDecoder()

  /// - Returns: `nil` if this version cannot read what a version had written.
  mutating func donation(
    _ line: Data, identifier: DonationIdentifier, identity: ActivityIdentity
  ) -> Donation? {
    try? decoder.decodeDonation(line.span, identifier: identifier, identity: identity)
  }

  /// The donation that a line tells of, whatever the columns beside it say; as the first among equals.
  ///
  /// - Returns: `nil` if this version cannot read what a version had written.
  mutating func donation(_ line: Data) -> Donation? {
    guard case .donation(let donation)? = try? decoder.decode(line.span) else { return nil }
    return donation
  }

  /// - Returns: `nil` if this version cannot read what a version had written.
  mutating func feedback(_ line: Data) -> Feedback? {
    guard case .feedback(let feedback)? = try? decoder.decode(line.span) else { return nil }
    return feedback
  }

  /// - Returns: `nil` if this version cannot read what a version had written.
  mutating func hint(_ line: Data) -> StatedHint? {
    try? decoder.decodeHint(line.span)
  }

  /// - Returns: `nil` if this version cannot read what a version had written.
  mutating func phrase(_ line: Data) -> OwnPhrase? {
    guard case .phrase(let phrase)? = try? decoder.decode(line.span) else { return nil }
    return phrase
  }
}
