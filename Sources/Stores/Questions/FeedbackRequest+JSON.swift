internal import Activities
package import Answers
package import LogFormat

extension FeedbackRequest {
  /// Reads a verdict from a JSON object.
  ///
  /// The target is one of `identity`, `answer` (an answer to a question, as it came),
  /// `activityType` and `program`; without one, `undone` undoes the last verdict.
  ///
  /// - Throws: `DocumentError` with the place of the mistake, and how to fix it.
  package init(_ reader: DocumentReader) throws(DocumentError) {
    let fields = try reader.openFields()
    self.init(try fields.required("verdict").word(), on: .last)
    let names = ["identity", "answer", "activityType", "program"]
    let given = names.compactMap { name in fields[name].map { (name, $0) } }
    switch given.first {
    case nil where verdict != .undone: throw reader.error(.needsOne(of: names))
    case nil: break
    case let (name, value)?:
      guard given.count == 1 else { throw reader.error(.needsOne(of: names)) }
      target = try Self.target(name, value)
    }
    user = try fields["user"]?.user()
    instant = try fields["time"]?.instant(in: fields["timeZone"]?.timeZone())
    rank = try fields["rank"]?.integer(1...Int(Int32.max))
    if let scope = fields["scope"] {
      if fields["activityType"] != nil || fields["program"] != nil {
        throw scope.error(.wrongKind(expected: "left out: activityType and program are scopes"))
      }
      self.scope = try scope.word()
    }
    suggestion = try fields["suggestion"]?.string()
    surface = try fields["surface"]?.word()
  }

  private static func target(_ name: String, _ value: DocumentReader) throws(DocumentError) -> Target {
    switch name {
    case "identity": return .shown(ShownAnswer([.init(try value.identity())]))
    case "answer": return .shown(try ShownAnswer(value))
    default:
      let text = try value.string()
      guard !text.contains("*") else {
        throw value.error(.wrongKind(expected: "a whole name: * is not a wildcard here"))
      }
      return name == "program" ? .program(text) : .type(text)
    }
  }
}

extension ShownAnswer {
  /// Reads an answer to a question for suggestions; it may have other members.
  ///
  /// - Throws: `DocumentError` with the place of the mistake.
  package init(_ reader: DocumentReader) throws(DocumentError) {
    let fields = try reader.openFields()
    var entries: [Entry] = []
    for element in try fields.required("suggestions").elements() {
      let entry = try element.openFields()
      entries.append(
        Entry(
          try entry.required("identity").identity(),
          probability: try entry["probability"]?.number(
            -.greatestFiniteMagnitude...(.greatestFiniteMagnitude))))
    }
    self.init(entries)
    suggestion = try fields["suggestion"]?.string()
    surface = try fields["surface"]?.word()
    horizon = try fields["within_seconds"]?.number(0...(.greatestFiniteMagnitude))
  }
}

extension DocumentReader {
  /// The identity of an activity.
  fileprivate func identity() throws(DocumentError) -> ActivityIdentity {
    guard let identity = ActivityIdentity(try string()) else {
      throw error(.wrongKind(expected: "32 hexadecimal digits, as answers have them"))
    }
    return identity
  }
}
