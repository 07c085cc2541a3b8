public import Activities
public import Suggestions

/// Performs a program's actions, and donates each that succeeded, once.
///
/// It holds no state of its own: actions may be performed concurrently. Time is part of each call's context.
///
/// ```swift
/// var registry = ActionRegistry()
/// try registry.declare(PlayTrack.self)
/// let dispatcher = ActionDispatcher(actions: registry, engine: engine)
/// try await dispatcher.perform(PlayTrack.self, input: track, in: Context(at: now))
/// // … later, in this process or another one:
/// try await dispatcher.continueActivity(of: suggestion, in: Context(at: later))
/// ```
public struct ActionDispatcher: Sendable {
  /// So many equal donations of one user within a millisecond are told apart.
  private static let equalDonations = 1_000

  private let actions: ActionRegistry
  private let engine: SuggestionEngine

  /// Ties the actions to the engine that learns from them.
  public init(actions: ActionRegistry, engine: SuggestionEngine) {
    self.actions = actions
    self.engine = engine
  }

  /// Performs an action because the user wants it, then donates it.
  ///
  /// - Throws: ``ContinuationError/unknownActivityType(_:)`` if this action was not declared, or what the action throws; then
  ///   nothing was donated. `CancellationError` if the task was cancelled, even if the action returned: nobody can
  ///   tell whether it finished, so nothing is donated.
  @discardableResult
  public func perform<Performed: Action>(
    _ action: Performed.Type, input: Performed.Input, in circumstances: Context, by user: UserIdentifier = .me
  ) async throws -> ActionOutcome {
    guard actions.declares(action) else {
      throw ContinuationError.unknownActivityType(Performed.activityType)
    }
    let context = ActionContext(user: user, circumstances: circumstances, source: .user)
    return try await run(ActionInvocation<Performed>(input: input), in: context)
  }

  /// Takes an accepted suggestion back to its action; the donation is marked as suggested.
  ///
  /// - Throws: As ``continueActivity(_:in:by:source:)``.
  @discardableResult
  public func continueActivity(
    of suggestion: Suggestion, in circumstances: Context, by user: UserIdentifier = .me
  ) async throws -> ActionOutcome {
    try await continueActivity(suggestion.activity, in: circumstances, by: user, source: .suggestion)
  }

  /// Takes an activity back to the action that performs it.
  ///
  /// The action gets the values of the activity's required keys only.
  ///
  /// - Throws: ``ContinuationError`` if no action performs the type, if the activity has expired, or if the input cannot be
  ///   read from it; then nothing was performed. Else as ``perform(_:input:in:by:)``.
  @discardableResult
  public func continueActivity(
    _ activity: UserActivity, in circumstances: Context, by user: UserIdentifier = .me,
    source: ActionSource = .user
  ) async throws -> ActionOutcome {
    let action = try actions.action(for: activity.activityType)
    guard !activity.isExpired(at: circumstances.instant) else { throw ContinuationError.expired }
    let context = ActionContext(user: user, circumstances: circumstances, source: source)
    return try await run(action.invocation(of: activity), in: context)
  }

  private func run(_ invocation: any Invocation, in context: ActionContext) async throws -> ActionOutcome {
    try Task.checkCancellation()
    try await invocation.perform(in: context)
    try Task.checkCancellation()
    do {
      return ActionOutcome(donation: .success(try await donate(invocation.activity(), in: context)))
    } catch {
      return ActionOutcome(donation: .failure(error))
    }
  }

  /// Donates one occurrence.
  ///
  /// One that is equal to an earlier one of the same millisecond is another occurrence, not a
  /// duplicate: it gets the next ordinal.
  private func donate(_ activity: UserActivity, in context: ActionContext) async throws -> Donation {
    var details = Donation.Details()
    details.source = context.source.donationSource
    for ordinal in 0..<Self.equalDonations {
      let donation = try Donation(
        of: activity, by: context.user, in: context.circumstances, details: details, ordinal: ordinal)
      let receipt = try await engine.donate([donation], now: context.circumstances.instant)
      if receipt.added == 1 { return donation }
    }
    throw ContinuationError.donationRefused
  }
}
