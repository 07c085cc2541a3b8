internal import Synchronization

extension LiveUserActivity {
  /// Whether the user is doing it now, as far as its center was told.
  ///
  /// One that expires stays current until its center is asked something, since nothing here reads a clock.
  public var isCurrent: Bool { state.withLock { $0.isValid && $0.phase == .current } }

  /// Whether it may become current; ``invalidate()`` ends that for good.
  public var isValid: Bool { state.withLock { $0.isValid } }

  /// Whether its state is newer than what the last save gave.
  ///
  /// True on a new activity; no other property touches it. Set while the activity is current, it brings one save soon,
  /// however often it is set until then. It is cleared before the save calls anybody.
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
  /// First it is saved (one call of ``LiveUserActivityDelegate/userActivityWillSave(_:)``), so that the donation holds what the
  /// save filled in; then it is donated, whatever it is eligible for, because it happened; then the activity before it
  /// in the same scope resigns and this one is current. An activity that an owner has comes back to that owner; any
  /// other becomes the one of ``ActivityOwner/application``.
  ///
  /// After ``resignCurrent()`` it may become current again: that is the user doing it again, and donated again. An owner
  /// that merely comes back to the front (``ActivityCenter/activate(_:)``) donates only if the activity has become another.
  ///
  /// - Parameter source: How it came about; `.suggestion` for one that was continued from a suggestion.
  /// - Returns: The donation; nil if nothing was done because it is current already, invalid or expired.
  /// - Throws: ``PayloadError/tooLarge(size:limit:)``, ``ActivityError/notFinite(field:)``,
  ///   ``LiveActivityError/centerIsGone``, or what the recorder throws; then it is not current, and the one before it still is.
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
}

/// What the center does to it.
extension LiveUserActivity {
  /// Takes the way to being current, if nobody else does.
  func startBecoming() -> Bool {
    state.withLock { state in
      guard state.isValid, state.phase == .dormant else { return false }
      state.phase = .becoming
      return true
    }
  }

  /// Arrives, if it is still valid; a save that was asked for on the way is due then.
  func arrive(as identity: ActivityIdentity) -> Bool {
    let (hasArrived, center) = state.withLock { state -> (Bool, ActivityCenter?) in
      guard state.phase == .becoming else { return (false, nil) }
      guard state.isValid else {
        state.phase = .dormant
        return (false, nil)
      }
      state.phase = .current
      state.donatedIdentity = identity
      return (true, state.isSaveDue ? state.scheduleSave() : nil)
    }
    center?.scheduleSave(of: self)
    return hasArrived
  }

  /// Waits for its owner, who left while it was being donated: coming back is not doing it again.
  func wait(as identity: ActivityIdentity) {
    state.withLock { ($0.phase, $0.donatedIdentity) = (.dormant, identity) }
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
    state.withLock { $0.donatedIdentity = nil }
  }

  var donatedIdentity: ActivityIdentity? { state.withLock { $0.donatedIdentity } }

  var lastOwner: ActivityOwner? {
    get { state.withLock { $0.lastOwner } }
    set { state.withLock { $0.lastOwner = newValue } }
  }

  var center: ActivityCenter? { state.withLock { $0.center } }

  func startSaving() {
    state.withLock { ($0.needsSave, $0.isSaveScheduled) = (false, false) }
  }

  /// The task that was to save it is there, whether or not a save is still needed: the next wish needs another task.
  func stopWaitingToSave() {
    state.withLock { $0.isSaveScheduled = false }
  }
}

extension LiveUserActivity.State {
  fileprivate var isSaveDue: Bool { needsSave && isValid && phase == .current && !isSaveScheduled }

  fileprivate mutating func scheduleSave() -> ActivityCenter? {
    isSaveScheduled = true
    return center
  }
}
