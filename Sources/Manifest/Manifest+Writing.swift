extension Manifest {
  /// The manifest as JSON text, ready to be saved; ends in a line feed.
  ///
  /// Equal manifests give equal bytes: fields stand in a fixed order, lists are sorted, what is empty is left out.
  public var text: String {
    var lines = ["  \"format\": \(Self.format)", "  \"application\": \(Self.quoted(application))"]
    if let publisher { lines.append("  \"publisher\": \(Self.quoted(publisher))") }
    if !activityTypes.isEmpty {
      let types = activityTypes.map { "    { \($0.fields.joined(separator: ", ")) }" }
      lines.append("  \"activityTypes\": [\n\(types.joined(separator: ",\n"))\n  ]")
    }
    if !schemes.isEmpty { lines.append("  \"schemes\": \(Self.list(schemes))") }
    if !domains.isEmpty { lines.append("  \"domains\": \(Self.list(domains))") }
    return "{\n\(lines.joined(separator: ",\n"))\n}\n"
  }

  fileprivate static func list(_ texts: [String]) -> String {
    "[\(texts.map(quoted).joined(separator: ", "))]"
  }

  fileprivate static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\u{0}"..<" ":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension Manifest.ActivityType {
  fileprivate var fields: [String] {
    var fields = ["\"type\": \(Manifest.quoted(type))"]
    if let title { fields.append("\"title\": \(Manifest.quoted(title))") }
    if !eligibility.isEmpty {
      fields.append("\"eligibility\": \(Manifest.list(eligibility.map(\.rawValue).sortedByBytes))")
    }
    if !aliases.isEmpty { fields.append("\"aliases\": \(Manifest.list(aliases))") }
    return fields
  }
}
