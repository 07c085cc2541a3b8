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
  /// The name for menus and logs: by default the type's name in words, without a final "Feature".
  static var name: String { get }
  /// A description of its purpose; empty by default, which `lint` reports.
  static var description: String { get }
  /// A Boolean value that indicates whether people who debug are shown it.
  static var isVisible: Bool { get }
  /// Declares its actions.
  ///
  /// - Throws: Whatever keeps the program from declaring them; it is reported with all other
  ///   problems of the registration. A fault of the declarations themselves need not be thrown: the
  ///   registry finds it.
  static func prepare(_ actions: inout FeatureActions) throws(RegistrationError)
  /// Is called when the whole group that it belongs to has declared its actions; does nothing by
  /// default.
  ///
  /// An error that it throws is reported with all other problems of the registration.
  static func postPrepare() throws(RegistrationError)
}

extension Feature {
  /// The type's name in words, without a final "Feature".
  public static var name: String { TypeName.feature(Self.self) }
  /// None.
  public static var description: String { "" }
  /// It is shown.
  public static var isVisible: Bool { true }
  /// Does nothing.
  public static func postPrepare() throws(RegistrationError) {}
}

/// Features that belong together; it may have actions of its own.
public protocol FeatureGroup: Feature {
  /// Its features; each may belong to one group only.
  static var subfeatures: [any Feature.Type] { get }
}

extension FeatureGroup {
  /// Declares no actions of its own.
  public static func prepare(_ actions: inout FeatureActions) {}
}

/// A feature that is there only under conditions: the user's switch, a purchase, a permission, the
/// system.
///
/// It is available if all of its constraints are satisfied and the groups that it belongs to are
/// available too. ``FeatureAvailability`` answers; performing an action of one that is not
/// available throws.
public protocol ConditionalFeature: Feature {
  /// Declares what has to be satisfied.
  static func constraints(_ requirements: inout FeatureConstraints)
  /// The program's own switch, asked each time if the feature requires
  /// ``FeatureConstraint/runtimeEnabled``.
  static var isEnabled: Bool { get }
}

extension ConditionalFeature {
  /// On.
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
  /// A second declaration is reported by the registry, together with all other problems, so that
  /// nobody has to mend them one by one.
  public mutating func declare<Declared: Action>(_ action: Declared.Type) {
    add(action, isPublished: false)
  }

  /// Declares an action that stands in the program's menus; that has nothing to do with publishing
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
