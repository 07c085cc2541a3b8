/// An explanation of a search without results.
///
/// It is computed separately from the search, because it considers more: activities that programs
/// exclude from searches, and other users of the store.
public struct SearchDiagnosis: Hashable, Sendable {
  /// The query.
  public let query: SearchQuery
  /// A Boolean value that indicates whether the query has a word or is blank: text without any
  /// letter, digit or emoji finds nothing.
  public let isAnswerable: Bool
  /// The number of the user's donations, whenever they happened.
  public let donations: Int
  /// The number of activities that match, but that their programs exclude from searches.
  public let notEligible: Int
  /// The number of activities and items that match, but have expired.
  public let expired: Int
  /// Other users of the store with matches or, if the user has no donations, all other users.
  public let otherUsers: [OtherUser]
  /// Titles similar to the typed text, the nearest first; at most three.
  public let near: [String]

  /// A user other than the one whose donations were searched.
  public struct OtherUser: Hashable, Sendable {
    /// The user.
    public let user: UserIdentifier
    /// The number of their activities and items that match.
    public let matches: Int

    package init(user: UserIdentifier, matches: Int) { (self.user, self.matches) = (user, matches) }
  }

  /// The reason for finding nothing.
  public enum Reason: String, Hashable, Sendable {
    /// The query has no words.
    case noWords
    /// The store has no donations.
    case emptyStore
    /// All matches are excluded from searches by their programs.
    case notEligible
    /// All matches have expired.
    case expired
    /// All matches belong to other users.
    case otherUser
    /// The user has no donations, but others do.
    case noDonations
    /// Nothing matches.
    case noMatch
  }

  /// The reason that takes precedence.
  public var reason: Reason {
    if !isAnswerable { return .noWords }
    if notEligible > 0 { return .notEligible }
    if expired > 0 { return .expired }
    if otherUsers.contains(where: { $0.matches > 0 }) { return .otherUser }
    if donations == 0 { return otherUsers.isEmpty ? .emptyStore : .noDonations }
    return .noMatch
  }

  /// The maximum number of other users to check, in the order of their names.
  package static let mostUsers = 100
  /// The maximum number of similar titles.
  package static let mostTitles = 3

  package init(
    of query: SearchQuery, isAnswerable: Bool, donations: Int, notEligible: Int, expired: Int,
    otherUsers: [OtherUser], near: [String]
  ) {
    (self.query, self.isAnswerable, self.donations) = (query, isAnswerable, donations)
    (self.notEligible, self.expired, self.otherUsers, self.near) = (notEligible, expired, otherUsers, near)
  }
}
