internal import Activities
internal import Foundation
internal import FoundationXML

/// A GPX file (1.0 and 1.1): the points of its tracks are positions, and its waypoints with a name are named places.
///
/// A waypoint with a time is a position as well. Routes are plans, and nobody was there. Times are in UTC, also where they do not say so.
struct GPXFormat: LocationFormat {
  let name = "gpx"
  let summary = "GPX: tracks and waypoints"

  private static let root = "gpx"

  func recognises(_ file: HistoryFile) -> Bool {
    guard file.isText else { return false }
    return HistoryText.decoded(file.head).firstMatch(of: /<[A-Za-z][^\s>\/]*/)?.output == "<\(Self.root)"
  }

  func read(_ file: HistoryFile, receive: (LocationRecord, HistoryPosition) throws -> Void) throws {
    try withoutActuallyEscaping(receive) { receive in
      let reader = GPXReader(receive)
      let problem = try XMLHistory.read(file, root: Self.root, by: reader)
      if let failure = reader.failure { throw failure }
      if let problem = problem ?? reader.cutOff {
        try receive(.malformed(problem.problem), .line(problem.line))
      }
    }
  }
}

/// The elements of a GPX file, as they come.
private final class GPXReader: NSObject, XMLParserDelegate {
  /// A point whose element is open.
  private struct Point {
    let line: Int
    let latitude: Double?
    let longitude: Double?
    let isWaypoint: Bool
    var time: String?
    var name: String?
  }

  /// What ends the reading.
  private(set) var failure: (any Error)?
  /// The place where the file ends too early, if it does.
  private(set) var cutOff: XMLHistory.Problem? = XMLHistory.cutOff(at: 1)

  private let receive: (LocationRecord, HistoryPosition) throws -> Void
  private var point: Point?
  private var text = ""
  private var depth: [String] = []

  /// The most elements in one another, and the longest text of one.
  private static let (mostLevels, longestText) = (64, 1_024)

  init(_ receive: @escaping (LocationRecord, HistoryPosition) throws -> Void) { self.receive = receive }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    depth.append(element)
    text = ""
    guard depth.count <= Self.mostLevels else { return parser.abortParsing() }
    guard element == "trkpt" || element == "wpt" else { return }
    point = Point(
      line: parser.lineNumber, latitude: attributes["lat"].flatMap(Double.init),
      longitude: attributes["lon"].flatMap(Double.init), isWaypoint: element == "wpt")
  }

  func parser(_ parser: XMLParser, foundCharacters characters: String) {
    if point != nil, text.utf8.count < Self.longestText { text += characters }
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?
  ) {
    let parent = depth.dropLast().last
    _ = depth.popLast()
    cutOff = depth.isEmpty ? nil : XMLHistory.cutOff(at: parser.lineNumber)
    switch (element, parent) {
    case ("time", "trkpt"), ("time", "wpt"):
      point?.time = text.trimmingCharacters(in: .whitespacesAndNewlines)
    case ("name", "wpt"): point?.name = text.asTitle(upTo: 64)
    case ("trkpt", _), ("wpt", _):
      guard let ended = point, failure == nil else { return }
      point = nil
      do {
        for record in Self.records(of: ended) { try receive(record, .line(ended.line)) }
      } catch {
        failure = error
        parser.abortParsing()
      }
    default: break
    }
  }

  /// Returns a time with the offset that it has by the standard if it names none.
  private static func inUTC(_ time: String) -> String {
    time.count == 19 || time.wholeMatch(of: /.{19}\.\d+/) != nil ? time + "Z" : time
  }

  private static func records(of point: Point) -> [LocationRecord] {
    do throws(HistoryProblem) {
      var records: [LocationRecord] = []
      if let name = point.name {
        records.append(.named(try LocationPoint.place(point.latitude, point.longitude, name: name)))
      }
      if point.time != nil || !point.isWaypoint {
        let time =
          point.time.map { LocationTime.milliseconds(Self.inUTC($0)) } ?? .failure(.field("the time"))
        records.append(.point(try LocationPoint(time, point.latitude, point.longitude)))
      }
      return records
    } catch { return [.malformed(error)] }
  }
}
