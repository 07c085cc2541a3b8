internal import Activities
internal import DonationCodec
internal import Foundation
internal import GRDB

/// A row of the table `donation`.
struct StoredDonation: Sendable {
  let sequence: Int64
  let identifier: Data
  let identity: Data
  let payload: Data

  static let columns = "sequence, identifier, identity, payload"

  init(row: Row) throws {
    sequence = try row[0]
    identifier = try row[1]
    identity = try row[2]
    payload = try row[3]
  }

  /// Reads the donation from its line.
  ///
  /// - Throws: ``StoreError/Reason/damaged`` if this version cannot read what a version had written.
  func donation(_ reader: inout PayloadReader, at path: String) throws(StoreError) -> Donation {
    guard let identifier = UInt128(bytes: identifier), let identity = UInt128(bytes: identity),
      let donation = reader.donation(
        payload, identifier: DonationIdentifier(rawValue: identifier),
        identity: ActivityIdentity(rawValue: identity))
    else { throw StoreError(.damaged, at: path) }
    return donation
  }

  func logged(_ reader: inout PayloadReader, at path: String) throws(StoreError) -> LoggedDonation {
    LoggedDonation(sequence: sequence, donation: try donation(&reader, at: path))
  }
}

/// A donation made ready for the table, outside of the transaction.
struct DonationRow: Sendable {
  let user: String
  let time: Int64
  let identifier: UInt128
  let identity: UInt128
  let payload: [UInt8]
  /// By what it is found; `nil` for most.
  let search: SearchRow?

  init(_ donation: Donation) throws(DonationCodec.RecordError) {
    user = donation.user.name
    time = donation.context.instant.milliseconds
    identifier = donation.identifier.rawValue
    identity = donation.identity.rawValue
    payload = try Payload.line(of: .donation(donation))
    search = SearchRow(donation)
  }
}

extension UInt128 {
  /// 16 bytes, the most significant first, so that blobs sort as the numbers do.
  var bytes: Data {
    var data = Data(capacity: 16)
    for shift in stride(from: 120, through: 0, by: -8) {
      data.append(UInt8(truncatingIfNeeded: self >> shift))
    }
    return data
  }

  init?(bytes: Data) {
    guard bytes.count == 16 else { return nil }
    self = bytes.reduce(0) { $0 << 8 | UInt128($1) }
  }
}
