/// A program's own statement that an activity may matter at a time, at a place or in a routine,
/// without any history.
///
/// It corresponds to a relevant shortcut on Apple systems. The engine learns nothing from it, as it
/// is not part of anyone's history. Several hints about one activity form a union; the providers
/// within one hint form an intersection.
public struct Hint: Hashable, Sendable {
  /// The activity that may matter, even if it was never done.
  public let activity: UserActivity
  /// The times, places and routines, all of which must be relevant.
  ///
  /// If it is empty, the hint makes no statement about the present, and the learned habits alone
  /// decide. App catalog entries have none.
  public let relevance: [Relevance]
  /// The role: something to do, or something to look at.
  public let role: Role
  /// The weight of this hint among hints.
  public let kind: Kind

  /// A role of a hint.
  public enum Role: String, Hashable, Sendable, CaseIterable {
    /// Something to do.
    case action
    /// Something to look at, like a boarding pass.
    case information
  }

  /// A degree of emphasis that a program gives to a hint.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// May matter.
    case standard = "default"
    /// Good to know.
    case informational
    /// Fixed in advance, like an appointment or a booked train.
    case scheduled

    /// The factor that weights its relevance.
    ///
    /// 1 is the standard; informational hints count a little less, scheduled ones more. Apple
    /// documents the order of the three, and no numbers.
    public var weight: Double {
      switch self {
      case .standard: 1
      case .informational: 0.75
      case .scheduled: 1.5
      }
    }
  }

  /// The maximum number of relevance providers per hint: more than a time, a place and some
  /// routines is a mistake.
  public static let relevanceLimit = 8

  /// Creates a hint.
  ///
  /// - Throws: ``HintError/tooManyProviders(limit:)``.
  public init(
    of activity: UserActivity, relevance: [Relevance] = [], role: Role = .action, kind: Kind = .standard
  ) throws(HintError) {
    guard relevance.count <= Self.relevanceLimit else {
      throw .tooManyProviders(limit: Self.relevanceLimit)
    }
    self.activity = activity
    self.relevance = relevance
    self.role = role
    self.kind = kind
  }
}

/// A hint with the program that gave it.
public struct StatedHint: Hashable, Sendable {
  /// The program that gave it.
  public let program: String
  /// The hint.
  public let hint: Hint

  /// Creates a stated hint.
  public init(by program: String, _ hint: Hint) {
    self.program = program
    self.hint = hint
  }
}

/// The stored form of a hint's own properties, also written in a line: `relevance`, `role` and
/// `kind`.
extension Hint {
  /// Creates a hint from an activity and the form of ``storedValue``.
  ///
  /// - Throws: ``ActivityError`` or ``HintError``; ``ActivityError/malformed(field:)`` names a
  ///   member that is missing, unknown or of the wrong type.
  public init(of activity: UserActivity, storedValue: [String: ActivityValue]) throws {
    guard Set(storedValue.keys).isSubset(of: ["relevance", "role", "kind"]) else {
      throw ActivityError.malformed(field: "hint")
    }
    let members = StoredMembers(storedValue, field: "hint")
    let role: Role? = try members.word("role")
    let kind: Kind? = try members.word("kind")
    var relevance: [Relevance] = []
    switch storedValue["relevance"] {
    case nil, .null?: break
    case .array(let providers)?: relevance = try providers.map(Relevance.init(storedValue:))
    default: throw members.malformed("relevance")
    }
    try self.init(of: activity, relevance: relevance, role: role ?? .action, kind: kind ?? .standard)
  }

  /// The members that differ from the defaults.
  public var storedValue: [String: ActivityValue] {
    var members: [String: ActivityValue] = [:]
    if !relevance.isEmpty { members["relevance"] = .array(relevance.map(\.storedValue)) }
    if role != .action { members["role"] = .string(role.rawValue) }
    if kind != .standard { members["kind"] = .string(kind.rawValue) }
    return members
  }
}

/// The stored form of a relevance provider: an object with one member, named after its kind.
extension Relevance {
  /// Reads the form of ``storedValue``.
  ///
  /// - Throws: ``ActivityError`` or ``HintError``.
  public init(storedValue: ActivityValue) throws {
    guard case .object(let object) = storedValue, object.count == 1, let (name, value) = object.first else {
      throw ActivityError.malformed(field: "hint.relevance")
    }
    switch (name, value) {
    case ("date", .object(let members)): self = .date(try DateRelevance(storedValue: members))
    case ("daily", .object(let members)): self = .daily(try DailyRelevance(storedValue: members))
    case ("place", .object(let members)): self = .place(try PlaceRelevance(storedValue: members))
    case ("routine", .string(let word)):
      guard let routine = DailyRoutine(rawValue: word) else { fallthrough }
      self = .routine(routine)
    default: throw ActivityError.malformed(field: "hint.relevance")
    }
  }

  /// The stored object.
  public var storedValue: ActivityValue {
    switch self {
    case .date(let date): ["date": .object(date.storedValue)]
    case .daily(let daily): ["daily": .object(daily.storedValue)]
    case .place(let place): ["place": .object(place.storedValue)]
    case .routine(let routine): ["routine": .string(routine.rawValue)]
    }
  }
}

extension DateRelevance {
  fileprivate init(storedValue: [String: ActivityValue]) throws {
    let members = StoredMembers(storedValue, field: "hint.relevance.date")
    guard let from = try members.string("from") else { throw members.malformed("from") }
    try self.init(from: Instant(rfc3339: from), to: try members.string("to").map { try Instant(rfc3339: $0) })
  }

  fileprivate var storedValue: [String: ActivityValue] {
    var members: [String: ActivityValue] = ["from": .string(start.rfc3339)]
    members["to"] = end.map { .string($0.rfc3339) }
    return members
  }
}

extension DailyRelevance {
  fileprivate init(storedValue: [String: ActivityValue]) throws {
    let members = StoredMembers(storedValue, field: "hint.relevance.daily")
    guard let from = try members.string("from") else { throw members.malformed("from") }
    let start = try Self.minutes(from)
    try self.init(from: start, to: try members.string("to").map(Self.minutes) ?? start)
  }

  fileprivate var storedValue: [String: ActivityValue] {
    var members: [String: ActivityValue] = ["from": .string(Self.clock(start))]
    if end != start { members["to"] = .string(Self.clock(end)) }
    return members
  }

  /// Reads `07:45`.
  private static func minutes(_ text: String) throws(HintError) -> Int {
    let digits = Array(text.utf8)
    guard digits.count == 5, digits[2] == UInt8(ascii: ":"),
      [0, 1, 3, 4].allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digits[$0]) })
    else { throw .wallTimeOutOfRange }
    func number(_ place: Int) -> Int { Int(digits[place] - 48) * 10 + Int(digits[place + 1] - 48) }
    guard number(0) < 24, number(3) < 60 else { throw .wallTimeOutOfRange }
    return number(0) * 60 + number(3)
  }

  /// Minutes since midnight in the format of a clock.
  package static func clock(_ minutes: Int) -> String {
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(digits(minutes / 60)):\(digits(minutes % 60))"
  }
}

extension PlaceRelevance {
  fileprivate init(storedValue: [String: ActivityValue]) throws {
    let members = StoredMembers(storedValue, field: "hint.relevance.place")
    guard let latitude = try members.number("latitude") else { throw members.malformed("latitude") }
    guard let longitude = try members.number("longitude") else { throw members.malformed("longitude") }
    guard let radius = try members.number("radius") else { throw members.malformed("radius") }
    let center = try Place(latitude: latitude, longitude: longitude, name: try members.string("name"))
    try self.init(center: center, radius: radius)
  }

  fileprivate var storedValue: [String: ActivityValue] {
    var members: [String: ActivityValue] = [
      "latitude": .double(center.latitude), "longitude": .double(center.longitude), "radius": .double(radius),
    ]
    members["name"] = center.name.map(ActivityValue.string)
    return members
  }
}
