extension ActivityCenter {
  /// Saves every current activity that needs it, now: before the program exits.
  public func flush() async {
    let turn = await takeTurn()
    defer { end(turn) }
    for record in records.values.sorted(by: { $0.number < $1.number }) { await refresh(record.live) }
  }

  /// Starts a task that saves an activity soon.
  ///
  /// A delegate may have asked for it, but the task is not part of the turn that called the delegate.
  nonisolated func scheduleSave(of live: LiveUserActivity) {
    Self.$calledDuring.withValue(nil) {
      _ = Task { await saveSoon(live) }
    }
  }

  /// Saves an activity once whoever else wants a save had time to say so.
  private func saveSoon(_ live: LiveUserActivity) async {
    try? await wait()  // cut short, it only comes earlier
    let turn = await takeTurn()
    defer { end(turn) }
    live.stopWaitingToSave()
    await refresh(live)
  }

  /// Saves an activity that is current and needs it.
  func refresh(_ live: LiveUserActivity) async {
    guard records[ObjectIdentifier(live)] != nil, live.needsSave else { return }
    await save(live)
    guard records[ObjectIdentifier(live)] != nil else { return }
    do {
      let activity = try stamped(live.snapshot)
      records[ObjectIdentifier(live)]?.published = activity
      broadcast.send(.saved(activity))
    } catch {
      broadcast.send(.saveRefused(activityType: live.snapshot.activityType, error))
    }
    purgeExpired(at: circumstances().instant)
  }

  /// Has the owners put the payload together anew, and then the delegate complete it.
  ///
  /// - Parameters:
  ///   - live: The activity.
  ///   - newOwner: Who is about to have it, besides those who do.
  func save(_ live: LiveUserActivity, for newOwner: ActivityOwner? = nil) async {
    live.startSaving()
    live.broadcast.send(.willSave)
    let contributors = scopes.filter { $0.value.activity === live || $0.key == newOwner }
      .filter { $0.value.contribute != nil }
      .sorted { $0.value.order < $1.value.order }
    if !contributors.isEmpty {
      var round = live.snapshot  // built aside, so that nobody is offered half of it
      round.userInfo = [:]
      for (owner, scope) in contributors {
        guard let contribute = scope.contribute else { continue }
        do {
          try round.addUserInfoEntries(from: await callOut(contribute))
        } catch {
          broadcast.send(.updateFailed(owner: owner, error))
        }
      }
      live.userInfo = round.userInfo
    }
    if let delegate = live.delegate { await callOut { await delegate.userActivityWillSave(live) } }
  }
}
