public import Activities
public import Continuation
internal import Synchronization

/// A source that offers the current activities of a program's center to its advertiser.
///
/// ```swift
/// let source = ActivityCenterSource(center)
/// let advertiser = HandoffAdvertiser(application: center.application, source: source, transport: transport)
/// try await advertiser.start()
/// Task { await source.follow(center.events, for: advertiser) }
/// ```
public final class ActivityCenterSource: HandoffSource {
  private let center: ActivityCenter
  /// The offers by the center's token; the center gives an activity a new token when it becomes
  /// current again.
  private let offered = Mutex<[OfferedActivity.Token: HandoffToken]>([:])

  /// Creates a source that offers a center's current activities.
  public init(_ center: ActivityCenter) {
    self.center = center
  }

  /// Notifies an advertiser whenever the offers may have changed, until the events end or the task
  /// is cancelled.
  public func follow(_ events: AsyncStream<ActivityCenterEvent>, for advertiser: HandoffAdvertiser) async {
    for await event in events {
      switch event {
      // a save may change whether the activity is eligible
      case .becameCurrent, .resigned, .invalidated, .saved: await advertiser.offersChanged()
      default: continue
      }
    }
  }

  /// Returns the current activities that are eligible for hand-off, the front window's first.
  public func offers() async -> [HandoffAdvertisement] {
    let activities = await center.handoffActivities()
    return offered.withLock { offered in
      offered = offered.filter { known in activities.contains { $0.token == known.key } }
      return activities.compactMap { activity in
        let token = offered[activity.token] ?? HandoffToken()
        offered[activity.token] = token
        return try? HandoffAdvertisement(
          token: token, activityType: activity.activity.activityType,
          supportsContinuationStreams: activity.supportsContinuationStreams)
      }
    }
  }

  /// Returns the activity, freshly saved.
  public func activity(for token: HandoffToken) async throws -> UserActivity {
    do {
      return try await center.payload(for: try centerToken(token))
    } catch LiveActivityError.notOffered {
      throw HandoffError.withdrawn
    }
  }

  /// Notifies the activity's delegate.
  public func wasContinued(_ token: HandoffToken, by application: String) async {
    guard let token = try? centerToken(token) else { return }
    try? await center.wasContinued(token)  // it may have resigned meanwhile: then nobody has to be told
  }

  /// Passes the streams opened by the receiver to the activity's delegate.
  public func received(_ stream: HandoffStream, for token: HandoffToken) async {
    do {
      try await center.receive(ContinuationStreams(stream), for: try centerToken(token))
    } catch {
      await stream.close()
    }
  }

  private func centerToken(_ token: HandoffToken) throws(HandoffError) -> OfferedActivity.Token {
    guard let found = offered.withLock({ $0.first { $0.value == token }?.key }) else { throw .withdrawn }
    return found
  }
}
