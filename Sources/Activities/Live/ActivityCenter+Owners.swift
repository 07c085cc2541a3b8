extension ActivityCenter {
  /// Says which activity an owner has; it is current as long as the owner is active.
  ///
  /// The owner's activity before it resigns. Several owners may share one: it is current while any of them is active. Calling
  /// ``LiveUserActivity/becomeCurrent(source:)`` besides does nothing.
  ///
  /// - Returns: The donation; nil if the owner is not active, the activity is current already, invalid or expired.
  /// - Throws: As ``LiveUserActivity/becomeCurrent(source:)``; then the owner has what it had before.
  @discardableResult
  public func setActivity(
    _ activity: LiveUserActivity?, for owner: ActivityOwner, source: DonationSource = .user
  ) async throws -> Donation? {
    let turn = await takeTurn()
    defer { end(turn) }
    return try await assign(activity, to: owner, on: Occasion(context: circumstances(), source: source))
  }

  /// Says that an owner is in front: its window has the focus.
  ///
  /// Its activity becomes current. It is donated if that did not happen yet, or if it has become another activity since;
  /// looking at a window again is not doing it again. Owners that were active before stay so until ``deactivate(_:)``:
  /// several windows may be in sight.
  ///
  /// - Throws: As ``LiveUserActivity/becomeCurrent(source:)``; the owner is active nevertheless.
  @discardableResult
  public func activate(_ owner: ActivityOwner) async throws -> Donation? {
    let turn = await takeTurn()
    defer { end(turn) }
    comeToFront(owner)
    guard let live = scopes[owner]?.activity else { return nil }
    return try await assign(live, to: owner, on: Occasion(context: circumstances(), isDone: false))
  }

  /// Says that an owner is out of sight: its activity resigns, but stays the owner's.
  public func deactivate(_ owner: ActivityOwner) async {
    let turn = await takeTurn()
    defer { end(turn) }
    leave(owner)
  }

  /// Says that an owner is gone: its activity resigns, and the center forgets both.
  public func remove(_ owner: ActivityOwner) async {
    let turn = await takeTurn()
    defer { end(turn) }
    leave(owner)
    let live = scopes[owner]?.activity
    scopes[owner] = owner == .application ? Scope(isActive: true) : nil
    resignUnheld(live, .ownerLeft, at: circumstances().instant)
  }

  /// Says what an owner adds to the payload of its activity when that is saved; nil takes it back.
  ///
  /// If any owner of an activity contributes, a save begins with an *empty* `userInfo` into which the owners' parts are
  /// merged in the order in which the center got to know the owners; of equal keys the later wins. An owner whose part
  /// fails is told in an event, and the others' parts are there. Capture the owner's own objects weakly.
  public func setContributor(
    for owner: ActivityOwner, _ contribute: (@Sendable () async throws -> [String: ActivityValue])?
  ) {
    register(owner)
    scopes[owner]?.contribute = contribute
  }

  /// Says which content an owner can show.
  public func setActivationConditions(_ conditions: ActivationConditions, for owner: ActivityOwner) {
    register(owner)
    scopes[owner]?.conditions = conditions
  }

  /// The owner that should show some content: one that prefers it before one that can, then the one that was active last.
  ///
  /// - Returns: Nil if none can: the program opens a new one. ``ActivityOwner/application`` is no window, and never the
  ///   answer.
  public func owner(for targetContentIdentifier: String?) -> ActivityOwner? {
    let candidates = scopes.filter { $0.key != .application }
      .sorted { ($0.value.recency, $0.value.order) > ($1.value.recency, $1.value.order) }
    let preferring = candidates.first { $0.value.conditions.prefers.matches(targetContentIdentifier) }
    return
      (preferring ?? candidates.first { $0.value.conditions.canActivate.matches(targetContentIdentifier) })?
      .key
  }

  func comeToFront(_ owner: ActivityOwner) {
    register(owner)
    scopes[owner]?.isActive = true
    scopes[owner]?.recency = nextNumber()
    frontOwner = owner
  }

  private func leave(_ owner: ActivityOwner) {
    guard owner != .application else { return }
    scopes[owner]?.isActive = false
    if frontOwner == owner { frontOwner = nil }
    resignUnheld(scopes[owner]?.activity, .ownerLeft, at: circumstances().instant)
  }

  func register(_ owner: ActivityOwner) {
    if scopes[owner] == nil { scopes[owner] = Scope(order: nextNumber()) }
  }
}
