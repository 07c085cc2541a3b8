/// Finds what a user did, and what their programs index, by words, by the kind of a text field, and by recency.
///
/// It is fed in two ways. Donations of activities that are eligible for search and have a title are found from the
/// transaction on that appends them to the log; there is nothing to call for it, and nothing that could be forgotten to
/// be called. Beside them a program indexes *items*, whether the user ever saw them or not. An activity whose
/// ``UserActivity/relatedUniqueIdentifier`` names an item of the same program is one result with it; if there is no such
/// item, the activity is found all the same and the result says so.
///
/// Everything is scoped to a user. Items are a program's own index, which it can build again: they are no donations, and
/// take no part in exporting or importing a log.
public protocol SearchIndex: Sendable {
  /// Indexes items, all or none. An item whose identifier is there already replaces that one.
  ///
  /// What of the program's items has expired by then is purged.
  ///
  /// - Parameters:
  ///   - items: What shall be found.
  ///   - program: Whose items they are. Identifiers of two programs have nothing to do with each other.
  ///   - user: For whom.
  ///   - now: The present moment.
  func index(
    _ items: [SearchableItem], of program: String, by user: UserIdentifier, at now: Instant
  ) async throws

  /// The items that a program has indexed, ordered by identifier, expired ones that are not purged yet included.
  func items(
    _ selection: ItemSelection, of program: String, by user: UserIdentifier
  ) async throws -> [SearchableItem]

  /// Deletes items and forgets every donation of the program that is linked to them, whenever it was donated.
  ///
  /// Linked donations are forgotten even if the item is not in the index, provided that it is named.
  @discardableResult
  func deleteItems(
    _ selection: ItemSelection, of program: String, by user: UserIdentifier
  ) async throws -> ItemDeletion

  /// Searches; the best result comes first.
  func search(_ query: SearchQuery) async throws -> SearchResults

  /// What donations have to offer to a text field; the newest comes first.
  func values(_ query: TextFieldQuery) async throws -> [OfferedValue]

  /// The newest donation of each activity, newest first, whatever its eligibility and however little it was used.
  ///
  /// It shows what was donated, to those who look after a program. It is no ranking: what would be suggested or found is
  /// told by the engine and by ``search(_:)``. What has expired at the moment, or lies after it, is left out.
  func recentActivities(of user: UserIdentifier, at now: Instant, limit: Int) async throws -> [Donation]
}
