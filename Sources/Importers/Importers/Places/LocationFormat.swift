package import Activities
internal import LogFormat

/// A file format for the user's positions and named places.
///
/// A position is not an activity, so it is not donated: positions make a ``LocationTrack``, and
/// names are for `hunch place import`. Write a conforming type in one file and list it in
/// ``LocationFormats``, so that the contract suite of the tests runs on it.
package protocol LocationFormat: Sendable {
  /// The stable name, in reports.
  var name: String { get }
  /// The format in a few words.
  var summary: String { get }

  /// Returns whether a file is of this format, by its content.
  func recognises(_ file: HistoryFile) -> Bool

  /// Reads a file from its beginning to its end, one record in memory at a time.
  ///
  /// Passes on a malformed record as a problem, and continues.
  ///
  /// - Throws: ``HistoryError`` if the file cannot be read to its end; errors of `receive`.
  func read(_ file: HistoryFile, receive: (LocationRecord, HistoryPosition) throws -> Void) throws
}

extension LocationFormat {
  /// Reads a file like ``read(_:receive:)``, within a new budget of the file.
  ///
  /// - Throws: ``HistoryError`` with `tooCostly` beyond the file's budget.
  func readWithinBudget(
    _ file: HistoryFile, receive: (LocationRecord, HistoryPosition) throws -> Void
  ) throws {
    try file.readWithinBudget {
      try read(file) { record, position in
        try file.budget.spendRecord()
        try receive(record, position)
      }
    }
  }
}

/// A record of a file of locations.
package enum LocationRecord: Hashable, Sendable {
  /// The user was there at that time.
  case point(LocationPoint)
  /// A place with a name.
  case named(Place)
  /// It is malformed.
  case malformed(HistoryProblem)

  /// A shape without the times of its positions.
  static let withoutTimes = HistoryProblem(
    "a line or an area without times; export it with the time of each position")
  /// A route whose times and positions do not match.
  static let unpaired = HistoryProblem("its times and positions differ in number; the record is damaged")

  /// Returns the positions of a visit: its ends, and one every hour in between, for at most a week.
  static func stay(
    from start: Result<Int64, HistoryProblem>, to end: Result<Int64, HistoryProblem>, _ latitude: Double?,
    _ longitude: Double?
  ) -> [LocationRecord] {
    func record(_ time: Result<Int64, HistoryProblem>) -> LocationRecord {
      do throws(HistoryProblem) { return .point(try LocationPoint(time, latitude, longitude)) } catch {
        return .malformed(error)
      }
    }
    let ends = [record(start), record(end)]
    guard case .point(let first) = ends[0], case .point(let last) = ends[1], first.time <= last.time else {
      return ends
    }
    let hours = stride(from: first.time, to: min(last.time, first.time + 168 * hour), by: Int(hour))
      .dropFirst()
    return [ends[0]] + hours.map { record(.success($0)) } + [ends[1]]
  }

  private static let hour: Int64 = 3_600_000
}

/// A position at a moment.
package struct LocationPoint: Hashable, Sendable {
  /// Milliseconds since 1970.
  package let time: Int64
  /// The position, with its radius of uncertainty if known.
  package let place: Place

  static let noPosition = HistoryProblem("its position is not on Earth; the record is damaged")

  /// Creates a point of a time and degrees north and east.
  ///
  /// - Throws: ``HistoryProblem`` for an invalid time or one before 1970, and for a position that
  ///   is not on Earth.
  init(
    _ time: Result<Int64, HistoryProblem>, _ latitude: Double?, _ longitude: Double?, accuracy: Double? = nil
  ) throws(HistoryProblem) {
    self.time = try time.get()
    place = try Self.place(latitude, longitude, accuracy: accuracy)
  }

  /// Returns the place at degrees north and east.
  ///
  /// - Throws: ``noPosition``.
  static func place(
    _ latitude: Double?, _ longitude: Double?, accuracy: Double? = nil, name: String? = nil
  ) throws(HistoryProblem) -> Place {
    guard let latitude, let longitude else { throw noPosition }
    let accuracy = accuracy.flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }
    do throws(ActivityError) {
      return try Place(latitude: latitude, longitude: longitude, horizontalAccuracy: accuracy, name: name)
    } catch { throw noPosition }
  }
}

/// All formats of locations.
package enum LocationFormats {
  package static let all: [any LocationFormat] = [
    OwnTracksFormat(), GPXFormat(), KMLFormat(), GeoJSONFormat(), GooglePointsFormat(),
  ]

  /// Returns the format of a file.
  package static func format(of file: HistoryFile) -> (any LocationFormat)? {
    all.first { $0.recognises(file) }
  }
}

/// Times of locations: RFC 3339, also with an offset without a colon, or numbers since 1970.
enum LocationTime {
  /// Returns milliseconds since 1970.
  static func milliseconds(_ value: JSONNode?) -> Result<Int64, HistoryProblem> {
    guard let value else { return .failure(.field("the time")) }
    if let number = value.number { return milliseconds(number) }
    return value.text.map(milliseconds) ?? .failure(.time)
  }

  /// Returns milliseconds since 1970 of a time as text.
  static func milliseconds(_ text: String) -> Result<Int64, HistoryProblem> {
    Result { () throws(HistoryProblem) in
      guard let instant = try? Instant(rfc3339: withColon(text)) else { throw .time }
      return try checked(instant.milliseconds)
    }
  }

  /// Returns a time if it is valid.
  private static func checked(_ milliseconds: Int64) throws(HistoryProblem) -> Int64 {
    guard !TimePlaceholder.contains(milliseconds: milliseconds) else { throw .placeholder }
    guard milliseconds >= 0 else { throw .timeBefore1970 }
    return milliseconds
  }

  /// Returns the milliseconds of a number: seconds have ten digits until the year 2286;
  /// milliseconds have had twelve since 1973.
  private static func milliseconds(_ number: Double) -> Result<Int64, HistoryProblem> {
    guard number > -1e12 else { return .failure(.timeBefore1970) }
    let scaled = number < 1e11 ? number * 1_000 : number
    guard scaled < 253_370_764_800_000, let milliseconds = Int64(exactly: scaled.rounded()) else {
      return .failure(.time)
    }
    return Result { () throws(HistoryProblem) in try checked(milliseconds) }
  }

  /// Returns `2015-10-01T08:00:00-0700` with the colon that RFC 3339 requires.
  private static func withColon(_ text: String) -> String {
    let end = text.suffix(5)
    guard end.count == 5, let sign = end.first, "+-".contains(sign), end.dropFirst().allSatisfy(\.isNumber)
    else { return text }
    return text.dropLast(2) + ":" + text.suffix(2)
  }

  /// Returns a time with the default offset of GPX and KML if it has none.
  static func inUTC(_ time: String) -> String {
    // After `2024-01-01T00:00:00` only a fraction may follow.
    let rest = time.utf8.dropFirst(19)
    let isFraction = rest.first == UInt8(ascii: ".") && rest.count > 1 && rest.dropFirst().allSatisfy(isDigit)
    return time.utf8.count == 19 || isFraction ? time + "Z" : time
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
