/// Where a program's activities become current: what the system is to `NSUserActivity`.
///
/// It serves one program and one user, and donates what becomes current, once. The clock is the program's:
/// `circumstances` is asked for the present context whenever something happens. What becomes current, resigns and is saved
/// does so in the order in which it was asked for, one after the other, however many tasks ask.
///
/// It keeps what is current alive, and lets go when that is replaced, resigned, invalidated or expired, or when its owner
/// is removed.
public actor ActivityCenter {
  /// Which program it serves.
  public nonisolated let application: Application
  /// Whose activities they are.
  public nonisolated let user: UserIdentifier
  /// The activity types that the program declares; nil if it declares none, and then every type is allowed.
  public nonisolated let declaredActivityTypes: [String]?
  /// Limits, and when to advise.
  public nonisolated let policy: Policy
  nonisolated let broadcast = Broadcast<ActivityCenterEvent>()

  let recorder: any DonationRecorder
  let circumstances: @Sendable () -> Context
  let wait: @Sendable () async throws -> Void

  var scopes: [ActivityOwner: Scope] = [.application: Scope(isActive: true)]
  /// What is current, by its object.
  var records: [ObjectIdentifier: Record] = [:]
  /// The owner in front, if the program told.
  var frontOwner: ActivityOwner?
  /// Grows with everything that has an order: owners that become active, activities that become current.
  var lastNumber: UInt64 = 0
  var turns = Turns()
  var rates: [String: PublicationRate] = [:]

  /// Limits, and when to advise.
  public struct Policy: Hashable, Sendable {
    /// How large a payload may be.
    public var payloadLimits = PayloadLimits()
    /// Above so many publications of one type within a minute there is an advice: activities are for significant
    /// checkpoints, and nobody reaches twenty of a kind in a minute.
    public var publicationsPerMinute = 20

    /// The stated ones.
    public init() {}
  }

  /// An owner's side of the center.
  struct Scope {
    var activity: LiveUserActivity?
    var isActive = false
    /// When it was active last, as a number that grows; 0 if never.
    var recency: UInt64 = 0
    var conditions = ActivationConditions()
    var contribute: (@Sendable () async throws -> [String: ActivityValue])?
    /// In which order owners contribute.
    var order: UInt64 = 0
  }

  /// A current activity.
  struct Record {
    let live: LiveUserActivity
    /// What was donated, or saved since.
    var published: UserActivity
    let since: Instant
    let number: UInt64
  }

  /// Ties a program's activities to the engine that learns from them.
  ///
  /// - Parameters:
  ///   - application: Which program it is.
  ///   - user: Whose activities they are.
  ///   - recorder: Who keeps the donations.
  ///   - circumstances: The present context; the only clock.
  ///   - declaredActivityTypes: The types that the program declares; any other is refused then.
  ///   - policy: Limits, and when to advise.
  ///   - wait: How long a save waits for others to join it; if it throws, the save comes at once.
  public init(
    application: Application, user: UserIdentifier = .me, recorder: any DonationRecorder,
    circumstances: @escaping @Sendable () -> Context, declaredActivityTypes: [String]? = nil,
    policy: Policy = Policy(),
    wait: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .milliseconds(20)) }
  ) {
    self.application = application
    self.user = user
    self.recorder = recorder
    self.circumstances = circumstances
    self.declaredActivityTypes = declaredActivityTypes
    self.policy = policy
    self.wait = wait
  }

  /// What happens from now on; each call makes a stream of its own.
  ///
  /// A listener that is 256 events behind loses the oldest. The stream ends with the center.
  public nonisolated var events: AsyncStream<ActivityCenterEvent> { broadcast.stream() }

  /// Makes an activity current because something was done: the one before resigns, and this one is donated once.
  ///
  /// It is current for ``ActivityOwner/application``, until another one is. One that has expired is donated, since it
  /// happened, but not current.
  ///
  /// - Parameters:
  ///   - activity: What was done.
  ///   - context: In which circumstances; absent: the present ones.
  ///   - source: How it came about.
  /// - Throws: ``LiveActivityError/undeclaredActivityType(_:)``, ``PayloadError/tooLarge(size:limit:)``,
  ///   ``ActivityError/notFinite(field:)``, or what the recorder throws; then nothing changed.
  @discardableResult
  public func publish(
    _ activity: UserActivity, in context: Context? = nil, source: DonationSource = .user
  ) async throws -> Donation {
    try requireDeclared(activity.activityType)
    let turn = await takeTurn()
    defer { end(turn) }
    let occasion = Occasion(context: context ?? circumstances(), source: source, saves: false)
    let live = LiveUserActivity(activity, in: self)
    live.needsSave = false  // a value is complete: nobody is asked to fill it in
    if let donation = try await assign(live, to: .application, on: occasion) { return donation }
    return try await donate(stamped(activity), on: occasion)  // expired
  }

  /// Refuses a type that the program does not declare, if it declares any.
  nonisolated func requireDeclared(_ activityType: String) throws(LiveActivityError) {
    guard declaredActivityTypes?.contains(activityType) ?? true else {
      throw .undeclaredActivityType(activityType)
    }
  }

  func nextNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }
}
