/// A user, the owner of donations.
///
/// No donation of one user may influence another's suggestions.
public struct UserIdentifier: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The name, in NFC: it identifies one user, in memory and on disk, however a keyboard composes
  /// accents.
  public let name: String

  /// The user of a log that does not name one.
  public static let me = UserIdentifier(unchecked: "me")

  /// Creates an identifier.
  ///
  /// - Throws: ``ActivityError/empty(field:)`` if the name is empty;
  ///   ``ActivityError/tooManyMarks(field:)`` if it takes too long to compare.
  public init(_ name: String) throws(ActivityError) {
    guard !name.isEmpty else { throw .empty(field: "user") }
    try CombiningMarks.check(name, "user")
    self.init(unchecked: CanonicalForm.normalized(name))
  }

  private init(unchecked name: String) {
    self.name = name
  }

  /// The name.
  public var description: String { name }

  /// Orders users by their names' Unicode scalars.
  public static func < (left: Self, right: Self) -> Bool {
    left.name < right.name
  }
}
