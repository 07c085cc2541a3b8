internal import Activities
internal import Kernels

/// The numbers of one moment by which evidence is kept and looked up: time, gap, what came before, place, attributes.
///
/// It is made from a context and the history before it, in the same way for a query and for a donation, so that what
/// was learned from a donation is found again by a query in the same circumstances. Its arrays are used again.
struct QueryContext: Sendable {
  /// The number of donations before it that are looked at.
  static let historyLength = 6

  /// Milliseconds since 1970; never before the donation before it, so that no weight grows.
  private(set) var milliseconds: Int64 = 0
  /// Hours since local midnight, 0 ..< 24.
  private(set) var localHour = 0.0
  /// Days of local wall time since 1970-01-01.
  private(set) var localDay = 0
  /// 0 is Monday.
  private(set) var weekday = 0
  /// Seconds since the donation before; `nil` at the first one.
  private(set) var gap: Double?
  /// The rows of the donations before it, the newest first; at most ``historyLength``.
  private(set) var recent: [Int32] = []
  /// The ages of those donations, in seconds.
  private(set) var recentAges: [Double] = []
  /// The place of the donation before it that had one.
  private(set) var lastPlace: PlaceKey?
  /// The place where it happens, if known; else the last known place.
  private(set) var place: PlaceKey?
  /// A hash for each attribute (key with value), sorted.
  private(set) var attributes: [UInt64] = []

  /// The possible hours: those of the years 0 to 9999.
  static let possibleHours = -18_000_000.0...71_000_000

  /// Hours since 1970, for decay by age.
  var hours: Double { Double(milliseconds) / 3_600_000 }

  /// The local time of day in quarters of an hour, 0 ..< 96.
  var quarterHour: UInt8 { UInt8(localHour * 4) }

  /// A Boolean value that indicates whether it is a Saturday or a Sunday.
  var isWeekend: Bool { weekday >= 5 }

  /// A moment without circumstances.
  init() {}

  /// - Parameter placeKnown: Whether the context's own place may be looked at: not when a donation's circumstances are
  ///   those of the query that would have come just before it.
  init(_ context: Context, placeKnown: Bool, after history: History) {
    set(context, placeKnown: placeKnown, after: history)
  }

  /// Becomes that of a context.
  mutating func set(_ context: Context, placeKnown: Bool, after history: History) {
    milliseconds = max(context.instant.milliseconds, history.lastInstant?.milliseconds ?? .min)
    localHour = context.instant.localHour
    localDay = context.instant.localDay
    weekday = context.instant.localWeekday
    gap = history.lastInstant.map { max(0, context.instant.seconds(since: $0)) }
    recent = history.recent
    recentAges.removeAll(keepingCapacity: true)
    for then in history.recentMilliseconds {
      recentAges.append(max(0, Double(context.instant.milliseconds - then) / 1_000))
    }
    lastPlace = history.lastPlace
    place = placeKnown ? context.place.map(PlaceKey.init) ?? history.lastPlace : history.lastPlace
    attributes.removeAll(keepingCapacity: true)
    for (key, value) in context.attributes { attributes.append(StableHash.entry(key, value)) }
    attributes.sort()
  }
}

/// The memory of the donations just before: enough to tell the next one's circumstances.
struct History: Sendable {
  private(set) var count = 0
  private(set) var recent: [Int32] = []
  /// The times of those donations, in milliseconds since 1970.
  private(set) var recentMilliseconds: [Int64] = []
  private(set) var lastInstant: Instant?
  private(set) var lastPlace: PlaceKey?

  init() {}

  /// Appends a donation that counts; O(1).
  mutating func append(row: Int32, in context: Context) {
    count += 1
    follow(row: row, in: context)
  }

  /// Notes what was just done, without counting it; O(1).
  mutating func follow(row: Int32, in context: Context) {
    if recent.count == QueryContext.historyLength {
      recent.removeLast()
      recentMilliseconds.removeLast()
    }
    recent.insert(row, at: 0)
    recentMilliseconds.insert(context.instant.milliseconds, at: 0)
    if context.instant.seconds(since: lastInstant ?? context.instant) >= 0 { lastInstant = context.instant }
    lastPlace = context.place.map(PlaceKey.init) ?? lastPlace
  }
}

extension History {
  func write(into writer: inout StateWriter) {
    writer.write(count)
    writer.write(recent)
    writer.write(recentMilliseconds)
    writer.write(lastInstant.map { [$0.milliseconds, Int64($0.offsetMinutes)] } ?? [])
    writer.write(lastPlace.map { [$0.key] } ?? [])
  }

  init(from reader: inout StateReader, rows: Int) throws(StateError) {
    count = try reader.read()
    recent = try reader.readTable()
    recentMilliseconds = try reader.readTable(count: recent.count)
    let last = try reader.readTable(of: Int64.self)
    let place = try reader.readTable(of: UInt64.self)
    guard count >= 0, count <= Int(StateLimits.counts.upperBound), recent.count <= QueryContext.historyLength,
      last.isEmpty == recent.isEmpty, place.count <= 1, recent.allSatisfy({ $0 >= 0 && $0 < rows }),
      last.isEmpty || last.count == 2, !recent.isEmpty || count == 0,
      recentMilliseconds.allSatisfy({ QueryContext.possibleHours.contains(Double($0) / 3_600_000) })
    else { throw StateError() }
    lastPlace = place.first.map { PlaceKey(key: $0) }
    if last.count == 2 {
      guard let offset = Int(exactly: last[1]),
        let instant = try? Instant(milliseconds: last[0], offsetMinutes: offset)
      else { throw StateError() }
      lastInstant = instant
    }
  }
}
