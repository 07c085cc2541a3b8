extension Donation {
  /// The deletion of this one occurrence: to take it back soon after, as if it had never been donated.
  public func retraction() throws(ActivityError) -> Deletion {
    var criteria = Deletion.Criteria()
    criteria.donation = identifier
    return try Deletion(by: user, at: context.instant.advanced(bySeconds: 1), matching: criteria)
  }
}

extension DonationLog {
  /// What a user donated last, in the order of arrival; `nil` if nothing is there.
  ///
  /// - Complexity: O(log n) for n donations, or O(n log n) if what came after it was forgotten.
  public func lastArrival(of user: UserIdentifier) async throws -> LoggedDonation? {
    let last = try await version(of: user).lastSequence
    if let newest = try await arrivals(of: user, after: last - 1, limit: 1).first { return newest }
    return try await allDonations(of: user).max { $0.sequence < $1.sequence }
  }
}
