/// What explains that a search found nothing.
///
/// It is asked for beside the search, because it looks at more: at what programs keep out of
/// searches, and at other users of the store.
public struct SearchDiagnosis: Hashable, Sendable {
  /// The query.
  public let query: SearchQuery
  /// A Boolean value that indicates whether the query has a word, or is blank: text without any
  /// letter, digit or emoji finds nothing.
  public let isAnswerable: Bool
  /// The number of donations of the user, whenever they were made.
  public let donations: Int
  /// The number of activities that have the words, and that their programs keep out of searches.
  public let notEligible: Int
  /// The number of activities and items that have the words, and have expired.
  public let expired: Int
  /// Other users of the store, of whom something has the words or, if the user has no donations,
  /// all of them.
  public let otherUsers: [OtherUser]
  /// Titles that come near to what was typed, the nearest first; three at most.
  public let near: [String]

  /// A user beside the one whose donations were searched.
  public struct OtherUser: Hashable, Sendable {
    /// The user.
    public let user: UserIdentifier
    /// The number of their activities and items that have the words.
    public let matches: Int

    package init(user: UserIdentifier, matches: Int) { (self.user, self.matches) = (user, matches) }
  }

  /// The reason why nothing is found.
  public enum Reason: String, Hashable, Sendable {
    /// Nothing that can be searched for was typed.
    case noWords
    /// Nobody has donated anything to the store.
    case emptyStore
    /// What has the words is kept out of searches by its program.
    case notEligible
    /// What has the words has expired.
    case expired
    /// What has the words belongs to other users.
    case otherUser
    /// The user has no donations; others have.
    case noDonations
    /// Nothing has the words.
    case noMatch
  }

  /// The reason that goes before the others.
  public var reason: Reason {
    if !isAnswerable { return .noWords }
    if notEligible > 0 { return .notEligible }
    if expired > 0 { return .expired }
    if otherUsers.contains(where: { $0.matches > 0 }) { return .otherUser }
    if donations == 0 { return otherUsers.isEmpty ? .emptyStore : .noDonations }
    return .noMatch
  }

  /// The number of other users who are asked, in the order of their names.
  package static let mostUsers = 100
  /// The number of titles that come near.
  package static let mostTitles = 3

  package init(
    of query: SearchQuery, isAnswerable: Bool, donations: Int, notEligible: Int, expired: Int,
    otherUsers: [OtherUser], near: [String]
  ) {
    (self.query, self.isAnswerable, self.donations) = (query, isAnswerable, donations)
    (self.notEligible, self.expired, self.otherUsers, self.near) = (notEligible, expired, otherUsers, near)
  }
}
