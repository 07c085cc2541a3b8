public import Activities

/// The outcome of a donation: `hunch donate --json`.
public struct DonationReport: Encodable {
  private let donation: String
  private let identity: String
  private let added: Bool
  private let keptOut: Bool

  /// - Parameters:
  ///   - donation: The donation as it was stored, or as it came if a rule filtered it.
  ///   - receipt: The store's receipt.
  public init(_ donation: Donation, _ receipt: AppendReceipt) {
    self.donation = donation.identifier.description
    identity = donation.identity.description
    added = receipt.added == 1
    keptOut = receipt.filtered == 1
  }
}

/// The number of donations that arrived incognito and were not kept.
public struct IncognitoReport: Encodable {
  private let added = false
  private let incognito: Int

  /// Creates a report from a number of donations.
  public init(_ donations: Int) { incognito = donations }
}
