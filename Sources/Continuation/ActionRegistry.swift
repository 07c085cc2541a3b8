internal import Activities

/// The actions of a program, by the activity type that each performs.
public struct ActionRegistry: Sendable {
  private var actions: [String: DeclaredAction] = [:]

  /// No actions yet.
  public init() {}

  /// The activity types that can be continued, sorted.
  public var activityTypes: [String] { actions.keys.sorted() }

  /// Declares an action.
  ///
  /// - Throws: ``ContinuationError/duplicateActivityType(_:)`` if its activity type is declared already, by this action or by
  ///   another one; ``ContinuationError/invalidActivity(_:)`` if the type is not a valid one.
  /// - Complexity: O(1).
  public mutating func declare<Declared: Action>(_ action: Declared.Type) throws(ContinuationError) {
    let type = Declared.activityType
    do { _ = try UserActivity(activityType: type) } catch { throw .invalidActivity(error) }
    guard actions[type] == nil else { throw .duplicateActivityType(type) }
    actions[type] = DeclaredAction(action)
  }

  /// Whether this very action was declared.
  func declares<Asked: Action>(_ action: Asked.Type) -> Bool {
    actions[Asked.activityType]?.isSame(as: action) ?? false
  }

  /// The action for an activity type.
  func action(for activityType: String) throws(ContinuationError) -> DeclaredAction {
    guard let action = actions[activityType] else { throw .unknownActivityType(activityType) }
    return action
  }
}
