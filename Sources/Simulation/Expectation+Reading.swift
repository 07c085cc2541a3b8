internal import Activities
internal import Foundation

/// What the names in an expectation can mean.
struct ExpectationWorld {
  let names: PersonaNames?
  let places: [String: PersonaPlace]
  /// The share of seeds for which expectations have to hold that do not say it themselves.
  let share: Double
}

extension Expectation {
  init(_ reader: PersonaReader, number: Int, in world: ExpectationWorld) throws(PersonaError) {
    let fields = try reader.fields(
      "name", "at", "near", "context", "after", "expect", "minProbability", "surface", "holds")
    name = try fields["name"]?.string() ?? "expectation \(number)"
    moment = try fields.required("at").moment(in: world)
    var attributes: [String: ActivityValue] = [:]
    if let near = fields["near"] {
      let (place, known) = try near.whereabouts(in: world)
      self.place = place
      attributes = known
    } else {
      place = nil
    }
    for member in try fields.members("context") {
      guard member.value.node.value.isScalar else {
        throw member.value.error(.wrongKind(expected: "a string, number, true, false or null"))
      }
      attributes[member.name] = member.value.node.value
    }
    self.attributes = attributes
    after = try fields["after"].map { value throws(PersonaError) in try ActivityPattern(value, in: world) }
    minimumProbability = try fields["minProbability"]?.probability() ?? 0
    surface = try fields["surface"].map { value throws(PersonaError) in
      guard let surface = Surface(rawValue: try value.string()) else {
        throw value.error(
          .wrongKind(expected: "one of \(Surface.allCases.map(\.rawValue).joined(separator: ", "))"))
      }
      return surface
    }
    share = try fields["holds"]?.probability() ?? world.share
    let expect = try fields.required("expect")
    demand = try Demand(expect, in: world)
    if demand == .silent, minimumProbability == 0, surface == nil || surface == .search {
      throw reader.error(.missing(field: "minProbability"))
    }
  }
}

extension Expectation.Demand {
  /// How far a list may be looked through.
  private static let longest = 1_000

  init(_ reader: PersonaReader, in world: ExpectationWorld) throws(PersonaError) {
    let fields = try reader.fields("first", "among", "activity", "not", "silent")
    let what = try fields.one(of: "first", "activity", "not", "silent")
    let count = try fields["among"]?.integer(1...Self.longest)
    switch what.name {
    case "first", "silent":
      if let among = fields["among"] { throw among.error(.needsOne(of: ["first", "silent", "among"])) }
      guard what.name == "silent" else {
        self = .first(try ActivityPattern(what.reader, in: world))
        return
      }
      guard try what.reader.boolean() else { throw what.reader.error(.wrongKind(expected: "true")) }
      self = .silent
    case "activity":
      guard let count else { throw reader.error(.missing(field: "among")) }
      self = .among(count, try ActivityPattern(what.reader, in: world))
    default: self = .notAmong(count ?? 1, try ActivityPattern(what.reader, in: world))
    }
  }
}

extension ActivityPattern {
  init(_ reader: PersonaReader, in world: ExpectationWorld) throws(PersonaError) {
    if case .string = reader.node {
      self.init(name: try reader.activity(in: world), activityType: nil, userInfo: [:])
      return
    }
    let fields = try reader.fields("activity", "activityType", "userInfo")
    let what = try fields.one(of: "activity", "activityType")
    let isName = what.name == "activity"
    if !isName {
      do { _ = try UserActivity(activityType: try what.reader.string()) } catch let error as ActivityError {
        throw what.reader.error(.impossible(error))
      } catch let error as PersonaError {
        throw error
      } catch {
        throw what.reader.error(.wrongKind(expected: "an activity type"))
      }
    }
    var userInfo: [String: ActivityValue] = [:]
    for member in try fields.members("userInfo") { userInfo[member.name] = member.value.node.value }
    self.init(
      name: isName ? try what.reader.activity(in: world) : nil,
      activityType: isName ? nil : try what.reader.string(), userInfo: userInfo)
  }
}

extension PersonaReader {
  /// A moment with its offset or, of a persona, local wall time.
  fileprivate func moment(in world: ExpectationWorld) throws(PersonaError) -> Expectation.Moment {
    let text = try string()
    if let instant = try? Instant(rfc3339: text) { return .instant(instant) }
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "T" || $0 == " " }
    guard parts.count == 2, let date = CalendarDate(String(parts[0])) else { throw error(.malformedMoment) }
    guard let time = try? PersonaReader(file: file, path: path, node: .string(String(parts[1]))).timeOfDay()
    else { throw error(.malformedMoment) }
    guard world.names != nil else { throw error(.malformedMoment) }
    return .local(date, second: time)
  }

  /// An activity of the persona.
  fileprivate func activity(in world: ExpectationWorld) throws(PersonaError) -> String {
    guard let names = world.names else {
      throw error(.wrongKind(expected: "an object with \"activityType\": a log has no names of activities"))
    }
    return try name(of: names.activities)
  }

  /// A place of the persona with what a device knows there, or coordinates.
  fileprivate func whereabouts(
    in world: ExpectationWorld
  ) throws(PersonaError) -> (Place?, [String: ActivityValue]) {
    guard case .string = node else {
      let fields = try fields("latitude", "longitude")
      let latitude = try fields.required("latitude").number(-90...90)
      let longitude = try fields.required("longitude").number(-180...180)
      do { return (try Place(latitude: latitude, longitude: longitude), [:]) } catch {
        throw self.error(.impossible(error))
      }
    }
    guard let names = world.names, let place = world.places[try name(of: names.places)] else {
      throw error(.wrongKind(expected: "an object with \"latitude\" and \"longitude\""))
    }
    var attributes: [String: ActivityValue] = [:]
    for attribute in place.attributes {
      // What changes from time to time is not known of a place alone.
      if case .constant(let value) = attribute.value { attributes[attribute.name] = value }
    }
    return (place.place, attributes)
  }
}
