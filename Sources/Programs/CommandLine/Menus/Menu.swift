internal import Activities
internal import Answering
internal import Answers
internal import Foundation
internal import SQLiteStorage
internal import Suggestions

/// One list of suggestions to choose from, which stays as it is while the user types.
///
/// It is asked for once, like the results next to a search field: a user with a menu is about to do
/// something.
struct Menu {
  /// The number of rows by default.
  static let usualCount = 50
  /// The number of rows that count as shown: what fits into the window of a launcher.
  static let visible = 10
  /// The maximum length of a title in characters.
  private static let longestTitle = 200

  /// A row.
  struct Row {
    let identity: ActivityIdentity
    let probability: Double
    /// The title, in printable characters; no other row has it.
    let title: String
    /// The reason in words, if the menu explains.
    let reason: String
    fileprivate let activity: UserActivity

    /// The probability and the title: `81 %  Open the inbox`.
    ///
    /// It does not begin with a hyphen, so that no program takes it for an option.
    var line: String {
      "\(Formatting.aligned(Formatting.fixed(probability * 100, 0), to: 3)) %  \(title)"
    }
  }

  /// The rows, in the order of the suggestions.
  let rows: [Row]
  private let user: UserIdentifier
  private let name: String

  /// Asks for a menu.
  ///
  /// - Parameters:
  ///   - user: The user.
  ///   - moment: The moment that it is about. The same moment gives the same order, whatever was
  ///     done since.
  ///   - engine: The engine.
  ///   - count: The maximum number of rows.
  ///   - explains: Whether rows have their reasons.
  ///   - hidden: Activities to leave out.
  /// - Throws: A ``Failure`` if there is nothing to choose from.
  init(
    for user: UserIdentifier, at moment: Instant, by engine: SuggestionEngine, count: Int,
    explains: Bool = false, without hidden: Set<ActivityIdentity> = []
  ) async throws {
    let spare = MissingFiles.spare + hidden.count
    let request = SuggestionRequest(
      for: user, in: Context(at: moment), limit: min(count, Int.max - spare) + spare, explains: explains,
      surface: .search)
    let list = try await engine.suggestions(request).leavingOut(limit: count) {
      hidden.contains($0.identity) || MissingFiles.isMissing($0.activity)
    }
    var titles = UniqueTitles()
    rows = list.suggestions.map { suggestion in
      let plain = Formatting.plain("\(suggestion.displayTitle)").trimmingCharacters(in: .whitespaces)
      let title = Formatting.shortened(
        plain.isEmpty ? Formatting.plain(suggestion.activity.activityType) : plain, to: Self.longestTitle)
      return Row(
        identity: suggestion.identity, probability: suggestion.probability, title: titles.add(title),
        reason: Formatting.plain(suggestion.explanation?.summary ?? ""), activity: suggestion.activity)
    }
    guard !rows.isEmpty else {
      throw Failure("nothing can be suggested yet; begin with `hunch import auto`", .nothingFound)
    }
    self.user = user
    name = request.name(ofShowing: rows.prefix(Self.visible).map(\.identity))
  }

  /// Returns the record of a verdict about the menu, or about one of its rows.
  ///
  /// The rows that were visible belong to the record of a list. A row below them gets a record of
  /// its own, because it was not part of the list that was shown. That has no probability: if only
  /// chosen rows had one, all of them would come true.
  ///
  /// - Throws: `ActivityError`, as for any feedback.
  func feedback(
    _ verdict: Feedback.Verdict, about identity: ActivityIdentity?, at now: Instant
  ) throws -> Feedback? {
    let visible = try rows.prefix(Self.visible).map { try Self.impression(of: $0, saying: $0.probability) }
    guard let identity else {
      return try Feedback(
        by: user, at: now, suggestion: name, shown: visible, verdict: verdict, surface: .search)
    }
    guard let index = rows.firstIndex(where: { $0.identity == identity }) else { return nil }
    guard verdict == .accepted, index < visible.count else {
      return try Feedback(
        by: user, at: now, shown: [Self.impression(of: rows[index], saying: nil)], chosen: 0,
        verdict: verdict, surface: .search)
    }
    return try Feedback(
      by: user, at: now, suggestion: name, shown: visible, chosen: index, verdict: verdict,
      surface: .search)
  }

  /// Records a verdict about the menu, or about one of its rows.
  ///
  /// A menu does not fail because its feedback cannot be recorded.
  func record(
    _ verdict: Feedback.Verdict, about identity: ActivityIdentity? = nil, in log: SQLiteDonationStore,
    at now: Instant
  ) async {
    guard let record = try? feedback(verdict, about: identity, at: now) else { return }
    _ = try? await log.ingest([record])
  }

  private static func impression(
    of row: Row, saying probability: Double?
  ) throws -> Feedback.Impression {
    try Feedback.Impression(
      activityType: row.activity.activityType, userInfo: row.activity.restorationPayload,
      requiredUserInfoKeys: row.activity.requiredUserInfoKeys, probability: probability)
  }
}

/// Titles that are all different: a number follows a repeated one.
struct UniqueTitles {
  private var taken: Set<String> = []
  private var counts: [String: Int] = [:]

  /// Returns the title, or, if another row has it, the title with a number.
  mutating func add(_ title: String) -> String {
    var unique = title
    while !taken.insert(unique).inserted {
      counts[title, default: 1] += 1
      unique = "\(title) (\(counts[title] ?? 1))"
    }
    return unique
  }
}
