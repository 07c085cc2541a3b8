internal import Activities
internal import LogFormat

/// Messages of OwnTracks from a phone: the recorder's files (`rec/USER/DEVICE/2024-03.rec`), JSON
/// lines, or one array.
///
/// `location` and `transition` are points; `waypoint` and `waypoints`, the user's regions, are
/// named places. A line of the recorder has the time of arrival, a word for the kind (`*` is a
/// position), and the message. Everything else, such as commands, is ignored.
struct OwnTracksFormat: LocationFormat {
  let name = "owntracks"
  let summary = "OwnTracks: the recorder's .rec files, and messages in JSON"

  private static let encrypted = HistoryProblem(
    "it is encrypted; have OwnTracks' recorder decrypt it, and export it")

  func recognises(_ file: HistoryFile) -> Bool {
    guard file.isText else { return false }
    if let node = Self.firstMessage(in: file) { return node["_type"]?.text != nil }
    return Self.types.contains(where: file.shape.contains)
  }

  func read(_ file: HistoryFile, receive: (LocationRecord, HistoryPosition) throws -> Void) throws {
    guard Self.firstMessage(in: file) != nil else { return try readDocument(file, receive: receive) }
    try file.forEachLine { number, bytes in
      guard let bytes else { return try receive(.malformed(.tooLong), .line(number)) }
      guard let message = Self.message(in: bytes) else { return }
      let records: [LocationRecord]
      do throws(JSONFault) {
        records = Self.records(of: try JSONNode(parsing: message.span, limits: LineLimits()))
      } catch { records = [.malformed(HistoryProblem("no JSON: \(error)"))] }
      for record in records { try receive(record, .line(number)) }
    }
  }

  /// Returns the message in the first line; `nil` if the file is one document of several lines, or
  /// an array.
  private static func firstMessage(in file: HistoryFile) -> JSONNode? {
    guard let message = message(in: HistoryText.firstLine(of: file.head)),
      let node = try? JSONNode(parsing: message.span, limits: LineLimits()), case .object = node
    else { return nil }
    return node
  }

  /// The paths of message types: in one document, an array, or an answer of the recorder.
  private static let types = ["_type", "[]._type", "data.[]._type"]

  private func readDocument(
    _ file: HistoryFile, receive: (LocationRecord, HistoryPosition) throws -> Void
  ) throws {
    var count = 0
    try JSONStream.read(file) { path in
      if path.isEmpty { return file.shape.contains("_type") ? .take : .enter }
      if path.count == 1, case .member(let name) = path[0] { return name == "data" ? .enter : .skip }
      return .take
    } receive: { _, value in
      count += 1
      switch value {
      case .failure(let problem): try receive(.malformed(problem), .record(count))
      case .success(let node):
        for record in Self.records(of: node) { try receive(record, .record(count)) }
      }
    }
  }

  /// Returns the message in a line; `nil` if it has none.
  private static func message(in line: [UInt8]) -> [UInt8]? {
    guard let start = line.firstIndex(of: 0x7B) else { return nil }
    let before = line[..<start].drop { $0 <= 0x20 }
    guard before.first.map({ (0x30...0x39).contains($0) }) ?? true else { return nil }
    return Array(line[start...])
  }

  /// Returns the records in a message.
  private static func records(of node: JSONNode) -> [LocationRecord] {
    do throws(HistoryProblem) {
      switch node["_type"]?.text {
      case "location", "transition":
        return [
          .point(
            try LocationPoint(
              LocationTime.milliseconds(node["tst"]), node["lat"]?.number, node["lon"]?.number,
              accuracy: node["acc"]?.number))
        ]
      case "waypoint": return try [region(node)].compactMap { $0 }
      case "waypoints":
        var records: [LocationRecord] = []
        for waypoint in node["waypoints"]?.elements ?? [] {
          do throws(HistoryProblem) {
            if let record = try region(waypoint) { records.append(record) }
          } catch { records.append(.malformed(error)) }
        }
        return records
      case "encrypted": throw Self.encrypted
      case .some: return []
      case nil: throw .field("_type")
      }
    } catch { return [.malformed(error)] }
  }

  /// Returns a region; `nil` for a beacon, which is not a place, and for a region without a name.
  private static func region(_ node: JSONNode) throws(HistoryProblem) -> LocationRecord? {
    guard let name = node["desc"]?.text?.split(separator: ":").first?.description.asTitle(upTo: 64),
      node["uuid"] == nil
    else { return nil }
    return .named(try LocationPoint.place(node["lat"]?.number, node["lon"]?.number, name: name))
  }
}
