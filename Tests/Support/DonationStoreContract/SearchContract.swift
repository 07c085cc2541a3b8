import Activities

/// The promises about search and items.
enum SearchContract {
  static let all =
    finding + words + ranking + expiring + items + forgetting + textFields + recents + diagnoses + properties
}

/// Samples of findable activities and items.
enum Findable {
  /// Returns a findable donation, `day` days and `second` seconds after a fixed moment.
  static func donation(
    _ title: String?, day: Int64 = 0, second: Int64 = 0, by user: UserIdentifier = .me,
    program: String? = nil,
    item: String? = nil, isFindable: Bool = true, id: String? = nil,
    fill: (inout UserActivity) throws -> Void = { _ in }
  ) throws -> Donation {
    var activity = try UserActivity(
      activityType: "org.example.notes.open", title: title, userInfo: ["note": .string(id ?? title ?? "")])
    activity.isEligibleForSearch = isFindable
    activity.relatedUniqueIdentifier = item
    try fill(&activity)
    var details = Donation.Details()
    details.program = program
    return try Donation(
      of: activity, by: user, in: Context(at: Samples.instant(day * 86_400 + second)), details: details)
  }

  static func day(_ day: Int64) throws -> Instant { try Samples.instant(day * 86_400) }
}

extension DonationStore {
  /// Returns the titles of the results.
  func titles(
    _ text: String, of user: UserIdentifier = .me, day: Int64 = 1, limit: Int = 20, program: String? = nil
  ) async throws -> [String] {
    try await hits(text, of: user, day: day, limit: limit, program: program).map(\.title)
  }

  func hits(
    _ text: String, of user: UserIdentifier = .me, day: Int64 = 1, limit: Int = 20, program: String? = nil
  ) async throws -> [SearchHit] {
    try await search(
      SearchQuery(text, of: user, at: Findable.day(day), limit: limit, program: program)
    ).hits
  }
}
