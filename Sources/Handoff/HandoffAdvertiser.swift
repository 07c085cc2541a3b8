public import Activities

/// Offers the activities of a program to the user's other programs, and hands them over.
///
/// Only programs of the same publisher hear of anything; before one accepts, it hears the type alone. Call ``stop()`` when
/// the program is done with it: it listens until then.
public actor HandoffAdvertiser {
  /// Which program offers.
  public nonisolated let application: Application
  nonisolated let source: any HandoffSource
  nonisolated let limits: HandoffLimits
  nonisolated let timing: HandoffTiming
  private let transport: any HandoffTransport
  private var listener: (any HandoffListener)?
  private var isStarting = false
  /// Counts the stops: a start that one of them overtook does not begin to listen.
  private var stops = 0
  private var listening: Task<Void, Never>?
  private var connections = 0
  var ledger = HandoffLedger()
  private var watchers: [Int: AsyncStream<[HandoffAdvertisement]>.Continuation] = [:]
  private var nextWatcher = 0
  /// How often the offers have changed: who asked the source before the last change has an old answer.
  private var changes = 0

  /// Offers what a source has.
  ///
  /// - Parameters:
  ///   - application: The program that offers.
  ///   - source: Its activities.
  ///   - transport: How it is reached.
  ///   - limits: What receivers may cost.
  ///   - timing: How long they may take.
  public init(
    application: Application, source: any HandoffSource, transport: any HandoffTransport,
    limits: HandoffLimits = HandoffLimits(), timing: HandoffTiming = HandoffTiming()
  ) {
    self.application = application
    self.source = source
    self.transport = transport
    self.limits = limits
    self.timing = timing
  }

  /// Begins to offer.
  ///
  /// - Returns: Where others find it; a program that also browses ignores it there.
  /// - Throws: ``HandoffError/alreadyStarted``, ``HandoffError/cancelled`` if it was stopped meanwhile, and what the transport
  ///   throws.
  @discardableResult
  public func start() async throws(HandoffError) -> HandoffAddress {
    guard listener == nil, !isStarting else { throw .alreadyStarted }
    isStarting = true
    defer { isStarting = false }
    let stops = stops
    let listener = try await transport.listen(as: application.identifier, limits: limits)
    guard stops == self.stops else {
      await listener.close()
      throw .cancelled
    }
    self.listener = listener
    listening = Task { await self.serve(listener) }
    return listener.address
  }

  /// Stops offering; who was being served is cut off, streams that are open stay.
  public func stop() async {
    stops += 1
    listening?.cancel()
    await listener?.close()
    (listener, listening) = (nil, nil)
  }

  /// Tells whoever watches what is offered now; to be called when an activity becomes current, or is so no more.
  public func offersChanged() async {
    changes += 1
    let change = changes
    let offers = await standingOffers()
    guard change == changes else { return }  // a later call asks later, and tells
    for watcher in watchers.values { watcher.yield(offers) }
  }

  /// What the source offers, without what was continued already.
  func standingOffers() async -> [HandoffAdvertisement] {
    let offers = await source.offers()
    return Array(offers.filter { !ledger.isContinued($0.token) }.prefix(limits.offers))
  }

  private nonisolated func serve(_ listener: any HandoffListener) async {
    await withDiscardingTaskGroup { group in
      for await connection in listener.connections {
        let conversation = Conversation(connection: connection, limits: limits, timing: timing)
        guard await admit() else {
          await conversation.end(because: .tooManyConnections)
          continue
        }
        group.addTask {
          await self.serve(conversation)
          await self.leave()
        }
      }
    }
  }

  private func admit() -> Bool {
    guard connections < limits.connections else { return false }
    connections += 1
    return true
  }

  private func leave() {
    connections -= 1
  }

  // MARK: watchers

  /// Lets somebody watch the offers, beginning with those of now.
  func addWatcher() async -> (Int, AsyncStream<[HandoffAdvertisement]>) {
    let (stream, continuation) = AsyncStream<[HandoffAdvertisement]>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    nextWatcher += 1
    let watcher = nextWatcher
    watchers[watcher] = continuation
    let change = changes
    let offers = await standingOffers()
    if change == changes { continuation.yield(offers) }  // else it was told meanwhile, or will be
    return (watcher, stream)
  }

  func removeWatcher(_ watcher: Int) {
    watchers.removeValue(forKey: watcher)?.finish()
  }
}
