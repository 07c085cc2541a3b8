/// A summary of what a deletion removed, or would remove.
///
/// Show it to the user who asked, and do not store it: it names forgotten activities.
public struct ForgettingReceipt: Hashable, Sendable {
  /// An activity with forgotten donations.
  public struct Activity: Hashable, Sendable {
    /// The identity of the activity.
    public let identity: ActivityIdentity
    /// Its type.
    public let activityType: String
    /// Its title in the newest forgotten donation.
    public let title: String?
    /// The number of its forgotten donations.
    public internal(set) var donations: Int
    /// A Boolean value that indicates whether it has no donation left.
    public internal(set) var isGone: Bool

    /// Creates an entry.
    package init(
      identity: ActivityIdentity, activityType: String, title: String?, donations: Int, isGone: Bool
    ) {
      self.identity = identity
      self.activityType = activityType
      self.title = title
      self.donations = donations
      self.isGone = isGone
    }
  }

  /// The number of forgotten donations.
  public package(set) var donations = 0
  /// The activities with forgotten donations, by descending number of donations, then by identity.
  public package(set) var activities: [Activity] = []
  /// The time of the earliest forgotten donation.
  public package(set) var first: Instant?
  /// The time of the latest forgotten donation.
  public package(set) var last: Instant?
  /// The number of remaining records of feedback from which forgotten activities were removed.
  public package(set) var feedbackShortened = 0
  /// The number of records of feedback that were removed, because they became empty.
  public package(set) var feedbackRemoved = 0
  /// The number of activities that a search no longer finds, or finds by other words or fewer uses
  /// than before.
  public package(set) var searchEntries = 0
  /// The number of items that were removed from programs' indexes.
  public package(set) var items = 0
  /// The number of the user's own phrases that were removed.
  public package(set) var phrases = 0
  /// The number of hints and app catalog entries that were removed.
  public package(set) var hints = 0
  /// The number of the user's own places that lost their names.
  public package(set) var places = 0
  /// The number of checkpoints of the learned state that were removed, because they covered
  /// forgotten donations.
  public package(set) var checkpoints = 0
  /// The number of forgotten donations that a later import may bring back, because the store could
  /// not record that they were forgotten.
  ///
  /// It is 0 unless the store's secret for hashing them is damaged.
  public package(set) var unnoted = 0

  /// Creates the receipt of a deletion that forgot nothing.
  public init() {}

  /// A Boolean value that indicates whether nothing was forgotten.
  public var isEmpty: Bool { self == ForgettingReceipt() }

  /// The number of forgotten donations of each activity type, descending; ties are in the order of
  /// names.
  public var types: [(activityType: String, donations: Int)] {
    let counts = activities.reduce(into: [:]) { $0[$1.activityType, default: 0] += $1.donations }
    return counts.map { (activityType: $0.key, donations: $0.value) }
      .sorted {
        $0.donations != $1.donations ? $0.donations > $1.donations : $0.activityType < $1.activityType
      }
  }

  /// Returns the summary of two deletions, one after the other.
  public static func + (earlier: Self, later: Self) -> Self {
    var sum = earlier
    sum.add(later)
    return sum
  }

  /// Adds the numbers of a later deletion.
  package mutating func add(_ later: Self) {
    donations += later.donations
    first = [first, later.first].compactMap(\.self).min { $0.milliseconds < $1.milliseconds }
    last = [last, later.last].compactMap(\.self).max { $0.milliseconds < $1.milliseconds }
    feedbackShortened += later.feedbackShortened
    feedbackRemoved += later.feedbackRemoved
    searchEntries += later.searchEntries
    items += later.items
    hints += later.hints
    phrases += later.phrases
    places += later.places
    checkpoints += later.checkpoints
    unnoted += later.unnoted
    activities = activities.isEmpty ? later.activities : Self.sum(activities + later.activities)
  }

  private static func sum(_ activities: [Activity]) -> [Activity] {
    var sums: [ActivityIdentity: Activity] = [:]
    for activity in activities {
      guard var known = sums[activity.identity] else {
        sums[activity.identity] = activity
        continue
      }
      known.donations += activity.donations
      known.isGone = known.isGone || activity.isGone
      sums[activity.identity] = known
    }
    return ordered(sums.values)
  }

  /// Activities in the order of a receipt.
  package static func ordered(_ activities: some Sequence<Activity>) -> [Activity] {
    activities.sorted {
      $0.donations != $1.donations ? $0.donations > $1.donations : $0.identity < $1.identity
    }
  }
}
