public import Activities

/// What became of a donation: `hunch donate --json`.
public struct DonationReport: Encodable {
  private let donation: String
  private let identity: String
  private let added: Bool
  private let keptOut: Bool

  /// - Parameters:
  ///   - donation: The donation as it was kept; as it came, if a rule kept it out.
  ///   - receipt: What the store says became of it.
  public init(_ donation: Donation, _ receipt: AppendReceipt) {
    self.donation = donation.identifier.description
    identity = donation.identity.description
    added = receipt.added == 1
    keptOut = receipt.filtered == 1
  }
}

/// How many donations arrived incognito, of which nothing was kept.
public struct IncognitoReport: Encodable {
  private let added = false
  private let incognito: Int

  /// Reports a number of donations.
  public init(_ donations: Int) { incognito = donations }
}
