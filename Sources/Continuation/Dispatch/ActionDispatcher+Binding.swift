public import Activities

extension ActionDispatcher {
  /// Performs a call: ``perform(_:in:input:presenter:circumstances:source:session:)`` with what belongs together in one value.
  ///
  /// ```swift
  /// try await dispatcher.perform(Places.action(ViewPlace.self).with(place, on: screen), circumstances: now)
  /// ```
  @discardableResult
  public func perform<Declaring: Feature, Performed: Action>(
    _ call: ActionCall<Declaring, Performed>, circumstances: Context, source: ActionSource = .application,
    session: ActionSession? = nil
  ) async throws -> ActionOutcome {
    try await perform(
      Performed.self, in: Declaring.self, input: call.input, presenter: call.presenter,
      circumstances: circumstances, source: source, session: session)
  }

  /// Asks for an action of a conditional feature: an answer is there only if the feature declares it and is available.
  public func request<Declaring: ConditionalFeature, Performed: Action>(
    _ binding: ActionBinding<Declaring, Performed>
  ) -> VerifiedActionBinding<Declaring, Performed>? {
    guard registry.declaration(of: Performed.self, in: Declaring.self) != nil,
      availability.availability(of: Declaring.self) == .available
    else { return nil }
    return VerifiedActionBinding()
  }
}
