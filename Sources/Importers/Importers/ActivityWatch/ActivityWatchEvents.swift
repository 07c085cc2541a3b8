internal import Activities
internal import LogFormat

/// The buckets and events of ActivityWatch, from an export in JSON or the database of one of its
/// two servers.
///
/// An export is `{"buckets": …}` with an object or an array of buckets, or one bucket alone. It is
/// read once for all buckets, because a bucket's type may follow its events, and once more for each
/// request for events.
final class ActivityWatchEvents {
  /// The properties of a bucket.
  struct Bucket {
    var id = ""
    var type = ""
    var client = ""
    var host = ""

    /// The device, if the watcher knew it.
    var device: String? { host.isEmpty || host == "unknown" ? nil : host }
  }

  /// An observation of a watcher, with a duration.
  struct Event {
    /// Milliseconds since 1970.
    var start: Int64
    var end: Int64
    let data: JSONNode

    /// Returns a text of the observation.
    func text(_ name: String) -> String? { data[name]?.text }
  }

  /// The number of a bucket, and an event or problem with its position.
  typealias Receiver = (_ bucket: Int, _ position: HistoryPosition, _ event: Result<Event, HistoryProblem>)
    throws -> Void

  private enum Format {
    case export
    /// The tables of aw-server-rust: nanoseconds since 1970.
    case rust
    /// The tables of aw-server, which is written in Python: times as text in UTC.
    case python
  }

  /// The buckets in the order of the file.
  private(set) var buckets: [Bucket] = []
  /// The error that ended the reading early, if any; everything before it was read.
  private(set) var failure: HistoryError?

  private let file: HistoryFile
  private let format: Format
  /// The numbers of buckets, by position in an export or key in a database.
  private var numbers: [Key: Int] = [:]

  private enum Key: Hashable {
    case only
    case place(JSONStream.Component)
    case row(Int64)
  }

  /// Reads the buckets of a history.
  ///
  /// - Throws: ``HistoryError`` if it cannot be read.
  init(_ file: HistoryFile) throws {
    self.file = file
    let tables = try file.tables()
    format = tables.isEmpty ? .export : tables["bucketmodel"] == nil ? .rust : .python
    if format == .export { try readBucketsOfExport() } else { try readBucketsOfDatabase() }
  }

  /// Returns whether a file is such a history.
  static func recognition(of file: HistoryFile) throws -> HistoryRecognition {
    let tables = try file.tables()
    let isRust =
      tables["events"]?.isSuperset(of: ["bucketrow", "starttime", "endtime", "data"]) == true
      && tables["buckets"]?.isSuperset(of: ["id", "name", "type"]) == true
    let isPython =
      tables["eventmodel"]?.isSuperset(of: ["bucket_id", "timestamp", "duration", "datastr"]) == true
      && tables["bucketmodel"]?.isSuperset(of: ["key", "id", "type"]) == true
    if isRust || isPython { return .certain }
    let shape = file.shape
    let isExport = ["buckets.[].", "", "buckets.*."].contains { prefix in
      ["type", "events"].allSatisfy { name in shape.contains { Self.fits($0, prefix, name) } }
        && ["client", "hostname"].contains { name in shape.contains { Self.fits($0, prefix, name) } }
    }
    return isExport ? .certain : .foreign
  }

  /// Returns whether a path is a bucket's member; `*` in the prefix matches any name.
  private static func fits(_ place: String, _ prefix: String, _ name: String) -> Bool {
    guard prefix == "buckets.*." else { return place == prefix + name }
    // The name of a bucket may have dots in it.
    return place.hasPrefix("buckets.") && place.hasSuffix("." + name)
      && place.utf8.count > "buckets..".utf8.count + name.utf8.count
  }

  /// Goes through the events of buckets of some types.
  ///
  /// - Throws: ``HistoryError`` if the file cannot be opened; errors of `receive`. For a file that
  ///   is cut off, see ``failure``.
  func forEach(of types: Set<String>, _ receive: Receiver) throws {
    let wanted = Set(buckets.indices.filter { types.contains(buckets[$0].type) })
    guard !wanted.isEmpty else { return }
    switch format {
    case .export: try readExport(wanted, receive)
    case .rust:
      let query = """
        SELECT bucketrow AS bucket, id AS number, starttime / 1000000 AS start, endtime / 1000000 AS finish, data AS data FROM events
        """
      try readDatabase(query, wanted, receive) { row throws(HistoryProblem) in
        guard let start = row.integer("start") else { throw HistoryProblem.field("starttime") }
        return (start, row.integer("finish") ?? start)
      }
    case .python:
      let query = """
        SELECT bucket_id AS bucket, id AS number, timestamp AS start, duration AS length, datastr AS data FROM eventmodel
        """
      try readDatabase(query, wanted, receive) { row throws(HistoryProblem) in
        guard let text = row.text("start") else { throw HistoryProblem.field("timestamp") }
        return try Self.span(from: text, row.number("length"))
      }
    }
  }
}

// MARK: Exports

extension ActivityWatchEvents {
  private static let described: Set<String> = ["id", "type", "client", "hostname"]

  /// Splits a path into the bucket's path and the rest; nil outside of buckets.
  private static func split(_ path: [JSONStream.Component]) -> (
    bucket: Key, rest: ArraySlice<JSONStream.Component>
  )? {
    guard path.first == .member("buckets") else { return (.only, path[...]) }
    return path.count < 2 ? nil : (.place(path[1]), path.dropFirst(2))
  }

  private func readBucketsOfExport() throws {
    try untilCutOff {
      try JSONStream.read(file) { path in
        guard let (_, rest) = Self.split(path), case .member(let name)? = rest.first else { return .enter }
        return rest.count == 1 && Self.described.contains(name) ? .take : .skip
      } receive: { path, value in
        guard let (key, rest) = Self.split(path), case .member(let name)? = rest.first,
          let text = try? value.get().text
        else { return }
        let number = number(of: key)
        switch name {
        case "id": buckets[number].id = text
        case "type": buckets[number].type = text
        case "client": buckets[number].client = text
        default: buckets[number].host = text
        }
      }
    }
  }

  private func readExport(_ wanted: Set<Int>, _ receive: Receiver) throws {
    try untilCutOff {
      try JSONStream.read(file) { path in
        guard let (key, rest) = Self.split(path), let step = rest.first else { return .enter }
        guard step == .member("events"), let number = numbers[key], wanted.contains(number) else {
          return .skip
        }
        return rest.count == 1 ? .enter : .take
      } receive: { path, value in
        guard let (key, _) = Self.split(path), let number = numbers[key],
          case .element(let index)? = path.last
        else { return }
        try receive(
          number, .row(Int64(index) + 1, table: "bucket \(number + 1)"),
          Result { () throws(HistoryProblem) in try Self.event(value.get()) })
      }
    }
  }

  private static func event(_ value: JSONNode) throws(HistoryProblem) -> Event {
    guard let text = value["timestamp"]?.text else { throw .field("timestamp") }
    let (start, end) = try span(from: text, value["duration"]?.number)
    guard let data = value["data"] else { throw .field("data") }
    return Event(start: start, end: end, data: data)
  }

  /// Reads until the file is cut off or damaged, and remembers the error.
  private func untilCutOff(_ read: () throws -> Void) throws {
    do { try read() } catch let error as HistoryError where error.reason == .damaged { failure = error }
  }
}

// MARK: Databases

extension ActivityWatchEvents {
  private func readBucketsOfDatabase() throws {
    let history = try file.database()
    let table = format == .rust ? "buckets" : "bucketmodel"
    try history.require(["id", "type"], of: table)
    let (key, name) = format == .rust ? ("id", "name") : ("key", "id")
    let columns = ["client", "hostname"].map { history.column($0, of: table) }.joined(separator: ", ")
    try history.forEachRow(
      "SELECT \(table).\(key) AS number, \(table).\(name) AS called, \(table).type AS type, \(columns) FROM \(table) ORDER BY 1"
    ) { row in
      guard let key = row.integer("number") else { return }
      buckets[number(of: .row(key))] = Bucket(
        id: row.text("called") ?? "", type: row.text("type") ?? "", client: row.text("client") ?? "",
        host: row.text("hostname") ?? "")
    }
  }

  private func readDatabase(
    _ query: String, _ wanted: Set<Int>, _ receive: Receiver,
    span: (HistoryRow) throws(HistoryProblem) -> (start: Int64, end: Int64)
  ) throws {
    // They are in the order of writing, because sorting would hold all of them in memory.
    let table = format == .rust ? "events" : "eventmodel"
    try file.database().forEachRow(query + " ORDER BY id") { row in
      guard let key = row.integer("bucket"), let number = numbers[.row(key)], wanted.contains(number) else {
        return
      }
      let event = Result { () throws(HistoryProblem) in
        let (start, end) = try span(row)
        guard let text = row.text("data"),
          let data = try? JSONNode(parsing: Array(text.utf8).span, limits: LineLimits())
        else { throw HistoryProblem.field("data") }
        return Event(start: start, end: max(start, end), data: data)
      }
      try receive(number, .row(row.integer("number") ?? 0, table: table), event)
    }
  }

  private func number(of key: Key) -> Int {
    if let known = numbers[key] { return known }
    buckets.append(Bucket())
    numbers[key] = buckets.count - 1
    return buckets.count - 1
  }

  /// Returns the start and end of an observation.
  private static func span(from text: String, _ duration: Double?) throws(HistoryProblem) -> (
    start: Int64, end: Int64
  ) {
    guard let start = try? Instant(rfc3339: text).milliseconds else { throw .time }
    let length = duration.flatMap { (0...1e9).contains($0) ? Int64($0 * 1_000) : nil } ?? 0
    return (start, start + length)
  }
}
