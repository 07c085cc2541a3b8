public import Activities
internal import Continuation
internal import LogFormat

/// Offers the activities of a program to the user's other programs, and hands them over.
///
/// Only programs of the same publisher learn of offers, and before accepting one they learn only
/// its type. Call ``stop()`` when the program no longer needs it: it listens until then.
public actor HandoffAdvertiser {
  /// The program that offers activities.
  public nonisolated let application: Application
  private nonisolated let source: any HandoffSource
  private nonisolated let limits: HandoffLimits
  private nonisolated let timing: HandoffTiming
  private let transport: any HandoffTransport
  private var listener: (any HandoffListener)?
  private var isStarting = false
  /// The number of stops: a start that was overtaken by one does not begin to listen.
  private var stops = 0
  private var listening: Task<Void, Never>?
  private var connections = 0
  private var ledger = HandoffLedger()
  private var watchers: [Int: AsyncStream<[HandoffAdvertisement]>.Continuation] = [:]
  private var nextWatcher = 0
  /// The number of changes of the offers: an answer of the source from before the last one is
  /// outdated.
  private var changes = 0

  /// Creates an advertiser of a source's activities.
  ///
  /// - Parameters:
  ///   - application: The program that offers activities.
  ///   - source: Its activities.
  ///   - transport: The transport that others reach it by.
  ///   - limits: The limits on the cost of receivers.
  ///   - timing: The time that receivers may take.
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

  /// Starts offering.
  ///
  /// - Returns: The address at which others find it, which a program that also browses should
  ///   ignore.
  /// - Throws: ``HandoffError/alreadyStarted``, ``HandoffError/cancelled`` if it was stopped
  ///   meanwhile, or an error of the transport.
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

  /// Stops offering; conversations in progress are cut off, but open streams stay.
  public func stop() async {
    stops += 1
    listening?.cancel()
    await listener?.close()
    (listener, listening) = (nil, nil)
  }

  /// Sends the current offers to watchers; call it when an activity becomes current or stops being
  /// so.
  public func offersChanged() async {
    changes += 1
    let change = changes
    let offers = await standingOffers()
    guard change == changes else { return }  // a later call asks later, and tells
    for watcher in watchers.values { watcher.yield(offers) }
  }

  /// Returns the source's offers, without those that were already continued.
  private func standingOffers() async -> [HandoffAdvertisement] {
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

  // MARK: Watchers

  /// Adds a watcher of the offers, beginning with the current ones.
  private func addWatcher() async -> (Int, AsyncStream<[HandoffAdvertisement]>) {
    let (stream, continuation) = AsyncStream<[HandoffAdvertisement]>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    nextWatcher += 1
    let watcher = nextWatcher
    watchers[watcher] = continuation
    let change = changes
    let offers = await standingOffers()
    if change == changes { continuation.yield(offers) }  // else a change sends them
    return (watcher, stream)
  }

  private func removeWatcher(_ watcher: Int) {
    watchers.removeValue(forKey: watcher)?.finish()
  }

  // MARK: Serving

  /// The use of a connection after the origin has done its part.
  private enum ConnectionUse {
    /// The connection is closed.
    case done
    /// The connection is a stream, which belongs to the program.
    case stream
  }

  /// Talks with one receiver, until either side ends the conversation.
  private nonisolated func serve(_ conversation: Conversation) async {
    do throws(HandoffError) {
      let (application, request) = try await timing.limit(to: timing.answer) {
        () async throws(HandoffError) in
        let application = try await conversation.handshake(application: self.application, as: .origin)
        return (application, try await conversation.receiveUnlessEnded())
      }
      if try await answer(request, of: application, over: conversation) == .done {
        await conversation.connection.close()
      }
    } catch {
      await conversation.end(because: error)
      if error != .connectionUnavailable, error != .cancelled {
        await source.noticed(.connectionEnded(error))
      }
    }
  }

  private nonisolated func answer(
    _ request: Message?, of application: String, over conversation: Conversation
  ) async throws(HandoffError) -> ConnectionUse {
    switch request {
    case nil: return .done  // it only wanted to know who is here
    case .watch:
      try await showOffers(over: conversation)
      return .done
    case .accept(let token, let receipt, let limit):
      return try await handOver(token, receipt, limit: limit, to: application, over: conversation)
    case .acknowledge(let token, let receipt):
      return try await confirm(token, receipt, by: application, over: conversation)
    default: throw .violation(.outOfOrder)
    }
  }

  /// Sends all offers whenever they change, until the receiver ends the conversation; it must not
  /// send anything meanwhile.
  private nonisolated func showOffers(over conversation: Conversation) async throws(HandoffError) {
    let (watcher, changes) = await addWatcher()
    let outcome = await withTaskGroup(of: Result<Void, HandoffError>.self) { group in
      group.addTask {
        do throws(HandoffError) {
          for await offers in changes { try await conversation.send(.offers(offers)) }
          return .success(())
        } catch {
          return .failure(error)
        }
      }
      group.addTask {
        do throws(HandoffError) {
          guard try await conversation.receiveUnlessEnded() == nil else { throw .violation(.outOfOrder) }
          return .success(())
        } catch {
          return .failure(error)
        }
      }
      defer { group.cancelAll() }
      return await group.next() ?? .success(())
    }
    await removeWatcher(watcher)
    try outcome.get()
  }

  // MARK: Handing over

  /// Hands an activity to one receiver; meanwhile no other receiver gets it.
  private nonisolated func handOver(
    _ token: HandoffToken, _ receipt: Receipt, limit: Int, to receiver: String,
    over conversation: Conversation
  ) async throws(HandoffError) -> ConnectionUse {
    guard let offer = await claim(token, for: receipt) else {
      try await conversation.send(.refuse(.withdrawn))
      return .done
    }
    do throws(HandoffError) {
      let use = try await handOver(offer, receipt, limit: limit, to: receiver, over: conversation)
      await release(token, by: receipt)
      return use
    } catch {
      await release(token, by: receipt)
      throw error
    }
  }

  private nonisolated func handOver(
    _ offer: HandoffAdvertisement, _ receipt: Receipt, limit: Int, to receiver: String,
    over conversation: Conversation
  ) async throws(HandoffError) -> ConnectionUse {
    let payload: [UInt8]
    switch await self.payload(of: offer, limit: limit) {
    case .bytes(let bytes): payload = bytes
    case .refused(let refusal):
      await release(offer.token, by: receipt)  // first, so that the program refused can ask again
      try await conversation.send(.refuse(refusal))
      return .done
    }
    await willServe(offer.token, to: receipt)
    let verdict = try await timing.limit(to: timing.verdict) { () async throws(HandoffError) in
      try await conversation.send(.payload(payload))
      return try await conversation.receive()
    }
    switch verdict {
    case .acknowledge(offer.token, receipt):
      return try await confirm(offer.token, receipt, by: receiver, over: conversation)
    case .decline:
      await decline(offer.token, by: receipt)
      return .done
    default: throw .violation(.outOfOrder)
    }
  }

  private enum Payload {
    case bytes([UInt8])
    case refused(Refusal)
  }

  /// Returns the activity as bytes, freshly saved, or the reason why there are none.
  private nonisolated func payload(
    of offer: HandoffAdvertisement, limit: Int
  ) async -> Payload {
    let activity: UserActivity
    do throws(HandoffError) {
      activity = try await timing.limit(to: timing.verdict) { () async throws(HandoffError) in
        do { return try await self.source.activity(for: offer.token) } catch {
          throw error as? HandoffError ?? .originFailed
        }
      }
    } catch {
      return .refused(error == .withdrawn ? .withdrawn : .failed)
    }
    // the source chooses its offers, but an activity that forbids hand-off is still not handed over
    guard activity.isEligibleForHandoff else { return .refused(.withdrawn) }
    guard activity.activityType == offer.activityType else { return .refused(.failed) }
    let limit = min(limit, limits.payload)
    do throws(RecordError) {
      var measuring = LineLimits()
      measuring.length = .max  // how large it is, is told
      let bytes = try RecordEncoder(limits: measuring).encode(activity)
      guard bytes.count <= limit else { return .refused(.tooLarge(bytes: bytes.count, limit: limit)) }
      if bytes.count > limits.advisedPayload {
        await source.noticed(.payloadAboveAdvice(activityType: activity.activityType, bytes: bytes.count))
      }
      return .bytes(bytes)
    } catch {
      return .refused(.failed)
    }
  }

  /// Notifies the program once that its activity was continued, then confirms this to the receiver,
  /// then serves streams.
  private nonisolated func confirm(
    _ token: HandoffToken, _ receipt: Receipt, by receiver: String, over conversation: Conversation
  ) async throws(HandoffError) -> ConnectionUse {
    let offer: HandoffAdvertisement
    switch await acknowledge(token, by: receipt) {
    case .unknown:
      try await conversation.send(.refuse(.withdrawn))
      return .done
    case .repeated(let known): offer = known
    case .first(let new):
      offer = new
      await source.wasContinued(token, by: receiver)
      await offersChanged()
    }
    try await conversation.send(.noted)
    guard let request = try await conversation.receiveUnlessEnded() else { return .done }
    guard request == .openStream else { throw .violation(.outOfOrder) }
    guard offer.supportsContinuationStreams else {
      try await conversation.send(.refuse(.noStreams))
      return .done
    }
    try await conversation.send(.streamOpened)
    // from here on the stream belongs to the program, and outlives this conversation and the
    // advertiser
    Task { await source.received(HandoffStream(over: conversation), for: token) }
    return .stream
  }

  // MARK: The ledger

  private func claim(_ token: HandoffToken, for receipt: Receipt) async -> HandoffAdvertisement? {
    let offers = await standingOffers()
    return ledger.claim(token, for: receipt, standing: offers)
  }

  private func willServe(_ token: HandoffToken, to receipt: Receipt) {
    ledger.serve(token, to: receipt)
  }

  private func decline(_ token: HandoffToken, by receipt: Receipt) {
    ledger.decline(token, by: receipt)
  }

  private func release(_ token: HandoffToken, by receipt: Receipt) {
    ledger.release(token, by: receipt)
  }

  private func acknowledge(_ token: HandoffToken, by receipt: Receipt) -> HandoffLedger.Acknowledgement {
    ledger.acknowledge(token, by: receipt)
  }
}
