package import Activities
package import Answers
package import Foundation
package import LogFormat
internal import Suggestions

// Questions: What does a question look like on a wire?
//
// Start here: `SuggestionQuestion.init(_:)` reads a question for suggestions. `DonationRequest` and
// `FeedbackRequest` change a store. The module `Answers` says what is asked, and has the JSON of
// the answers.

extension SuggestionQuestion {
  /// Reads a question from a JSON object.
  ///
  /// The members have the names of the donation log where it has them: `user`, `time`, `timeZone`,
  /// `location`, `context`. An absent member and null are the same. Members that this version does
  /// not know are ignored, so that a newer client can ask an older program.
  ///
  /// - Throws: `DocumentError` with the place of the mistake, and how to fix it.
  package init(_ reader: DocumentReader) throws(DocumentError) {
    let fields = try reader.openFields()
    self.init()
    user = try fields["user"]?.user()
    try readCircumstances(fields)
    try readSurface(fields)
    limit = try fields["limit"]?.integer(1...Self.mostSuggestions) ?? limit
    minimumProbability = try fields["minimumProbability"]?.probability() ?? minimumProbability
    explains = try fields["explains"]?.boolean() ?? explains
    catalogue = try fields["catalogue"]?.boolean() ?? catalogue
    if catalogue, surface == .interrupt, let catalogue = fields["catalogue"] {
      throw catalogue.error(.wrongKind(expected: "false: app catalogs never interrupt"))
    }
  }

  private mutating func readCircumstances(_ fields: DocumentFields) throws(DocumentError) {
    timeZone = try fields["timeZone"]?.timeZone()
    instant = try fields["time"]?.instant(in: timeZone)
    location = try fields["location"]?.askedPlace()
    attributes = try fields["context"]?.attributes() ?? [:]
    observedUntil = try fields["observedUntil"]?.instant()
    if let files = fields["calendars"] {
      for file in try files.elements() {
        let path = try file.string()
        guard path.hasPrefix("/") else { throw file.error(.wrongKind(expected: "an absolute path")) }
        calendars.append(path)
      }
    }
  }

  private mutating func readSurface(_ fields: DocumentFields) throws(DocumentError) {
    surface = try fields["surface"]?.word()
    if let within = fields["withinSeconds"] {
      horizon = .stated(
        within.node == .string("none") ? nil : try within.number(SuggestionRequest.horizons))
    }
    if let quiet = fields["quietHours"] {
      let text = try quiet.string()
      policy.quietHours = SuggestionPolicy.QuietHours(text)
      guard policy.quietHours != nil || text == "none" else {
        throw quiet.error(.wrongKind(expected: "two times of day like 22:00-07:00, or none"))
      }
    }
    policy.interruptionsPerDay =
      try fields["interruptionsPerDay"]?.integer(0...Int(Int32.max)) ?? policy.interruptionsPerDay
  }
}

extension DocumentReader {
  /// The name of a user.
  package func user() throws(DocumentError) -> UserIdentifier {
    let name = try string()
    do {
      try ControlCharacters.check(name, "user")
      return try UserIdentifier(name)
    } catch { throw self.error(.impossible(error)) }
  }

  /// One of a few words.
  package func word<Word: RawRepresentable<String> & CaseIterable>() throws(DocumentError) -> Word {
    let text = try string()
    guard let word = Word(rawValue: text) else {
      let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw error(.wrongKind(expected: "one of \(known)"))
    }
    return word
  }

  /// Returns a moment; one in UTC gets the offset of the zone, as in the log.
  package func instant(in zone: TimeZone? = nil) throws(DocumentError) -> Instant {
    let text = try string()
    do {
      let instant = try Instant(rfc3339: text, timeZone: zone?.identifier)
      guard let zone, instant.offsetMinutes == 0 else { return instant }
      return try Instant(
        milliseconds: instant.milliseconds, offsetMinutes: zone.secondsFromGMT(for: instant.date) / 60,
        timeZone: zone.identifier)
    } catch { throw self.error(.impossible(error)) }
  }

  package func timeZone() throws(DocumentError) -> TimeZone {
    let name = try string()
    guard name == "UTC" || name.contains("/"), let zone = TimeZone(identifier: name) else {
      throw error(.unknownTimeZone(name))
    }
    return zone
  }

  fileprivate func askedPlace() throws(DocumentError) -> AskedPlace {
    if case .string(let name) = node {
      guard !name.isEmpty, !Place.isPosition(name) else {
        throw error(
          .wrongKind(expected: "an object with latitude and longitude in degrees, or the name of a place"))
      }
      return .name(try string())
    }
    let fields = try openFields()
    let latitude = try fields.required("latitude").number(-90...90)
    let longitude = try fields.required("longitude").number(-180...180)
    let accuracy = try fields["horizontalAccuracy"]?.number(0...Double.greatestFiniteMagnitude)
    let name = try fields["name"]?.string()
    do {
      return .position(
        try Place(latitude: latitude, longitude: longitude, horizontalAccuracy: accuracy, name: name))
    } catch { throw self.error(.impossible(error)) }
  }

  /// The attributes of a context, by name.
  fileprivate func attributes() throws(DocumentError) -> [String: ActivityValue] {
    var attributes: [String: ActivityValue] = [:]
    for member in try members() {
      guard member.value.node.value.isScalar else {
        throw member.value.error(.impossible(.notScalar(field: "context")))
      }
      do { try ControlCharacters.check(member.name, "context") } catch {
        throw self.error(.impossible(error))
      }
      attributes[member.name] = member.value.node.value
    }
    return attributes
  }
}
