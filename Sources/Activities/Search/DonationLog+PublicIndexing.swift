extension DonationLog {
  /// What programs have marked as fit for people who never used it, newest first.
  ///
  /// It has the newest donation of each activity that is eligible for public indexing and that others could open: by a web
  /// page, or by its required keys.
  ///
  /// This list is all that the mark does. There is no public index to which anything would be sent; whoever wants to publish
  /// takes the list and does it in their own name.
  ///
  /// - Parameters:
  ///   - user: Whose.
  ///   - now: What has expired by then is left out.
  /// - Complexity: O(n) for n donations of the user.
  public func publicActivities(of user: UserIdentifier, at now: Instant) async throws -> [Donation] {
    var newest: [ActivityIdentity: LoggedDonation] = [:]
    var cursor: LogCursor?
    repeat {
      let page = try await donations(of: user, in: Int64.min..<Int64.max, after: cursor, limit: 4_096)
      for logged in page { newest[logged.donation.identity] = logged }
      cursor = page.last?.cursor
    } while cursor != nil
    return newest.values.filter { $0.donation.activity.isPublic(at: now) }.sorted { $0.cursor > $1.cursor }
      .map(\.donation)
  }
}

extension UserActivity {
  /// Whether it is marked for public indexing and could be opened by somebody else.
  fileprivate func isPublic(at now: Instant) -> Bool {
    let canBeOpened = webpageURL != nil || requiredUserInfoKeys?.isEmpty == false
    return isEligibleForPublicIndexing && canBeOpened && !isExpired(at: now)
  }
}
