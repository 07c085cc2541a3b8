public import Activities

/// The place where a program's activities become current: the counterpart of the system behind
/// `NSUserActivity`.
///
/// It serves one program and one user, and donates each activity that becomes current, once. The
/// program provides the clock: the center calls `circumstances` for the present context whenever
/// something happens. However many tasks call it, the center makes activities current, resigns and
/// saves them one after the other, in order of the calls.
///
/// It keeps current activities alive, and releases them when they are replaced, resigned,
/// invalidated or expired, or when their owner is removed.
public actor ActivityCenter {
  /// The program that it serves.
  public nonisolated let application: Application
  /// The owner of the activities.
  public nonisolated let user: UserIdentifier
  /// The activity types that the program declares, or nil if it declares none, so that every type
  /// is allowed.
  public nonisolated let declaredActivityTypes: [String]?
  /// The limits, and the thresholds for advice.
  public nonisolated let policy: Policy

  private nonisolated let broadcast = Broadcast<ActivityCenterEvent>()
  private nonisolated let turns = TurnQueue()
  nonisolated let recorder: any DonationRecorder
  private let circumstances: @Sendable () -> Context
  private let wait: @Sendable () async throws -> Void
  private var scopes = OwnerScopes()
  private var rates: [String: PublicationRate] = [:]

  /// Limits, and thresholds for advice.
  public struct Policy: Hashable, Sendable {
    /// The limits on the size of a payload.
    public var payloadLimits = PayloadLimits()
    /// The number of publications of one type within a minute above which the center gives advice.
    ///
    /// Activities are for significant checkpoints, and nobody reaches twenty of a kind in a minute.
    public var publicationsPerMinute = 20

    /// Creates a policy with the default values.
    public init() {}
  }

  /// Creates a center that connects a program's activities to the engine that learns from them.
  ///
  /// - Parameters:
  ///   - application: The program.
  ///   - user: The owner of the activities.
  ///   - recorder: The recorder that keeps the donations.
  ///   - circumstances: Returns the present context; the only clock.
  ///   - declaredActivityTypes: The types that the program declares; other types are then rejected.
  ///   - policy: The limits, and the thresholds for advice.
  ///   - wait: Waits while further saves may join a save; if it throws, the save happens at once.
  public init(
    application: Application, user: UserIdentifier = .me, recorder: any DonationRecorder,
    circumstances: @escaping @Sendable () -> Context, declaredActivityTypes: [String]? = nil,
    policy: Policy = Policy(),
    wait: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .milliseconds(20)) }
  ) {
    self.application = application
    self.user = user
    self.recorder = recorder
    self.circumstances = circumstances
    self.declaredActivityTypes = declaredActivityTypes
    self.policy = policy
    self.wait = wait
  }

  /// The events from now on; each access creates a separate stream.
  ///
  /// A reader that is 256 events behind loses the oldest. The stream ends with the center.
  public nonisolated var events: AsyncStream<ActivityCenterEvent> { broadcast.stream() }

  /// Rejects a type that the program does not declare, if it declares any.
  nonisolated func requireDeclared(_ activityType: String) throws(LiveActivityError) {
    guard declaredActivityTypes?.contains(activityType) ?? true else {
      throw .undeclaredActivityType(activityType)
    }
  }

  // MARK: Turns

  /// A Boolean value that indicates whether a turn of this center, which may be waiting for it,
  /// began the present task.
  ///
  /// Such a task must not wait for anyone who waits for the turn. Tasks that it starts count as
  /// begun there too, however long they live.
  nonisolated var hasBegunPresentTask: Bool { turns.hasBegunPresentTask }

  /// Changes the current activities: one change at a time, in order of the calls.
  ///
  /// A delegate that calls the center back must not wait for the turn that waits for the delegate.
  private func inTurn<Value: Sendable>(_ change: () async throws -> Value) async rethrows -> Value {
    if turns.isServingPresentTask { return try await change() }
    return try await turns.run(at: turns.takePlace(), change)
  }

  // MARK: Becoming current

  /// Makes an activity current because the user did it: the previous one resigns, and this one is
  /// donated once.
  ///
  /// It is current for ``ActivityOwner/application`` until another one is. An expired one is
  /// donated, since it happened, but does not become current.
  ///
  /// - Parameters:
  ///   - activity: The activity that was done.
  ///   - context: The circumstances in which it was done; the present ones by default.
  ///   - source: The way in which it came about.
  /// - Throws: ``LiveActivityError/undeclaredActivityType(_:)``,
  ///   ``PayloadError/tooLarge(size:limit:)``, ``ActivityError/notFinite(field:)``, or an error of
  ///   the recorder; then nothing changed.
  @discardableResult
  public func publish(
    _ activity: UserActivity, in context: Context? = nil, source: DonationSource = .user
  ) async throws -> Donation {
    try requireDeclared(activity.activityType)
    return try await inTurn {
      let activation = Activation(context: context ?? circumstances(), source: source, saves: false)
      let live = LiveUserActivity(activity, in: self)
      live.needsSave = false  // a value is complete: nobody is asked to fill it in
      if let donation = try await assign(live, to: .application, by: activation) { return donation }
      return try await donate(stamped(activity), by: activation)  // expired
    }
  }

  /// Makes an activity current for its present or last owner, or else for the application.
  func becomeCurrent(_ live: LiveUserActivity, source: DonationSource) async throws -> Donation? {
    try await inTurn {
      guard !live.isCurrent else { return nil }
      let activation = Activation(context: circumstances(), source: source)
      let known = scopes.owners(of: live).first ?? live.lastOwner
      guard let owner = known, scopes.contains(owner) else {
        return try await assign(live, to: .application, by: activation)
      }
      if !scopes.isActive(owner), live.canBeCurrent(at: activation.context.instant) {
        scopes.bringToFront(owner)
      }
      return try await assign(live, to: owner, by: activation)
    }
  }

  /// The reason and circumstances of an activation.
  private struct Activation {
    var context: Context
    var source = DonationSource.user
    /// A Boolean value that indicates whether it was done, rather than its owner merely returning
    /// to it.
    var isDone = true
    /// A Boolean value that indicates whether it is saved first.
    var saves = true
  }

  /// A donated activity, ready to become current.
  private struct Ready {
    let live: LiveUserActivity
    let activity: UserActivity
    let donation: Donation?
    let instant: Instant
  }

  /// Assigns an activity to an owner, and makes it current if the owner is active.
  ///
  /// - Returns: The donation, or nil if nothing had to be done or the activity cannot be current.
  private func assign(
    _ live: LiveUserActivity?, to owner: ActivityOwner, by activation: Activation
  ) async throws -> Donation? {
    let instant = activation.context.instant
    purgeExpired(at: instant)
    let previous = scopes.activity(of: owner)
    guard let live else {
      scopes.setActivity(nil, of: owner)
      resignUnheld(previous, .resigned, at: instant)
      return nil
    }
    guard live.center === self else { throw LiveActivityError.madeForAnotherCenter }
    guard live.canBeCurrent(at: instant) else { return nil }
    guard scopes.isActive(owner), !live.isCurrent else {
      hold(live, for: owner)
      if previous !== live { resignUnheld(previous, .replaced, at: instant) }
      return nil
    }
    guard let ready = try await prepare(live, for: owner, by: activation) else { return nil }
    install(ready, for: owner)
    return ready.donation
  }

  private func hold(_ live: LiveUserActivity, for owner: ActivityOwner) {
    scopes.register(owner)
    scopes.setActivity(live, of: owner)
    live.lastOwner = owner
  }

  /// Saves, checks and donates an activity; returns nil if it cannot be current.
  ///
  /// The owner keeps its present activity until then, so that nothing is lost if this fails.
  private func prepare(
    _ live: LiveUserActivity, for owner: ActivityOwner, by activation: Activation
  ) async throws -> Ready? {
    guard live.startBecoming() else { return nil }
    do {
      if activation.saves { await save(live, for: owner) }
      let activity = try stamped(live.snapshot)
      guard live.isBecoming, live.canBeCurrent(at: activation.context.instant) else {
        live.stopBecoming()  // its delegate changed its mind
        return nil
      }
      guard scopes.isActive(owner) else {  // its delegate took the owner away
        live.stopBecoming()
        if scopes.contains(owner) { hold(live, for: owner) }
        return nil
      }
      var donation: Donation?
      if activation.isDone || live.donation?.identity != activity.identity {
        donation = try await donate(activity, by: activation)
      }
      return Ready(live: live, activity: activity, donation: donation, instant: activation.context.instant)
    } catch {
      live.stopBecoming()
      throw error
    }
  }

  /// Makes a donated activity current, after the owner's previous activity has resigned.
  private func install(_ ready: Ready, for owner: ActivityOwner) {
    let live = ready.live
    // its owner may have been removed or deactivated while it was being donated
    guard scopes.contains(owner) else { return live.stopBecoming() }
    let previous = scopes.activity(of: owner)
    hold(live, for: owner)
    if previous !== live { resignUnheld(previous, .replaced, at: ready.instant) }
    guard scopes.isActive(owner) else { return live.wait(with: ready.donation) }
    guard live.arrive(with: ready.donation) else {  // it was invalidated while it was being donated
      scopes.setActivity(nil, of: owner)
      return
    }
    scopes.addRecord(of: live, published: ready.activity, since: ready.instant)
    live.broadcast.send(.becameCurrent)
    broadcast.send(.becameCurrent(ready.activity, owner: owner, donation: ready.donation))
  }

  private func donate(_ activity: UserActivity, by activation: Activation) async throws -> Donation {
    var details = Donation.Details()
    details.program = application.identifier
    details.source = activation.source
    let donation = try await recorder.donate(  // it may perform an action in its turn
      occurrenceOf: activity, by: user, in: activation.context, details: details)
    advise(about: activity, at: activation.context.instant)
    return donation
  }

  private func advise(about activity: UserActivity, at instant: Instant) {
    var advice = activity.advice(limits: policy.payloadLimits)
    let advised = policy.publicationsPerMinute
    if let count = rates[activity.activityType, default: PublicationRate()].count(instant, advised: advised) {
      advice.append(
        ActivityAdvice(about: activity.activityType, .publishedOften(count: count, advised: advised)))
    }
    for advice in advice { broadcast.send(.advice(advice)) }
  }

  /// Returns the activity in its published form, with a persistent identifier for deletion and its
  /// publisher's name.
  private func stamped(_ activity: UserActivity) throws -> UserActivity {
    guard activity.userInfo.values.allSatisfy(\.isFinite) else {
      throw ActivityError.notFinite(field: "userInfo")
    }
    try policy.payloadLimits.check(activity)
    var stamped = activity
    stamped.publisher = application.publisher?.identifier
    if stamped.persistentIdentifier == nil {
      stamped.persistentIdentifier = application.persistentIdentifier(for: activity.identity)
    }
    return stamped
  }

  /// Returns the current state of the activity, or, if that cannot be published, the last published
  /// one.
  private func present(_ live: LiveUserActivity) -> UserActivity {
    let snapshot = live.snapshot
    return (try? stamped(snapshot)) ?? scopes.record(of: live)?.published ?? snapshot
  }

  // MARK: Owners

  /// Sets the activity of an owner; it is current as long as the owner is active.
  ///
  /// The owner's previous activity resigns. Several owners may share one activity, which is current
  /// while any of them is active. Calling ``LiveUserActivity/becomeCurrent(source:)`` in addition
  /// does nothing.
  ///
  /// - Returns: The donation, or nil if the owner is not active, or the activity is already
  ///   current, invalid or expired.
  /// - Throws: As ``LiveUserActivity/becomeCurrent(source:)``; then the owner keeps its previous
  ///   activity.
  @discardableResult
  public func setActivity(
    _ activity: LiveUserActivity?, for owner: ActivityOwner, source: DonationSource = .user
  ) async throws -> Donation? {
    try await inTurn {
      try await assign(activity, to: owner, by: Activation(context: circumstances(), source: source))
    }
  }

  /// Brings an owner to the front: its window has the focus.
  ///
  /// Its activity becomes current. It is donated if it was not donated yet, or has become another
  /// activity since; looking at a window again does not count as doing it again. Previously active
  /// owners stay active until ``deactivate(_:)``, because several windows may be visible.
  ///
  /// - Throws: As ``LiveUserActivity/becomeCurrent(source:)``; the owner is active nevertheless.
  @discardableResult
  public func activate(_ owner: ActivityOwner) async throws -> Donation? {
    try await inTurn {
      scopes.bringToFront(owner)
      guard let live = scopes.activity(of: owner) else { return nil }
      return try await assign(live, to: owner, by: Activation(context: circumstances(), isDone: false))
    }
  }

  /// Deactivates an owner: its activity resigns, but stays assigned to the owner.
  public func deactivate(_ owner: ActivityOwner) async {
    await inTurn { leave(owner) }
  }

  /// Removes an owner: its activity resigns, and the center forgets both.
  public func remove(_ owner: ActivityOwner) async {
    await inTurn {
      leave(owner)
      let live = scopes.activity(of: owner)
      scopes.remove(owner)
      resignUnheld(live, .ownerLeft, at: circumstances().instant)
    }
  }

  /// Sets an owner's contribution to the payload of its activity when that is saved; nil removes
  /// it.
  ///
  /// If any owner of an activity contributes, a save begins with an *empty* `userInfo`. The owners'
  /// parts are merged in the order in which the center first saw the owners; for equal keys the
  /// later one wins. If an owner's part fails, an event reports the owner, and the others' parts
  /// are included. Capture the owner's own objects weakly.
  public func setContributor(
    for owner: ActivityOwner, _ contribute: (@Sendable () async throws -> [String: ActivityValue])?
  ) {
    scopes.setContribution(contribute, of: owner)
  }

  /// Sets the content that an owner can show.
  public func setActivationConditions(_ conditions: ActivationConditions, for owner: ActivityOwner) {
    scopes.setConditions(conditions, of: owner)
  }

  /// Returns the owner that should show some content: one that prefers it, or else one that can,
  /// and among these the one that was active last.
  ///
  /// - Returns: Nil if none can, so that the program opens a new one. ``ActivityOwner/application``
  ///   is not a window, and is never returned.
  public func owner(for targetContentIdentifier: String?) -> ActivityOwner? {
    scopes.owner(showing: targetContentIdentifier)
  }

  private func leave(_ owner: ActivityOwner) {
    guard owner != .application else { return }
    scopes.deactivate(owner)
    resignUnheld(scopes.activity(of: owner), .ownerLeft, at: circumstances().instant)
  }

  // MARK: Resigning

  /// Resigns an owner's current activity, because the user has moved on to something that is not an
  /// activity.
  public func resignCurrent(of owner: ActivityOwner = .application) async {
    await inTurn {  // first: an activity that is on its way is the one to resign
      if let live = scopes.activity(of: owner) { resignInTurn(live) }
    }
  }

  func resign(_ live: LiveUserActivity) async {
    await inTurn { resignInTurn(live) }
  }

  private func resignInTurn(_ live: LiveUserActivity) {
    release(live, .resigned, at: circumstances().instant)
    live.becomeDormant()  // it may have been on its way
    live.forgetDonation()
  }

  /// Releases an activity that was invalidated.
  func withdraw(_ live: LiveUserActivity) async {
    await inTurn {
      let activity = present(live)
      release(live, .invalidated, at: circumstances().instant)
      broadcast.send(.invalidated(activity))
    }
  }

  /// Releases every expired activity, whether current or waiting for its owner.
  ///
  /// Every query to the center does this first, so it need not be called. Calling it frees memory
  /// and notifies the readers of ``events`` in time.
  ///
  /// - Returns: The number of released activities that were current.
  @discardableResult
  public func purgeExpired() -> Int {
    purgeExpired(at: circumstances().instant)
  }

  @discardableResult
  private func purgeExpired(at instant: Instant) -> Int {
    let before = scopes.currentCount
    for live in scopes.activities where live.snapshot.isExpired(at: instant) {
      release(live, .expired, at: instant)
    }
    return before - scopes.currentCount
  }

  /// Removes an activity from all of its owners.
  private func release(_ live: LiveUserActivity, _ cause: ActivityCenterEvent.Cause, at instant: Instant) {
    for owner in scopes.owners(of: live) { scopes.setActivity(nil, of: owner) }
    resignUnheld(live, cause, at: instant)
  }

  /// Resigns an activity, unless an active owner still has it.
  private func resignUnheld(
    _ live: LiveUserActivity?, _ cause: ActivityCenterEvent.Cause, at instant: Instant
  ) {
    guard let live, !scopes.isHeldByActiveOwner(live), let record = scopes.removeRecord(of: live) else {
      return
    }
    live.becomeDormant()
    let dwell = max(0, instant.seconds(since: record.since))  // a clock may have been set back
    live.broadcast.send(.resigned(dwell: dwell))
    broadcast.send(.resigned(record.published, dwell: dwell, cause: cause))
  }

  // MARK: Saving

  /// Saves every current activity that needs it, now; call it before the program exits.
  public func flush() async {
    await inTurn {
      for record in scopes.current { await refresh(record.live) }
    }
  }

  /// Starts a task that saves an activity soon.
  ///
  /// A delegate may have requested it, but the task is not part of the turn that called the
  /// delegate.
  nonisolated func scheduleSave(of live: LiveUserActivity) {
    turns.startOutsideOfTurn {
      _ = Task { await saveSoon(live) }
    }
  }

  /// Saves an activity after waiting for further requests to save it.
  private func saveSoon(_ live: LiveUserActivity) async {
    try? await wait()  // if interrupted, the save only comes earlier
    await inTurn {
      live.stopWaitingToSave()
      await refresh(live)
    }
  }

  /// Saves an activity that is current and needs it.
  private func refresh(_ live: LiveUserActivity) async {
    guard scopes.record(of: live) != nil, live.needsSave else { return }
    await save(live)
    guard scopes.record(of: live) != nil else { return }
    do {
      let activity = try stamped(live.snapshot)
      scopes.setPublished(activity, of: live)
      try await renewDonation(of: live, as: activity)
      broadcast.send(.saved(activity))
    } catch {
      broadcast.send(.saveRefused(activityType: live.snapshot.activityType, error))
    }
    purgeExpired(at: circumstances().instant)
  }

  /// Replaces the donation with the saved state, for search and suggestions: it is the same deed,
  /// not another one.
  ///
  /// If the save changed the identity, the donation stays: both activities were done, and the new
  /// one is donated when it becomes current again. An activity without an identity so far has not
  /// changed it.
  private func renewDonation(of live: LiveUserActivity, as activity: UserActivity) async throws {
    guard let donated = live.donation, donated.activity != activity,
      donated.identity == activity.identity || donated.activity.isPlaceholder
    else { return }
    let renewed = try await recorder.replace(donated, with: activity, now: circumstances().instant)
    live.renew(donated, with: renewed)
  }

  /// Rebuilds the payload from the owners' parts, and then lets the delegate complete it.
  ///
  /// - Parameters:
  ///   - live: The activity.
  ///   - newOwner: The owner that is about to receive it, besides its present owners.
  private func save(_ live: LiveUserActivity, for newOwner: ActivityOwner? = nil) async {
    live.startSaving()
    live.broadcast.send(.willSave)
    let contributions = scopes.contributions(to: live, and: newOwner)
    if !contributions.isEmpty {
      var round = live.snapshot  // built aside, so that nobody is offered half of it
      round.userInfo = [:]
      for (owner, contribute) in contributions {
        do {
          try round.addUserInfoEntries(from: await contribute())
        } catch {
          broadcast.send(.updateFailed(owner: owner, error))
        }
      }
      live.userInfo = round.userInfo
    }
    await live.delegate?.userActivityWillSave(live)
  }

  // MARK: Hand-off

  /// Returns the current activities that are eligible for hand-off and not expired; the front
  /// owner's first, then the newest.
  ///
  /// A transport offers their types first, and fetches the payload when somebody wants to continue
  /// one.
  public func handoffActivities() -> [OfferedActivity] {
    purgeExpired()
    let front = scopes.front.flatMap { scopes.activity(of: $0) }
    return scopes.current
      .sorted { ($0.live === front ? 1 : 0, $0.number) > ($1.live === front ? 1 : 0, $1.number) }
      .filter { $0.live.isCurrent && $0.live.isEligibleForHandoff }
      .map {
        OfferedActivity(
          token: OfferedActivity.Token(number: $0.number), activity: present($0.live),
          supportsContinuationStreams: $0.live.supportsContinuationStreams)
      }
  }

  /// Returns the activity with its current payload, after a save if it needs one.
  ///
  /// - Throws: ``LiveActivityError/notOffered`` if it is no longer offered,
  ///   ``PayloadError/tooLarge(size:limit:)``, ``ActivityError/notFinite(field:)``.
  public func payload(for token: OfferedActivity.Token) async throws -> UserActivity {
    try await inTurn {
      await refresh(try offered(token))
      return try stamped(offered(token).snapshot)
    }
  }

  /// Notifies an activity's delegate, and the readers of ``events``, that it was continued
  /// elsewhere.
  ///
  /// - Throws: ``LiveActivityError/notOffered`` if it is no longer offered.
  public func wasContinued(_ token: OfferedActivity.Token) async throws {
    let live = try offered(token)
    live.broadcast.send(.wasContinued)
    broadcast.send(.wasContinued(present(live)))
    await live.delegate?.userActivityWasContinued(live)
  }

  /// Passes the activity the streams that the continuing side opened.
  ///
  /// - Throws: ``LiveActivityError/notOffered``, or
  ///   ``LiveActivityError/continuationStreamsUnsupported`` if the activity does not support
  ///   streams.
  public func receive(_ streams: ContinuationStreams, for token: OfferedActivity.Token) async throws {
    let live = try offered(token)
    guard live.supportsContinuationStreams else { throw LiveActivityError.continuationStreamsUnsupported }
    live.broadcast.send(.receivedStreams(streams))
    await live.delegate?.userActivity(live, didReceive: streams)
  }

  private func offered(_ token: OfferedActivity.Token) throws(LiveActivityError) -> LiveUserActivity {
    purgeExpired()
    guard let record = scopes.current.first(where: { $0.number == token.number }),
      record.live.isCurrent, record.live.isEligibleForHandoff
    else { throw .notOffered }
    return record.live
  }

  // MARK: Deletion

  /// Deletes the saved donations of activities with some persistent identifiers, and invalidates
  /// current ones.
  ///
  /// An activity that was published without an identifier got
  /// ``Application/persistentIdentifier(for:)``. When this returns, none of them can be suggested
  /// any more.
  ///
  /// - Returns: The number of donations forgotten.
  /// - Throws: An error of the recorder; calling it again is safe.
  @discardableResult
  public func deleteSavedUserActivities(withPersistentIdentifiers identifiers: [String]) async throws -> Int {
    try await inTurn {
      let wanted = Set(identifiers)
      await invalidate { wanted.contains($0.persistentIdentifier ?? "") }
      var forgotten = 0
      for identifier in wanted.sorted() {
        var criteria = Deletion.Criteria()
        criteria.persistentIdentifier = identifier
        forgotten += try await forget(criteria)
      }
      broadcast.send(.deletedSaved(persistentIdentifiers: wanted.sorted()))
      return forgotten
    }
  }

  /// Deletes everything that this program ever saved for this user, and invalidates current
  /// activities; call it on signing out.
  ///
  /// - Returns: The number of donations forgotten.
  /// - Throws: An error of the recorder; calling it again is safe.
  @discardableResult
  public func deleteAllSavedUserActivities() async throws -> Int {
    try await inTurn {
      await invalidate { _ in true }
      let forgotten = try await forget(Deletion.Criteria())
      broadcast.send(.deletedSaved(persistentIdentifiers: nil))
      return forgotten
    }
  }

  /// Forgets this program's donations, including those from a clock that is ahead.
  private func forget(_ criteria: Deletion.Criteria) async throws -> Int {
    var criteria = criteria
    criteria.program = application.identifier
    let end = circumstances().instant.advanced(bySeconds: Donation.toleratedClockLead + 0.001)
    return try await recorder.forget(Deletion(by: user, at: end, matching: criteria, origin: .program))
  }

  private func invalidate(where belongs: (UserActivity) -> Bool) async {
    for live in scopes.activities {
      let published = scopes.record(of: live)?.published
      if belongs(present(live)) || published.map(belongs) ?? false { await live.invalidate() }
    }
  }

  // MARK: On-screen activities

  /// Returns the current activity of an owner; without one, that of the front owner, or else the
  /// only current one.
  public func currentActivity(owner: ActivityOwner? = nil) -> OnScreen<CurrentActivity> {
    resolve(owner, \.self)
  }

  /// Returns the web page and title that "share this" refers to.
  ///
  /// If the front owner has a current activity, it refers to that, shareable or not, and never to
  /// another window's page.
  public func currentShareable(owner: ActivityOwner? = nil) -> OnScreen<Shareable> {
    resolve(owner, \.shareable)
  }

  /// Returns the reminder that "remind me about this" refers to.
  public func currentReminder(owner: ActivityOwner? = nil) -> OnScreen<Reminder> {
    resolve(owner, \.reminder)
  }

  /// Returns the link to keep in a note that refers to "this".
  public func currentLink(owner: ActivityOwner? = nil) -> OnScreen<ActivityLink> {
    resolve(owner, \.link)
  }

  private func resolve<Content>(
    _ owner: ActivityOwner?, _ content: (CurrentActivity) -> Content?
  ) -> OnScreen<Content> {
    purgeExpired()
    if let asked = owner ?? scopes.front, let live = scopes.activity(of: asked), live.isCurrent {
      return content(CurrentActivity(owner: asked, activity: present(live))).map(OnScreen.one) ?? .nothing
    }
    guard owner == nil else { return .nothing }
    var found: [(owner: ActivityOwner, content: Content)] = []
    for record in scopes.current.reversed() {
      guard let owner = scopes.owners(of: record.live).first(where: scopes.isActive),
        let content = content(CurrentActivity(owner: owner, activity: present(record.live)))
      else { continue }
      found.append((owner, content))
    }
    guard let first = found.first else { return .nothing }
    guard found.count > 1 else { return .one(first.content) }
    return .ambiguous(found.map(\.owner).sorted { scopes.recency(of: $0) > scopes.recency(of: $1) })
  }
}

extension UserActivity {
  /// A Boolean value that indicates whether it lacks the values that make up its identity.
  fileprivate var isPlaceholder: Bool {
    guard let keys = requiredUserInfoKeys else { return userInfo.isEmpty }
    return keys.contains { (userInfo[$0] ?? .null) == .null }
  }
}

extension LiveUserActivity {
  fileprivate func canBeCurrent(at instant: Instant) -> Bool {
    isValid && !snapshot.isExpired(at: instant)
  }
}

/// The newest publications of one type.
private struct PublicationRate {
  private var instants: [Instant] = []
  private var wasAdvised = false

  /// Counts a publication.
  ///
  /// - Returns: The number within the last minute if advice is due: once when the advised number is
  ///   exceeded, and again only after the rate was lower.
  mutating func count(_ instant: Instant, advised: Int) -> Int? {
    instants.append(instant)
    instants.removeAll { !(0..<60).contains(instant.seconds(since: $0)) }
    let count = instants.count
    if count - 1 > advised { instants.removeFirst() }  // no more are needed to know
    defer { wasAdvised = count > advised }
    return count > advised && !wasAdvised ? count : nil
  }
}
