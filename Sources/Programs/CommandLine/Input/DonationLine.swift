internal import Activities
internal import Foundation
internal import LogFormat

/// A line of a donation log made of options, so that what is typed follows the same rules as what is imported.
struct DonationLine {
  private var members: [String] = []

  /// Adds a text, if there is one.
  mutating func add(_ name: String, text: String?) {
    if let text { members.append("\(Self.quoted(name)):\(Self.quoted(text))") }
  }

  /// Adds a number, if there is one.
  mutating func add(_ name: String, number: Double?) {
    if let number { members.append("\(Self.quoted(name)):\(number)") }
  }

  /// Adds a flag.
  mutating func add(_ name: String, flag: Bool) { members.append("\(Self.quoted(name)):\(flag)") }

  /// Adds a list, if there is one.
  mutating func add(_ name: String, texts: [String]) {
    guard !texts.isEmpty else { return }
    members.append("\(Self.quoted(name)):[\(texts.map(Self.quoted).joined(separator: ","))]")
  }

  /// Adds an object of names and values, if there are any.
  ///
  /// A value that is JSON is taken as that, any other as text.
  mutating func add(_ name: String, pairs: [NamedArgument]) {
    guard !pairs.isEmpty else { return }
    let inner = pairs.map { "\(Self.quoted($0.name)):\(Self.json($0.value))" }
    members.append("\(Self.quoted(name)):{\(inner.joined(separator: ","))}")
  }

  /// Adds when, where and the circumstances.
  ///
  /// - Parameter place: Where it is; its name is taken along.
  mutating func add(_ context: ContextOptions, at place: Place?, now: Instant) throws {
    let instant = try context.instant(now: now)
    add("time", text: instant.rfc3339)
    add("timeZone", text: instant.timeZone)
    if let place {
      let name = place.name.map { ",\"name\":\(Self.quoted($0))" } ?? ""
      members.append("\"location\":{\"latitude\":\(place.latitude),\"longitude\":\(place.longitude)\(name)}")
    }
    add("context", pairs: context.attributes)
  }

  /// The donation that the line says.
  ///
  /// - Throws: A ``Failure`` that names the field and the reason.
  func donation() throws -> Donation {
    var reader = LogReader(bytes: Array("{\(members.joined(separator: ","))}".utf8), named: "options")
    let batch = try reader.nextBatch()
    if let problem = batch?.problems.first { throw Failure("\(problem.error)", .usage) }
    guard case .donation(let donation)? = batch?.records.first?.record else {
      throw Failure("the options make no donation", .bug)
    }
    return donation
  }

  private static func json(_ text: String) -> String {
    do throws(JSONFault) {
      _ = try JSONNode(parsing: Array(text.utf8).span, limits: LineLimits())
      return text
    } catch {
      switch error {
      // The reader of the line says so.
      case .tooDeep, .tooManyMarks, .tooLong: return text
      default: return quoted(text)
      }
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\u{00}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension ContextOptions {
  /// The moment that is meant.
  ///
  /// - Throws: `ActivityError` for one outside of the years 0 to 9999.
  func instant(now: Instant) throws -> Instant {
    try at.map { try time.instant($0, now: now) } ?? time.now(now)
  }

  /// The context of a question, without a place that only has a name: where that is, ``located(_:for:in:)`` asks the log.
  func context(now: Instant) throws -> Context {
    var line = DonationLine()
    line.add("activityType", text: "question")
    try line.add(self, at: near?.position, now: now)
    return try line.donation().context
  }
}
