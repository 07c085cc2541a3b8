/// Walks through what a program declares, and notes everything that is wrong with it.
struct FeatureRegistration {
  struct Entry {
    let feature: any Feature.Type
    let parent: (any Feature.Type)?
    let path: [String]
    let actions: FeatureActions
    let constraints: FeatureConstraints
  }

  /// Groups before what is in them, else in the order of the declarations.
  private(set) var entries: [Entry] = []
  private(set) var problems: [RegistrationError.Problem] = []
  private var indices: [ObjectIdentifier: Int] = [:]

  init(_ features: [any Feature.Type]) {
    register(features, in: nil, path: [])
  }

  /// Registers the features of a group, then tells each that the group is complete.
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
