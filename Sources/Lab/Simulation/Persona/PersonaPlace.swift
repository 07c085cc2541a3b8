internal import Activities
internal import LogFormat

/// A place of a persona: optional coordinates, and the device's attributes there.
struct PersonaPlace: Hashable, Sendable {
  /// The place; a train has none.
  let place: Place?
  /// The standard deviation of the measured position in metres; absent for the persona's.
  let noise: Double?
  /// Context attributes in force there, such as `wifi`, in order of their names.
  let attributes: [Named<ValueTemplate>]
}

/// The quality of the device's positions.
struct LocationHabits: Hashable, Sendable {
  /// Standard deviation of a measured position in metres, for each axis.
  let noise: Double
  /// The probability that a donation has a place.
  let known: Double
  /// Positions that are far off, as they are indoors.
  let poor: PoorPositions
}

/// Measured positions that are far off, and whose accuracy says so.
struct PoorPositions: Hashable, Sendable {
  /// The probability that a position is one of them.
  let probability: Double
  /// The range of their standard deviations in metres, for each axis, uniformly distributed.
  let noise: ClosedRange<Double>
}

/// Days without any donation, counted from 0.
struct DeviceOff: Hashable, Sendable {
  let probability: Double
  let days: Set<Int>
}

/// A named value.
///
/// Lists of these replace dictionaries if the order must be deterministic.
struct Named<Value> {
  let name: String
  let value: Value
}

extension Named: Equatable where Value: Equatable {}
extension Named: Hashable where Value: Hashable {}
extension Named: Sendable where Value: Sendable {}

extension PersonaPlace {
  init(_ reader: DocumentReader, _ names: PersonaNames) throws(DocumentError) {
    let fields = try reader.fields("latitude", "longitude", "name", "noise", "attributes")
    if fields["latitude"] == nil && fields["longitude"] == nil {
      place = nil
    } else {
      let latitude = try fields.required("latitude").number(-90...90)
      let longitude = try fields.required("longitude").number(-180...180)
      let name = try fields["name"]?.string()
      do {
        place = try Place(latitude: latitude, longitude: longitude, name: name)
      } catch { throw reader.error(.impossible(error)) }
    }
    noise = try fields["noise"]?.number(0...100_000)
    attributes = try fields["attributes"]?.attributes(names) ?? []
  }
}

extension LocationHabits {
  init(_ reader: DocumentReader?) throws(DocumentError) {
    let fields = try reader?.fields("noise", "known", "poor")
    noise = try fields?["noise"]?.number(0...100_000) ?? 20
    known = try fields?["known"]?.probability() ?? 1
    poor = try PoorPositions(fields?["poor"])
  }
}

extension PoorPositions {
  init(_ reader: DocumentReader?) throws(DocumentError) {
    let fields = try reader?.fields("chance", "from", "to")
    probability = try fields?.required("chance").probability() ?? 0
    let least = try fields?["from"]?.number(0...100_000) ?? 500
    let most = try fields?["to"]?.number(0...100_000) ?? max(least, 2_000)
    if let reader, least > most { throw reader.error(.endsBeforeStart) }
    noise = least...most
  }
}

extension DeviceOff {
  init(_ reader: DocumentReader?) throws(DocumentError) {
    let fields = try reader?.fields("chance", "days")
    probability = try fields?["chance"]?.probability() ?? 0
    var days: Set<Int> = []
    for day in try fields?.list("days") ?? [] { days.insert(try day.integer(0...Simulation.longest)) }
    self.days = days
  }
}

extension Variable {
  init(_ reader: DocumentReader) throws(DocumentError) {
    let fields = try reader.fields("values", "order", "stays", "novelty")
    let novelty = try fields["novelty"]?.fields("chance", "name")
    self.novelty = try novelty?.required("chance").probability() ?? 0
    let nameField = try novelty?.required("name")
    noveltyName = try nameField?.template() ?? TextTemplate(parts: [])
    if let nameField, let stranger = noveltyName.names.first(where: { $0 != "n" }) {
      throw nameField.error(.unknownName(stranger, section: "novelty", known: ["n"]))
    }
    values = try fields.required("values").weightedValues()
    let stays = try fields["stays"]?.probability() ?? 0
    switch try fields["order"]?.string() ?? "weighted" {
    case "weighted": order = .stays(stays)
    case "sequence": order = .sequence(stays: stays)
    case "daily": order = .daily
    default:
      throw try fields.required("order").error(
        .wrongKind(expected: "\"weighted\", \"sequence\" or \"daily\""))
    }
  }
}
