internal import Activities
internal import Foundation

/// A KML file (2.2 and 2.3): tracks and point placemarks with a time are positions; placemarks with
/// a name and no time are named places.
///
/// A point with a time span is a visit, as in Google's older exports: the user was there from its
/// start to its end. A line with a time span has two positions, its ends. Lines and areas without
/// times are counted. Times are in UTC, even without a mark.
struct KMLFormat: LocationFormat {
  let name = "kml"
  let summary = "KML: tracks, and placemarks with a time or a name"

  func recognises(_ file: HistoryFile) -> Bool {
    guard file.isText, let root = XMLHistory.rootElement(of: file.head) else { return false }
    return KMLReader.local(root) == "kml"
  }

  func read(_ file: HistoryFile, receive: (LocationRecord, HistoryPosition) throws -> Void) throws {
    try withoutActuallyEscaping(receive) { receive in
      if let problem = try XMLHistory.read(file, by: KMLReader(receive)) {
        try receive(.malformed(problem.problem), .line(problem.line))
      }
    }
  }
}

/// The elements of a KML file, as they arrive.
private final class KMLReader: XMLHandler {
  /// A position of the file: longitude, latitude, and possibly more.
  private struct Position {
    let line: Int
    let longitude: Double?
    let latitude: Double?

    init(_ text: some StringProtocol, line: Int) {
      let numbers = text.split { $0 == "," || $0.isWhitespace }.map { Double($0) }
      self.line = line
      (longitude, latitude) = numbers.count > 1 ? (numbers[0], numbers[1]) : (nil, nil)
    }

    func record(at time: Result<Int64, HistoryProblem>) -> LocationRecord {
      do throws(HistoryProblem) { return .point(try LocationPoint(time, latitude, longitude)) } catch {
        return .malformed(error)
      }
    }

    func record(named name: String) -> LocationRecord {
      do throws(HistoryProblem) {
        return .named(try LocationPoint.place(latitude, longitude, name: name))
      } catch {
        return .malformed(error)
      }
    }
  }

  private enum Geometry {
    case point(Position)
    case line(Position, Position)
    case shape(line: Int)
  }

  /// A placemark whose element is open; its time may follow its geometry.
  private struct Placemark {
    let line: Int
    var name: String?
    var time: String?
    var span: (begin: String?, end: String?)
    var geometries: [Geometry] = []
  }

  /// A track whose element is open, with its times and positions, alternating or as two lists.
  private struct Track {
    let line: Int
    var times: [Result<Int64, HistoryProblem>] = []
    var positions: [Position] = []
    /// The number of positions passed on.
    var count = 0
  }

  private let receive: (LocationRecord, HistoryPosition) throws -> Void
  private var placemark: Placemark?
  private var track: Track?
  private var line = 0
  /// The beginning and the end of the text in the element that was opened last.
  private var (text, tail): (String, [UInt8]) = ("", [])

  /// The maximum length in bytes of the kept beginning and end of a text; the coordinates of a line
  /// may be much longer.
  private static let longestText = 1_024

  init(_ receive: @escaping (LocationRecord, HistoryPosition) throws -> Void) { self.receive = receive }

  /// Returns the name of an element without its prefix, which differs between files.
  static func local(_ name: String) -> Substring { name.split(separator: ":").last ?? "" }

  func start(_ path: [String], attributes: [String: String], line: Int) {
    (text, tail, self.line) = ("", [], line)
    switch path.last.map(Self.local) {
    case "Placemark": placemark = Placemark(line: line)
    case "Track": track = Track(line: line)
    default: break
    }
  }

  func text(_ piece: String) {
    if text.utf8.count < Self.longestText { text += piece }
    tail += piece.utf8
    if tail.count > 8 * Self.longestText { tail.removeFirst(tail.count - Self.longestText) }
  }

  func end(_ path: [String]) throws {
    let names = path.suffix(3).map(Self.local)
    let (name, parent) = (names.last ?? "", names.dropLast().last ?? "")
    let isOfPlacemark = names.count == 3 && names[0] == "Placemark"
    switch (name, parent) {
    case ("when", "TimeStamp") where isOfPlacemark: placemark?.time = word
    case ("begin", "TimeSpan") where isOfPlacemark: placemark?.span.begin = word
    case ("end", "TimeSpan") where isOfPlacemark: placemark?.span.end = word
    case ("name", "Placemark"): placemark?.name = text.asTitle(upTo: 64)
    case ("when", "Track"): try add { $0.times.append(Self.milliseconds(word)) }
    case ("coord", "Track"): try add { [line] in $0.positions.append(Position(text, line: line)) }
    case ("Track", _): try finishTrack()
    case ("coordinates", "Point"): try add(.point(Position(text, line: line)))
    case ("coordinates", "LineString"):
      let first = text.split(whereSeparator: \.isWhitespace).first
      let last = String(decoding: tail.suffix(Self.longestText), as: UTF8.self).split(
        whereSeparator: \.isWhitespace
      ).last
      try add(.line(Position(first ?? "", line: line), Position(last ?? "", line: line)))
    case ("coordinates", "LinearRing") where !path.contains { Self.local($0) == "Polygon" }, ("Polygon", _):
      try add(.shape(line: line))
    case ("Placemark", _): try finishPlacemark()
    default: break
    }
    (text, tail) = ("", [])
  }

  private var word: String { text.trimmingCharacters(in: .whitespacesAndNewlines) }

  private static func milliseconds(_ time: String) -> Result<Int64, HistoryProblem> {
    LocationTime.milliseconds(LocationTime.inUTC(time))
  }

  /// Adds a time or a position to the track, and passes on positions with both.
  private func add(_ change: (inout Track) -> Void) throws {
    guard var track else { return }
    change(&track)
    defer { self.track = track }
    while track.count < min(track.times.count, track.positions.count) {
      let position = track.positions[track.count]
      try receive(position.record(at: track.times[track.count]), .line(position.line))
      track.count += 1
    }
  }

  private func finishTrack() throws {
    guard let track else { return }
    self.track = nil
    guard track.times.count != track.positions.count else { return }
    try receive(.malformed(LocationRecord.unpaired), .line(track.line))
  }

  private func add(_ geometry: Geometry) throws {
    if placemark != nil {
      placemark?.geometries.append(geometry)
    } else {
      try hand(geometry, of: Placemark(line: line))
    }
  }

  private func finishPlacemark() throws {
    guard let ended = placemark else { return }
    placemark = nil
    for geometry in ended.geometries { try hand(geometry, of: ended) }
  }

  /// Passes on the records of a placemark's geometry.
  private func hand(_ geometry: Geometry, of placemark: Placemark) throws {
    let begin = (placemark.span.begin ?? placemark.span.end).map(Self.milliseconds)
    let end = (placemark.span.end ?? placemark.span.begin).map(Self.milliseconds)
    switch geometry {
    case .point(let position):
      if let time = placemark.time {
        try receive(position.record(at: Self.milliseconds(time)), .line(position.line))
      } else if let begin, let end {
        for record in LocationRecord.stay(from: begin, to: end, position.latitude, position.longitude) {
          try receive(record, .line(position.line))
        }
      } else if let name = placemark.name {
        try receive(position.record(named: name), .line(position.line))
      } else {
        try receive(.malformed(.field("the time")), .line(position.line))
      }
    case .line(let first, let last):
      guard placemark.time == nil, let begin, let end else {
        return try receive(.malformed(LocationRecord.withoutTimes), .line(first.line))
      }
      try receive(first.record(at: begin), .line(first.line))
      try receive(last.record(at: end), .line(first.line))
    case .shape(let line): try receive(.malformed(LocationRecord.withoutTimes), .line(line))
    }
  }
}
