internal import Activities

/// Which activity type leads to which action: those of now, and those of the past.
///
/// Histories outlive the programs that wrote them, so besides the types that a program declares as former ones, those
/// that the other naming rules would have made lead to its actions, unless several actions could have had them.
struct ActivityTypeTable {
  private(set) var declarations: [DeclaredAction] = []
  private(set) var problems: [RegistrationError.Problem] = []
  private(set) var advice: [RegistrationAdvice] = []
  /// Index of the declaration of each type, present and past.
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
          // The program's identifier is wrong for all actions alike: once is enough.
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

  /// What other naming rules make of an action: those of a stable name, of Flint, and of early versions of Flint, whose
  /// manual writes a space where the program wrote a hyphen.
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
