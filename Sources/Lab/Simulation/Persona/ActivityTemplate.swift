internal import Activities
internal import LogFormat

/// An activity of a persona, before its variables and noise are filled in.
struct ActivityTemplate: Hashable, Sendable {
  let activityType: String
  let title: TextTemplate?
  let subtitle: TextTemplate?
  let phrase: TextTemplate?
  let keywords: [String]
  let persistentIdentifier: TextTemplate?
  /// The values in the order of their keys.
  let userInfo: [Named<ValueTemplate>]
  let requiredUserInfoKeys: Set<String>?
  /// The context attributes, in order of their names; they win over those of the place.
  let context: [Named<ValueTemplate>]
  /// The probability that its program knows the position; absent for the persona's.
  let knowsPosition: Double?
  /// The probability that its program knows the attributes of the place.
  let knowsAttributes: Double
  let program: String?
  let device: String?
  /// The median duration in minutes.
  let minutes: Double?
  let isEligibleForHandoff: Bool
  let runsInBackground: Bool
  let effortSaved: Double?
}

extension ActivityTemplate {
  init(_ reader: DocumentReader, _ names: PersonaNames) throws(DocumentError) {
    let fields = try reader.fields(
      "activityType", "title", "subtitle", "phrase", "keywords", "persistentIdentifier", "userInfo",
      "requiredUserInfoKeys", "context", "program", "device", "minutes", "eligibleFor", "runsInBackground",
      "effortSaved", "knowsPosition", "knowsAttributes")
    let typeField = try fields.required("activityType")
    activityType = try typeField.string()
    do { _ = try UserActivity(activityType: activityType) } catch {
      throw typeField.error(.impossible(error))
    }
    var userInfo: [Named<ValueTemplate>] = []
    for member in try fields.members("userInfo") {
      userInfo.append(Named(name: member.name, value: try member.value.valueTemplate(names)))
    }
    self.userInfo = userInfo
    let keys = DocumentNames(title: "userInfo", names: Set(userInfo.map(\.name)))
    requiredUserInfoKeys = try fields["requiredUserInfoKeys"].map { value throws(DocumentError) in
      Set(try value.names(of: keys))
    }
    let known = keys.names.union(names.variables.names)
    title = try fields["title"]?.template(of: known)
    subtitle = try fields["subtitle"]?.template(of: known)
    phrase = try fields["phrase"]?.template(of: known)
    persistentIdentifier = try fields["persistentIdentifier"]?.template(of: known)
    keywords = try fields["keywords"]?.strings() ?? []
    context = try fields["context"]?.attributes(names) ?? []
    knowsPosition = try fields["knowsPosition"]?.probability()
    knowsAttributes = try fields["knowsAttributes"]?.probability() ?? 1
    program = try fields["program"]?.string()
    device = try fields["device"]?.string()
    minutes = try fields["minutes"]?.number(0...1_440)
    // Searches find every donation, so `search` has no effect.
    let kinds = DocumentNames(title: "eligibleFor", names: ["search", "handoff"])
    let eligible = try fields["eligibleFor"]?.names(of: kinds) ?? []
    isEligibleForHandoff = eligible.contains("handoff")
    runsInBackground = try fields["runsInBackground"]?.boolean() ?? false
    effortSaved = try fields["effortSaved"]?.number(0...86_400)
  }
}

extension DocumentReader {
  /// Reads context attributes: templates of scalars.
  func attributes(_ names: PersonaNames) throws(DocumentError) -> [Named<ValueTemplate>] {
    var attributes: [Named<ValueTemplate>] = []
    for member in try members() {
      let template = try member.value.valueTemplate(names)
      guard template.isScalar else {
        throw member.value.error(.wrongKind(expected: "a string, number, true, false or null"))
      }
      attributes.append(Named(name: member.name, value: template))
    }
    return attributes
  }

  /// Reads a value, with `{name}` for a variable and an object with `$pick` or `$noise` for chance.
  func valueTemplate(_ names: PersonaNames) throws(DocumentError) -> ValueTemplate {
    switch node {
    case .string(let text):
      guard !text.isEmpty else { return .constant(node.value) }
      let template = try template(of: names.variables.names)
      return template.names.isEmpty ? .constant(.string(template.filled { $0 })) : .text(template)
    case .array:
      var values: [ValueTemplate] = []
      for element in try elements() { values.append(try element.valueTemplate(names)) }
      return .array(values)
    case .object:
      if node.member("$pick") != nil { return .pick(try fields("$pick").required("$pick").weightedValues()) }
      if node.member("$noise") != nil { return try noise() }
      var values: [Named<ValueTemplate>] = []
      for member in try self.members() {
        values.append(Named(name: member.name, value: try member.value.valueTemplate(names)))
      }
      return .object(values)
    case .null, .boolean, .integer, .double: return .constant(node.value)
    }
  }

  private func noise() throws(DocumentError) -> ValueTemplate {
    let fields = try fields("$noise", "from", "to")
    let kind = try fields.required("$noise")
    switch try kind.string() {
    case "identifier": return .noiseIdentifier
    case "number":
      let lower = try fields["from"]?.number(-1e9...1e9) ?? 0
      let upper = try fields["to"]?.number(-1e9...1e9) ?? lower + 1_000
      guard lower <= upper else { throw error(.endsBeforeStart) }
      return .noiseNumber(lower...upper)
    default: throw kind.error(.wrongKind(expected: "\"number\" or \"identifier\""))
    }
  }

  /// Returns a template after checking that its names are known.
  func template(of known: Set<String>) throws(DocumentError) -> TextTemplate {
    let template = try template()
    for name in template.names where !known.contains(name) {
      throw error(.unknownName(name, section: "variables", known: known.sorted()))
    }
    return template
  }
}
