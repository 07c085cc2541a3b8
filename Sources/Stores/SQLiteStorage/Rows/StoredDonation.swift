internal import Activities
package import Foundation
internal import GRDB
internal import LogFormat

/// A row of the table `donation`.
struct StoredDonation: Sendable {
  let sequence: Int64
  let identifier: Data
  let identity: Data
  let payload: Data

  static let columns = "sequence, identifier, identity, payload"

  init(row: Row) throws {
    self.init(
      sequence: try row.sequence(0), identifier: try row[1], identity: try row[2], payload: try row.line(3))
  }

  init(sequence: Int64, identifier: Data, identity: Data, payload: Data) {
    (self.sequence, self.identifier, self.identity, self.payload) = (sequence, identifier, identity, payload)
  }

  /// The content of the row, with its line not yet decoded.
  struct Content {
    var identifier: UInt128
    var identity: UInt128
    var line: Data
    /// A Boolean value that indicates whether an importer of a shell's history made the donation.
    var isFromShell = false
  }

  /// Decrypts the row.
  ///
  /// In an encrypted store the columns are blinded, and the names themselves precede the line.
  ///
  /// - Throws: ``StoreError/Reason/damaged``.
  func content(of user: String, _ cipher: RowCipher) throws(StoreError) -> Content {
    let content: Content?
    if cipher.isPlain {
      content = Content(identifier: identifier, identity: identity, marked: payload)
    } else {
      let plain = try cipher.decrypted(payload, at: .donation(identifier, identity, of: user))
      content = Content(
        identifier: plain.prefix(16), identity: plain.dropFirst(16).prefix(16), marked: plain.dropFirst(32))
    }
    guard let content else { throw cipher.damaged }
    return content
  }

  func logged(_ reader: inout PayloadReader) throws(StoreError) -> LoggedDonation {
    LoggedDonation(sequence: sequence, donation: try reader.donation(self))
  }
}

extension StoredDonation.Content {
  /// - Parameter line: The line, with the mark if it has one.
  /// - Returns: `nil` unless each name has 16 bytes.
  fileprivate init?(identifier: Data, identity: Data, marked line: Data) {
    guard let identifier = UInt128(bytes: identifier), let identity = UInt128(bytes: identity) else {
      return nil
    }
    let isFromShell = line.first == OwnMark.byte
    self.init(
      identifier: identifier, identity: identity, line: isFromShell ? line.dropFirst() : line,
      isFromShell: isFromShell)
  }
}

/// The byte before the line of a record that is the user's own action: a donation from an importer
/// of a shell's history, or a phrase that was given here.
///
/// No line of a log can claim this: JSON never begins with U+0001. In an encrypted store it is
/// encrypted with the line.
enum OwnMark {
  static let byte: UInt8 = 1

  /// Returns whether a line has the mark.
  static func isBefore(_ line: Data) -> Bool { line.first == byte }

  /// Returns a line without the mark.
  static func removed(from line: Data) -> Data { line.first == byte ? line.dropFirst() : line }
}

/// A donation prepared for the table, outside the transaction.
struct DonationRow: Sendable {
  let user: String
  let time: Int64
  /// The identifier as in its column.
  let identifier: UInt128
  /// The identity as in its column.
  let identity: UInt128
  let payload: [UInt8]
  /// The donation, from which the search entry of its activity is made.
  let donation: Donation

  /// Prepares a row.
  ///
  /// - Parameters:
  /// - donation: The donation to store.
  /// - line: The original line, if it can be stored verbatim.
  ///   - isFromShell: Whether an importer of a shell's history made it.
  /// - cipher: The cipher of the row.
  /// - Throws: `RecordError` for a donation that no line of a log can hold.
  init(
    _ donation: Donation, line: [UInt8]? = nil, isFromShell: Bool = false, _ cipher: RowCipher
  ) throws {
    user = donation.user.name
    time = donation.context.instant.milliseconds
    let activity = donation.identity.rawValue
    self.donation = donation
    let line = try line ?? Payload.line(of: .donation(donation))
    guard !cipher.isPlain else {
      (identifier, identity) = (donation.identifier.rawValue, activity)
      payload = isFromShell ? [OwnMark.byte] + line : line
      return
    }
    let content = StoredDonation.Content(
      identifier: donation.identifier.rawValue, identity: activity, line: Data(line),
      isFromShell: isFromShell)
    identifier = cipher.identifier(content.identifier, at: time, of: user)
    identity = cipher.identity(activity, of: user)
    payload = [UInt8](try content.encrypted(as: identifier.bytes, identity.bytes, of: user, cipher))
  }
}

extension StoredDonation.Content {
  /// Returns the payload of a row with these columns.
  func encrypted(as identifier: Data, _ identity: Data, of user: String, _ cipher: RowCipher) throws -> Data {
    let marked = isFromShell ? Data([OwnMark.byte]) + line : line
    guard !cipher.isPlain else { return marked }
    return try cipher.encrypted(
      self.identifier.bytes + self.identity.bytes + marked, at: .donation(identifier, identity, of: user))
  }
}

extension UInt128 {
  /// The number in 16 bytes, the most significant first, so that blobs sort like numbers.
  package var bytes: Data {
    var data = Data(capacity: 16)
    for shift in stride(from: 120, through: 0, by: -8) {
      data.append(UInt8(truncatingIfNeeded: self >> shift))
    }
    return data
  }

  /// Creates a number from 16 bytes; `nil` for any other length.
  package init?(bytes: Data) {
    guard bytes.count == 16 else { return nil }
    self = bytes.reduce(0) { $0 << 8 | UInt128($1) }
  }
}
