public import Activities

/// The features and actions of a program.
///
/// It is made once, at the start, and says everything that is wrong with the declarations at once.
public struct ActionRegistry: Sendable {
  /// The program.
  public let application: Application
  /// The features, groups before what is in them, else in the order of the declarations.
  public let features: [FeatureMetadata]
  /// The declared actions of all features, in the same order.
  public let actions: [DeclaredAction]
  private let byType: [String: Int]
  private let byBinding: [Binding: Int]
  private let byFeature: [ObjectIdentifier: Int]
  let aliasAdvice: [RegistrationAdvice]

  private struct Binding: Hashable {
    let action: ObjectIdentifier
    let feature: ObjectIdentifier
  }

  /// Registers features, groups with all that is in them.
  ///
  /// - Parameters:
  ///   - application: The program; its identifier begins the activity types.
  ///   - features: What stands at the top.
  ///   - naming: How activity types are made that actions do not give.
  /// - Throws: ``RegistrationError`` with all problems.
  public init(
    application: Application, features: [any Feature.Type], naming: ActivityTypeNaming = .stable
  ) throws(RegistrationError) {
    let registration = FeatureRegistration(features)
    let types = ActivityTypeTable(of: registration.entries, application: application, naming: naming)
    let problems = registration.problems + types.problems
    guard problems.isEmpty else { throw RegistrationError(problems) }
    self.application = application
    actions = types.declarations
    byType = types.indices
    aliasAdvice = types.advice
    var byBinding: [Binding: Int] = [:]
    for (index, declared) in types.declarations.enumerated() {
      let binding = Binding(
        action: ObjectIdentifier(declared.action), feature: ObjectIdentifier(declared.feature))
      byBinding[binding] = index
    }
    self.byBinding = byBinding
    let byOwner = Dictionary(grouping: types.declarations) { ObjectIdentifier($0.feature) }
    var byFeature: [ObjectIdentifier: Int] = [:]
    self.features = registration.entries.enumerated().map { index, entry in
      byFeature[ObjectIdentifier(entry.feature)] = index
      return FeatureMetadata(
        feature: entry.feature, parent: entry.parent, path: entry.path,
        actions: byOwner[ObjectIdentifier(entry.feature)] ?? [],
        constraints: entry.constraints.constraints)
    }
    self.byFeature = byFeature
  }

  /// The action that continues an activity type, of now or of the past; `nil` if there is none.
  ///
  /// - Complexity: O(1).
  public func action(for activityType: String) -> DeclaredAction? {
    byType[activityType].map { actions[$0] }
  }

  /// An action in a feature, if the feature declares it.
  ///
  /// - Complexity: O(1).
  public func declaration<Declared: Action, Declaring: Feature>(
    of action: Declared.Type, in feature: Declaring.Type
  ) -> DeclaredAction? {
    byBinding[Binding(action: ObjectIdentifier(action), feature: ObjectIdentifier(feature))]
      .map { actions[$0] }
  }

  /// What is known of a feature; `nil` if it is not registered.
  ///
  /// - Complexity: O(1).
  public func metadata(for feature: any Feature.Type) -> FeatureMetadata? {
    byFeature[ObjectIdentifier(feature)].map { features[$0] }
  }

  /// The activity types of now, sorted: what a manifest has to list.
  public var activityTypes: [String] { actions.map(\.activityType).sorted() }
}
