public import Activities

/// Finds the activities of the user's other programs that this one can continue, and continues them.
///
/// Only programs of the same publisher are heard, and only types that this program declares are shown.
public actor HandoffBrowser {
  /// Which program continues.
  public nonisolated let application: Application
  /// The types that it declares.
  public nonisolated let activityTypes: Set<String>
  nonisolated let dialer: Dialer
  /// What was accepted here: being continued, or continued.
  ///
  /// Grows by one for each activity that the user continues.
  private var accepted: Set<HandoffToken> = []

  /// Looks for activities of some types.
  ///
  /// - Parameters:
  ///   - application: The program that continues.
  ///   - activityTypes: The types that it can continue.
  ///   - transport: How it reaches other programs.
  ///   - limits: What they may send.
  ///   - timing: How long they may take.
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
  /// An activity is delivered once for an offer, however often this is called and by however many programs: who comes
  /// second gets ``HandoffResult/withdrawn``. It is delivered first and acknowledged then, so that an activity is not lost
  /// with a program that dies over it: the origin goes on offering it.
  ///
  /// - Parameters:
  ///   - offer: What is accepted.
  ///   - timeout: How long it may take until the activity is here; what the receiver does with it takes its own time, and
  ///     telling the origin up to three times ``HandoffTiming/answer`` for each connection that gets lost.
  ///   - receiver: Who continues it; absent: whoever called, with the result.
  public func accept(
    _ offer: HandoffOffer, within timeout: Duration = .seconds(30), receiver: (any HandoffReceiver)? = nil
  ) async -> HandoffResult {
    guard activityTypes.contains(offer.activityType) else { return .unknownType }
    guard accepted.insert(offer.token).inserted else { return .withdrawn }
    let result = await deliver(offer, within: timeout, to: receiver ?? WillingReceiver())
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
}
