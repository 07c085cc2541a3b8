internal import Activities

/// The numbers of one moment by which evidence is kept and looked up: time, gap, what came before, place, attributes.
///
/// It is made from a context and the history before it, in the same way for a query and for a donation, so that what
/// was learned from a donation is found again by a query in the same circumstances.
struct Occasion: Sendable {
  /// How many of the donations before it are looked at.
  static let memory = 6

  /// Hours since 1970, for decay by age; never before the donation before it, so that no weight grows.
  let hours: Double
  /// Hours since local midnight, 0 ..< 24.
  let localHour: Double
  /// Days of local wall time since 1970-01-01.
  let localDay: Int
  /// 0 is Monday.
  let weekday: Int
  /// Seconds since the donation before; `nil` at the first one.
  let gap: Double?
  /// The rows of the donations before it, the newest first; at most ``memory``.
  let recent: [Int32]
  /// How many seconds ago each of them was.
  let recentAges: [Double]
  /// The place of the donation before it that had one.
  let lastPlace: Place?
  /// Where it happens, if known; else the last known place.
  let place: Place?
  /// A hash for each attribute (key with value), sorted.
  let attributes: [UInt64]

  /// Whether it is a Saturday or a Sunday.
  var isWeekend: Bool { weekday >= 5 }

  /// - Parameter placeKnown: Whether the context's own place may be looked at: not when a donation's circumstances are
  ///   those of the query that would have come just before it.
  init(_ context: Context, placeKnown: Bool, after history: History) {
    let newest = max(context.instant.milliseconds, history.lastInstant?.milliseconds ?? .min)
    hours = Double(newest) / 3_600_000
    localHour = context.instant.localHour
    localDay = context.instant.localDay
    weekday = context.instant.localWeekday
    gap = history.lastInstant.map { max(0, context.instant.seconds(since: $0)) }
    recent = history.recent
    recentAges = history.recentInstants.map { max(0, context.instant.seconds(since: $0)) }
    lastPlace = history.lastPlace
    place = (placeKnown ? context.place : nil) ?? history.lastPlace
    attributes = context.attributes.map { StableHash.entry($0.key, $0.value) }.sorted()
  }
}

/// What is remembered of the donations just before: enough to tell the next one's circumstances.
struct History: Sendable {
  private(set) var count = 0
  private(set) var recent: [Int32] = []
  private(set) var recentInstants: [Instant] = []
  private(set) var lastInstant: Instant?
  private(set) var lastPlace: Place?

  /// Appends a donation that counts; O(1).
  mutating func append(row: Int32, in context: Context) {
    count += 1
    follow(row: row, in: context)
  }

  /// Notes what was just done, without counting it; O(1).
  mutating func follow(row: Int32, in context: Context) {
    recent.insert(row, at: 0)
    recentInstants.insert(context.instant, at: 0)
    if recent.count > Occasion.memory {
      recent.removeLast()
      recentInstants.removeLast()
    }
    if context.instant.seconds(since: lastInstant ?? context.instant) >= 0 { lastInstant = context.instant }
    lastPlace = context.place ?? lastPlace
  }
}
