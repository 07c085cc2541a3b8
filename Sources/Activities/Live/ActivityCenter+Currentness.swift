extension ActivityCenter {
  /// Why and how an activity is to become current.
  struct Occasion {
    var context: Context
    var source = DonationSource.user
    /// Whether it was done; else its owner only came back to it.
    var isDone = true
    /// Whether it is saved first.
    var saves = true
  }

  /// An activity that is donated, and ready to be current.
  struct Ready {
    let live: LiveUserActivity
    let activity: UserActivity
    let donation: Donation?
    let instant: Instant
  }

  func becomeCurrent(_ live: LiveUserActivity, source: DonationSource) async throws -> Donation? {
    let turn = await takeTurn()
    defer { end(turn) }
    guard !live.isCurrent else { return nil }
    let occasion = Occasion(context: circumstances(), source: source)
    guard let owner = owners(of: live).first ?? live.lastOwner.flatMap({ scopes[$0] == nil ? nil : $0 })
    else {
      return try await assign(live, to: .application, on: occasion)
    }
    if scopes[owner]?.isActive != true, live.canBeCurrent(at: occasion.context.instant) { comeToFront(owner) }
    return try await assign(live, to: owner, on: occasion)
  }

  func resign(_ live: LiveUserActivity) async {
    let turn = await takeTurn()
    defer { end(turn) }
    resign(inTurn: live)
  }

  func resign(inTurn live: LiveUserActivity) {
    release(live, .resigned, at: circumstances().instant)
    live.becomeDormant()  // it may have been on its way
    live.forgetDonation()
  }

  func withdraw(_ live: LiveUserActivity) async {
    let turn = await takeTurn()
    defer { end(turn) }
    let activity = present(live)
    release(live, .invalidated, at: circumstances().instant)
    broadcast.send(.invalidated(activity))
  }

  /// Makes an activity an owner's, and current if the owner is active.
  ///
  /// - Returns: The donation; nil if there is none, because nothing had to be done or the activity cannot be current.
  func assign(_ live: LiveUserActivity?, to owner: ActivityOwner, on occasion: Occasion) async throws
    -> Donation?
  {
    let instant = occasion.context.instant
    purgeExpired(at: instant)
    let previous = scopes[owner]?.activity
    guard let live else {
      scopes[owner]?.activity = nil
      resignUnheld(previous, .resigned, at: instant)
      return nil
    }
    guard live.center === self else { throw LiveActivityError.madeForAnotherCenter }
    guard live.canBeCurrent(at: instant) else { return nil }
    guard isActive(owner), !live.isCurrent else {
      hold(live, for: owner)
      if previous !== live { resignUnheld(previous, .replaced, at: instant) }
      return nil
    }
    guard let ready = try await prepare(live, for: owner, on: occasion) else { return nil }
    install(ready, for: owner)
    return ready.donation
  }

  private func isActive(_ owner: ActivityOwner) -> Bool {
    scopes[owner]?.isActive == true
  }

  private func hold(_ live: LiveUserActivity, for owner: ActivityOwner) {
    register(owner)
    scopes[owner]?.activity = live
    live.lastOwner = owner
  }

  /// Saves, checks and donates an activity; nil if it cannot be current.
  ///
  /// The owner keeps what it has until then, so that nothing is lost if this fails.
  private func prepare(
    _ live: LiveUserActivity, for owner: ActivityOwner, on occasion: Occasion
  ) async throws -> Ready? {
    guard live.startBecoming() else { return nil }
    do {
      if occasion.saves { await save(live, for: owner) }
      let activity = try stamped(live.snapshot)
      guard live.isBecoming, live.canBeCurrent(at: occasion.context.instant) else {
        live.stopBecoming()  // its delegate changed its mind
        return nil
      }
      guard isActive(owner) else {  // its delegate took the owner away
        live.stopBecoming()
        if scopes[owner] != nil { hold(live, for: owner) }
        return nil
      }
      var donation: Donation?
      if occasion.isDone || live.donatedIdentity != activity.identity {
        donation = try await donate(activity, on: occasion)
      }
      return Ready(live: live, activity: activity, donation: donation, instant: occasion.context.instant)
    } catch {
      live.stopBecoming()
      throw error
    }
  }

  /// Makes a donated activity current, after the owner's activity before it has resigned.
  private func install(_ ready: Ready, for owner: ActivityOwner) {
    let live = ready.live
    // its owner may have been removed, or have left, while it was being donated
    guard let scope = scopes[owner] else { return live.stopBecoming() }
    hold(live, for: owner)
    if scope.activity !== live { resignUnheld(scope.activity, .replaced, at: ready.instant) }
    guard scope.isActive else { return live.wait(as: ready.activity.identity) }
    guard live.arrive(as: ready.activity.identity) else {  // it was invalidated while it was being donated
      scopes[owner]?.activity = nil
      return
    }
    records[ObjectIdentifier(live)] = Record(
      live: live, published: ready.activity, since: ready.instant, number: nextNumber())
    live.broadcast.send(.becameCurrent)
    broadcast.send(.becameCurrent(ready.activity, owner: owner, donation: ready.donation))
  }

  func donate(_ activity: UserActivity, on occasion: Occasion) async throws -> Donation {
    var details = Donation.Details()
    details.program = application.identifier
    details.source = occasion.source
    let donation = try await callOut { [recorder, user, details] in  // it may perform an action in its turn
      try await recorder.donate(occurrenceOf: activity, by: user, in: occasion.context, details: details)
    }
    advise(about: activity, at: occasion.context.instant)
    return donation
  }

  /// The activity as it is published: with a persistent identifier to delete it by, and its publisher's name.
  func stamped(_ activity: UserActivity) throws -> UserActivity {
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

  /// The activity as it is now; if that cannot be published, as it was published last.
  func present(_ live: LiveUserActivity) -> UserActivity {
    let snapshot = live.snapshot
    return (try? stamped(snapshot)) ?? records[ObjectIdentifier(live)]?.published ?? snapshot
  }
}

extension LiveUserActivity {
  func canBeCurrent(at instant: Instant) -> Bool {
    isValid && !snapshot.isExpired(at: instant)
  }
}
