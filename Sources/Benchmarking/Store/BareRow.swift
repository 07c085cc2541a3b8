internal import Activities
internal import DonationCodec

/// A row of the leanest table that can be searched by user and time and knows each donation once.
struct BareRow: Sendable {
  let user: Int64
  let time: Int64
  let identifier: [UInt8]
  let payload: [UInt8]

  /// What a donation needs: its identifier, its time, and its line.
  init(_ donation: Donation, user: Int64 = 1) throws {
    let identifier = donation.identifier.rawValue
    self.user = user
    time = donation.context.instant.milliseconds
    self.identifier = (0..<16).map { UInt8(truncatingIfNeeded: identifier >> UInt128(120 - 8 * $0)) }
    payload = try RecordEncoder().encode(donation)
  }
}
