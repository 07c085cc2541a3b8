/// A combination of userInfo keys that makes sense as a suggestion by itself: "soup with croutons",
/// or just "soup".
///
/// Each donation counts for every combination whose keys it has. If a general one and a more
/// specific one both fit, the more specific is offered if the history supports it.
public struct ParameterCombination: Hashable, Sendable {
  /// The maximum number of combinations that an activity may declare.
  public static let limit = 16

  /// The userInfo keys that take part; the others are left open.
  public let keys: Set<String>
  /// The title, with `{key}` for values; if `nil`, the activity's own title, unless a key is left
  /// open.
  public let title: String?
  /// A Boolean value that indicates whether it runs without showing anything, or `nil` to follow
  /// the activity.
  public let runsInBackground: Bool?

  /// Creates a combination.
  ///
  /// - Throws: ``ActivityError/empty(field:)`` if a key or the title is empty.
  public init(
    keys: Set<String>, title: String? = nil, runsInBackground: Bool? = nil
  ) throws(ActivityError) {
    guard keys.allSatisfy({ !$0.isEmpty }), title?.isEmpty != true else {
      throw .empty(field: "parameterCombinations")
    }
    (self.keys, self.title, self.runsInBackground) = (keys, title, runsInBackground)
  }
}

extension UserActivity {
  /// The combinations of userInfo keys that may be suggested, at most
  /// ``ParameterCombination/limit``, none twice.
  public var parameterCombinations: [ParameterCombination] {
    rare.some?.parameterCombinations ?? []
  }

  /// Declares the combinations of userInfo keys that may be suggested.
  ///
  /// All of their keys are required from then on: together they make up the identity.
  ///
  /// - Throws: ``ActivityError/tooManyCombinations``, or ``ActivityError/repeatedCombination`` if
  ///   two have the same keys.
  public mutating func setParameterCombinations(
    _ combinations: [ParameterCombination]
  ) throws(ActivityError) {
    guard combinations.count <= ParameterCombination.limit else { throw .tooManyCombinations }
    guard Set(combinations.map(\.keys)).count == combinations.count else { throw .repeatedCombination }
    rare.properties.parameterCombinations = combinations
    guard !combinations.isEmpty else { return }
    requiredUserInfoKeys = combinations.reduce(into: requiredUserInfoKeys ?? []) { $0.formUnion($1.keys) }
  }

  /// The combinations for whose keys it has values, each with its identity.
  ///
  /// - Complexity: O(combinations · size of userInfo).
  public var combinationIdentities: [(combination: ParameterCombination, identity: ActivityIdentity)] {
    parameterCombinations.filter { $0.keys.allSatisfy { userInfo[$0] != nil } }.map { combination in
      let identity = ActivityIdentity(
        activityType: activityType, userInfo: userInfo, requiredUserInfoKeys: combination.keys)
      return (combination, identity)
    }
  }

  /// Returns the activity with only the keys of a combination, as it is offered and handed back on
  /// continuation.
  ///
  /// Its title is the combination's, with the values filled in. Without one, the activity keeps its
  /// own title unless a required key is left open, whose value the title might mention.
  public func restricted(to combination: ParameterCombination) -> UserActivity {
    var restricted = self
    restricted.rare.properties.parameterCombinations = []
    restricted.requiredUserInfoKeys = combination.keys
    restricted.userInfo = userInfo.filter { combination.keys.contains($0.key) }
    restricted.runsInBackground = combination.runsInBackground ?? runsInBackground
    let leavesNothingOpen = (requiredUserInfoKeys ?? []).allSatisfy {
      combination.keys.contains($0) || userInfo[$0] == nil
    }
    guard !leavesNothingOpen || combination.title != nil else { return restricted }
    restricted.title = combination.title.map { filled($0) }
    restricted.subtitle = nil
    restricted.suggestedInvocationPhrase = nil
    restricted.persistentIdentifier = nil
    return restricted
  }

  private func filled(_ template: String) -> String {
    userInfo.sorted { $0.key.precedesInBytes($1.key) }.reduce(template) { text, entry in
      text.replacing("{\(entry.key)}", with: entry.value.words)
    }
  }
}

extension ActivityValue {
  /// The text for the value in a title.
  fileprivate var words: String {
    switch self {
    case .string(let text): text
    case .integer(let number): String(number)
    case .double(let number): String(number)
    case .boolean(let flag): flag ? "yes" : "no"
    case .array(let values): values.map(\.words).joined(separator: ", ")
    case .null, .date, .data, .url, .object: ""
    }
  }
}

/// The stored form of a combination: the list of its keys, or an object if it has more properties.
extension ParameterCombination {
  /// Reads the form of ``storedValue``.
  ///
  /// - Throws: ``ActivityError/malformed(field:)`` if it is neither,
  ///   ``ActivityError/empty(field:)`` for an empty key or title.
  public init(storedValue: ActivityValue) throws(ActivityError) {
    switch storedValue {
    case .array(let keys): try self.init(keys: Self.keys(keys))
    case .object(let members):
      let members = StoredMembers(members, field: "parameterCombinations")
      guard let keys = try members.array("keys") else { throw members.malformed("keys") }
      try self.init(
        keys: Self.keys(keys), title: members.string("title"),
        runsInBackground: members.boolean("runsInBackground"))
    default: throw .malformed(field: "parameterCombinations")
    }
  }

  private static func keys(_ values: [ActivityValue]) throws(ActivityError) -> Set<String> {
    var keys: Set<String> = []
    for value in values {
      guard case .string(let key) = value else { throw .malformed(field: "parameterCombinations.keys") }
      keys.insert(key)
    }
    return keys
  }

  /// The keys in order, or an object with the other properties.
  public var storedValue: ActivityValue {
    let keys = ActivityValue.array(keys.sorted { $0.precedesInBytes($1) }.map(ActivityValue.string))
    guard title != nil || runsInBackground != nil else { return keys }
    var members = ["keys": keys]
    members["title"] = title.map(ActivityValue.string)
    members["runsInBackground"] = runsInBackground.map(ActivityValue.boolean)
    return .object(members)
  }
}
