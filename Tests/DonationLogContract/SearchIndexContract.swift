public import Activities

/// One promise of ``SearchIndex``, as a check that every log that can be searched has to pass.
public struct SearchIndexContract: Sendable, CustomStringConvertible {
  /// The promise, as a sentence.
  public let description: String
  private let check: @Sendable (_ makeLog: Factory) async throws -> Void

  /// Makes a log that is empty and shares nothing with one made before.
  public typealias Factory = @Sendable () async throws -> any DonationLog & SearchIndex

  init(_ description: String, check: @escaping @Sendable (_ makeLog: Factory) async throws -> Void) {
    self.description = description
    self.check = check
  }

  /// Checks the promise on logs from a factory.
  ///
  /// - Throws: ``ContractViolation`` saying what does not hold and where, or what the log throws.
  public func verify(_ makeLog: Factory) async throws {
    try await check(makeLog)
  }

  /// Every promise.
  public static let all =
    finding + words + ranking + expiring + items + forgetting + textFields + recents + properties
}

/// What can be found, as the contracts donate it.
enum Findable {
  /// A donation that can be found, `day` days and `second` seconds after a fixed moment.
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

extension SearchIndex {
  /// The titles of what is found.
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
