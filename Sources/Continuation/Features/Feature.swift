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
  /// What it is for; empty by default, which `lint` reports.
  static var description: String { get }
  /// Whether people who debug are shown it.
  static var isVisible: Bool { get }
  /// Declares its actions.
  ///
  /// - Throws: Whatever keeps the program from declaring them; it is reported with all other problems of the registration.
  ///   What is wrong with the declarations themselves need not be thrown: the registry finds it.
  static func prepare(_ actions: inout FeatureActions) throws(RegistrationError)
  /// Is called when the whole group that it belongs to has declared its actions; does nothing by default.
  ///
  /// What it throws is reported with all other problems of the registration.
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
