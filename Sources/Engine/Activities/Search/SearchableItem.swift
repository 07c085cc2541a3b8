public import Foundation

/// Something that a program has and that a search should find: a document, a contact, a song.
///
/// It corresponds to a `CSSearchableItem` with its attribute set. The user need not have used it;
/// activities that use it are linked to it by ``UserActivity/relatedUniqueIdentifier``.
public struct SearchableItem: Hashable, Sendable {
  /// The program's own name for it.
  public let uniqueIdentifier: String
  /// A group of the program's items that can be deleted together, like `album.jazz`.
  public let domainIdentifier: String?
  /// The title that the user sees.
  public let title: String
  /// A second line under the title.
  public var contentDescription: String?
  /// Words to find it by.
  public var keywords: Set<String> = []
  /// Further attributes of the content, by the names of `CSSearchableItemAttributeSet`.
  public private(set) var attributes: [String: ActivityValue] = [:]
  /// The moment after which it is not found; `nil` for ``SearchQuery/defaultExpiration`` after it
  /// was last indexed.
  public var expirationDate: Date?

  /// Creates an item.
  ///
  /// - Throws: ``ActivityError/empty(field:)`` if an identifier or the title is empty,
  ///   ``ActivityError/notFinite(field:)`` for an attribute that cannot be written, or
  ///   ``ActivityError/tooManyMarks(field:)`` for a text that takes too long to compare.
  public init(
    uniqueIdentifier: String, domainIdentifier: String? = nil, title: String,
    attributes: [String: ActivityValue] = [:]
  ) throws(ActivityError) {
    guard !uniqueIdentifier.isEmpty else { throw .empty(field: "uniqueIdentifier") }
    guard domainIdentifier?.isEmpty != true else { throw .empty(field: "domainIdentifier") }
    guard !title.allSatisfy(\.isWhitespace) else { throw .empty(field: "title") }
    try CombiningMarks.check(uniqueIdentifier, "uniqueIdentifier")
    try CombiningMarks.check(domainIdentifier, "domainIdentifier")
    try CombiningMarks.check(title, "title")
    try CombiningMarks.check(attributes, "attributes")
    guard attributes.values.allSatisfy(\.isFinite) else { throw .notFinite(field: "attributes") }
    self.uniqueIdentifier = uniqueIdentifier
    self.domainIdentifier = domainIdentifier
    self.title = title
    self.attributes = attributes
  }
}
