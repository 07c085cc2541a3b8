internal import Foundation

/// Keyed hashes by which a store recognizes forgotten donations without revealing them.
///
/// A hash is the first 64 bits of an HMAC-SHA256 with a secret of the store. A forgotten donation
/// leaves two:
///
/// - A hash of its identifier, so that the same record stays out. If it has no time, its activity
///   is part of the hash, since numbers of undated records may shift.
/// - A hash of the activity and its time in steps of ``step`` seconds, so that another source's
///   record of the same occurrence stays out, too. For a page, it has the site instead: each
///   history decides by itself how specific a page is. For an undated record, it has the source
///   instead of a time, and counts only when importing a history from which the store has nothing.
package struct Fingerprints: Sendable {
  private let code: HMAC

  /// The length of a time step in seconds: two sources may differ by this much, and are then at
  /// most one step apart.
  private static let step: Int64 = 5

  /// Creates the fingerprints of a store.
  ///
  /// - Parameter secret: The random bytes that the store keeps for them.
  package init(secret: [UInt8]) { code = HMAC(key: secret) }

  /// The number of bytes of a new secret.
  package static let secretLength = 32

  /// Returns the hashes that a forgotten donation leaves.
  package func left(by donation: Donation) -> [Int64] {
    [record(donation), doing(donation, at: Self.step(of: donation))]
  }

  /// Returns the hashes that an imported donation must not match.
  ///
  /// - Parameter beginsSeries: Whether it is an undated record of a history from which the store
  ///   has no records.
  package func met(by donation: Donation, beginsSeries: Bool) -> [Int64] {
    guard let step = Self.step(of: donation) else {
      return [record(donation)] + (beginsSeries ? [doing(donation, at: nil)] : [])
    }
    return [record(donation)] + (step - 1...step + 1).map { doing(donation, at: $0) }
  }

  private func record(_ donation: Donation) -> Int64 {
    var form = CanonicalForm()
    form.append(text: "record")
    form.append(text: donation.identifier.description)
    if donation.details.timePrecision == .order { form.append(text: donation.identity.description) }
    return hash(form)
  }

  private func doing(_ donation: Donation, at step: Int64?) -> Int64 {
    var form = CanonicalForm()
    form.append(text: "doing")
    form.append(text: donation.user.name)
    form.append(text: donation.activity.pageSite?.host ?? donation.identity.description)
    form.append(text: step.map(String.init) ?? donation.details.source.description)
    return hash(form)
  }

  /// The time step of a donation; `nil` if only its order is known.
  ///
  /// If only the day is known, the step represents the day: steps of different days are never
  /// adjacent.
  private static func step(of donation: Donation) -> Int64? {
    guard donation.details.timePrecision != .order else { return nil }
    let seconds = donation.context.instant.milliseconds / 1_000
    return seconds / step
  }

  private func hash(_ form: CanonicalForm) -> Int64 {
    Int64(truncatingIfNeeded: code.code(of: form.bytes).leading >> 64)
  }
}
