internal import Activities

extension PersonaPlace {
  init(_ reader: PersonaReader, _ names: PersonaNames) throws(PersonaError) {
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
  init(_ reader: PersonaReader?) throws(PersonaError) {
    let fields = try reader?.fields("noise", "known")
    noise = try fields?["noise"]?.number(0...100_000) ?? 20
    known = try fields?["known"]?.probability() ?? 1
  }
}

extension DeviceOff {
  init(_ reader: PersonaReader?) throws(PersonaError) {
    let fields = try reader?.fields("chance", "days")
    probability = try fields?["chance"]?.probability() ?? 0
    var days: Set<Int> = []
    for day in try fields?.list("days") ?? [] { days.insert(try day.integer(0...Simulation.longest)) }
    self.days = days
  }
}

extension Variable {
  init(_ reader: PersonaReader) throws(PersonaError) {
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
