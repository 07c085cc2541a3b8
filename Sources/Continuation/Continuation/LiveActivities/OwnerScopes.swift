internal import Activities

/// The owners of a center with their activities, and the current activities.
///
/// It only keeps records; the center acts on them.
struct OwnerScopes {
  /// An owner's part of the payload of its activity.
  typealias Contribution = @Sendable () async throws -> [String: ActivityValue]

  /// A current activity.
  struct Record {
    let live: LiveUserActivity
    /// The activity as last donated or saved.
    var published: UserActivity
    let since: Instant
    /// A number that grows with every activity that becomes current.
    let number: UInt64
  }

  private struct Scope {
    var activity: LiveUserActivity?
    var isActive = false
    /// A number that grows each time that the owner comes to the front; 0 if it never did.
    var recency: UInt64 = 0
    var conditions = ActivationConditions()
    var contribute: Contribution?
    /// The order in which owners contribute.
    var order: UInt64 = 0
  }

  /// The owner in front, if the program set one.
  private(set) var front: ActivityOwner?
  private var scopes: [ActivityOwner: Scope] = [.application: Scope(isActive: true)]
  private var records: [ObjectIdentifier: Record] = [:]
  /// The last number used for ordering owners that become active and activities that become
  /// current.
  private var lastNumber: UInt64 = 0

  // MARK: Owners

  func contains(_ owner: ActivityOwner) -> Bool { scopes[owner] != nil }

  func isActive(_ owner: ActivityOwner) -> Bool { scopes[owner]?.isActive == true }

  func recency(of owner: ActivityOwner) -> UInt64 { scopes[owner]?.recency ?? 0 }

  func activity(of owner: ActivityOwner) -> LiveUserActivity? { scopes[owner]?.activity }

  /// The activities that owners have, current or not.
  var activities: [LiveUserActivity] { scopes.values.compactMap(\.activity) }

  /// Returns the owners of an activity, the last active one first.
  func owners(of live: LiveUserActivity) -> [ActivityOwner] {
    Self.newestFirst(scopes.filter { $0.value.activity === live })
  }

  /// Returns whether an active owner has an activity.
  func isHeldByActiveOwner(_ live: LiveUserActivity) -> Bool {
    scopes.values.contains { $0.isActive && $0.activity === live }
  }

  /// Returns the contributions to an activity's payload, in order of registration of the owners.
  ///
  /// - Parameter newOwner: An owner that is about to receive the activity.
  func contributions(
    to live: LiveUserActivity, and newOwner: ActivityOwner?
  ) -> [(owner: ActivityOwner, contribute: Contribution)] {
    scopes.filter { $0.value.activity === live || $0.key == newOwner }
      .sorted { $0.value.order < $1.value.order }
      .compactMap { owner, scope in scope.contribute.map { (owner, $0) } }
  }

  /// Returns the owner that should show some content: one that prefers it, or else one that can,
  /// and among these the one that was active last.
  func owner(showing targetContentIdentifier: String?) -> ActivityOwner? {
    let windows = scopes.filter { $0.key != .application }
    let preferring = windows.filter { $0.value.conditions.prefers.matches(targetContentIdentifier) }
    if let owner = Self.newestFirst(preferring).first { return owner }
    return Self.newestFirst(
      windows.filter { $0.value.conditions.canActivate.matches(targetContentIdentifier) }
    ).first
  }

  private static func newestFirst(_ scopes: [ActivityOwner: Scope]) -> [ActivityOwner] {
    scopes.sorted { ($0.value.recency, $0.value.order) > ($1.value.recency, $1.value.order) }.map(\.key)
  }

  mutating func register(_ owner: ActivityOwner) {
    guard scopes[owner] == nil else { return }
    let order = nextNumber()
    scopes[owner] = Scope(order: order)
  }

  mutating func bringToFront(_ owner: ActivityOwner) {
    register(owner)
    let recency = nextNumber()
    scopes[owner]?.isActive = true
    scopes[owner]?.recency = recency
    front = owner
  }

  mutating func deactivate(_ owner: ActivityOwner) {
    scopes[owner]?.isActive = false
    if front == owner { front = nil }
  }

  mutating func remove(_ owner: ActivityOwner) {
    scopes[owner] = owner == .application ? Scope(isActive: true) : nil
  }

  /// Sets or removes the activity of a registered owner.
  mutating func setActivity(_ live: LiveUserActivity?, of owner: ActivityOwner) {
    scopes[owner]?.activity = live
  }

  mutating func setContribution(_ contribute: Contribution?, of owner: ActivityOwner) {
    register(owner)
    scopes[owner]?.contribute = contribute
  }

  mutating func setConditions(_ conditions: ActivationConditions, of owner: ActivityOwner) {
    register(owner)
    scopes[owner]?.conditions = conditions
  }

  // MARK: Current activities

  /// The current activities, in the order in which they became current.
  var current: [Record] { records.values.sorted { $0.number < $1.number } }

  var currentCount: Int { records.count }

  func record(of live: LiveUserActivity) -> Record? { records[ObjectIdentifier(live)] }

  mutating func addRecord(of live: LiveUserActivity, published: UserActivity, since instant: Instant) {
    records[ObjectIdentifier(live)] = Record(
      live: live, published: published, since: instant, number: nextNumber())
  }

  mutating func setPublished(_ activity: UserActivity, of live: LiveUserActivity) {
    records[ObjectIdentifier(live)]?.published = activity
  }

  mutating func removeRecord(of live: LiveUserActivity) -> Record? {
    records.removeValue(forKey: ObjectIdentifier(live))
  }

  private mutating func nextNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }
}
