/// The actions that a feature declares.
public struct FeatureActions: Sendable {
  let feature: any Feature.Type
  private(set) var declared: [(action: any Action.Type, isPublished: Bool)] = []
  private(set) var problems: [RegistrationError.Problem] = []

  init(_ feature: any Feature.Type) {
    self.feature = feature
  }

  /// Declares an action, so that it can be performed.
  ///
  /// That it is declared twice is reported by the registry, together with all other problems, so that nobody has to mend
  /// them one by one.
  public mutating func declare<Declared: Action>(_ action: Declared.Type) {
    add(action, isPublished: false)
  }

  /// Declares an action that stands in the program's menus; that has nothing to do with publishing activities.
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
