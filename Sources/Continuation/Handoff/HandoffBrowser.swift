public import Activities
internal import Continuation
internal import Synchronization

/// Finds activities of the user's other programs that this one can continue, and continues them.
///
/// It sees only programs of the same publisher, and shows only types that this program declares.
public actor HandoffBrowser {
  /// The program that continues activities.
  public nonisolated let application: Application
  /// The types that it declares.
  public nonisolated let activityTypes: Set<String>
  private nonisolated let dialer: Dialer
  /// The offers accepted here, being continued or continued.
  ///
  /// It grows by one for each activity that the user continues.
  private var accepted: Set<HandoffToken> = []

  /// Creates a browser for activities of some types.
  ///
  /// - Parameters:
  ///   - application: The program that continues activities.
  ///   - activityTypes: The types that it can continue.
  ///   - transport: The transport to other programs.
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

  /// Continues an offered activity; the receiver is called in the order of ``HandoffReceiver``.
  ///
  /// An activity is delivered once per offer, however often this is called and by however many
  /// programs: later calls return ``HandoffResult/withdrawn``. It is delivered first and
  /// acknowledged afterwards, so that it is not lost if the program dies meanwhile: then the origin
  /// still offers it.
  ///
  /// - Parameters:
  ///   - offer: The offer to accept.
  ///   - timeout: The maximum time until the activity arrives. The receiver's own work takes
  ///     additional time, and notifying the origin up to three times ``HandoffTiming/answer`` per
  ///     lost connection.
  ///   - receiver: The receiver that continues it; by default the caller, with the result.
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

  // MARK: Offers

  /// Returns the activities that can be continued here now, in a fixed order.
  ///
  /// It asks every listening program; one that cannot be reached, or is from another publisher, has
  /// no offers.
  ///
  /// - Parameter ignored: The addresses to skip, such as this program's own ``HandoffAdvertiser``.
  /// - Throws: An error of the transport if it cannot list the listening programs.
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

  /// Returns a stream of the activities that can be continued here, now and whenever they change;
  /// it ends with its reader.
  ///
  /// Changes arrive at once. New programs are found every ``HandoffTiming/scan``. A slow reader
  /// gets only the newest list. The first list comes as soon as one program has answered. If the
  /// transport cannot list the listening programs, this finds none, and ``offers(ignoring:)``
  /// throws the reason.
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

  /// Collects the offers of one program on the board, until it ends or breaks the protocol.
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
      // an unreachable program may come back; one from another publisher, or that broke the
      // protocol, is not asked again
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

/// The offers of all watched programs.
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

  /// Returns the addresses that are not watched yet, and marks them as watched; addresses without a
  /// listener may be forgotten.
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

  /// Yields the offers to the reader, in order of the changes.
  private func yield(_ state: inout State) {
    let all = state.offers.values.joined().sorted()
    guard all != state.shown else { return }
    state.shown = all
    continuation.yield(all)
  }
}
