public import Activities
public import Foundation
internal import Synchronization

/// An activity that the user is doing now: the living object that `NSUserActivity` is on Apple
/// systems.
///
/// Everything that a ``UserActivity`` has, it has under the same name; ``snapshot`` is the value.
/// Change it from anywhere: each access is atomic, and ``update(_:)`` makes several changes one.
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
///   **on**, search, public indexing and prediction **off**. A ``UserActivity`` that is made by
///   hand, and a line of the log, start the other way round: prediction on, the rest off, because
///   they are made in order to be suggested.
///
/// The center keeps the current activity alive, so the program need not; the activity does not keep
/// the center.
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
    /// The donation of it when it became current last, as it was saved since, unless the program
    /// resigned it.
    var donation: Donation?
    /// The owner that had it last, so that it comes back there.
    var lastOwner: ActivityOwner?
    weak var delegate: (any LiveUserActivityDelegate)?
    weak var center: ActivityCenter?

    var isSaveDue: Bool { needsSave && isValid && phase == .current && !isSaveScheduled }

    mutating func scheduleSave() -> ActivityCenter? {
      isSaveScheduled = true
      return center
    }
  }

  /// Its place on the way to being current.
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

  /// Makes an activity of a type, for a center; it is not current.
  ///
  /// - Throws: ``ActivityError/invalidActivityType`` if the type is empty or malformed,
  ///   ``LiveActivityError/undeclaredActivityType(_:)`` if the center's program declares its types
  ///   and this is none of them.
  public convenience init(activityType: String, in center: ActivityCenter) throws {
    var activity = try UserActivity(activityType: activityType)
    try center.requireDeclared(activityType)
    activity.isEligibleForPrediction = false
    activity.isEligibleForHandoff = true
    self.init(activity, in: center)
  }

  /// Makes an activity of the first type that the program declares.
  ///
  /// - Throws: ``LiveActivityError/noActivityTypeDeclared`` if it declares none.
  public convenience init(in center: ActivityCenter) throws {
    guard let first = center.declaredActivityTypes?.first else {
      throw LiveActivityError.noActivityTypeDeclared
    }
    try self.init(activityType: first, in: center)
  }

  /// The activity that is continued here, as it came from where it was begun; it is not current.
  ///
  /// - Parameters:
  ///   - activity: The activity that was handed over.
  ///   - center: The center in which it may become current.
  ///   - streams: Opens streams back to where it was begun; nil if that side supports none.
  /// - Throws: ``LiveActivityError/undeclaredActivityType(_:)``.
  public convenience init(
    continuing activity: UserActivity, in center: ActivityCenter,
    streams: (any ContinuationStreamProvider)? = nil
  ) throws {
    try center.requireDeclared(activity.activityType)
    self.init(activity, in: center, streamProvider: streams)
  }

  /// The activity as a value, at this moment.
  public var snapshot: UserActivity {
    state.withLock { $0.activity }
  }

  /// Any property of ``UserActivity`` that can only be read.
  public subscript<Value: Sendable>(dynamicMember property: KeyPath<UserActivity, Value>) -> Value {
    state.withLock { $0.activity[keyPath: property] }
  }

  /// Any property of ``UserActivity``.
  ///
  /// Reading and writing are atomic, each on its own; for `activity.keywords.insert(…)` use
  /// ``update(_:)`` if several tasks change it. No change touches ``needsSave``.
  public subscript<Value: Sendable>(dynamicMember property: WritableKeyPath<UserActivity, Value>) -> Value {
    get { state.withLock { $0.activity[keyPath: property] } }
    set { state.withLock { $0.activity[keyPath: property] = newValue } }
  }

  /// Makes several changes at once, or none if they throw.
  ///
  /// The closure runs under the activity's lock: change the value that it gets, and never touch the
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

  // MARK: properties

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

  /// A Boolean value that indicates whether whoever continues the activity may open streams back;
  /// off by default.
  public var supportsContinuationStreams: Bool {
    get { state.withLock { $0.supportsContinuationStreams } }
    set { state.withLock { $0.supportsContinuationStreams = newValue } }
  }

  /// The delegate, told before a save and after a continuation; not kept alive.
  public var delegate: (any LiveUserActivityDelegate)? {
    get { state.withLock { $0.delegate } }
    set { state.withLock { $0.delegate = newValue } }
  }

  /// The events of the activity from now on; each call makes a stream of its own.
  ///
  /// A reader that is 256 events behind loses the oldest.
  public var events: AsyncStream<LiveUserActivityEvent> { broadcast.stream() }

  /// Opens streams to where the activity was begun.
  ///
  /// - Throws: ``LiveActivityError/continuationStreamsUnsupported`` (Cocoa 3328) if the activity
  ///   was not continued from elsewhere, or that side supports no streams; else what opening
  ///   throws.
  public func continuationStreams() async throws -> ContinuationStreams {
    guard let provider = state.withLock({ $0.streamProvider }) else {
      throw LiveActivityError.continuationStreamsUnsupported
    }
    return try await provider.openStreams()
  }

  // MARK: being current

  /// A Boolean value that indicates whether the user is doing it now, as far as its center was
  /// told.
  ///
  /// One that expires stays current until its center is asked something, since nothing here reads a
  /// clock.
  public var isCurrent: Bool { state.withLock { $0.isValid && $0.phase == .current } }

  /// A Boolean value that indicates whether it may become current; ``invalidate()`` ends that for
  /// good.
  public var isValid: Bool { state.withLock { $0.isValid } }

  /// A Boolean value that indicates whether its state is newer than what the last save gave.
  ///
  /// True on a new activity; no other property touches it. Set while the activity is current, it
  /// brings one save soon, however often it is set until then. It is cleared before the save calls
  /// anybody.
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

  /// Registers the activity with its center, as what the user is doing now.
  ///
  /// First it is saved (one call of ``LiveUserActivityDelegate/userActivityWillSave(_:)``), so that
  /// the donation holds what the save filled in; then it is donated, whatever it is eligible for,
  /// because it happened; then the activity before it in the same scope resigns and this one is
  /// current. An activity that an owner has comes back to that owner; any other becomes the one of
  /// ``ActivityOwner/application``.
  ///
  /// After ``resignCurrent()`` it may become current again: that is the user doing it again, and
  /// donated again. An owner that merely comes back to the front (``ActivityCenter/activate(_:)``)
  /// donates only if the activity has become another.
  ///
  /// - Parameter source: The way in which it came about; `.suggestion` for one that was continued
  ///   from a suggestion.
  /// - Returns: The donation; nil if nothing was done because it is current already, invalid or
  ///   expired.
  /// - Throws: ``PayloadError/tooLarge(size:limit:)``, ``ActivityError/notFinite(field:)``,
  ///   ``LiveActivityError/centerIsGone``, or what the recorder throws; then it is not current, and
  ///   the one before it still is.
  @discardableResult
  public func becomeCurrent(source: DonationSource = .user) async throws -> Donation? {
    try await requireCenter().becomeCurrent(self, source: source)
  }

  /// Stops being current, and may become so again.
  ///
  /// Its center and owners let go of it.
  public func resignCurrent() async {
    await state.withLock { $0.center }?.resign(self)
  }

  /// Ends the activity for good: it is no longer offered and never becomes current again.
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

  // MARK: transitions that its center causes

  /// Takes the way to being current, if nobody else does.
  func startBecoming() -> Bool {
    state.withLock { state in
      guard state.isValid, state.phase == .dormant else { return false }
      state.phase = .becoming
      return true
    }
  }

  /// Arrives, if it is still valid; a save that was asked for on the way is due then.
  ///
  /// - Parameter donation: Its donation; `nil` if it was only come back to.
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

  /// Waits for its owner, who left while it was being donated: coming back is not doing it again.
  func wait(with donation: Donation?) {
    state.withLock { ($0.phase, $0.donation) = (.dormant, donation ?? $0.donation) }
  }

  var isBecoming: Bool { state.withLock { $0.phase == .becoming } }

  /// Leaves the way to being current, if it is still on it: a delegate may have taken it elsewhere.
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

  /// Has a donation in place of another, unless the activity was donated anew or resigned
  /// meanwhile.
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

  /// A Boolean value that indicates whether a task is on its way to save it.
  var isSaveScheduled: Bool { state.withLock { $0.isSaveScheduled } }

  /// The task that was to save it is there, whether or not a save is still needed: the next wish
  /// needs another task.
  func stopWaitingToSave() {
    state.withLock { $0.isSaveScheduled = false }
  }
}

extension LiveUserActivity: Equatable {
  /// Returns whether both are the same activity again: equal type and equal values of the required
  /// keys, at this moment.
  ///
  /// Use `===` to ask if they are one object. There is no hash, because the answer may change.
  public static func == (left: LiveUserActivity, right: LiveUserActivity) -> Bool {
    left === right || left.snapshot.identity == right.snapshot.identity
  }
}

/// The owner of a live activity, told what happens to it.
///
/// The methods are called off the caller's stack, and awaited. From within them every method of the
/// activity and of its center may be called, and actions may be performed; but never wait there for
/// *another* task that calls the center, because that one waits for the turn in which you are being
/// called. All of them do nothing by default.
public protocol LiveUserActivityDelegate: AnyObject, Sendable {
  /// The last chance to fill in `userInfo` before the activity is donated or handed over;
  /// `needsSave` is false already.
  ///
  /// Setting `needsSave` here asks for the next save, so a delegate that always does is called
  /// again and again.
  func userActivityWillSave(_ activity: LiveUserActivity) async

  /// The activity was continued elsewhere; a draft may be closed here now.
  func userActivityWasContinued(_ activity: LiveUserActivity) async

  /// Whoever continues the activity opened streams to here.
  func userActivity(_ activity: LiveUserActivity, didReceive streams: ContinuationStreams) async
}

extension LiveUserActivityDelegate {
  /// Does nothing.
  public func userActivityWillSave(_ activity: LiveUserActivity) async {}
  /// Does nothing.
  public func userActivityWasContinued(_ activity: LiveUserActivity) async {}
  /// Does nothing; the streams are left open.
  public func userActivity(_ activity: LiveUserActivity, didReceive streams: ContinuationStreams) async {}
}
