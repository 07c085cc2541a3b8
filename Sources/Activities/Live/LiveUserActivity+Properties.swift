public import Foundation
internal import Synchronization

/// What can be wrong when it is set, and what a value has not.
extension LiveUserActivity {
  /// Sets the web page that shows the same thing.
  ///
  /// - Throws: ``ActivityError/notWebURL(field:)``; then nothing changed.
  public func setWebpageURL(_ url: URL?) throws(ActivityError) {
    try update { activity throws(ActivityError) in try activity.setWebpageURL(url) }
  }

  /// Sets where the user came from.
  ///
  /// - Throws: ``ActivityError/notWebURL(field:)``; then nothing changed.
  public func setReferrerURL(_ url: URL?) throws(ActivityError) {
    try update { activity throws(ActivityError) in try activity.setReferrerURL(url) }
  }

  /// Merges entries into `userInfo`; of equal keys the new value wins.
  ///
  /// - Throws: ``ActivityError/notFinite(field:)`` if a number is not finite; then none was merged.
  public func addUserInfoEntries(from entries: [String: ActivityValue]?) throws(ActivityError) {
    try update { activity throws(ActivityError) in try activity.addUserInfoEntries(from: entries) }
  }

  /// Makes a value the whole `userInfo`; see ``UserActivity/setTypedPayload(_:)``.
  ///
  /// - Throws: ``PayloadError``; then nothing changed.
  public func setTypedPayload(_ payload: some Encodable) throws(PayloadError) {
    // A program's own code runs in the encoder, so no lock is held meanwhile.
    let userInfo = try UserInfoEncoder().encode(payload)
    state.withLock { $0.activity.userInfo = userInfo }
  }

  /// Reads `userInfo` as a value; see ``UserActivity/typedPayload(_:)``.
  ///
  /// - Throws: ``PayloadError/undecodable(path:_:)``.
  public func typedPayload<Payload: Decodable>(_ type: Payload.Type = Payload.self) throws(PayloadError)
    -> Payload
  {
    try snapshot.typedPayload(type)
  }

  /// Whether whoever continues the activity may open streams back; off by default.
  public var supportsContinuationStreams: Bool {
    get { state.withLock { $0.supportsContinuationStreams } }
    set { state.withLock { $0.supportsContinuationStreams = newValue } }
  }

  /// Who is told before a save and after a continuation; not kept alive.
  public var delegate: (any LiveUserActivityDelegate)? {
    get { state.withLock { $0.delegate } }
    set { state.withLock { $0.delegate = newValue } }
  }

  /// What happens to the activity from now on; each call makes a stream of its own.
  ///
  /// A listener that is 256 events behind loses the oldest.
  public var events: AsyncStream<LiveUserActivityEvent> { broadcast.stream() }

  /// Opens streams to where the activity was begun.
  ///
  /// - Throws: ``LiveActivityError/continuationStreamsUnsupported`` (Cocoa 3328) if the activity was not continued from
  ///   elsewhere, or that side supports no streams; else what opening throws.
  public func continuationStreams() async throws -> ContinuationStreams {
    guard let provider = state.withLock({ $0.streamProvider }) else {
      throw LiveActivityError.continuationStreamsUnsupported
    }
    return try await provider.openStreams()
  }
}

extension LiveUserActivity: Equatable {
  /// Whether both are the same activity again: equal type and equal values of the required keys, at this moment.
  ///
  /// Whether they are one object is asked with `===`. There is no hash, because the answer may change.
  public static func == (left: LiveUserActivity, right: LiveUserActivity) -> Bool {
    left === right || left.snapshot.identity == right.snapshot.identity
  }
}
