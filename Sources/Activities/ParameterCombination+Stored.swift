/// How a combination is stored: as the list of its keys, or as an object if it says more.
extension ParameterCombination {
  /// Reads what ``storedValue`` gave.
  ///
  /// - Throws: ``ActivityError/malformed(field:)`` if it is neither, ``ActivityError/empty(field:)`` for an empty key or title.
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

  /// The keys in order, or an object with what else it says.
  public var storedValue: ActivityValue {
    let keys = ActivityValue.array(keys.sorted { $0.precedesInBytes($1) }.map(ActivityValue.string))
    guard title != nil || runsInBackground != nil else { return keys }
    var members = ["keys": keys]
    members["title"] = title.map(ActivityValue.string)
    members["runsInBackground"] = runsInBackground.map(ActivityValue.boolean)
    return .object(members)
  }
}
