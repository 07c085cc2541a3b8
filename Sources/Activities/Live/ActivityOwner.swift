/// A scope that has one current activity at a time, such as a window or a document.
///
/// On Apple systems windows, view controllers and documents are owners; here the program names its own.
public struct ActivityOwner: Hashable, Sendable {
  /// The program's name for it.
  public let name: String

  /// The program as a whole: the scope of activities that no other owner has.
  ///
  /// It is always active.
  public static let application = ActivityOwner(unchecked: "application")

  /// Names an owner.
  ///
  /// - Throws: ``ActivityError/empty(field:)`` if the name is empty.
  public init(_ name: String) throws(ActivityError) {
    guard !name.isEmpty else { throw .empty(field: "owner") }
    self.name = name
  }

  private init(unchecked name: String) { self.name = name }
}
