/// How an interaction is stored: as an object under the names of its properties, without what is unspecified.
extension Interaction {
  /// Reads what ``storedValue`` gave; members that it does not know are dropped.
  ///
  /// - Throws: ``ActivityError/malformed(field:)`` if a member is missing, of the wrong type, or an unknown word;
  ///   ``ActivityError/empty(field:)`` for an empty name.
  public init(storedValue: [String: ActivityValue]) throws(ActivityError) {
    let members = StoredMembers(storedValue, field: "interaction")
    guard let actionName = try members.string("actionName") else { throw members.malformed("actionName") }
    try self.init(
      actionName: actionName, parameters: try members.object("parameters") ?? [:],
      trigger: try members.word("trigger") ?? .user)
    direction = try members.word("direction") ?? .unspecified
    handlingStatus = try members.word("handlingStatus") ?? .unspecified
    identifier = try members.string("identifier")
    groupIdentifier = try members.string("groupIdentifier")
  }

  /// The members that say something.
  public var storedValue: [String: ActivityValue] {
    var members: [String: ActivityValue] = ["actionName": .string(actionName)]
    if !parameters.isEmpty { members["parameters"] = .object(parameters) }
    if trigger != .user { members["trigger"] = .string(trigger.rawValue) }
    if direction != .unspecified { members["direction"] = .string(direction.rawValue) }
    if handlingStatus != .unspecified { members["handlingStatus"] = .string(handlingStatus.rawValue) }
    members["identifier"] = identifier.map(ActivityValue.string)
    members["groupIdentifier"] = groupIdentifier.map(ActivityValue.string)
    return members
  }
}
