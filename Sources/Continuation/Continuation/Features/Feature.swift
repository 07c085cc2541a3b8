/// Actions that belong together.
///
/// ```swift
/// enum Places: Feature {
///   static func prepare(_ actions: inout FeatureActions) {
///     actions.declare(ViewPlace.self)
///   }
/// }
/// ```
public protocol Feature: Sendable {
  /// The name for menus and logs; by default the type's name in words, without a final "Feature".
  static var name: String { get }
  /// A description of its purpose; empty by default, which `lint` reports.
  static var description: String { get }
  /// A Boolean value that indicates whether debugging tools show it.
  static var isVisible: Bool { get }
  /// Declares its actions.
  ///
  /// - Throws: An error that prevents the declarations; it is reported with all other problems of
  ///   the registration. Errors in the declarations themselves need not be thrown, because the
  ///   registry finds them.
  static func prepare(_ actions: inout FeatureActions) throws(RegistrationError)
  /// Called when its whole group has declared its actions; does nothing by default.
  ///
  /// An error that it throws is reported with all other problems of the registration.
  static func postPrepare() throws(RegistrationError)
}

extension Feature {
  /// The type's name in words, without a final "Feature".
  public static var name: String { TypeName.feature(Self.self) }
  /// None.
  public static var description: String { "" }
  /// It is shown by default.
  public static var isVisible: Bool { true }
  /// Does nothing.
  public static func postPrepare() throws(RegistrationError) {}
}

/// Features that belong together; the group may have actions of its own.
public protocol FeatureGroup: Feature {
  /// Its features; each may belong to only one group.
  static var subfeatures: [any Feature.Type] { get }
}

extension FeatureGroup {
  /// Declares no actions of its own.
  public static func prepare(_ actions: inout FeatureActions) {}
}

/// A feature that exists only under conditions: the user's switch, a purchase, a permission, the
/// system.
///
/// It is available if all of its constraints are satisfied and its groups are available too.
/// ``FeatureAvailability`` reports this. Performing an action of an unavailable feature throws.
public protocol ConditionalFeature: Feature {
  /// Declares the constraints to satisfy.
  static func constraints(_ requirements: inout FeatureConstraints)
  /// The program's own switch, read each time if the feature requires
  /// ``FeatureConstraint/runtimeEnabled``.
  static var isEnabled: Bool { get }
}

extension ConditionalFeature {
  /// On by default.
  public static var isEnabled: Bool { true }
}

/// The actions that a feature declares.
public struct FeatureActions: Sendable {
  private let feature: any Feature.Type
  private(set) var declared: [(action: any Action.Type, isPublished: Bool)] = []
  private(set) var problems: [RegistrationError.Problem] = []

  init(_ feature: any Feature.Type) {
    self.feature = feature
  }

  /// Declares an action, so that it can be performed.
  ///
  /// The registry reports a second declaration with all other problems, so that they can be fixed
  /// together.
  public mutating func declare<Declared: Action>(_ action: Declared.Type) {
    add(action, isPublished: false)
  }

  /// Declares an action that appears in the program's menus, which is unrelated to publishing
  /// activities.
  public mutating func publish<Declared: Action>(_ action: Declared.Type) {
    add(action, isPublished: true)
  }

  private mutating func add(_ action: any Action.Type, isPublished: Bool) {
    guard !declared.contains(where: { $0.action == action }) else {
      problems.append(.actionDeclaredTwice(action: "\(action)", feature: "\(feature)"))
      return
    }
    declared.append((action, isPublished))
  }
}
