package import Activities
package import Files
internal import Foundation
internal import LogFormat

/// The last reading of an agreed source.
package struct SourceReading: Equatable, Sendable {
  /// The path of the history.
  package let path: String
  /// The file as it was then; `nil` if reading it again may succeed although nothing has changed.
  package var stamp: FileStamp?
  /// When it was read.
  package var instant: Instant
  /// The number of new donations.
  package var added = 0
  /// The number of donations that stayed forgotten.
  package var stayedForgotten = 0
  /// The effects of privacy rules.
  package var rules: [RuleUse] = []
  /// The reason why it was not read, or not to its end, without users' data.
  package var problem: String?

  /// Creates the note of a finished reading.
  ///
  /// - Parameters:
  ///   - report: The result of the reading.
  ///   - stamp: The file before it was read.
  ///   - now: The present moment.
  package init(_ report: HistoryReport, of stamp: FileStamp?, at now: Instant) {
    path = AgreedSource.absolute(report.path)
    instant = now
    (added, rules, problem) = (report.added, report.rules, report.failure?.description)
    stayedForgotten = report.filtered[.forgotten, default: 0]
    self.stamp = report.failure?.reason.mayPass == true ? nil : stamp
  }

  /// Creates the note of a history that could not be opened.
  init(_ error: HistoryError, at path: String, of stamp: FileStamp?, at now: Instant) {
    (self.path, instant) = (path, now)
    problem = error.path == path ? error.description : "its track or calendar: \(error)"
    self.stamp = error.reason.mayPass ? nil : stamp
  }

  fileprivate init(path: String, instant: Instant) { (self.path, self.instant) = (path, instant) }
}

extension HistoryError.Reason {
  /// Whether the same file may be read without the error later.
  var mayPass: Bool {
    switch self {
    case .notFound, .notPermitted, .unreadable, .changing, .noRoom, .cannotCopy: true
    default: false
    }
  }
}

/// The last readings of the agreed sources of a store, which tell what has changed since.
///
/// They are a JSON file that may be lost: then everything is read once more, which adds nothing.
package struct SourceReadings: Equatable, Sendable {
  /// When the sources were last looked at.
  package var last: Instant?
  private var readings: [String: SourceReading] = [:]

  package init() {}

  /// Returns the path of the file; `nil` if the user has no folder for it.
  package static func path(environment: [String: String]) -> String? {
    environment.stateFile("sources.json")
  }

  /// Returns the last reading of a history.
  package subscript(_ path: String) -> SourceReading? { readings[AgreedSource.absolute(path)] }

  /// Notes a reading, instead of an earlier one of the same history.
  package mutating func note(_ reading: SourceReading) { readings[reading.path] = reading }

  /// Drops the notes of histories that are not among some sources.
  mutating func keepOnly(_ sources: [AgreedSource]) {
    let paths = Set(sources.map(\.path))
    readings = readings.filter { paths.contains($0.key) }
  }

  // MARK: The file

  /// Reads the readings of a store; none if there is no file, or it cannot be read, or the store is
  /// another file than at that time.
  package init(of store: String, in path: String) {
    let place = AgreedSource.absolute(store)
    guard let stored = Self.stores(in: path)[place], stored.identity == Self.identity(of: place) else {
      return
    }
    self = stored.readings
  }

  /// Changes the readings of a store, without concurrent changes.
  ///
  /// - Throws: An error of writing; then the file is as before.
  package static func change(
    of store: String, in path: String, _ body: (inout SourceReadings) -> Void
  ) async throws {
    try await SharedFile(path: path).change {
      let place = AgreedSource.absolute(store)
      var readings = SourceReadings(of: store, in: path)
      body(&readings)
      var stores = Self.stores(in: path)
      stores[place] = (identity(of: place), readings)
      try SharedFile(path: path).write(Form(stores))
    }
  }

  private static func identity(of store: String) -> String { FileIdentity(at: store)?.description ?? "" }

  private typealias Stores = [String: (identity: String, readings: SourceReadings)]

  private static func stores(in path: String) -> Stores {
    guard let data = try? SharedFile(path: path).read(),
      let stores = try? Self.stores(DocumentReader(json: data, file: path))
    else { return [:] }
    return stores
  }

  private static func stores(_ document: DocumentReader) throws -> Stores {
    var stores: Stores = [:]
    for element in try document.fields("v", "stores").list("stores") {
      let fields = try element.fields("store", "identity", "last", "files")
      var readings = SourceReadings()
      readings.last = try fields["last"].map { try Instant(rfc3339: $0.string()) }
      for file in try fields.list("files") { readings.note(try reading(file)) }
      stores[try fields.required("store").string()] = (try fields["identity"]?.string() ?? "", readings)
    }
    return stores
  }

  private static func reading(_ element: DocumentReader) throws -> SourceReading {
    let fields = try element.fields("path", "stamp", "read", "added", "forgotten", "rules", "problem")
    let counts = 0...Int(Int32.max)
    var reading = SourceReading(
      path: try fields.required("path").string(),
      instant: try Instant(rfc3339: fields.required("read").string()))
    reading.stamp = try fields["stamp"].map { FileStamp(try $0.string()) }
    reading.added = try fields["added"]?.integer(counts) ?? 0
    reading.stayedForgotten = try fields["forgotten"]?.integer(counts) ?? 0
    reading.problem = try fields["problem"]?.string()
    reading.rules = try fields.list("rules").map { element in
      let use = try element.fields("rule", "pause", "filtered", "redacted")
      return RuleUse(
        number: try use.required("rule").integer(counts), isPause: try use["pause"]?.boolean() ?? false,
        filtered: try use.required("filtered").integer(counts),
        redacted: try use.required("redacted").integer(counts))
    }
    return reading
  }

  private struct Form: Encodable {
    struct Store: Encodable {
      let store: String
      let identity, last: String?
      let files: [File]
    }

    struct File: Encodable {
      let path: String
      let stamp: String?
      let read: String
      let added, forgotten: Int
      let rules: [Rule]
      let problem: String?
    }

    struct Rule: Encodable {
      let rule: Int
      let pause: Bool
      let filtered, redacted: Int
    }

    let v = 1
    let stores: [Store]

    init(_ stores: Stores) {
      self.stores = stores.sorted { $0.key < $1.key }.map { place, stored in
        let files = stored.readings.readings.values.sorted { $0.path < $1.path }.map { reading in
          File(
            path: reading.path, stamp: reading.stamp?.description, read: reading.instant.rfc3339,
            added: reading.added, forgotten: reading.stayedForgotten,
            rules: reading.rules.map {
              Rule(rule: $0.number, pause: $0.isPause, filtered: $0.filtered, redacted: $0.redacted)
            }, problem: reading.problem)
        }
        return Store(
          store: place, identity: stored.identity.isEmpty ? nil : stored.identity,
          last: stored.readings.last?.rfc3339, files: files)
      }
    }
  }
}
