internal import Activities

/// Walks through a program's declarations, and collects all problems.
struct FeatureRegistration {
  struct Entry {
    let feature: any Feature.Type
    let parent: (any Feature.Type)?
    let path: [String]
    let actions: FeatureActions
    let constraints: FeatureConstraints
  }

  /// The entries, groups before their contents, otherwise in order of declaration.
  private(set) var entries: [Entry] = []
  private(set) var problems: [RegistrationError.Problem] = []
  private var indices: [ObjectIdentifier: Int] = [:]

  init(_ features: [any Feature.Type]) {
    register(features, in: nil, path: [])
  }

  /// Registers the features of a group, then notifies each that the group is complete.
  private mutating func register(
    _ features: [any Feature.Type], in parent: (any Feature.Type)?, path: [any Feature.Type]
  ) {
    var prepared: [any Feature.Type] = []
    for feature in features where register(feature, in: parent, path: path) { prepared.append(feature) }
    for feature in prepared {
      do throws(RegistrationError) {
        try feature.postPrepare()
      } catch {
        problems += error.problems
      }
    }
  }

  private mutating func register(
    _ feature: any Feature.Type, in parent: (any Feature.Type)?, path: [any Feature.Type]
  ) -> Bool {
    let path = path + [feature]
    guard !path.dropLast().contains(where: { $0 == feature }) else {
      problems.append(.groupContainsItself(path: path.map { "\($0)" }))
      return false
    }
    if let index = indices[ObjectIdentifier(feature)] {
      let parents = [entries[index].parent, parent].map { $0.map { "\($0)" } }
      problems.append(.featureRegisteredTwice(feature: "\(feature)", parents: parents))
      return false
    }
    indices[ObjectIdentifier(feature)] = entries.count
    entries.append(prepare(feature, in: parent, path: path))
    if let group = feature as? any FeatureGroup.Type {
      register(group.subfeatures, in: feature, path: path)
    }
    return true
  }

  private mutating func prepare(
    _ feature: any Feature.Type, in parent: (any Feature.Type)?, path: [any Feature.Type]
  ) -> Entry {
    var actions = FeatureActions(feature)
    do throws(RegistrationError) {
      try feature.prepare(&actions)
    } catch {
      problems += error.problems
    }
    problems += actions.problems
    var constraints = FeatureConstraints(feature: "\(feature)")
    if let conditional = feature as? any ConditionalFeature.Type { conditional.constraints(&constraints) }
    problems += constraints.problems
    return Entry(
      feature: feature, parent: parent, path: path.map { "\($0)" }, actions: actions, constraints: constraints
    )
  }
}

/// The current and former activity types of a program's actions.
///
/// Histories outlive the programs that wrote them. So besides declared former types, the types that
/// other naming rules would derive also lead to actions, unless several actions could have had
/// them.
struct ActivityTypeTable {
  private(set) var declarations: [DeclaredAction] = []
  private(set) var problems: [RegistrationError.Problem] = []
  private(set) var advice: [RegistrationAdvice] = []
  /// The index of each type's declaration, current and former.
  private(set) var indices: [String: Int] = [:]

  init(of entries: [FeatureRegistration.Entry], application: Application, naming: ActivityTypeNaming) {
    for entry in entries {
      for (action, isPublished) in entry.actions.declared {
        do throws(RegistrationError.Problem) {
          let type = try Self.type(of: action, in: entry.feature, application: application, naming: naming)
          declarations.append(
            DeclaredAction(
              feature: entry.feature, action: action, activityType: type, isPublished: isPublished))
        } catch {
          // The program's identifier is wrong for all actions alike; one report is enough.
          if !problems.contains(error) { problems.append(error) }
        }
      }
    }
    fileTypes()
    fileAliases(application: application)
  }

  private static func type(
    of action: any Action.Type, in feature: any Feature.Type, application: Application,
    naming: ActivityTypeNaming
  ) throws(RegistrationError.Problem) -> String {
    let own = action.activityType
    guard !own.isEmpty else {
      return try naming.activityType(of: action, in: feature, application: application)
    }
    guard ActivityTypeNaming.isActivityType(own) else { throw .invalidActivityType(own, action: "\(action)") }
    return own
  }

  private mutating func fileTypes() {
    let owners = Dictionary(grouping: declarations.indices) { declarations[$0].activityType }
    for (index, declaration) in declarations.enumerated() {
      let type = declaration.activityType
      guard let all = owners[type], all.first == index else { continue }
      indices[type] = index
      if all.count > 1 {
        problems.append(.duplicateActivityType(type, actions: all.map { declarations[$0].label }))
      }
    }
  }

  private mutating func fileAliases(application: Application) {
    let types = indices
    var declared: [String: [Int]] = [:]
    var derived: [String: [Int]] = [:]
    for (index, declaration) in declarations.enumerated() {
      let own = declaration.activityType
      for alias in Set(declaration.action.formerActivityTypes).sorted() where alias != own {
        guard ActivityTypeNaming.isActivityType(alias) else {
          problems.append(.invalidActivityType(alias, action: "\(declaration.action)"))
          continue
        }
        declared[alias, default: []].append(index)
      }
      for alias in Self.derivedTypes(of: declaration, application: application) where alias != own {
        derived[alias, default: []].append(index)
      }
    }
    for (alias, owners) in declared.sorted(by: { $0.key < $1.key }) {
      let all = (types[alias].map { [$0] } ?? []) + owners
      guard all.count == 1 else {
        let labels = all.map { declarations[$0].label }
        problems.append(.ambiguousFormerActivityType(alias, actions: labels))
        continue
      }
      file(alias, for: all[0])
    }
    for (alias, owners) in derived.sorted(by: { $0.key < $1.key }) where declared[alias] == nil {
      let all = (types[alias].map { [$0] } ?? []) + owners
      guard all.count == 1 else {
        advice.append(.ambiguousAlias(alias, actions: all.map { declarations[$0].label }))
        continue
      }
      file(alias, for: all[0])
    }
  }

  private mutating func file(_ alias: String, for index: Int) {
    indices[alias] = index
    declarations[index].aliases.append(alias)
  }

  /// Returns the types that other naming rules give an action: the stable name, Flint's, and early
  /// Flint's, whose manual writes a space where the program wrote a hyphen.
  private static func derivedTypes(of declaration: DeclaredAction, application: Application) -> Set<String> {
    var types: Set<String> = []
    for naming in [ActivityTypeNaming.stable, .flint] {
      let type = try? naming.activityType(
        of: declaration.action, in: declaration.feature, application: application)
      if let type { types.insert(type) }
    }
    if let early = ActivityTypeNaming.withoutFeature(declaration.action, application: application) {
      types.insert(early)
      types.insert("\(application.identifier).\(declaration.action.name.lowercased())")
    }
    return types
  }
}

/// All problems of a program's declarations.
public struct RegistrationError: Error, Equatable, Sendable {
  /// The problems: first those of features, then those of activity types, in order of declaration.
  public let problems: [Problem]

  /// Creates an error with problems.
  public init(_ problems: [Problem]) {
    self.problems = problems
  }

  /// A problem of a program's declarations.
  public enum Problem: Error, Equatable, Sendable {
    /// A feature declares an action twice.
    case actionDeclaredTwice(action: String, feature: String)
    /// A feature is in two places, or twice in one; `nil` is the top.
    case featureRegisteredTwice(feature: String, parents: [String?])
    /// A group contains itself, along this path.
    case groupContainsItself(path: [String])
    /// Several actions have the same activity type.
    case duplicateActivityType(String, actions: [String])
    /// A former type is also the current type of another action, or a former type of several.
    case ambiguousFormerActivityType(String, actions: [String])
    /// An invalid activity type.
    case invalidActivityType(String, action: String)
    /// The name of a type consists only of its kind, action or feature, so nothing is left for the
    /// activity type.
    case emptyName(type: String)
    /// The name of a type cannot be written in ASCII.
    case nameNotASCII(type: String)
    /// The program's identifier has characters that a stable activity type cannot have.
    case invalidApplicationIdentifier(String)
    /// A version is not written in numbers and dots.
    case malformedVersion(String, feature: String)
  }
}

extension RegistrationError: CustomStringConvertible {
  /// All problems, one per line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}

extension RegistrationError.Problem: CustomStringConvertible {
  /// The problem, its place, and how to fix it.
  public var description: String {
    switch self {
    case .actionDeclaredTwice(let action, let feature):
      "\(feature) declares \(action) twice; remove one of the declarations"
    case .featureRegisteredTwice(let feature, let parents):
      "\(feature) is \(parents.map { $0.map { "in \($0)" } ?? "at the top" }.joined(separator: " and ")); keep it in one place"
    case .groupContainsItself(let path):
      "a group contains itself: \(path.joined(separator: " > ")); remove the last one"
    case .duplicateActivityType(let type, let actions):
      "\(actions.joined(separator: " and ")) have the activity type \(type); give one of them an `activityType` of its own"
    case .ambiguousFormerActivityType(let type, let actions):
      "\(type) would continue \(actions.joined(separator: " and ")); remove it from the `formerActivityTypes` of all but one"
    case .invalidActivityType(let type, let action):
      "\(type) of \(action) is not an activity type; write at most 512 bytes without spaces, like org.example.player.play"
    case .emptyName(let type):
      "the name of \(type) leaves nothing for an activity type; rename it, or give an `activityType`"
    case .nameNotASCII(let type):
      "the name of \(type) cannot be written in ASCII; give an `activityType`"
    case .invalidApplicationIdentifier(let identifier):
      "\(identifier) has characters other than letters, digits, dots and hyphens; give each action an `activityType`"
    case .malformedVersion(let version, let feature):
      "\(version) in the constraints of \(feature) is not a version; write numbers and dots, like 6.1"
    }
  }
}
