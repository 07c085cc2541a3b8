public import Activities

/// A scope that has one current activity at a time, such as a window or a document.
///
/// On Apple systems windows, view controllers and documents are owners; here the program names its
/// own.
public struct ActivityOwner: Hashable, Sendable {
  /// The program's name for the owner.
  public let name: String

  /// The program as a whole: the scope of activities without another owner.
  ///
  /// It is always active.
  public static let application = ActivityOwner(unchecked: "application")

  /// Creates an owner with a name.
  ///
  /// - Throws: ``ActivityError/empty(field:)`` if the name is empty.
  public init(_ name: String) throws(ActivityError) {
    guard !name.isEmpty else { throw .empty(field: "owner") }
    self.name = name
  }

  private init(unchecked name: String) { self.name = name }
}

/// The content that an owner can show, by `targetContentIdentifier`: `UISceneActivationConditions`.
public struct ActivationConditions: Hashable, Sendable {
  /// Content that this owner shows better than others.
  public var prefers: ContentPredicate
  /// Content that it can show.
  public var canActivate: ContentPredicate

  /// Creates conditions; by default an owner can show everything and prefers nothing.
  public init(prefers: ContentPredicate = .nothing, canActivate: ContentPredicate = .anything) {
    self.prefers = prefers
    self.canActivate = canActivate
  }
}

/// A set of content identifiers.
public indirect enum ContentPredicate: Hashable, Sendable {
  /// None.
  case nothing
  /// Every identifier, and none given.
  case anything
  /// Exactly this one.
  case equals(String)
  /// The identifiers with this prefix, for identifiers that are paths.
  case hasPrefix(String)
  /// The identifiers that are in any of these sets.
  case anyOf([ContentPredicate])

  /// Returns whether an identifier is in the set; nil is only in ``anything``.
  public func matches(_ identifier: String?) -> Bool {
    switch self {
    case .nothing: false
    case .anything: true
    case .equals(let exact): identifier == exact
    case .hasPrefix(let prefix): identifier?.hasPrefix(prefix) ?? false
    case .anyOf(let predicates): predicates.contains { $0.matches(identifier) }
    }
  }
}
