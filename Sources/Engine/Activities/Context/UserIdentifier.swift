/// The user whose donations these are.
///
/// Nothing of one user's donations may influence another's suggestions.
public struct UserIdentifier: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The name, in NFC: however a keyboard composes its accents, it is one user, in memory and on
  /// disk.
  public let name: String

  /// The user of a log that names none.
  public static let me = UserIdentifier(unchecked: "me")

  /// Makes an identifier.
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
