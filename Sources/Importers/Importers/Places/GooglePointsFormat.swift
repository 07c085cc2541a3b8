internal import Activities
internal import LogFormat

/// Positions recorded by Google: `Records.json` of a Takeout, and the raw signals, routes and
/// visits of a Timeline.
///
/// The user is at a visited place from the start of the visit to its end. Frequent places with a
/// user's label are named places. The visits themselves are donations: ``GoogleTimelineImporter``.
struct GooglePointsFormat: LocationFormat {
  let name = "google-points"
  let summary = "Google's Records.json, and the positions of a Timeline"

  private static let lists: Set<String> = ["locations", "rawSignals", "semanticSegments", "timelineObjects"]

  func recognises(_ file: HistoryFile) -> Bool {
    let shape = file.shape
    return shape.contains("locations.[].latitudeE7") || shape.contains("rawSignals")
      || shape.contains("userLocationProfile.frequentPlaces")
      || shape.contains("semanticSegments.[].startTime")
      || ["placeVisit", "activitySegment"].contains { shape.contains("timelineObjects.[].\($0)") }
      || shape.contains("[].startTime") && shape.contains("[].endTime")
        && ["visit", "activity", "timelinePath"].contains { shape.contains("[].\($0)") }
  }

  func read(_ file: HistoryFile, receive: (LocationRecord, HistoryPosition) throws -> Void) throws {
    var count = 0
    try JSONStream.read(file) { path in
      switch path.first {
      case nil: .enter
      case .element: .take
      case .member(let name) where Self.lists.contains(name): path.count == 1 ? .enter : .take
      case .member("userLocationProfile"): path.count == 3 ? .take : .enter
      case .member: .skip
      }
    } receive: { path, value in
      count += 1
      let records: [LocationRecord]
      switch value {
      case .failure(let problem): records = [.malformed(problem)]
      case .success(let node):
        records = path.first == .member("userLocationProfile") ? Self.label(of: node) : Self.points(of: node)
      }
      for record in records { try receive(record, .record(count)) }
    }
  }

  /// Returns the place with a user's label.
  private static func label(of node: JSONNode) -> [LocationRecord] {
    guard let name = node["label"]?.text?.asTitle(upTo: 64),
      let place = (node["placeLocation"]?["latLng"] ?? node["placeLocation"])?.text.flatMap({
        Place(googleText: $0)
      })
    else { return [] }
    // Home and work have these labels.
    let words = ["HOME", "WORK"].contains(name) ? name.lowercased() : name
    return [
      record { () throws(HistoryProblem) in
        .named(try LocationPoint.place(place.latitude, place.longitude, name: words))
      }
    ]
  }

  private static func points(of node: JSONNode) -> [LocationRecord] {
    guard case .object = node else { return [.malformed(.field("a position"))] }
    if node["latitudeE7"] != nil || node["longitudeE7"] != nil { return [recorded(node)] }
    if let signal = node["position"] {
      let place = (signal["LatLng"] ?? signal["latLng"])?.text.flatMap { Place(googleText: $0) }
      return [point(signal["timestamp"], place, accuracy: signal["accuracyMeters"]?.number)]
    }
    if let path = node["timelinePath"]?.elements { return way(path, from: node["startTime"]) }
    if let visit = node["visit"] {
      let location = visit["topCandidate"]?["placeLocation"]
      let place = (location?["latLng"] ?? location)?.text.flatMap { Place(googleText: $0) }
      return stay(from: node["startTime"], to: node["endTime"], place)
    }
    if let visit = node["placeVisit"] {
      let (location, duration) = (visit["location"], visit["duration"])
      let place = location.flatMap { Place(sevenDigits: $0) }
      return stay(
        from: duration?["startTimestamp"] ?? duration?["startTimestampMs"],
        to: duration?["endTimestamp"] ?? duration?["endTimestampMs"], place)
    }
    return []
  }

  /// Returns the positions of a visit.
  private static func stay(from start: JSONNode?, to end: JSONNode?, _ place: Place?) -> [LocationRecord] {
    LocationRecord.stay(
      from: LocationTime.milliseconds(start), to: LocationTime.milliseconds(end), place?.latitude,
      place?.longitude)
  }

  /// Returns the points of a route, with their times, or on an iPhone with minutes since its start.
  private static func way(_ path: [JSONNode], from start: JSONNode?) -> [LocationRecord] {
    path.map { step in
      let place = step["point"]?.text.flatMap { Place(googleText: $0) }
      guard step["time"] == nil, let minutes = step["durationMinutesOffsetFromStartTime"]?.number else {
        return point(step["time"], place)
      }
      return record { () throws(HistoryProblem) in
        guard (0...100_000).contains(minutes) else { throw .time }
        let time = LocationTime.milliseconds(start).map { $0 + Int64(minutes * 60_000) }
        return .point(try LocationPoint(time, place?.latitude, place?.longitude))
      }
    }
  }

  private static func recorded(_ node: JSONNode) -> LocationRecord {
    point(
      node["timestamp"] ?? node["timestampMs"], Place(sevenDigits: node), accuracy: node["accuracy"]?.number)
  }

  private static func point(_ time: JSONNode?, _ place: Place?, accuracy: Double? = nil) -> LocationRecord {
    record { () throws(HistoryProblem) in
      .point(
        try LocationPoint(
          LocationTime.milliseconds(time), place?.latitude, place?.longitude, accuracy: accuracy))
    }
  }

  private static func record(_ make: () throws(HistoryProblem) -> LocationRecord) -> LocationRecord {
    do throws(HistoryProblem) { return try make() } catch { return .malformed(error) }
  }
}

extension Place {
  /// Reads degrees as whole numbers with seven decimal places; Google once wrote some of them
  /// without their sign.
  fileprivate init?(sevenDigits node: JSONNode) {
    func degrees(_ name: String, _ most: Double) -> Double? {
      node[name]?.number.map { ($0 > most * 1e7 ? $0 - 4_294_967_296 : $0) / 1e7 }
    }
    guard let latitude = degrees("latitudeE7", 90), let longitude = degrees("longitudeE7", 180),
      let place = try? Place(latitude: latitude, longitude: longitude)
    else { return nil }
    self = place
  }
}
