/// A recipient of donations: an engine that learns from them at once, or a log.
public protocol DonationRecorder: Sendable {
  /// Stores donations, all or none; when it returns, they are durable.
  ///
  /// - Parameters:
  ///   - donations: The donations; existing ones are counted as duplicates.
  ///   - now: The present moment; donations that are too far in the future are rejected.
  func donate(_ donations: [Donation], now: Instant) async throws -> AppendReceipt

  /// Forgets matching donations and everything derived from them; returns their number.
  func forget(_ deletion: Deletion) async throws -> Int
}

extension DonationRecorder {
  /// Donates one occurrence.
  ///
  /// A donation that equals an earlier one of the same millisecond is another occurrence, not a
  /// duplicate: it gets the next ordinal. A donation that the privacy rules filter is returned as
  /// if it were stored: the program need not know.
  ///
  /// - Throws: ``ActivityError/tooManyEqualDonations`` after 1,000 of them in that millisecond, or
  ///   the error of ``donate(_:now:)``.
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

  /// Replaces the activity of an existing donation: the same occurrence in the same circumstances.
  ///
  /// The new donation is stored before the old one is removed. A donation that was forgotten
  /// meanwhile stays forgotten, and one that the privacy rules filter replaces nothing.
  ///
  /// - Parameters:
  ///   - donation: The existing donation, without an `id` of its own.
  ///   - activity: The new activity.
  ///   - now: The present moment.
  /// - Returns: The donation that is stored.
  /// - Throws: ``ActivityError/tooManyEqualDonations``, or the error of the recorder; the old
  ///   donation is then kept.
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
