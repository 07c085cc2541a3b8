public import Activities

/// What an action is told with each call.
public struct ActionContext<Input: Sendable>: Sendable {
  /// What to work on.
  public let input: Input
  /// For whom.
  public let user: UserIdentifier
  /// When, where, and what else is known.
  public let circumstances: Context
  /// How it was invoked.
  public let source: ActionSource

  /// Puts a context together, as the dispatcher does: for tests of actions.
  public init(
    input: Input, user: UserIdentifier = .me, circumstances: Context, source: ActionSource = .application
  ) {
    self.input = input
    self.user = user
    self.circumstances = circumstances
    self.source = source
  }

  /// The same call on something else: for an action that performs another one as a part of itself.
  public func with<Other: Sendable>(input: Other) -> ActionContext<Other> {
    ActionContext<Other>(input: input, user: user, circumstances: circumstances, source: source)
  }
}

extension ActionContext: CustomStringConvertible {
  /// The type of the input and how the action was invoked; of the input, only what it shows to logs.
  public var description: String { "\(LoggedInput(input)) from \(source)" }
}
