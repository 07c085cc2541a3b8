public import Activities
internal import Foundation
public import LogFormat
internal import Suggestions

/// An expected suggestion for a described person, or for the user of a log: a test of a program's
/// donations.
///
/// See the article *ExpectationFiles* for the format. Not to be confused with
/// `Benchmarks/results/evidence.md`, which measures the value of each kind of evidence.
public struct Expectation: Hashable, Sendable {
  /// The name in reports.
  public let name: String
  /// The moment of the query.
  public let moment: Moment
  /// The end of the known days, if it is earlier: then the expectation is about a moment ahead.
  public let observedUntil: Moment?
  /// The place, if known.
  public let place: Place?
  /// Other attributes of the context.
  public let attributes: [String: ActivityValue]
  /// The activity that was just done, if the expectation says so.
  public let after: ActivityPattern?
  /// The expected suggestion.
  public let demand: Demand
  /// The minimum probability of suggestions, 0 to 1.
  public let minimumProbability: Double
  /// The surface; `nil` for none.
  public let surface: Surface?
  /// The minimum share of seeds for which it holds, 0 to 1.
  public let share: Double
  /// The horizon of the surface, in seconds; `nil` for conditional probabilities.
  public var horizon: Double? { SuggestionPolicy().horizon(on: surface) }

  /// The seconds between the activity just done and the query: the usual gap between a routine's
  /// steps.
  public static let secondsAfter = 120.0

  /// A moment: local wall time at the person's place, or a time with an offset.
  public enum Moment: Hashable, Sendable {
    case local(CalendarDate, second: Double)
    case instant(Instant)
  }

  /// The suggestions that an expectation can demand.
  public enum Demand: Hashable, Sendable {
    /// The first suggestion is this.
    case first(ActivityPattern)
    /// This is among the first suggestions, up to a count.
    case among(Int, ActivityPattern)
    /// This is not among the first suggestions, up to a count.
    case notAmong(Int, ActivityPattern)
    /// Nothing is suggested.
    case silent

    /// The activity that it names.
    public var activity: ActivityPattern? {
      switch self {
      case .first(let activity), .among(_, let activity), .notAmong(_, let activity): activity
      case .silent: nil
      }
    }
  }
}

/// A pattern of activities: a name of the persona or a type, with some values of userInfo.
public struct ActivityPattern: Hashable, Sendable {
  /// The name in the persona file.
  public let name: String?
  /// The type, if there is no name.
  public let activityType: String?
  /// The required values; it may have others.
  public let userInfo: [String: ActivityValue]

  /// Returns whether an activity matches.
  ///
  /// - Parameter names: All names of the activity in the persona file.
  public func matches(_ activity: UserActivity, names: Set<String>) -> Bool {
    guard name.map(names.contains) ?? true, activityType.map({ $0 == activity.activityType }) ?? true else {
      return false
    }
    return userInfo.allSatisfy { key, value in
      guard let own = activity.userInfo[key] else { return false }
      // Compare by meaning, as identities do: 1 equals 1.0.
      return Self.identity(of: value) == Self.identity(of: own)
    }
  }

  private static func identity(of value: ActivityValue) -> ActivityIdentity {
    ActivityIdentity(activityType: "", userInfo: ["": value])
  }
}

extension ActivityPattern: CustomStringConvertible {
  /// The name or the type, and the values by their keys.
  public var description: String {
    let values = userInfo.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.plainText)" }
    return ([name ?? activityType ?? ""] + values).joined(separator: " ")
  }
}

extension Expectation.Demand: CustomStringConvertible {
  /// The demand in words.
  public var description: String {
    switch self {
    case .first(let activity): "\(activity) first"
    case .among(let count, let activity): "\(activity) among the first \(count)"
    case .notAmong(1, let activity): "not \(activity) first"
    case .notAmong(let count, let activity): "\(activity) not among the first \(count)"
    case .silent: "nothing"
    }
  }
}

/// The settings for reading an expectation.
private struct ExpectationContext {
  /// The meanings of names; `nil` for a log, which has none.
  let vocabulary: ExpectationVocabulary?
  /// The default for the minimum share of seeds.
  let share: Double
}

extension DocumentReader {
  /// Reads a list of expectations.
  ///
  /// - Parameters:
  ///   - vocabulary: The meanings of names; `nil` without names.
  ///   - share: The default for the minimum share of seeds.
  package func expectations(
    naming vocabulary: ExpectationVocabulary?, share: Double
  ) throws(DocumentError) -> [Expectation] {
    let world = ExpectationContext(vocabulary: vocabulary, share: share)
    var expectations: [Expectation] = []
    for (index, element) in try elements().enumerated() {
      expectations.append(try Expectation(element, number: index + 1, in: world))
    }
    return expectations
  }
}

extension Expectation {
  fileprivate init(_ reader: DocumentReader, number: Int, in world: ExpectationContext) throws(DocumentError)
  {
    let fields = try reader.fields(
      "name", "at", "observedUntil", "near", "context", "after", "expect", "minProbability", "surface",
      "holds")
    name = try fields["name"]?.string() ?? "expectation \(number)"
    moment = try fields.required("at").moment(in: world)
    observedUntil = try fields["observedUntil"].map { value throws(DocumentError) in
      try value.moment(in: world)
    }
    var attributes: [String: ActivityValue] = [:]
    if let near = fields["near"] {
      let known = try near.whereabouts(in: world)
      place = known.place
      attributes = known.attributes
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
    after = try fields["after"].map { value throws(DocumentError) in try ActivityPattern(value, in: world) }
    minimumProbability = try fields["minProbability"]?.probability() ?? 0
    surface = try fields["surface"].map { value throws(DocumentError) in
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
  /// The maximum number of suggestions to inspect.
  private static let longest = 1_000

  fileprivate init(_ reader: DocumentReader, in world: ExpectationContext) throws(DocumentError) {
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
  fileprivate init(_ reader: DocumentReader, in world: ExpectationContext) throws(DocumentError) {
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
      } catch let error as DocumentError {
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

extension DocumentReader {
  /// Reads a moment with its offset or, for a persona, local wall time.
  fileprivate func moment(in world: ExpectationContext) throws(DocumentError) -> Expectation.Moment {
    let text = try string()
    if let instant = try? Instant(rfc3339: text) { return .instant(instant) }
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "T" || $0 == " " }
    guard parts.count == 2, let date = CalendarDate(String(parts[0])) else { throw error(.malformedMoment) }
    guard let time = try? DocumentReader(file: file, path: path, node: .string(String(parts[1]))).timeOfDay()
    else { throw error(.malformedMoment) }
    guard world.vocabulary != nil else { throw error(.malformedMoment) }
    return .local(date, second: time)
  }

  /// Reads an activity of the persona.
  fileprivate func activity(in world: ExpectationContext) throws(DocumentError) -> String {
    guard let vocabulary = world.vocabulary else {
      throw error(.wrongKind(expected: "an object with \"activityType\": a log has no names of activities"))
    }
    return try name(of: DocumentNames(title: "activities", names: vocabulary.activities))
  }

  /// Reads a place of the persona with its device attributes, or coordinates.
  fileprivate func whereabouts(
    in world: ExpectationContext
  ) throws(DocumentError) -> ExpectationVocabulary.Whereabouts {
    guard case .string = node else {
      let fields = try fields("latitude", "longitude")
      let latitude = try fields.required("latitude").number(-90...90)
      let longitude = try fields.required("longitude").number(-180...180)
      do {
        return ExpectationVocabulary.Whereabouts(
          place: try Place(latitude: latitude, longitude: longitude), attributes: [:])
      } catch { throw self.error(.impossible(error)) }
    }
    guard let vocabulary = world.vocabulary,
      let known = vocabulary.places[
        try name(of: DocumentNames(title: "places", names: Set(vocabulary.places.keys)))]
    else { throw error(.wrongKind(expected: "an object with \"latitude\" and \"longitude\"")) }
    return known
  }
}
