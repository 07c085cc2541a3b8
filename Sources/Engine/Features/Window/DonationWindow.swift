internal import Activities
internal import Kernels

/// The last donations of a user, in order, which the experts count.
///
/// A record is 16 bytes of codes, so a query can read all of them, and the state of a user does not
/// grow with their history. A larger window makes queries slower, and a smaller one forgets sooner.
/// On the public logs only users with more donations lose by it. With the same model, a user with
/// 21,000 donations loses 0.003 of MRR with a window of 4,096 and 0.005 with 2,048. Users with some
/// 7,000 donations lose nothing and 0.001, respectively.
struct DonationWindow: Sendable {
  /// The number of donations that the window holds.
  static let size = 3_072
  /// The number of additional records allowed before the front is removed.
  private static let slack = 128

  /// The records, with some in front of the window that only precede it.
  private var records: [WindowRecord] = []
  /// The index at which the window begins.
  private var start = 0
  /// The instant to which the times of records are relative, in milliseconds since 1970.
  private var origin: Int64?
  private(set) var places = SharedCodes()
  private(set) var attributes = AttributeSets()
  /// The spots that the places belong to.
  private(set) var learnedPlaces = LearnedPlaces()
  /// The number of counted donations for each place, each last known place before them, and each
  /// set of attributes.
  private(set) var counts = (place: CodeCounts(), lastPlace: CodeCounts(), attributes: CodeCounts())
  /// The number of counted donations, and of those with only a known order, or only a known day.
  private(set) var timed = (all: 0, order: 0, day: 0)

  init() {}

  /// The time of a record that has one, in milliseconds since 1970.
  func milliseconds(of record: WindowRecord) -> Int64 { (origin ?? 0) + record.time.milliseconds }

  /// The local day of a record that has a time, in days of wall time since 1970-01-01; `nil` if
  /// that is not known.
  ///
  /// The local day is at most one day away from the day in UTC, and the record's day of the week
  /// determines it. A record for which only the day is known gets `nil`, because it has the time of
  /// the last record with a time, which may be days earlier.
  func localDay(of record: WindowRecord) -> Int? {
    guard record.hasTime, let weekday = record.weekday else { return nil }
    let day = Int(clamping: (Double(milliseconds(of: record)) / 86_400_000).rounded(.down))
    let away = ((weekday - (day + 3) % 7) % 7 + 7) % 7
    return away <= 1 ? day + away : away == 6 ? day - 1 : nil
  }

  /// The number of donations that the window holds.
  var count: Int { records.count - start }

  /// The number of records before the window that a scan reads; at most ``WindowQuery/past``.
  var preceding: Int { min(start, WindowQuery.past) }

  /// The window, and ``preceding`` records before it.
  var slice: ArraySlice<WindowRecord> { records[(start - preceding)...] }

  /// Appends a donation.
  ///
  /// A donation without a time gets the time of the last one with a time, so that it neither begins
  /// nor ends a pause.
  ///
  /// - Parameter counts: Whether the donation is counted, or only precedes others.
  /// - Complexity: O(1), and O(places + attribute sets in the window) comparisons.
  mutating func append(item: Int32, at moment: borrowing QueryContext, counts: Bool) {
    if origin == nil { origin = moment.milliseconds }
    if records.count == records.capacity, records.count >= 1_024 {
      records.reserveCapacity(Self.size + Self.slack + WindowQuery.past)
    }
    let known = moment.place ?? moment.lastPlace
    let place = known.map { places.retain($0.key) } ?? 0
    if place > 0, let own = moment.place { learnedPlaces.observe(code: place, at: own) }
    records.append(
      WindowRecord(
        time: moment.hasTime ? time(of: moment) : records.last?.time ?? .never, item: item,
        knownPlace: place, isPlaceOwn: moment.place != nil,
        attributes: attributes.retain(moment.attributes), hour: moment.hourCode,
        day: counts ? UInt8(moment.weekday) : WindowRecord.notCounted))
    count(recordAt: records.count - 1, by: 1)
    if count > Self.size { dropFirst() }
  }

  /// Adds `amount` for each code of a record, unless the record is not counted.
  private mutating func count(recordAt index: Int, by amount: Int32) {
    let record = records[index]
    guard record.day != WindowRecord.notCounted else { return }
    timed.all += Int(amount)
    if record.hour == WindowRecord.hourOfOrder { timed.order += Int(amount) }
    if record.hour == WindowRecord.hourOfDay { timed.day += Int(amount) }
    counts.place.add(record.place, amount)
    counts.lastPlace.add(index > 0 ? records[index - 1].knownPlace : 0, amount)
    counts.attributes.add(record.attributes, amount)
  }

  private mutating func dropFirst() {
    count(recordAt: start, by: -1)
    attributes.release(records[start].attributes)
    // The first record's last known place is that of the record just before the window.
    if start > 0 {
      let code = records[start - 1].knownPlace
      places.release(code)
      if code > 0, places.key(of: Int(code)) == nil { learnedPlaces.forget(code: code) }
    }
    start += 1
    guard records.count >= Self.size + Self.slack + WindowQuery.past else { return }
    records.removeFirst(start - WindowQuery.past)
    start = WindowQuery.past
  }

  /// The time of a moment on the records' scale.
  func time(of moment: borrowing QueryContext) -> WindowRecord.Time {
    WindowRecord.Time(milliseconds: moment.milliseconds - (origin ?? moment.milliseconds))
  }
}

extension DonationWindow {
  func write(into writer: inout StateWriter) {
    writer.write(Array(slice))
    writer.write(preceding)
    writer.write(origin ?? .min)
    places.write(into: &writer)
    attributes.write(into: &writer)
    learnedPlaces.write(into: &writer)
  }

  /// - Parameter items: The number of items.
  init(from reader: inout StateReader, items: Int) throws(StateError) {
    records = try reader.readTable()
    start = try reader.read()
    let origin = try reader.read(Int64.self)
    self.origin = origin == .min ? nil : origin
    guard (0...WindowQuery.past).contains(start), start <= records.count, count <= Self.size,
      (origin == .min) == records.isEmpty,
      origin == .min || QueryContext.possibleHours.contains(Double(origin) / 3_600_000),
      records.allSatisfy({
        $0.isSound && $0.item >= 0 && $0.item < items
      })
    else { throw StateError() }
    let window = records[start...]
    places = try SharedCodes(from: &reader, uses: records[max(0, start - 1)...].map(\.knownPlace))
    attributes = try AttributeSets(from: &reader, uses: window.map(\.attributes))
    learnedPlaces = try LearnedPlaces(from: &reader, codes: places.limit - 1)
    for index in window.indices { count(recordAt: index, by: 1) }
  }

  /// The bytes of its tables.
  var memoryFootprint: Int {
    records.capacity * MemoryLayout<WindowRecord>.stride + places.memoryFootprint + attributes.memoryFootprint
      + learnedPlaces.memoryFootprint
      + (counts.place.counts.capacity + counts.lastPlace.counts.capacity + counts.attributes.counts.capacity)
      * MemoryLayout<Int32>.stride
  }
}
