internal import Activities
internal import Answers
internal import Suggestions

extension SuggestionQuestion {
  /// Creates the question that options ask, still without user, place and calendars, which need a
  /// store.
  ///
  /// - Throws: `RecordError`, `ActivityError` or ``ArgumentProblem`` for an impossible context.
  init(
    _ context: ContextOptions, _ observation: ObservationOptions, _ surface: SurfaceOptions,
    _ horizon: HorizonOptions, now: Instant
  ) throws {
    let asked = try context.context(now: now)
    self.init()
    (instant, timeZone, attributes) = (asked.instant, context.time.zone, asked.attributes)
    observedUntil = try observation.observedUntil.map { try context.time.instant($0, now: now) }
    (self.surface, policy, self.horizon) = (surface.surface, surface.policy, horizon.choice)
  }
}
