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
  /// One that is equal to an earlier one of the same millisecond is another occurrence, not a
  /// duplicate: it gets the next ordinal. One that the privacy rules filter is answered as if it
  /// were kept: a program need not know.
  ///
  /// - Throws: ``ActivityError/tooManyEqualDonations`` if there are 1,000 of them in that
  ///   millisecond, or what ``donate(_:now:)`` throws.
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

  /// Puts what an activity has become in place of what was donated of it: the same doing in the
  /// same circumstances, not another one.
  ///
  /// The new donation is kept before the old one goes. One that was forgotten meanwhile stays
  /// forgotten, and one that the privacy rules do not let in replaces nothing.
  ///
  /// - Parameters:
  ///   - donation: What was donated, without an `id` of its own.
  ///   - activity: What it has become.
  ///   - now: The present moment.
  /// - Returns: The donation that is kept.
  /// - Throws: ``ActivityError/tooManyEqualDonations``, or what the recorder throws; then the old
  ///   donation is kept.
  public func replace(
    _ donation: Donation, with activity: UserActivity, now: Instant
  ) async throws -> Donation {
    for ordinal in 0..<1_000 {
      let renewed = try Donation(
        of: activity, by: donation.user, in: donation.context, details: donation.details, ordinal: ordinal)
      guard renewed.identifier != donation.identifier else { continue }
      let receipt = try await donate([renewed], now: now)
      if receipt.filtered == 1 { return donation }
      guard receipt.added == 1 else { continue }
      let later = [now, donation.context.instant].max { $0.milliseconds < $1.milliseconds } ?? now
      let end = later.advanced(bySeconds: Donation.toleratedClockLead + 0.001)
      if try await forget(.one(donation, before: end)) > 0 { return renewed }
      _ = try await forget(.one(renewed, before: end))
      return donation
    }
    throw ActivityError.tooManyEqualDonations
  }
}

extension Deletion {
  /// A program's deletion of a single donation.
  fileprivate static func one(_ donation: Donation, before end: Instant) throws(ActivityError) -> Deletion {
    var criteria = Criteria()
    criteria.donation = donation.identifier
    return try Deletion(by: donation.user, at: end, matching: criteria, origin: .program)
  }
}
