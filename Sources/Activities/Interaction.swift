/// What invoked an activity: which action, with which parameters, and how it was triggered.
///
/// It is to a program what `INInteraction` is to one that Siri launches: a reason for being called, to configure itself
/// by. It takes no part in the identity. When it happened and how long it took are the donation's own facts.
public struct Interaction: Hashable, Sendable {
  /// The action that is asked for, in the program's own words.
  public let actionName: String
  /// What the action works on.
  public var parameters: [String: ActivityValue] = [:]
  /// How it was triggered.
  public var trigger: Trigger
  /// Who acts on whom.
  public var direction = Direction.unspecified
  /// How far the action got.
  public var handlingStatus = HandlingStatus.unspecified
  /// The program's own name for this interaction.
  public var identifier: String?
  /// The program's own name for the interactions that belong together.
  public var groupIdentifier: String?

  /// How an activity can be triggered.
  public enum Trigger: String, Hashable, Sendable, CaseIterable {
    /// By the user's own hand.
    case user
    /// By choosing a suggestion.
    case suggestion
    /// By a spoken or typed phrase.
    case phrase
    /// By a shortcut that the user made.
    case shortcut
    /// By an automation.
    case automation
    /// By a result of a search.
    case search
    /// By a link.
    case link
    /// By taking it over from another device.
    case handoff
    /// By a notification.
    case notification
  }

  /// Who acts on whom; only what is outgoing says something about the user's habits.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    case unspecified
    /// The user acts: sends, calls, plays.
    case outgoing
    /// Something reaches the user: a message, a call.
    case incoming
  }

  /// How far an action got.
  public enum HandlingStatus: String, Hashable, Sendable, CaseIterable {
    case unspecified, ready, inProgress, success, failure, deferredToApplication, confirmationRequired
  }

  /// Makes an interaction.
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
