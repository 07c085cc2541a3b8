public import Activities
public import Foundation
internal import Synchronization

/// An activity that the user is doing now: the live object that `NSUserActivity` is on Apple
/// systems.
///
/// It has all properties of ``UserActivity`` under the same names; ``snapshot`` is the value.
/// Change it from anywhere: each access is atomic, and ``update(_:)`` combines several changes.
/// Nothing is stored, offered or sent before ``becomeCurrent(source:)``.
///
/// ```swift
/// let activity = try LiveUserActivity(activityType: "org.example.reader.read", in: center)
/// activity.title = "Read Middlemarch"
/// activity.userInfo = ["book": "middlemarch", "page": 12]
/// activity.requiredUserInfoKeys = ["book"]
/// activity.isEligibleForPrediction = true
/// try await activity.becomeCurrent()
/// ```
///
/// - Important: The eligibility of a new live activity is that of a new `NSUserActivity`: hand-off
///   **on**, search, public indexing and prediction **off**. A ``UserActivity`` created directly,
///   and a line of the log, have the opposite defaults: prediction on, the rest off, because they
///   exist to be suggested.
///
/// The center keeps the current activity alive, so the program need not; the activity does not keep
/// the center alive.
@dynamicMemberLookup
public final class LiveUserActivity: Sendable {
  private struct State {
    var activity: UserActivity
    var needsSave = true
    var isValid = true
    var phase = Phase.dormant
    var isSaveScheduled = false
    var supportsContinuationStreams = false
    var streamProvider: (any ContinuationStreamProvider)?
    /// Its donation from when it last became current, updated by saves; nil after the program
    /// resigned it.
    var donation: Donation?
    /// Its last owner, to which it returns.
    var lastOwner: ActivityOwner?
    weak var delegate: (any LiveUserActivityDelegate)?
    weak var center: ActivityCenter?

    var isSaveDue: Bool { needsSave && isValid && phase == .current && !isSaveScheduled }

    mutating func scheduleSave() -> ActivityCenter? {
      isSaveScheduled = true
      return center
    }
  }

  /// Its stage in becoming current.
  private enum Phase {
    case dormant, becoming, current
  }

  private let state: Mutex<State>
  let broadcast = Broadcast<LiveUserActivityEvent>()

  init(
    _ activity: UserActivity, in center: ActivityCenter,
    streamProvider: (any ContinuationStreamProvider)? = nil
  ) {
    state = Mutex(State(activity: activity, streamProvider: streamProvider, center: center))
  }

  /// Creates an activity of a type for a center; it is not current.
  ///
  /// - Throws: ``ActivityError/invalidActivityType`` if the type is empty or malformed,
  ///   ``LiveActivityError/undeclaredActivityType(_:)`` if the center's program declares its types
  ///   and this is not one of them.
  public convenience init(activityType: String, in center: ActivityCenter) throws {
    var activity = try UserActivity(activityType: activityType)
    try center.requireDeclared(activityType)
    activity.isEligibleForPrediction = false
    activity.isEligibleForHandoff = true
    self.init(activity, in: center)
  }

  /// Creates an activity of the first type that the program declares.
  ///
  /// - Throws: ``LiveActivityError/noActivityTypeDeclared`` if it declares none.
  public convenience init(in center: ActivityCenter) throws {
    guard let first = center.declaredActivityTypes?.first else {
      throw LiveActivityError.noActivityTypeDeclared
    }
    try self.init(activityType: first, in: center)
  }

  /// Creates an activity to be continued here, in the state at its origin; it is not current.
  ///
  /// - Parameters:
  ///   - activity: The activity that was handed over.
  ///   - center: The center in which it may become current.
  ///   - streams: Opens streams back to its origin; nil if the origin supports none.
  /// - Throws: ``LiveActivityError/undeclaredActivityType(_:)``.
  public convenience init(
    continuing activity: UserActivity, in center: ActivityCenter,
    streams: (any ContinuationStreamProvider)? = nil
  ) throws {
    try center.requireDeclared(activity.activityType)
    self.init(activity, in: center, streamProvider: streams)
  }

  /// The activity's present state as a value.
  public var snapshot: UserActivity {
    state.withLock { $0.activity }
  }

  /// Accesses a read-only property of ``UserActivity``.
  public subscript<Value: Sendable>(dynamicMember property: KeyPath<UserActivity, Value>) -> Value {
    state.withLock { $0.activity[keyPath: property] }
  }

  /// Accesses a property of ``UserActivity``.
  ///
  /// Reading and writing are atomic separately; for `activity.keywords.insert(…)` use
  /// ``update(_:)`` if several tasks change it. No change affects ``needsSave``.
  public subscript<Value: Sendable>(dynamicMember property: WritableKeyPath<UserActivity, Value>) -> Value {
    get { state.withLock { $0.activity[keyPath: property] } }
    set { state.withLock { $0.activity[keyPath: property] = newValue } }
  }

  /// Makes several changes at once, or none if they throw.
  ///
  /// The closure runs under the activity's lock: change only its argument, and never access the
  /// live activity in it.
  @discardableResult
  public func update<Result: Sendable, Failure: Error>(
    _ change: (inout UserActivity) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try state.withLock { state throws(Failure) in
      var activity = state.activity
      let result = try change(&activity)
      state.activity = activity
      return result
    }
  }

  // MARK: Properties

  /// Sets the web page with the same content.
  ///
  /// - Throws: ``ActivityError/notWebURL(field:)``; then nothing changed.
  public func setWebpageURL(_ url: URL?) throws(ActivityError) {
    try update { activity throws(ActivityError) in try activity.setWebpageURL(url) }
  }

  /// Sets the page that the user came from.
  ///
  /// - Throws: ``ActivityError/notWebURL(field:)``; then nothing changed.
  public func setReferrerURL(_ url: URL?) throws(ActivityError) {
    try update { activity throws(ActivityError) in try activity.setReferrerURL(url) }
  }

  /// Merges entries into `userInfo`; for equal keys the new value wins.
  ///
  /// - Throws: ``ActivityError/notFinite(field:)`` if a number is not finite; then nothing was
  ///   merged.
  public func addUserInfoEntries(from entries: [String: ActivityValue]?) throws(ActivityError) {
    try update { activity throws(ActivityError) in try activity.addUserInfoEntries(from: entries) }
  }

  /// Replaces `userInfo` with an encoded value; see ``UserActivity/setTypedPayload(_:)``.
  ///
  /// - Throws: ``PayloadError``; then nothing changed.
  public func setTypedPayload(_ payload: some Encodable) throws(PayloadError) {
    // The encoder runs the program's own code, so no lock is held.
    let userInfo = try UserInfoEncoder().encode(payload)
    state.withLock { $0.activity.userInfo = userInfo }
  }

  /// Decodes `userInfo` as a value; see ``UserActivity/typedPayload(_:)``.
  ///
  /// - Throws: ``PayloadError/undecodable(path:_:)``.
  public func typedPayload<Payload: Decodable>(_ type: Payload.Type = Payload.self) throws(PayloadError)
    -> Payload
  {
    try snapshot.typedPayload(type)
  }

  /// A Boolean value that indicates whether the continuing side may open streams back; off by
  /// default.
  public var supportsContinuationStreams: Bool {
    get { state.withLock { $0.supportsContinuationStreams } }
    set { state.withLock { $0.supportsContinuationStreams = newValue } }
  }

  /// The delegate, notified before a save and after a continuation; it is not kept alive.
  public var delegate: (any LiveUserActivityDelegate)? {
    get { state.withLock { $0.delegate } }
    set { state.withLock { $0.delegate = newValue } }
  }

  /// The events of the activity from now on; each access creates a separate stream.
  ///
  /// A reader that is 256 events behind loses the oldest.
  public var events: AsyncStream<LiveUserActivityEvent> { broadcast.stream() }

  /// Opens streams to the activity's origin.
  ///
  /// - Throws: ``LiveActivityError/continuationStreamsUnsupported`` (Cocoa 3328) if the activity
  ///   was not continued from elsewhere, or the origin supports no streams; otherwise an error of
  ///   opening them.
  public func continuationStreams() async throws -> ContinuationStreams {
    guard let provider = state.withLock({ $0.streamProvider }) else {
      throw LiveActivityError.continuationStreamsUnsupported
    }
    return try await provider.openStreams()
  }

  // MARK: Being current

  /// A Boolean value that indicates whether the user is doing it now, as far as its center knows.
  ///
  /// An expired activity stays current until the next call to its center, because it reads no
  /// clock.
  public var isCurrent: Bool { state.withLock { $0.isValid && $0.phase == .current } }

  /// A Boolean value that indicates whether it may become current; ``invalidate()`` ends that
  /// permanently.
  public var isValid: Bool { state.withLock { $0.isValid } }

  /// A Boolean value that indicates whether its state is newer than the last save.
  ///
  /// It is true for a new activity, and no other property affects it. Setting it while the activity
  /// is current causes one save soon, however often it is set until then. It is cleared before the
  /// save calls any code.
  public var needsSave: Bool {
    get { state.withLock { $0.needsSave } }
    set {
      let center = state.withLock { state -> ActivityCenter? in
        state.needsSave = newValue
        return state.isSaveDue ? state.scheduleSave() : nil
      }
      center?.scheduleSave(of: self)
    }
  }

  /// Registers the activity with its center, as the one that the user is doing now.
  ///
  /// First it is saved (one call of ``LiveUserActivityDelegate/userActivityWillSave(_:)``), so that
  /// the donation contains the saved state. Then it is donated, whatever it is eligible for,
  /// because it happened. Then the previous activity in the same scope resigns and this one becomes
  /// current. An activity with an owner returns to that owner; any other belongs to
  /// ``ActivityOwner/application``.
  ///
  /// After ``resignCurrent()`` it may become current again: then the user does it again, and it is
  /// donated again. An owner that merely returns to the front (``ActivityCenter/activate(_:)``)
  /// donates only if the activity has become another.
  ///
  /// - Parameter source: The way in which it came about; `.suggestion` for one continued from a
  ///   suggestion.
  /// - Returns: The donation, or nil if it is already current, invalid or expired.
  /// - Throws: ``PayloadError/tooLarge(size:limit:)``, ``ActivityError/notFinite(field:)``,
  ///   ``LiveActivityError/centerIsGone``, or an error of the recorder; then it is not current, and
  ///   the previous one still is.
  @discardableResult
  public func becomeCurrent(source: DonationSource = .user) async throws -> Donation? {
    try await requireCenter().becomeCurrent(self, source: source)
  }

  /// Stops being current, and may become current again.
  ///
  /// Its center and owners release it.
  public func resignCurrent() async {
    await state.withLock { $0.center }?.resign(self)
  }

  /// Ends the activity permanently: it is no longer offered and never becomes current again.
  ///
  /// Its properties can still be read and set.
  public func invalidate() async {
    let (wasValid, center) = state.withLock { state in
      defer { state.isValid = false }
      return (state.isValid, state.center)
    }
    guard wasValid else { return }
    await center?.withdraw(self)
    broadcast.send(.invalidated)
  }

  private func requireCenter() throws(LiveActivityError) -> ActivityCenter {
    guard let center = state.withLock({ $0.center }) else { throw .centerIsGone }
    return center
  }

  // MARK: Transitions that its center causes

  /// Starts becoming current, unless it already is or is about to be.
  func startBecoming() -> Bool {
    state.withLock { state in
      guard state.isValid, state.phase == .dormant else { return false }
      state.phase = .becoming
      return true
    }
  }

  /// Becomes current if it is still valid; a save requested on the way is then due.
  ///
  /// - Parameter donation: Its donation, or `nil` if its owner only returned to it.
  func arrive(with donation: Donation?) -> Bool {
    let (hasArrived, center) = state.withLock { state -> (Bool, ActivityCenter?) in
      guard state.phase == .becoming else { return (false, nil) }
      guard state.isValid else {
        state.phase = .dormant
        return (false, nil)
      }
      state.phase = .current
      state.donation = donation ?? state.donation
      return (true, state.isSaveDue ? state.scheduleSave() : nil)
    }
    center?.scheduleSave(of: self)
    return hasArrived
  }

  /// Waits for its owner, who left while it was being donated, so that returning does not donate it
  /// again.
  func wait(with donation: Donation?) {
    state.withLock { ($0.phase, $0.donation) = (.dormant, donation ?? $0.donation) }
  }

  var isBecoming: Bool { state.withLock { $0.phase == .becoming } }

  /// Stops becoming current, unless a delegate has changed its stage meanwhile.
  func stopBecoming() {
    state.withLock { if $0.phase == .becoming { $0.phase = .dormant } }
  }

  func becomeDormant() {
    state.withLock { $0.phase = .dormant }
  }

  func forgetDonation() {
    state.withLock { $0.donation = nil }
  }

  var donation: Donation? { state.withLock { $0.donation } }

  /// Replaces a donation, unless the activity was donated again or resigned meanwhile.
  func renew(_ old: Donation, with new: Donation) {
    state.withLock { if $0.donation == old { $0.donation = new } }
  }

  var lastOwner: ActivityOwner? {
    get { state.withLock { $0.lastOwner } }
    set { state.withLock { $0.lastOwner = newValue } }
  }

  var center: ActivityCenter? { state.withLock { $0.center } }

  func startSaving() {
    state.withLock { ($0.needsSave, $0.isSaveScheduled) = (false, false) }
  }

  /// A Boolean value that indicates whether a task is about to save it.
  var isSaveScheduled: Bool { state.withLock { $0.isSaveScheduled } }

  /// Notes that the scheduled task has started, so that the next request needs another one, whether
  /// or not a save is still needed.
  func stopWaitingToSave() {
    state.withLock { $0.isSaveScheduled = false }
  }
}

extension LiveUserActivity: Equatable {
  /// Returns whether both are now the same activity: equal type and equal values of the required
  /// keys.
  ///
  /// Use `===` to ask if they are one object. There is no hash, because the answer may change.
  public static func == (left: LiveUserActivity, right: LiveUserActivity) -> Bool {
    left === right || left.snapshot.identity == right.snapshot.identity
  }
}

/// The delegate of a live activity, which is notified of its events.
///
/// The methods are called outside the caller's stack, and awaited. They may call all methods of the
/// activity and of its center, and perform actions. They must never wait for *another* task that
/// calls the center, because that one waits for the turn in which they are called. All of them do
/// nothing by default.
public protocol LiveUserActivityDelegate: AnyObject, Sendable {
  /// Called before the activity is donated or handed over, as the last chance to fill in
  /// `userInfo`; `needsSave` is already false.
  ///
  /// Setting `needsSave` here requests the next save, so a delegate that always does it is called
  /// again and again.
  func userActivityWillSave(_ activity: LiveUserActivity) async

  /// Called after the activity was continued elsewhere; a draft may now be closed here.
  func userActivityWasContinued(_ activity: LiveUserActivity) async

  /// Called when the continuing side opened streams to here.
  func userActivity(_ activity: LiveUserActivity, didReceive streams: ContinuationStreams) async
}

extension LiveUserActivityDelegate {
  /// Does nothing.
  public func userActivityWillSave(_ activity: LiveUserActivity) async {}
  /// Does nothing.
  public func userActivityWasContinued(_ activity: LiveUserActivity) async {}
  /// Does nothing, and leaves the streams open.
  public func userActivity(_ activity: LiveUserActivity, didReceive streams: ContinuationStreams) async {}
}
