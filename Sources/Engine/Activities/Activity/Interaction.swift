/// The invocation of an activity: the action, its parameters, and its trigger.
///
/// It corresponds to the `INInteraction` that Siri passes to a program at launch: it tells the
/// program why it is called and how to configure itself. It is not part of the identity. Its time
/// and duration are facts of the donation.
public struct Interaction: Hashable, Sendable {
  /// The requested action, in the program's own words.
  public let actionName: String
  /// The parameters of the action.
  public var parameters: [String: ActivityValue] = [:]
  /// The trigger of the action.
  public var trigger: Trigger
  /// The direction of the action between the user and others.
  public var direction = Direction.unspecified
  /// The progress of the action.
  public var handlingStatus = HandlingStatus.unspecified
  /// The program's own name for this interaction.
  public var identifier: String?
  /// The program's own name for the interactions that belong together.
  public var groupIdentifier: String?

  /// A trigger of an activity.
  public enum Trigger: String, Hashable, Sendable, CaseIterable {
    /// The user, directly.
    case user
    /// The choice of a suggestion.
    case suggestion
    /// A spoken or typed phrase.
    case phrase
    /// A shortcut that the user made.
    case shortcut
    /// An automation.
    case automation
    /// A result of a search.
    case search
    /// A link.
    case link
    /// A continuation from another device.
    case handoff
    /// A notification.
    case notification
  }

  /// A direction of an action between the user and others; only an outgoing one is evidence of the
  /// user's habits.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    case unspecified
    /// The user acts: sends, calls, plays.
    case outgoing
    /// Something reaches the user: a message, a call.
    case incoming
  }

  /// The progress of an action.
  public enum HandlingStatus: String, Hashable, Sendable, CaseIterable {
    case unspecified, ready, inProgress, success, failure, deferredToApplication, confirmationRequired
  }

  /// Creates an interaction.
  ///
  /// - Throws: ``ActivityError/empty(field:)`` if the action has no name.
  public init(
    actionName: String, parameters: [String: ActivityValue] = [:], trigger: Trigger = .user
  ) throws(ActivityError) {
    guard !actionName.isEmpty else { throw .empty(field: "interaction.actionName") }
    self.actionName = actionName
    self.parameters = parameters
    self.trigger = trigger
  }
}

/// The stored form of an interaction: an object keyed by its property names, without unspecified
/// ones.
extension Interaction {
  /// Reads the form of ``storedValue``; unknown members are dropped.
  ///
  /// - Throws: ``ActivityError/malformed(field:)`` if a member is missing, of the wrong type, or an
  ///   unknown word; ``ActivityError/empty(field:)`` for an empty name.
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

  /// The members that are specified.
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
