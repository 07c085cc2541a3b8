internal import Activities
internal import LogFormat

/// A writer that turns the plan into donations in order of time, with variables, noise, places and
/// attributes.
struct DonationWriter {
  private let persona: Persona
  private var stream: RandomStream
  private var place: String?
  private var variables: [String: VariableState] = [:]
  private var equals: [Occurrence: Int] = [:]

  private struct Occurrence: Hashable {
    let second: Int64
    let identity: ActivityIdentity
  }

  init(_ persona: Persona, seed: UInt64) {
    self.persona = persona
    stream = RandomStream(seed: seed, labels: persona.user.name, "donations")
  }

  /// Returns the donation of an event, if it makes one.
  ///
  /// Events come in order of time.
  mutating func donation(of event: PlannedEvent) throws(ActivityError) -> Donation? {
    switch event.kind {
    case .move(let name):
      place = name
      return nil
    case .act(let name, let plannedPlace, let places):
      let here = plannedPlace ?? place
      guard let template = persona.activities[name] else { return nil }
      guard places.isEmpty || here.map(places.contains) ?? false else { return nil }
      return try donation(of: template, by: event, at: here.flatMap { persona.places[$0] })
    }
  }

  private mutating func donation(
    of template: ActivityTemplate, by event: PlannedEvent, at here: PersonaPlace?
  ) throws(ActivityError) -> Donation {
    let instant = try Instant(
      milliseconds: event.second * 1_000, offsetMinutes: event.offsetMinutes, timeZone: event.timeZone)
    let attributes = known(here?.attributes ?? [], by: template) + template.context
    advance(variables: template, attributes, onDay: instant.localDay)
    let activity = try activity(of: template)
    let context = try Context(
      at: instant, place: measured(here, by: template),
      attributes: Dictionary(values(attributes)) { _, last in last })
    var details = Donation.Details()
    details.program = template.program
    details.device = template.device
    details.duration = template.minutes.map { minutes in
      stream.spread(around: minutes * 60, by: Simulation.spreadOfDurations).rounded()
    }
    let occurrence = Occurrence(second: event.second, identity: activity.identity)
    let ordinal = equals[occurrence, default: 0]
    equals[occurrence] = ordinal + 1
    return try Donation(of: activity, by: persona.user, in: context, details: details, ordinal: ordinal)
  }

  /// Returns the attributes of the place, if the program knows them.
  ///
  /// A certain outcome takes no random number, so that logs of personas without this feature keep
  /// their bytes.
  private mutating func known(
    _ attributes: [Named<ValueTemplate>], by template: ActivityTemplate
  ) -> [Named<ValueTemplate>] {
    guard template.knowsAttributes < 1 else { return attributes }
    return stream.happens(with: template.knowsAttributes) ? attributes : []
  }

  private mutating func activity(of template: ActivityTemplate) throws(ActivityError) -> UserActivity {
    let userInfo = Dictionary(values(template.userInfo)) { _, last in last }
    func filled(_ text: TextTemplate?) -> String? {
      text?.filled { name in (userInfo[name] ?? variables[name]?.value)?.plainText ?? "" }
    }
    var activity = try UserActivity(
      activityType: template.activityType, title: filled(template.title), userInfo: userInfo,
      requiredUserInfoKeys: template.requiredUserInfoKeys)
    activity.subtitle = filled(template.subtitle)
    activity.suggestedInvocationPhrase = filled(template.phrase)
    activity.keywords = Set(template.keywords)
    activity.persistentIdentifier = filled(template.persistentIdentifier)
    activity.isEligibleForSearch = true
    activity.isEligibleForHandoff = template.isEligibleForHandoff
    activity.runsInBackground = template.runsInBackground
    activity.effortSaved = template.effortSaved
    return activity
  }

  /// Changes the variables in a donation before it, once each, in order of their names.
  private mutating func advance(
    variables template: ActivityTemplate, _ attributes: [Named<ValueTemplate>], onDay day: Int
  ) {
    var names = Set((template.userInfo + attributes).flatMap(\.value.names))
    for text in [template.title, template.subtitle, template.phrase, template.persistentIdentifier] {
      names.formUnion(text?.names ?? [])
    }
    for name in names.sorted() {
      guard let variable = persona.variables[name] else { continue }
      variables[name, default: VariableState()].advance(variable, onDay: day, &stream)
    }
  }

  private mutating func values(_ templates: [Named<ValueTemplate>]) -> [(String, ActivityValue)] {
    templates.map { ($0.name, value($0.value)) }
  }

  private mutating func value(_ template: ValueTemplate) -> ActivityValue {
    switch template {
    case .constant(let value): return value
    case .text(let text):
      if case .name(let name)? = text.parts.first, text.parts.count == 1 {
        return variables[name]?.value ?? .null  // alone, a variable keeps its kind: a number stays a number
      }
      return .string(text.filled { variables[$0]?.value?.plainText ?? "" })
    case .pick(let values): return stream.choice(of: values) ?? .null
    case .noiseNumber(let range):
      let number = range.lowerBound + stream.uniform() * (range.upperBound - range.lowerBound)
      return .double((number * 1_000).rounded() / 1_000)
    case .noiseIdentifier:
      let digits = String(stream.next(), radix: 16)
      return .string(String(repeating: "0", count: 16 - digits.count) + digits)
    case .array(let templates): return .array(templates.map { value($0) })
    case .object(let templates): return .object(Dictionary(values(templates)) { _, last in last })
    }
  }

  /// Returns the place as a device would measure it, if it does, to five decimals of a degree
  /// (about a metre).
  private mutating func measured(
    _ here: PersonaPlace?, by template: ActivityTemplate
  ) throws(ActivityError) -> Place? {
    let known = template.knowsPosition ?? persona.location.known
    guard let here, let place = here.place, stream.happens(with: known) else { return nil }
    let noise = noise(at: here)
    let degree = 111_195.0  // metres of latitude on a sphere of 6,371 km
    let north = noise * stream.normal() / degree
    let east = noise * stream.normal() / (degree * max(0.01, Self.cosine(degrees: place.latitude)))
    return try Place(
      latitude: min(90, max(-90, Self.rounded(place.latitude + north))),
      longitude: min(180, max(-180, Self.rounded(place.longitude + east))),
      horizontalAccuracy: noise > 0 ? stream.spread(around: noise, by: 0.3).rounded() : nil,
      name: place.name)
  }

  /// Returns the standard deviation of the present measurement, in metres.
  private mutating func noise(at here: PersonaPlace) -> Double {
    let poor = persona.location.poor
    guard poor.probability > 0, stream.happens(with: poor.probability) else {
      return here.noise ?? persona.location.noise
    }
    return poor.noise.lowerBound + stream.uniform() * (poor.noise.upperBound - poor.noise.lowerBound)
  }

  private static func rounded(_ degrees: Double) -> Double { (degrees * 100_000).rounded() / 100_000 }

  /// Returns the cosine of a latitude by its series, with an error below 0.00003: the C library's
  /// cosine rounds differently on each system.
  private static func cosine(degrees: Double) -> Double {
    let square = (degrees * .pi / 180) * (degrees * .pi / 180)
    return 1 - square / 2 * (1 - square / 12 * (1 - square / 30 * (1 - square / 56)))
  }
}
