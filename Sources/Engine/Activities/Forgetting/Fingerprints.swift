internal import Foundation

/// Keyed hashes by which a store knows again what the user forgot, and from which nobody can read
/// what it was.
///
/// A hash is the first 64 bits of an HMAC-SHA256 with a secret of the store. A forgotten donation
/// leaves two:
///
/// - of its identifier, so that the same record stays out; with its activity if it has no time,
///   since numbers of undated records may shift;
/// - of what was done and when, in steps of ``step`` seconds, so that another source's record of
///   the same stays out too. Of a page the site has to be the same: each history decides by itself
///   how specific a page is. Of an undated record it is what was done, and counts only when a
///   history of which the store has nothing is read again.
package struct Fingerprints: Sendable {
  private let code: HMAC

  /// Seconds of a step of time: two sources may differ by so many, and are at most one step apart.
  private static let step: Int64 = 5

  /// Creates the fingerprints of a store.
  ///
  /// - Parameter secret: The random bytes that the store keeps for them.
  package init(secret: [UInt8]) { code = HMAC(key: secret) }

  /// The number of bytes of a new secret.
  package static let secretLength = 32

  /// Returns what a forgotten donation leaves.
  package func left(by donation: Donation) -> [Int64] {
    [record(donation), doing(donation, at: Self.step(of: donation))]
  }

  /// Returns what an imported donation must not meet.
  ///
  /// - Parameter beginsSeries: Whether it is an undated record of a history of which the store has
  ///   none.
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

  /// The step of time of a donation; `nil` if only its order is known.
  ///
  /// Of one of which only the day is known it is the day: no two steps of a day are near each
  /// other.
  private static func step(of donation: Donation) -> Int64? {
    guard donation.details.timePrecision != .order else { return nil }
    let seconds = donation.context.instant.milliseconds / 1_000
    return seconds / step
  }

  private func hash(_ form: CanonicalForm) -> Int64 {
    Int64(truncatingIfNeeded: code.code(of: form.bytes).leading >> 64)
  }
}
