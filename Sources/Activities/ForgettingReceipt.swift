/// What a deletion took away, or would take.
///
/// It is for the one who asked, to be shown and not to be kept: it names what was forgotten.
public struct ForgettingReceipt: Hashable, Sendable {
  /// An activity of which donations were forgotten.
  public struct Activity: Hashable, Sendable {
    /// What makes it the same again.
    public let identity: ActivityIdentity
    /// Its type.
    public let activityType: String
    /// Its title, as the newest donation that was forgotten has it.
    public let title: String?
    /// How many donations of it were forgotten.
    public internal(set) var donations: Int
    /// Whether no donation of it is left.
    public internal(set) var isGone: Bool

    /// Makes an entry.
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

  /// How many donations were forgotten.
  public package(set) var donations = 0
  /// Of which activities; the ones with most donations first, equals by identity.
  public package(set) var activities: [Activity] = []
  /// When the earliest donation was that was forgotten.
  public package(set) var first: Instant?
  /// When the latest donation was that was forgotten.
  public package(set) var last: Instant?
  /// How many records of feedback lost what they said about forgotten activities, and stay.
  public package(set) var feedbackShortened = 0
  /// How many records of feedback went, because nothing was left of them.
  public package(set) var feedbackRemoved = 0
  /// How many activities a search finds no more, or by other words or fewer uses than before.
  public package(set) var searchEntries = 0
  /// How many items of programs' indexes went.
  public package(set) var items = 0
  /// How many hints and entries of catalogues went.
  public package(set) var hints = 0
  /// How many checkpoints of what was learned went, because they covered what was forgotten.
  public package(set) var checkpoints = 0

  /// Nothing was forgotten.
  public init() {}

  /// Whether nothing was forgotten.
  public var isEmpty: Bool { self == ForgettingReceipt() }

  /// How many donations were forgotten of each activity type; the most first, equals by name.
  public var types: [(activityType: String, donations: Int)] {
    let counts = activities.reduce(into: [:]) { $0[$1.activityType, default: 0] += $1.donations }
    return counts.map { (activityType: $0.key, donations: $0.value) }
      .sorted {
        $0.donations != $1.donations ? $0.donations > $1.donations : $0.activityType < $1.activityType
      }
  }

  /// What two deletions took away, one after the other.
  public static func + (earlier: Self, later: Self) -> Self {
    var sum = earlier
    sum.add(later)
    return sum
  }

  /// Adds what a later deletion took away.
  package mutating func add(_ later: Self) {
    donations += later.donations
    first = [first, later.first].compactMap(\.self).min { $0.milliseconds < $1.milliseconds }
    last = [last, later.last].compactMap(\.self).max { $0.milliseconds < $1.milliseconds }
    feedbackShortened += later.feedbackShortened
    feedbackRemoved += later.feedbackRemoved
    searchEntries += later.searchEntries
    items += later.items
    hints += later.hints
    checkpoints += later.checkpoints
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
