internal import Activities
internal import Answering
internal import Suggestions

/// The list that `hunch` by itself prints, and whose rows users can name by number: activities
/// likely within the hour, else the most likely ones now.
struct CurrentList {
  /// The number of suggestions that are printed.
  static let count = 3

  let suggestions: [Suggestion]
  /// A Boolean value that indicates whether something is likely within the hour.
  let isWithinTheHour: Bool

  /// Asks for the list.
  ///
  /// - Parameters:
  ///   - context: The circumstances.
  ///   - count: The maximum number of rows.
  ///   - explains: Whether each row has its reasons.
  init(
    for user: UserIdentifier, in context: Context, by engine: SuggestionEngine, count: Int = Self.count,
    explains: Bool = false
  ) async throws {
    var request = SuggestionRequest(
      for: user, in: context, limit: count + MissingFiles.spare, explains: explains, surface: .list)
    func ask() async throws -> [Suggestion] {
      try await engine.suggestions(request).leavingOut(limit: count) { MissingFiles.isMissing($0.activity) }
        .suggestions
    }
    let likely = try await ask()
    isWithinTheHour = !likely.isEmpty
    if isWithinTheHour {
      suggestions = likely
    } else {
      (request.surface, request.horizon) = (nil, nil)
      suggestions = try await ask()
    }
  }
}
