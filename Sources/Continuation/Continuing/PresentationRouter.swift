/// Finds the presenter for an action that is continued: the program's knowledge of what it shows at the moment.
public protocol PresentationRouter: Sendable {
  /// Asks for the presenter of an action.
  ///
  /// - Returns: What to do; a presenter only if the program is ready for the action.
  func presentation<Performed: Action>(
    for action: Performed.Type, in feature: any Feature.Type, input: Performed.Input
  ) async -> PresentationResult<Performed.Presenter>
}
