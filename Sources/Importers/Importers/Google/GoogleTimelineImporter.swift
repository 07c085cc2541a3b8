internal import Activities
internal import LogFormat

/// Google's Timeline in all its forms: the export of an Android device (`Timeline.json`) or an
/// iPhone (`location-history.json`), and the months of a Takeout
/// (`Semantic Location History/2021/2021_MARCH.json`).
///
/// A record is a visit, with the level ``PlaceVisit``. The name of a place is the one in the
/// record, its address, or the user's label; home and work are known by their semantic type. It
/// skips routes and their points, trips, visits inside of another one, and places without a name.
///
/// Points alone (`Records.json`, raw signals) are not activities: ``GooglePointsFormat``. A
/// device's offset is kept; times in UTC get the offset of the settings' zone.
package struct GoogleTimelineImporter: HistoryImporter {
  package let name = "google-timeline"
  package var aliases: [String: any HistoryImporter] { ["timeline": self] }
  package let summary = "places visited, from Google's Timeline (Android, iPhone, Takeout)"
  package let locations =
    [
      HistoryLocation.home("Timeline.json"), .home("Downloads/Timeline.json"), .home("location-history.json"),
      .home("Downloads/location-history.json"),
    ]
    + GoogleTakeout.locations(
      "Location History (Timeline)/Semantic Location History/*/*.json",
      "Location History/Semantic Location History/*/*.json")
  package let basis = HistoryBasis.realFiles
  package let clock = HistoryClock.instant
  package let datesEveryRecord = true

  package init() {}

  static let noVisit = HistoryFilter("on the way")
  static let inside = HistoryFilter("inside of another place")

  private static let lists: Set<String> = ["semanticSegments", "timelineObjects"]
  private static let kinds = ["visit", "activity", "timelinePath", "timelineMemory"]

  package func recognition(of file: HistoryFile) throws -> HistoryRecognition {
    let shape = file.shape
    let isIPhones =
      shape.contains("[].startTime") && shape.contains("[].endTime")
      && Self.kinds.contains { shape.contains("[].\($0)") }
    let isAndroids = shape.contains("semanticSegments.[].startTime")
    let isMonth = ["placeVisit", "activitySegment"].contains { shape.contains("timelineObjects.[].\($0)") }
    return isIPhones || isAndroids || isMonth ? .certain : .foreign
  }

  package func read(
    _ file: HistoryFile, _ settings: HistorySettings, receive: (HistoryRecord) throws -> Void
  ) throws {
    let labels = try Self.labels(in: file)
    var last: PlaceVisit?
    try JSONStream.read(file) { path in
      switch path.first {
      case nil: .enter
      case .element: .take
      case .member(let name) where Self.lists.contains(name): path.count == 1 ? .enter : .take
      case .member: .skip
      }
    } receive: { path, value in
      guard case .element(let index)? = path.last else { return }
      let position = HistoryPosition.record(index + 1)
      let content: HistoryRecord.Content
      do throws(HistoryProblem) {
        let node = try value.get()
        if Self.isInside(node) {
          content = .filtered(Self.inside)
        } else if let visit = try Self.visit(node, labels, at: position, settings) {
          content = visit.content(after: last, settings)
          last = visit
        } else {
          content = .filtered(Self.noVisit)
        }
      } catch { content = .malformed(error) }
      try receive(HistoryRecord(content, at: position))
    }
  }

  /// Returns the user's labels of places, by the places' identifiers.
  private static func labels(in file: HistoryFile) throws -> [String: String] {
    var labels: [String: String] = [:]
    do {
      try JSONStream.read(file) { path in
        switch path.count {
        case 0: .enter
        case 1: path == [.member("userLocationProfile")] ? .enter : .skip
        case 2: path.last == .member("frequentPlaces") ? .enter : .skip
        default: .take
        }
      } receive: { _, value in
        guard labels.count < mostLabels, let node = try? value.get(), let identifier = node["placeId"]?.text,
          let label = node["label"]?.text, labels[identifier] == nil
        else { return }
        labels[identifier] = label
      }
    } catch let error as HistoryError where error.reason == .damaged {}  // Reported when visits are read.
    return labels
  }

  private static let mostLabels = 10_000

  private static func isInside(_ node: JSONNode) -> Bool {
    (node["visit"]?["hierarchyLevel"]?.integer ?? 0) > 0
  }

  /// Returns the visit in a record; `nil` for other records.
  private static func visit(
    _ node: JSONNode, _ labels: [String: String], at position: HistoryPosition, _ settings: HistorySettings
  ) throws(HistoryProblem) -> PlaceVisit? {
    if let visit = node["visit"] { return try deviceVisit(visit, of: node, labels, at: position, settings) }
    if let visit = node["placeVisit"] { return try monthsVisit(visit, at: position, settings) }
    guard case .object = node else { throw .field("a visit or way") }
    return nil
  }

  /// Returns a visit in the form of devices.
  private static func deviceVisit(
    _ visit: JSONNode, of segment: JSONNode, _ labels: [String: String], at position: HistoryPosition,
    _ settings: HistorySettings
  ) throws(HistoryProblem) -> PlaceVisit {
    let start = try GoogleTakeout.instant(segment["startTime"], settings).get()
    let end = try? GoogleTakeout.instant(segment["endTime"], settings).get()
    var found = PlaceVisit(
      position: position, start: moved(start, segment["startTimeTimezoneUtcOffsetMinutes"]), end: end)
    let candidate = visit["topCandidate"]
    found.identifier = (candidate?["placeId"] ?? candidate?["placeID"])?.text
    let label = found.identifier.flatMap { labels[$0] }
    found.role = role(candidate?["semanticType"]?.text) ?? role(label)
    found.name = candidate?["name"]?.text ?? label
    let location = candidate?["placeLocation"]
    found.place = (location?["latLng"] ?? location)?.text.flatMap {
      Place(googleText: $0, name: found.role?.rawValue ?? found.name)
    }
    return found
  }

  /// Returns a visit in the form of a Takeout's months.
  private static func monthsVisit(
    _ visit: JSONNode, at position: HistoryPosition, _ settings: HistorySettings
  ) throws(HistoryProblem) -> PlaceVisit {
    let duration = visit["duration"]
    let start = try GoogleTakeout.instant(
      duration?["startTimestamp"] ?? duration?["startTimestampMs"], settings
    ).get()
    let end = try? GoogleTakeout.instant(duration?["endTimestamp"] ?? duration?["endTimestampMs"], settings)
      .get()
    var found = PlaceVisit(position: position, start: start, end: end)
    let location = visit["location"]
    found.identifier = location?["placeId"]?.text
    found.role = role(location?["semanticType"]?.text)
    found.name = location?["name"]?.text ?? location?["address"]?.text
    if let latitude = location?["latitudeE7"]?.number, let longitude = location?["longitudeE7"]?.number {
      found.place = try? Place(
        latitude: latitude / 1e7, longitude: longitude / 1e7, name: found.role?.rawValue ?? found.name)
    }
    return found
  }

  /// Returns an instant with the clock offset of the device.
  private static func moved(_ instant: Instant, _ minutes: JSONNode?) -> Instant {
    guard let minutes = minutes?.integer,
      let moved = try? Instant(milliseconds: instant.milliseconds, offsetMinutes: Int(clamping: minutes))
    else { return instant }
    return moved
  }

  /// Returns the role of a place by its semantic type or label: `TYPE_HOME`, `INFERRED_HOME`,
  /// `Inferred Home`, `Home`.
  private static func role(_ type: String?) -> PlaceVisit.Role? {
    guard let last = type?.lowercased().split(whereSeparator: { $0 == "_" || $0 == " " }).last else {
      return nil
    }
    return PlaceVisit.Role(rawValue: String(last))
  }
}
