internal import Activities

/// An action whose input type is hidden, so that actions of all kinds can stand in one table.
struct DeclaredAction: Sendable {
  private let type: any Action.Type
  private let read: @Sendable (UserActivity) throws(ActivityCodableError) -> any Invocation

  init<Declared: Action>(_ action: Declared.Type) {
    type = action
    read = { activity throws(ActivityCodableError) in
      ActionInvocation<Declared>(input: try Declared.Input(userInfo: activity.restorationPayload))
    }
  }

  func isSame(as action: any Action.Type) -> Bool {
    type == action
  }

  /// Reads the input from what is handed back of an activity, and ties the action to it; nothing is performed yet.
  func invocation(of activity: UserActivity) throws(ContinuationError) -> any Invocation {
    do { return try read(activity) } catch { throw .undecodable(error) }
  }
}

/// An action with its input, ready to be performed.
protocol Invocation: Sendable {
  func perform(in context: ActionContext) async throws
  func activity() throws -> UserActivity
}

struct ActionInvocation<Performed: Action>: Invocation {
  let input: Performed.Input

  func perform(in context: ActionContext) async throws {
    try await Performed.perform(input, context: context)
  }

  func activity() throws -> UserActivity {
    try Performed.activity(for: input)
  }
}
