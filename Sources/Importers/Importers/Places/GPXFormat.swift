internal import Activities
internal import Foundation

/// A GPX file (1.0 and 1.1): the points of its tracks are positions, and its waypoints with a name
/// are named places.
///
/// A waypoint with a time is also a position. Routes are plans, and are ignored. Times are in UTC,
/// even without a mark.
struct GPXFormat: LocationFormat {
  let name = "gpx"
  let summary = "GPX: tracks and waypoints"

  private static let root = "gpx"

  func recognises(_ file: HistoryFile) -> Bool {
    guard file.isText else { return false }
    return XMLHistory.rootElement(of: file.head) == Self.root
  }

  func read(_ file: HistoryFile, receive: (LocationRecord, HistoryPosition) throws -> Void) throws {
    try withoutActuallyEscaping(receive) { receive in
      if let problem = try XMLHistory.read(file, by: GPXReader(receive)) {
        try receive(.malformed(problem.problem), .line(problem.line))
      }
    }
  }
}

/// The elements of a GPX file, as they arrive.
private final class GPXReader: XMLHandler {
  /// A point whose element is open.
  private struct Point {
    let line: Int
    let latitude: Double?
    let longitude: Double?
    let isWaypoint: Bool
    var time: String?
    var name: String?
  }

  private let receive: (LocationRecord, HistoryPosition) throws -> Void
  private var point: Point?
  private var text = ""

  /// The longest text of an element, in bytes.
  private static let longestText = 1_024

  init(_ receive: @escaping (LocationRecord, HistoryPosition) throws -> Void) { self.receive = receive }

  func start(_ path: [String], attributes: [String: String], line: Int) {
    text = ""
    guard path.last == "trkpt" || path.last == "wpt" else { return }
    point = Point(
      line: line, latitude: attributes["lat"].flatMap(Double.init),
      longitude: attributes["lon"].flatMap(Double.init), isWaypoint: path.last == "wpt")
  }

  func text(_ piece: String) {
    if point != nil, text.utf8.count < Self.longestText { text += piece }
  }

  func end(_ path: [String]) throws {
    switch (path.last, path.dropLast().last) {
    case ("time", "trkpt"), ("time", "wpt"):
      point?.time = text.trimmingCharacters(in: .whitespacesAndNewlines)
    case ("name", "wpt"): point?.name = text.asTitle(upTo: 64)
    case ("trkpt", _), ("wpt", _):
      guard let ended = point else { return }
      point = nil
      for record in Self.records(of: ended) { try receive(record, .line(ended.line)) }
    default: break
    }
  }

  private static func records(of point: Point) -> [LocationRecord] {
    do throws(HistoryProblem) {
      var records: [LocationRecord] = []
      if let name = point.name {
        records.append(.named(try LocationPoint.place(point.latitude, point.longitude, name: name)))
      }
      if point.time != nil || !point.isWaypoint {
        let time =
          point.time.map { LocationTime.milliseconds(LocationTime.inUTC($0)) } ?? .failure(.field("the time"))
        records.append(.point(try LocationPoint(time, point.latitude, point.longitude)))
      }
      return records
    } catch { return [.malformed(error)] }
  }
}
