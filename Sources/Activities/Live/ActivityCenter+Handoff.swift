/// What a transport asks: it offers types first, and fetches the payload when somebody wants to continue.
extension ActivityCenter {
  /// The current activities that are eligible for hand-off and not expired; the front owner's first, then the newest.
  public func handoffActivities() -> [OfferedActivity] {
    purgeExpired()
    let front = frontOwner.flatMap { scopes[$0]?.activity }
    return records.values
      .sorted { ($0.live === front ? 1 : 0, $0.number) > ($1.live === front ? 1 : 0, $1.number) }
      .filter { $0.live.isCurrent && $0.live.isEligibleForHandoff }
      .map {
        OfferedActivity(
          token: OfferedActivity.Token(number: $0.number), activity: present($0.live),
          supportsContinuationStreams: $0.live.supportsContinuationStreams)
      }
  }

  /// The activity with its payload as it is now; if it needs a save, that comes first.
  ///
  /// - Throws: ``LiveActivityError/notOffered`` if it is no longer offered, ``PayloadError/tooLarge(size:limit:)``,
  ///   ``ActivityError/notFinite(field:)``.
  public func payload(for token: OfferedActivity.Token) async throws -> UserActivity {
    let turn = await takeTurn()
    defer { end(turn) }
    await refresh(try offered(token))
    return try stamped(offered(token).snapshot)
  }

  /// Says that an activity was continued elsewhere: its delegate and the listeners are told.
  ///
  /// - Throws: ``LiveActivityError/notOffered`` if it is no longer offered.
  public func wasContinued(_ token: OfferedActivity.Token) async throws {
    let live = try offered(token)
    live.broadcast.send(.wasContinued)
    broadcast.send(.wasContinued(present(live)))
    await live.delegate?.userActivityWasContinued(live)
  }

  /// Gives the activity the streams that whoever continues it opened.
  ///
  /// - Throws: ``LiveActivityError/notOffered``, or ``LiveActivityError/continuationStreamsUnsupported`` if the activity does
  ///   not support streams.
  public func receive(_ streams: ContinuationStreams, for token: OfferedActivity.Token) async throws {
    let live = try offered(token)
    guard live.supportsContinuationStreams else { throw LiveActivityError.continuationStreamsUnsupported }
    live.broadcast.send(.receivedStreams(streams))
    await live.delegate?.userActivity(live, didReceive: streams)
  }

  private func offered(_ token: OfferedActivity.Token) throws(LiveActivityError) -> LiveUserActivity {
    purgeExpired()
    guard let record = records.values.first(where: { $0.number == token.number }),
      record.live.isCurrent, record.live.isEligibleForHandoff
    else { throw .notOffered }
    return record.live
  }
}
