/// Is told about every request of a dispatcher: for logs, analytics, development tools.
///
/// Observers see what was done and cannot change it. They are told one event after the other, in the order in which they
/// were registered, while the actions go on: neither a slow observer nor one that never returns delays an action. A
/// request's beginning comes before its completion, and completions come in the order in which the actions were done.
///
/// Events wait in memory until all observers have seen those before. If observers fall behind by more than
/// ``DispatchConfiguration/observerBacklog`` events, new requests go unobserved, from their beginning to their
/// completion, and are counted. ``ActionDispatcher/observersSettled()`` waits for observers where that is wanted.
public protocol ActionDispatchObserver: Sendable {
  /// An action is about to be performed.
  func actionWillBegin<Performed: Action>(_ request: ActionRequest<Performed>) async
  /// An action was performed, has failed or was called off.
  func actionDidComplete<Performed: Action>(
    _ request: ActionRequest<Performed>, with completion: ActionCompletion) async
}

extension ActionDispatchObserver {
  /// Ignores beginnings.
  public func actionWillBegin<Performed: Action>(_ request: ActionRequest<Performed>) async {}
}
