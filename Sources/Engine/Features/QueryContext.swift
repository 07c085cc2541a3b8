internal import Activities
internal import Kernels

/// The numbers of one moment by which evidence is kept and looked up: time, gap, what came before,
/// place, attributes.
///
/// It is made from a context and the history before it, in the same way for a query and for a
/// donation, so that a query finds the evidence that donations in the same circumstances left. Its
/// arrays are reused.
struct QueryContext: Sendable {
  /// The number of preceding donations that are considered.
  static let historyLength = 6

  /// The precision with which its time is known.
  ///
  /// Unknown parts of the time give no evidence, although the properties for times and days still
  /// have values.
  private(set) var precision = TimePrecision.exact

  /// Milliseconds since 1970; never before the preceding donation, so that no weight grows.
  ///
  /// If its time is known, the preceding donation is the last one with a known time.
  private(set) var milliseconds: Int64 = 0
  /// The seconds from when the user was last observed to this moment.
  ///
  /// The gap and the ages of recent donations end when the user was last observed.
  private(set) var lead = 0.0
  /// Milliseconds of local wall time since 1970-01-01.
  private(set) var localMilliseconds: Int64 = 0
  /// Hours since local midnight, 0 ..< 24.
  private(set) var localHour = 0.0
  /// Days of local wall time since 1970-01-01.
  private(set) var localDay = 0
  /// 0 is Monday.
  private(set) var weekday = 0
  /// Seconds since the last donation that has a time, or `nil` if no donation has one or this
  /// moment's time is not known.
  private(set) var gap: Double?
  /// The items of the preceding donations, the newest first; at most ``historyLength``.
  private(set) var recent: [Int32] = []
  /// The ages of those donations, in seconds; `nil` for a donation without a time, and for all
  /// donations if this moment's time is not known.
  private(set) var recentAges: [Double?] = []
  /// The place of the last donation that had one.
  private(set) var lastPlace: PlaceKey?
  /// How old that position is at this moment, in seconds; `nil` if that is not known.
  private(set) var lastPlaceAge: Double?
  /// The place where it happens, if that is known.
  private(set) var place: PlaceKey?
  /// The number of its learned place in ``LearnedPlaces``, and the place's serial number, which is
  /// never reused; `nil` if it is not at a learned place.
  private(set) var spot: (number: Int32, serial: UInt64)?
  /// The attributes, sorted.
  private(set) var attributes: [Attribute] = []
  /// The days of the week on which the user has off.
  private(set) var daysOff = DaysOff.usual

  /// The possible hours: those of the years 0 to 9999.
  static let possibleHours = -18_000_000.0...71_000_000

  /// Hours since 1970 until which the user was observed, for decay by age.
  var hours: Double { Double(milliseconds) / 3_600_000 - lead / 3_600 }

  /// A Boolean value that indicates whether it is known when it is.
  var hasTime: Bool { precision == .exact }

  /// The local time of day in quarters of an hour, or the code of an hour that is not known.
  var hourCode: UInt8 {
    switch precision {
    case .exact: UInt8(localHour * 4)
    case .day: WindowRecord.hourOfDay
    case .order: WindowRecord.hourOfOrder
    }
  }

  /// A Boolean value that indicates whether the user has off on this day of the week.
  var isDayOff: Bool { daysOff.contains(weekday: weekday) }

  /// A moment without circumstances.
  init() {}

  init(_ moment: AskedMoment, after history: History) { set(moment, after: history) }

  init(_ moment: AskedMoment, after history: History, in places: LearnedPlaces) {
    set(moment, after: history, in: places)
  }

  /// Replaces the contents with those of a moment, which may be at a learned place.
  mutating func set(_ moment: AskedMoment, after history: History, in places: LearnedPlaces) {
    set(moment, after: history)
    spot = place.flatMap(places.spot).map { ($0, places.serial(ofSpot: $0)) }
  }

  private mutating func set(_ moment: AskedMoment, after history: History) {
    let context = moment.context
    precision = moment.precision
    let last = hasTime ? history.lastTime : history.lastInstant?.milliseconds
    milliseconds = max(context.instant.milliseconds, last ?? .min)
    // Nothing was observed before the last donation that was not before it either.
    let ahead = last.map { Double(milliseconds - $0) / 1_000 } ?? 0
    lead = max(0, min(moment.lead, ahead))
    let observed = Double(context.instant.milliseconds) - lead * 1_000
    localMilliseconds = context.instant.localMilliseconds
    localHour = context.instant.localHour
    localDay = context.instant.localDay
    weekday = context.instant.localWeekday
    gap = hasTime ? history.lastTime.map { max(0, (observed - Double($0)) / 1_000) } : nil
    recent = history.recent
    recentAges.removeAll(keepingCapacity: true)
    for then in history.recentMilliseconds {
      let isKnown = hasTime && then != History.noTime
      recentAges.append(isKnown ? max(0, (observed - Double(then)) / 1_000) : nil)
    }
    lastPlace = moment.knowsLastPlace ? history.lastPlace : nil
    lastPlaceAge =
      hasTime
      ? history.lastPlaceTime.map { max(0, Double(context.instant.milliseconds - $0) / 1_000) } : nil
    place = context.place.flatMap(PlaceKey.init)
    spot = nil
    attributes.removeAll(keepingCapacity: true)
    for (key, value) in context.attributes { attributes.append(Attribute(key, value)) }
    attributes.sort()
    daysOff = history.daysOff
  }
}

/// The memory of the latest donations: enough to determine the circumstances of the next one.
struct History: Sendable {
  private(set) var count = 0
  private(set) var recent: [Int32] = []
  /// The times of those donations, in milliseconds since 1970; ``noTime`` for a donation without a
  /// time.
  private(set) var recentMilliseconds: [Int64] = []
  /// The instant of the last donation, whether it is exact or only gives the order.
  private(set) var lastInstant: Instant?
  /// The time of the last donation that has one, in milliseconds since 1970.
  private(set) var lastTime: Int64?
  private(set) var lastPlace: PlaceKey?
  /// The time of the donation with that position, in milliseconds since 1970; `nil` if that time is
  /// not known.
  private(set) var lastPlaceTime: Int64?
  /// The days of the week on which the user has off, as far as the log shows.
  var daysOff = DaysOff.usual

  init() {}

  /// The number in place of a missing time.
  static let noTime = Int64.min

  /// Appends a donation that counts; O(1).
  mutating func append(item: Int32, in context: Context, precision: TimePrecision = .exact) {
    count += 1
    follow(item: item, in: context, precision: precision)
  }

  /// Notes what was just done, without counting it; O(1).
  mutating func follow(item: Int32, in context: Context, precision: TimePrecision = .exact) {
    if recent.count == QueryContext.historyLength {
      recent.removeLast()
      recentMilliseconds.removeLast()
    }
    recent.insert(item, at: 0)
    let milliseconds = context.instant.milliseconds
    recentMilliseconds.insert(precision == .exact ? milliseconds : Self.noTime, at: 0)
    if precision == .exact { lastTime = max(milliseconds, lastTime ?? milliseconds) }
    if context.instant.seconds(since: lastInstant ?? context.instant) >= 0 { lastInstant = context.instant }
    if let place = context.place.flatMap(PlaceKey.init) {
      lastPlace = place
      lastPlaceTime = precision == .exact ? milliseconds : nil
    }
  }
}

extension History {
  func write(into writer: inout StateWriter) {
    writer.write(count)
    writer.write(recent)
    writer.write(recentMilliseconds)
    var last = lastInstant.map { [$0.milliseconds, Int64($0.offsetMinutes)] } ?? []
    // The last known time is written only if it differs from the last donation's.
    if lastTime != last.first { last.append(lastTime ?? Self.noTime) }
    writer.write(last)
    writer.write(lastPlace.map { [$0.key] } ?? [])
    writer.write(lastPlaceTime ?? Self.noTime)
    writer.write(daysOff.rawValue)
  }

  init(from reader: inout StateReader, items: Int) throws(StateError) {
    count = try reader.read()
    recent = try reader.readTable()
    recentMilliseconds = try reader.readTable(count: recent.count)
    let last = try reader.readTable(of: Int64.self)
    let place = try reader.readTable(of: UInt64.self)
    let placeTime = try reader.read(Int64.self)
    daysOff = DaysOff(rawValue: try reader.read(UInt8.self))
    guard count >= 0, count <= Int(StateLimits.counts.upperBound), recent.count <= QueryContext.historyLength,
      last.isEmpty == recent.isEmpty, place.count <= 1, recent.allSatisfy({ $0 >= 0 && $0 < items }),
      last.isEmpty || (2...3).contains(last.count), !recent.isEmpty || count == 0,
      daysOff.isSound, placeTime == Self.noTime || !place.isEmpty,
      (recentMilliseconds + last.dropFirst(2) + [placeTime]).allSatisfy({
        $0 == Self.noTime || QueryContext.possibleHours.contains(Double($0) / 3_600_000)
      })
    else { throw StateError() }
    lastPlace = place.first.map { PlaceKey(key: $0) }
    lastPlaceTime = placeTime == Self.noTime ? nil : placeTime
    if last.count >= 2 {
      guard let offset = Int(exactly: last[1]),
        let instant = try? Instant(milliseconds: last[0], offsetMinutes: offset)
      else { throw StateError() }
      lastInstant = instant
      lastTime = last.count == 2 ? last[0] : last[2] == Self.noTime ? nil : last[2]
    }
  }
}
