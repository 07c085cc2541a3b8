internal import Activities
internal import DonationCodec

extension HandoffAdvertiser {
  /// Hands an activity to one receiver; as long as that goes on, nobody else gets it.
  nonisolated func handOver(
    _ token: HandoffToken, _ receipt: Receipt, limit: Int, to receiver: String,
    over conversation: Conversation
  ) async throws(HandoffError) -> Ending {
    guard let offer = await claim(token, for: receipt) else {
      try await conversation.send(.refuse(.withdrawn))
      return .done
    }
    do throws(HandoffError) {
      let ending = try await handOver(offer, receipt, limit: limit, to: receiver, over: conversation)
      await release(token, by: receipt)
      return ending
    } catch {
      await release(token, by: receipt)
      throw error
    }
  }

  private nonisolated func handOver(
    _ offer: HandoffAdvertisement, _ receipt: Receipt, limit: Int, to receiver: String,
    over conversation: Conversation
  ) async throws(HandoffError) -> Ending {
    let payload: [UInt8]
    switch await self.payload(of: offer, limit: limit) {
    case .bytes(let bytes): payload = bytes
    case .refused(let refusal):
      await release(offer.token, by: receipt)  // first, so that whoever hears of it can ask again
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

  /// The activity as bytes, saved freshly; or why there are none.
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
    // the source decides what it offers; what its activity forbids is not handed over all the same
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

  /// Tells the program that its activity was continued, once; then the receiver that it knows; then come streams.
  nonisolated func confirm(
    _ token: HandoffToken, _ receipt: Receipt, by receiver: String, over conversation: Conversation
  ) async throws(HandoffError) -> Ending {
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
    // from here on the stream is the program's: it does not end with this conversation, nor when the advertiser stops
    Task { await source.received(HandoffStream(over: conversation), for: token) }
    return .handedToStream
  }

  // MARK: the ledger

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
