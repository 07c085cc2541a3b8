public import Activities
internal import Continuation
internal import Synchronization

/// Finds the activities of the user's other programs that this one can continue, and continues
/// them.
///
/// Only programs of the same publisher are heard, and only types that this program declares are
/// shown.
public actor HandoffBrowser {
  /// The program that continues.
  public nonisolated let application: Application
  /// The types that it declares.
  public nonisolated let activityTypes: Set<String>
  private nonisolated let dialer: Dialer
  /// The offers that were accepted here: being continued, or continued.
  ///
  /// Grows by one for each activity that the user continues.
  private var accepted: Set<HandoffToken> = []

  /// Looks for activities of some types.
  ///
  /// - Parameters:
  ///   - application: The program that continues.
  ///   - activityTypes: The types that it can continue.
  ///   - transport: The way to reach other programs.
  ///   - limits: The limits on what they may send.
  ///   - timing: The time that they may take.
  public init(
    application: Application, activityTypes: Set<String>, transport: any HandoffTransport,
    limits: HandoffLimits = HandoffLimits(), timing: HandoffTiming = HandoffTiming()
  ) {
    self.application = application
    self.activityTypes = activityTypes
    dialer = Dialer(application: application, transport: transport, limits: limits, timing: timing)
  }

  /// Continues an offered activity; the receiver hears of it in the order of ``HandoffReceiver``.
  ///
  /// An activity is delivered once for an offer, however often this is called and by however many
  /// programs: who comes second gets ``HandoffResult/withdrawn``. It is delivered first and
  /// acknowledged then, so that an activity is not lost with a program that dies over it: the
  /// origin goes on offering it.
  ///
  /// - Parameters:
  ///   - offer: The offer to accept.
  ///   - timeout: The time that it may take until the activity is here; what the receiver does with
  ///     it takes its own time, and telling the origin up to three times ``HandoffTiming/answer``
  ///     for each connection that gets lost.
  ///   - receiver: The receiver that continues it; absent: whoever called, with the result.
  public func accept(
    _ offer: HandoffOffer, within timeout: Duration = .seconds(30), receiver: (any HandoffReceiver)? = nil
  ) async -> HandoffResult {
    guard activityTypes.contains(offer.activityType) else { return .unknownType }
    guard accepted.insert(offer.token).inserted else { return .withdrawn }
    let result = await deliver(offer, within: timeout, to: receiver ?? DefaultReceiver())
    if case .delivered = result { return result }
    accepted.remove(offer.token)
    return result
  }

  private func deliver(
    _ offer: HandoffOffer, within timeout: Duration, to receiver: any HandoffReceiver
  ) async -> HandoffResult {
    await receiver.willContinue(activityType: offer.activityType)
    let acceptance = Acceptance(of: offer, by: dialer)
    var delivery: HandoffDelivery
    do {
      let (activity, application) = try await dialer.timing.limit(to: timeout) {
        () async throws(HandoffError) in
        try await acceptance.request()
      }
      delivery = HandoffDelivery(activity: activity, application: application, acceptance: acceptance)
    } catch {
      let result = HandoffResult(error)
      await acceptance.close()
      await receiver.didFailToContinue(activityType: offer.activityType, with: result)
      return result
    }
    var isContinued = await receiver.continueActivity(delivery)
    if !isContinued { isContinued = await acceptance.isAcknowledged }  // a stream was opened
    guard isContinued else {
      await acceptance.decline()
      return .declined
    }
    delivery.isConfirmed = await acceptance.acknowledge()
    return .delivered(delivery)
  }

  // MARK: offers

  /// The activities that can be continued here now, in a fixed order.
  ///
  /// Every program that listens is asked; one that cannot be reached, or is of another publisher,
  /// has nothing to offer.
  ///
  /// - Parameter ignored: The addresses that are not asked: this program's own
  ///   ``HandoffAdvertiser``.
  /// - Throws: What the transport throws if it cannot tell who listens.
  public nonisolated func offers(ignoring ignored: Set<HandoffAddress> = []) async throws(HandoffError)
    -> [HandoffOffer]
  {
    let addresses = try await dialer.transport.addresses().subtracting(ignored)
    return await withTaskGroup(of: [HandoffOffer].self) { group in
      for address in addresses {
        group.addTask { (try? await self.offers(at: address)) ?? [] }
      }
      var all: [HandoffOffer] = []
      for await offers in group { all += offers }
      return all.sorted()
    }
  }

  /// The activities that can be continued here, now and whenever they change; ends when its reader
  /// does.
  ///
  /// Programs tell of their changes at once; programs that began to listen are found every
  /// ``HandoffTiming/scan``. A slow reader gets the newest list only. The first list comes as soon
  /// as one program has answered; a transport that cannot tell who listens finds nobody here, and
  /// ``offers(ignoring:)`` throws why.
  public nonisolated func updates(ignoring ignored: Set<HandoffAddress> = []) -> AsyncStream<[HandoffOffer]> {
    let (stream, continuation) = AsyncStream<[HandoffOffer]>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let board = OfferBoard(continuation)
    let task = Task {
      await withDiscardingTaskGroup { group in
        while !Task.isCancelled {
          let addresses = (try? await self.dialer.transport.addresses()) ?? []
          for address in board.admit(addresses.subtracting(ignored)) {
            group.addTask { await self.watch(address, for: board) }
          }
          do { try await self.dialer.timing.sleep(self.dialer.timing.scan) } catch { break }
        }
        group.cancelAll()
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  private nonisolated func offers(at address: HandoffAddress) async throws(HandoffError) -> [HandoffOffer] {
    let (conversation, application) = try await dialer.dial(address)
    let offers = try await conversation.attempt(within: dialer.timing.answer) {
      () async throws(HandoffError) in
      try await conversation.send(.watch)
      return try await conversation.receiveOffers()
    }
    await conversation.connection.close()
    return suitable(offers, of: application, at: address)
  }

  /// Puts the offers of one program on the board, until it ends or breaks the protocol.
  private nonisolated func watch(_ address: HandoffAddress, for board: OfferBoard) async {
    do throws(HandoffError) {
      let (conversation, application) = try await dialer.dial(address)
      try await conversation.attempt { () async throws(HandoffError) in
        try await conversation.send(.watch)
        while true {
          let offers = try await conversation.receiveOffers()
          board.show(self.suitable(offers, of: application, at: address), of: address)
        }
      }
    } catch {
      // who cannot be reached may come back; who is of another publisher, or broke the protocol, is
      // not asked again
      let mayReturn = [.connectionUnavailable, .tooManyConnections, .timedOut].contains(error)
      board.remove(address, forGood: !mayReturn)
    }
  }

  private nonisolated func suitable(
    _ offers: [HandoffAdvertisement], of application: String, at address: HandoffAddress
  ) -> [HandoffOffer] {
    offers.filter { activityTypes.contains($0.activityType) }.map { offer in
      HandoffOffer(
        token: offer.token, activityType: offer.activityType,
        supportsContinuationStreams: offer.supportsContinuationStreams, application: application,
        address: address)
    }
  }
}

/// The offers of all programs that are watched.
private final class OfferBoard: Sendable {
  private struct State {
    var watched: Set<HandoffAddress> = []
    var offers: [HandoffAddress: [HandoffOffer]] = [:]
    var shown: [HandoffOffer]?
  }

  private let state = Mutex(State())
  private let continuation: AsyncStream<[HandoffOffer]>.Continuation

  init(_ continuation: AsyncStream<[HandoffOffer]>.Continuation) {
    self.continuation = continuation
  }

  /// Returns the addresses that are not watched yet, and are from now on; those that are no longer
  /// listened to may be forgotten.
  func admit(_ addresses: Set<HandoffAddress>) -> Set<HandoffAddress> {
    state.withLock { state in
      state.watched.formIntersection(addresses.union(state.offers.keys))
      defer { state.watched.formUnion(addresses) }
      return addresses.subtracting(state.watched)
    }
  }

  func show(_ offers: [HandoffOffer], of address: HandoffAddress) {
    state.withLock { state in
      state.offers[address] = offers
      yield(&state)
    }
  }

  func remove(_ address: HandoffAddress, forGood: Bool) {
    state.withLock { state in
      if !forGood { state.watched.remove(address) }
      if state.offers.removeValue(forKey: address) != nil { yield(&state) }
    }
  }

  /// Tells the reader, in the order in which the state changes.
  private func yield(_ state: inout State) {
    let all = state.offers.values.joined().sorted()
    guard all != state.shown else { return }
    state.shown = all
    continuation.yield(all)
  }
}
