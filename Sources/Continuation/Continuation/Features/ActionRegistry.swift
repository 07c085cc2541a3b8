public import Activities

/// The features and actions of a program.
///
/// It is created once, at the start, and reports all problems of the declarations together.
public struct ActionRegistry: Sendable {
  /// The program.
  public let application: Application
  /// The features, groups before their contents, otherwise in order of declaration.
  public let features: [FeatureMetadata]
  /// The declared actions of all features, in the same order.
  public let actions: [DeclaredAction]
  private let byType: [String: Int]
  private let byBinding: [Binding: Int]
  private let byFeature: [ObjectIdentifier: Int]
  private let aliasAdvice: [RegistrationAdvice]

  private struct Binding: Hashable {
    let action: ObjectIdentifier
    let feature: ObjectIdentifier
  }

  /// Registers features, including the contents of groups.
  ///
  /// - Parameters:
  ///   - application: The program; its identifier begins the activity types.
  ///   - features: The top-level features.
  ///   - naming: The rule for activity types that actions do not give.
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

  /// Returns the action that continues a current or former activity type, or `nil` if none does.
  ///
  /// - Complexity: O(1).
  public func action(for activityType: String) -> DeclaredAction? {
    byType[activityType].map { actions[$0] }
  }

  /// Returns an action in a feature if the feature declares it.
  ///
  /// - Complexity: O(1).
  public func declaration<Declared: Action, Declaring: Feature>(
    of action: Declared.Type, in feature: Declaring.Type
  ) -> DeclaredAction? {
    byBinding[Binding(action: ObjectIdentifier(action), feature: ObjectIdentifier(feature))]
      .map { actions[$0] }
  }

  /// Returns the metadata of a feature, or `nil` if it is not registered.
  ///
  /// - Complexity: O(1).
  public func metadata(for feature: any Feature.Type) -> FeatureMetadata? {
    byFeature[ObjectIdentifier(feature)].map { features[$0] }
  }

  /// The current activity types, sorted, as a manifest has to list them.
  public var activityTypes: [String] { actions.map(\.activityType).sorted() }

  // MARK: Advice

  /// Returns advice on the declarations, in order of features.
  public func lint() -> [RegistrationAdvice] {
    features.flatMap(Self.advice(on:)) + phraseAdvice + aliasAdvice
  }

  private static func advice(on metadata: FeatureMetadata) -> [RegistrationAdvice] {
    var advice: [RegistrationAdvice] = []
    if metadata.description.isEmpty { advice.append(.featureWithoutDescription(feature: metadata.typeName)) }
    let subfeatures = (metadata.feature as? any FeatureGroup.Type)?.subfeatures ?? []
    if metadata.actions.isEmpty, subfeatures.isEmpty {
      advice.append(.emptyFeature(feature: metadata.typeName))
    }
    for declared in metadata.actions {
      let action = declared.action
      let wantsPrediction = action.activityEligibility.contains(.prediction)
      let hasPhrase = action.suggestedInvocationPhrase != nil
      if action.description.isEmpty { advice.append(.actionWithoutDescription(action: declared.label)) }
      if wantsPrediction, !hasPhrase { advice.append(.predictionWithoutPhrase(action: declared.label)) }
      if hasPhrase, !wantsPrediction { advice.append(.phraseWithoutPrediction(action: declared.label)) }
    }
    return advice
  }

  private var phraseAdvice: [RegistrationAdvice] {
    var owners: [String: [DeclaredAction]] = [:]
    for declared in actions {
      guard let phrase = declared.action.suggestedInvocationPhrase?.lowercased() else { continue }
      owners[phrase, default: []].append(declared)
    }
    return owners.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }
      .map { .samePhrase($0.key, actions: $0.value.map(\.label)) }
  }
}

/// Something that works but could be improved, like a compiler warning.
public enum RegistrationAdvice: Hashable, Sendable {
  /// A feature has no description.
  case featureWithoutDescription(feature: String)
  /// A feature has neither actions nor features.
  case emptyFeature(feature: String)
  /// An action has no description.
  case actionWithoutDescription(action: String)
  /// An action is eligible for suggestions but has no phrase.
  case predictionWithoutPhrase(action: String)
  /// An action has a phrase that nobody sees, because it is not eligible for prediction.
  case phraseWithoutPrediction(action: String)
  /// Several actions suggest the same phrase, ignoring case.
  case samePhrase(String, actions: [String])
  /// An activity type that an older program could have stored for several actions, so it leads to
  /// none of them. List it in the `formerActivityTypes` of one.
  case ambiguousAlias(String, actions: [String])
}

extension RegistrationAdvice: CustomStringConvertible {
  /// The advice in words.
  public var description: String {
    switch self {
    case .featureWithoutDescription(let feature): "\(feature): say what it is for in `description`"
    case .emptyFeature(let feature): "\(feature): declare an action, or remove it"
    case .actionWithoutDescription(let action): "\(action): say what it does in `description`"
    case .predictionWithoutPhrase(let action):
      "\(action): give a `suggestedInvocationPhrase`, because it is eligible for prediction"
    case .phraseWithoutPrediction(let action):
      "\(action): make it eligible for prediction, or drop its phrase, which nobody sees"
    case .samePhrase(let phrase, let actions):
      "\(actions.joined(separator: ", ")): give each its own phrase instead of \"\(phrase)\""
    case .ambiguousAlias(let type, let actions):
      "\(type) could be \(actions.joined(separator: " or ")); list it in the `formerActivityTypes` of one of them"
    }
  }
}
