/// Keeps donations: an engine that learns from them at once, or a log.
public protocol DonationRecorder: Sendable {
  /// Keeps donations, all or none; when it returns, they are kept for good.
  ///
  /// - Parameters:
  ///   - donations: What happened; one that is there already is counted as a duplicate.
  ///   - now: The present moment, by which donations from the future are refused.
  func donate(_ donations: [Donation], now: Instant) async throws -> AppendReceipt

  /// Forgets what matches, and everything derived from it; returns the number of those donations.
  func forget(_ deletion: Deletion) async throws -> Int
}

extension DonationRecorder {
  /// Donates one occurrence.
  ///
  /// One that is equal to an earlier one of the same millisecond is another occurrence, not a duplicate: it gets the next
  /// ordinal. One that the privacy rules filter is answered as if it were kept: a program need not know.
  ///
  /// - Throws: ``ActivityError/tooManyEqualDonations`` if there are 1,000 of them in that millisecond, or what
  ///   ``donate(_:now:)`` throws.
  public func donate(
    occurrenceOf activity: UserActivity, by user: UserIdentifier, in context: Context,
    details: Donation.Details = .init()
  ) async throws -> Donation {
    for ordinal in 0..<1_000 {
      let donation = try Donation(of: activity, by: user, in: context, details: details, ordinal: ordinal)
      let receipt = try await donate([donation], now: context.instant)
      if receipt.added == 1 || receipt.filtered == 1 { return donation }
    }
    throw ActivityError.tooManyEqualDonations
  }
}
