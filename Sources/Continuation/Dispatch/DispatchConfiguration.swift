/// What a dispatcher works with beside registry and center; everything has a default.
public struct DispatchConfiguration: Sendable {
  /// Who is told about requests, in this order.
  public var observers: [any ActionDispatchObserver] = []
  /// Answers which features of the same registry are available.
  ///
  /// `nil`: those without conditions, and those that only the program or a default switches on.
  public var availability: FeatureAvailability?
  /// What is switched on.
  public var switches = ActivitySwitches()
  /// What the user is in the middle of; off.
  public var stacks = ActionStacks()
  /// Who keeps the hints of associated intents; `nil`: nobody, and actions are not asked for them.
  public var intentRecorder: (any AssociatedIntentRecorder)?
  /// A reading of a clock that only goes forward, from which durations are taken; `nil`: none are.
  public var uptime: (@Sendable () -> Duration)?
  /// So many events may wait for observers before new requests go unobserved.
  ///
  /// An event holds its request, so this bounds memory: 10,000 of them are hours of a person's work.
  public var observerBacklog = 10_000

  /// The defaults.
  public init() {}
}
