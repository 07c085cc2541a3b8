package import Foundation
internal import LogFormat

extension TableMapping {
  /// The maximum size of a document in bytes.
  private static let longest = 1 << 20

  /// Reads a mapping.
  ///
  /// - Throws: ``TableMappingError`` with the member and how to fix it.
  package init(_ document: Data) throws(TableMappingError) {
    guard document.count <= Self.longest else {
      throw TableMappingError("", "larger than 1 MiB; a mapping is a small JSON document")
    }
    let parsed: Any
    do { parsed = try JSONSerialization.object(guarded: document) } catch {
      throw TableMappingError("", "it is not JSON; check commas, quotes and brackets")
    }
    guard let members = parsed as? [String: Any] else {
      throw TableMappingError("", "it is not an object; write { \"time\": …, \"activityType\": … }")
    }
    try self.init(MappingObject("", members))
  }

  private init(_ document: MappingObject) throws(TableMappingError) {
    try document.allow([
      "format", "separator", "header", "time", "activityType", "title", "identity", "keywords", "context",
      "place", "duration", "program",
      "device", "id", "drop",
    ])
    let time = try document.object("time", "{ \"column\": …, \"format\": … }")
    try time.allow(["column", "format", "pattern", "zone"])
    self.time = try time.text("column")
    timeFormat = try Self.timeFormat(time)
    zone = try time.optionalText("zone")
    if let zone, TimeZone(identifier: zone) == nil {
      throw TableMappingError("time.zone", "no such time zone; write one like Europe/Berlin")
    }
    guard let activityType = try document.textOrColumn("activityType") else {
      throw document.missing("activityType")
    }
    self.activityType = activityType
    if case .constant(let type) = activityType, type.contains(where: \.isWhitespace) {
      throw TableMappingError("activityType", "a type has no blanks; write one like org.example.play")
    }
    format = try Self.format(document)
    title = try document.optionalText("title")
    identity = try document.columns("identity")
    context = try document.columns("context")
    keywords = try document.texts("keywords") ?? []
    place = try Self.place(document)
    (program, device) = (try document.textOrColumn("program"), try document.textOrColumn("device"))
    id = try document.optionalText("id")
    drop = try Self.drop(document)
    if let duration = try document.optionalObject("duration") {
      try duration.allow(["column", "unit"])
      self.duration = try duration.text("column")
      durationsInSecond =
        try duration.choice(
          "unit", ["seconds": 1, "milliseconds": 1_000, "minutes": 1.0 / 60, "hours": 1.0 / 3_600]) ?? 1
    }
    if identity.isEmpty, case .constant = activityType {
      throw TableMappingError(
        "identity",
        "all rows would be the same activity; name columns, like { \"song\": \"track_id\" }, or a column for activityType"
      )
    }
  }

  private static func timeFormat(_ time: MappingObject) throws(TableMappingError) -> TimeFormat {
    let formats: [String: TimeFormat] = [
      "rfc3339": .rfc3339, "seconds": .number(.seconds), "milliseconds": .number(.milliseconds),
      "microseconds": .number(.microseconds), "nanoseconds": .number(.nanoseconds),
      "local": .local(pattern: "yyyy-MM-dd HH:mm:ss"),
    ]
    guard let format = try time.choice("format", formats) else { throw time.missing("format") }
    guard let pattern = try time.optionalText("pattern") else { return format }
    guard case .local = format else {
      throw TableMappingError(
        "time.pattern", "only local time has a pattern; write \"format\": \"local\", or remove it")
    }
    return .local(pattern: pattern)
  }

  private static func format(_ document: MappingObject) throws(TableMappingError) -> Format {
    let isLines = try document.choice("format", ["csv": false, "jsonl": true]) ?? false
    let (separator, header) = (try document.optionalText("separator"), try document.texts("header"))
    guard !isLines else {
      guard separator == nil, header == nil else {
        throw TableMappingError(
          separator == nil ? "header" : "separator", "JSON Lines do not have one; remove it")
      }
      return .jsonLines
    }
    let bytes = Array((separator ?? ",").utf8)
    guard bytes.count == 1, bytes[0] != UInt8(ascii: "\""), bytes[0] != 0x0A, bytes[0] != 0x0D else {
      throw TableMappingError(
        "separator", "it has to be one ASCII character other than a quote; for tabs write \"\\t\"")
    }
    return .csv(separator: bytes[0], header: header)
  }

  private static func place(_ document: MappingObject) throws(TableMappingError) -> PlaceColumns? {
    guard let place = try document.optionalObject("place") else { return nil }
    try place.allow(["latitude", "longitude", "name"])
    return PlaceColumns(
      latitude: try place.text("latitude"), longitude: try place.text("longitude"),
      name: try place.optionalText("name"))
  }

  private static func drop(_ document: MappingObject) throws(TableMappingError) -> [Drop] {
    var drops: [Drop] = []
    for object in try document.objects("drop") {
      try object.allow(["column", "equals"])
      guard let values = try object.texts("equals"), !values.isEmpty else { throw object.missing("equals") }
      drops.append(Drop(column: try object.text("column"), values: Set(values)))
    }
    return drops
  }
}

/// An object of a mapping, and its path.
private struct MappingObject {
  private let path: String
  private let members: [String: Any]

  init(_ path: String, _ members: [String: Any]) { (self.path, self.members) = (path, members) }

  private func place(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  func missing(_ name: String) -> TableMappingError {
    TableMappingError(place(name), "it is missing")
  }

  private func wrong(_ name: String, _ kind: String) -> TableMappingError {
    TableMappingError(place(name), "it has to be \(kind)")
  }

  /// Rejects unknown members, which may be misspelled.
  func allow(_ names: [String]) throws(TableMappingError) {
    guard let stranger = members.keys.sorted().first(where: { !names.contains($0) }) else { return }
    throw TableMappingError(
      place(stranger), "unknown name; use one of \(names.joined(separator: ", "))")
  }

  func optionalText(_ name: String) throws(TableMappingError) -> String? {
    guard let value = members[name] else { return nil }
    guard let text = value as? String, !text.isEmpty else { throw wrong(name, "a text that is not empty") }
    guard text == "\t" || !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else {
      throw wrong(name, "a text without control characters")
    }
    return text
  }

  func text(_ name: String) throws(TableMappingError) -> String {
    guard let text = try optionalText(name) else { throw missing(name) }
    return text
  }

  /// Returns a list of texts; a single one needs no brackets.
  func texts(_ name: String) throws(TableMappingError) -> [String]? {
    guard let value = members[name] else { return nil }
    guard let texts = value as? [String] ?? (value as? String).map({ [$0] }) else {
      throw wrong(name, "a list of texts")
    }
    return texts
  }

  /// Returns the value of one of some words.
  func choice<Value>(_ name: String, _ values: [String: Value]) throws(TableMappingError) -> Value? {
    guard let word = try optionalText(name) else { return nil }
    guard let value = values[word] else {
      throw wrong(name, "one of \(values.keys.sorted().joined(separator: ", "))")
    }
    return value
  }

  func optionalObject(_ name: String) throws(TableMappingError) -> MappingObject? {
    guard let value = members[name] else { return nil }
    guard let object = value as? [String: Any] else { throw wrong(name, "an object") }
    return MappingObject(place(name), object)
  }

  func object(_ name: String, _ example: String) throws(TableMappingError) -> MappingObject {
    guard let object = try optionalObject(name) else {
      throw TableMappingError(place(name), "it is missing; write \(example)")
    }
    return object
  }

  func objects(_ name: String) throws(TableMappingError) -> [MappingObject] {
    guard let value = members[name] else { return [] }
    guard let list = value as? [[String: Any]] else { throw wrong(name, "a list of objects") }
    return list.enumerated().map { MappingObject("\(place(name))[\($0.offset)]", $0.element) }
  }

  /// Returns columns by name.
  func columns(_ name: String) throws(TableMappingError) -> [String: String] {
    guard let value = members[name] else { return [:] }
    guard let columns = value as? [String: String] else {
      throw wrong(name, "an object of names and columns")
    }
    return columns
  }

  /// Returns a text for all rows, or its column.
  func textOrColumn(_ name: String) throws(TableMappingError) -> TableMapping.Text? {
    if members[name] is String { return try optionalText(name).map(TableMapping.Text.constant) }
    guard let object = try optionalObject(name) else { return nil }
    try object.allow(["column", "prefix"])
    return .column(try object.text("column"), prefix: try object.optionalText("prefix") ?? "")
  }
}
