extension ActivityCenter {
  /// The owners that have an activity, the one that was active last first.
  func owners(of live: LiveUserActivity) -> [ActivityOwner] {
    scopes.filter { $0.value.activity === live }
      .sorted { ($0.value.recency, $0.value.order) > ($1.value.recency, $1.value.order) }.map(\.key)
  }

  /// Takes an activity from all of its owners.
  func release(_ live: LiveUserActivity, _ cause: ActivityCenterEvent.Cause, at instant: Instant) {
    for owner in owners(of: live) { scopes[owner]?.activity = nil }
    resignUnheld(live, cause, at: instant)
  }

  /// Ends being current, unless an active owner still has the activity.
  func resignUnheld(_ live: LiveUserActivity?, _ cause: ActivityCenterEvent.Cause, at instant: Instant) {
    guard let live, !scopes.values.contains(where: { $0.isActive && $0.activity === live }),
      let record = records.removeValue(forKey: ObjectIdentifier(live))
    else { return }
    live.becomeDormant()
    let dwell = max(0, instant.seconds(since: record.since))  // a clock may have been set back
    live.broadcast.send(.resigned(dwell: dwell))
    broadcast.send(.resigned(record.published, dwell: dwell, cause: cause))
  }

  /// Lets go of every activity whose time is over, current or waiting for its owner; answers how many were current.
  ///
  /// Every question to the center does this first, so it need not be called; calling it frees memory and tells
  /// listeners in time.
  @discardableResult
  public func purgeExpired() -> Int {
    purgeExpired(at: circumstances().instant)
  }

  @discardableResult
  func purgeExpired(at instant: Instant) -> Int {
    let before = records.count
    for live in scopes.values.compactMap(\.activity) where live.snapshot.isExpired(at: instant) {
      release(live, .expired, at: instant)
    }
    return before - records.count
  }
}

extension ActivityCenter {
  /// Lets an owner's current activity resign, because the user has moved on to something that is no activity.
  public func resignCurrent(of owner: ActivityOwner = .application) async {
    let turn = await takeTurn()  // first: what is on its way is the one that is meant
    defer { end(turn) }
    if let live = scopes[owner]?.activity { resign(inTurn: live) }
  }
}
