internal import Activities
internal import LogFormat

/// GeoJSON (RFC 7946): point features with a time are positions, and features with a name and no
/// time are named places.
///
/// A line is a route; its times are a list next to its coordinates, as converters of GPX and
/// trackers write them. The same holds for several lines or points. A position is longitude,
/// latitude. Names of properties differ between programs; it knows those of GPSLogger, Overland
/// (with features in `locations`), dawarich and Google ("Saved Places.json", where `date` is the
/// time of saving). Geometries without times are counted.
struct GeoJSONFormat: LocationFormat {
  let name = "geojson"
  let summary = "GeoJSON, also of GPSLogger and Overland, and Google's saved places"

  private static let lists: Set<String> = ["features", "locations"]
  private static let times = [
    "timestamp", "time", "datetime", "date", "when", "tst", "time_long", "recorded_at",
  ]
  private static let timesOfWays = ["coordTimes", "times", "timestamps", "coord_times"]
  private static let accuracies = ["accuracy", "horizontal_accuracy", "acc"]
  private static let names = ["name", "title", "Title", "Name"]

  func recognises(_ file: HistoryFile) -> Bool {
    let shape = file.shape
    return Self.lists.contains {
      shape.contains("\($0).[].geometry") || shape.contains("\($0).[].properties")
    }
      || shape.contains("geometry.coordinates")
      || shape.contains("features")
        && String(decoding: file.head.prefix(4_096), as: UTF8.self).contains(
          "FeatureCollection")
  }

  func read(_ file: HistoryFile, receive: (LocationRecord, HistoryPosition) throws -> Void) throws {
    var count = 0
    try JSONStream.read(file) { path in
      switch path.first {
      case nil: file.shape.contains("geometry") ? .take : .enter
      case .member(let name) where Self.lists.contains(name): path.count == 1 ? .enter : .take
      case .member, .element: .skip
      }
    } receive: { _, value in
      count += 1
      switch value {
      case .failure(let problem): try receive(.malformed(problem), .record(count))
      case .success(let feature):
        for record in Self.records(of: feature) { try receive(record, .record(count)) }
      }
    }
  }

  private static func records(of feature: JSONNode) -> [LocationRecord] {
    guard case .object = feature else { return [.malformed(.field("a feature"))] }
    let properties = feature["properties"]
    let coordinates = feature["geometry"]?["coordinates"]?.elements
    switch feature["geometry"]?["type"]?.text {
    case "Point": return [point(coordinates, properties)]
    case "LineString", "MultiPoint":
      return way(coordinates ?? [], times(of: properties), properties)
    case "MultiLineString":
      let lines = (coordinates ?? []).map { $0.elements ?? [] }
      guard let times = times(of: properties) else { return way([], nil, properties) }
      let nested = times.compactMap(\.elements)
      guard nested.count == lines.count, nested.count == times.count else {
        // Some programs write the times of all lines as one list.
        return way(lines.flatMap(\.self), times, properties)
      }
      return zip(lines, nested).flatMap { way($0, $1, properties) }
    case nil: return [.malformed(LocationPoint.noPosition)]
    default: return [.malformed(LocationRecord.withoutTimes)]
    }
  }

  /// Returns the times of the positions of a route, or nil if it has no times.
  private static func times(of properties: JSONNode?) -> [JSONNode]? {
    for holder in [properties, properties?["coordinateProperties"]] {
      for name in timesOfWays { if let times = holder?[name]?.elements { return times } }
    }
    return nil
  }

  private static func way(
    _ coordinates: [JSONNode], _ times: [JSONNode]?, _ properties: JSONNode?
  ) -> [LocationRecord] {
    guard let times else { return [.malformed(LocationRecord.withoutTimes)] }
    guard !coordinates.isEmpty else { return [.malformed(LocationPoint.noPosition)] }
    guard times.count == coordinates.count else { return [.malformed(LocationRecord.unpaired)] }
    return zip(coordinates, times).map { coordinates, time in
      position(coordinates.elements, LocationTime.milliseconds(time), properties)
    }
  }

  private static func point(_ coordinates: [JSONNode]?, _ properties: JSONNode?) -> LocationRecord {
    let saved = (properties?["location"] ?? properties?["Location"]).flatMap {
      $0["name"] ?? $0["Business Name"]
    }
    let isSaved =
      saved != nil || properties?["google_maps_url"] != nil || properties?["Google Maps URL"] != nil
    let time = isSaved ? nil : times.lazy.compactMap { properties?[$0] }.first
    let name = saved?.text ?? names.lazy.compactMap { properties?[$0]?.text }.first
    guard time == nil, let name = name?.asTitle(upTo: 64) else {
      return position(coordinates, LocationTime.milliseconds(time), properties)
    }
    do throws(HistoryProblem) {
      return .named(try LocationPoint.place(degree(coordinates, 1), degree(coordinates, 0), name: name))
    } catch { return .malformed(error) }
  }

  private static func position(
    _ coordinates: [JSONNode]?, _ time: Result<Int64, HistoryProblem>, _ properties: JSONNode?
  ) -> LocationRecord {
    do throws(HistoryProblem) {
      return .point(
        try LocationPoint(
          time, degree(coordinates, 1), degree(coordinates, 0),
          accuracy: accuracies.lazy.compactMap { properties?[$0]?.number }.first))
    } catch { return .malformed(error) }
  }

  private static func degree(_ coordinates: [JSONNode]?, _ index: Int) -> Double? {
    guard let coordinates, coordinates.indices.contains(index) else { return nil }
    return coordinates[index].number
  }
}
