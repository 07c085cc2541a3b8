internal import LogFormat

extension Manifest {
  /// Reads the text of a manifest.
  ///
  /// It is strict: it rejects unknown and repeated fields, values of other types, and other
  /// versions.
  ///
  /// - Throws: ``ManifestError`` with all problems; for invalid JSON, only the first fault.
  /// - Complexity: O(length of the text).
  public init(json bytes: [UInt8]) throws(ManifestError) {
    let node: JSONNode
    do {
      node = try JSONNode(parsing: bytes.span, limits: Self.limits)
    } catch {
      throw ManifestError(problems: [ManifestProblem("$", Self.reason(for: error))])
    }
    var reader = ManifestReader()
    let contents = reader.contents(node)
    // check everything readable, so that all problems are reported together
    let problems =
      reader.problems
      + ManifestCheck.problems(
        application: contents.application, publisher: contents.publisher,
        activityTypes: contents.activityTypes, schemes: contents.schemes, domains: contents.domains,
        launch: contents.launch)
    guard problems.isEmpty, let application = contents.application else {
      throw ManifestError(problems: problems)
    }
    try self.init(
      application: application, publisher: contents.publisher, activityTypes: contents.activityTypes,
      schemes: contents.schemes, domains: contents.domains, launch: contents.launch)
  }

  private static var limits: LineLimits {
    var limits = LineLimits()
    limits.length = lengthLimit
    limits.depth = depthLimit
    return limits
  }

  private static func reason(for fault: JSONFault) -> ManifestProblem.Reason {
    switch fault {
    case .tooLong: .tooLarge(limit: lengthLimit)
    case .tooDeep: .nestedTooDeep(limit: depthLimit)
    default: .notJSON(fault)
    }
  }
}

/// The readable contents of a manifest.
private struct ManifestContents {
  var application: String?
  var publisher: String?
  var activityTypes: [Manifest.ActivityType] = []
  var schemes: [String] = []
  var domains: [String] = []
  var launch: Manifest.Launch?
}

/// A reader that goes through the fields of a manifest and collects problems.
///
/// It replaces an unreadable value by one that causes no further problem, so that places stay
/// correct.
private struct ManifestReader {
  private(set) var problems: [ManifestProblem] = []

  private mutating func report(_ place: String, _ reason: ManifestProblem.Reason) {
    problems.append(ManifestProblem(place, reason))
  }

  mutating func contents(_ node: JSONNode) -> ManifestContents {
    let fields = fields(
      of: node, at: "$",
      known: ["format", "application", "publisher", "activityTypes", "schemes", "domains", "launch"],
      required: ["format", "application"])
    var contents = ManifestContents()
    if let format = fields["format"] { check(format: format) }
    contents.application = fields["application"].flatMap { string($0, at: "$.application") }
    contents.publisher = fields["publisher"].flatMap { string($0, at: "$.publisher") }
    for (number, element) in elements(fields["activityTypes"], at: "$.activityTypes").enumerated() {
      contents.activityTypes.append(activityType(element, at: "$.activityTypes[\(number)]", number: number))
    }
    contents.schemes = strings(fields["schemes"], at: "$.schemes")
    contents.domains = strings(fields["domains"], at: "$.domains")
    if let node = fields["launch"] { contents.launch = launch(node) }
    return contents
  }

  private mutating func launch(_ node: JSONNode) -> Manifest.Launch {
    let place = "$.launch"
    let fields = fields(of: node, at: place, known: ["commands", "desktopFile"], required: [])
    var commands: [[String]] = []
    for (number, element) in elements(fields["commands"], at: place + ".commands").enumerated() {
      commands.append(strings(element, at: "\(place).commands[\(number)]"))
    }
    return Manifest.Launch(
      commands: commands,
      desktopFile: fields["desktopFile"].flatMap { string($0, at: place + ".desktopFile") })
  }

  private mutating func check(format: JSONNode) {
    switch format {
    case .integer(let number) where number == Manifest.format: break
    case .integer, .double: report("$.format", .unsupportedFormat(known: Manifest.format))
    default: report("$.format", .wrongKind(expected: "a number"))
    }
  }

  private mutating func activityType(_ node: JSONNode, at place: String, number: Int) -> Manifest.ActivityType
  {
    let placeholder = "unreadable.\(number)"
    let fields = fields(
      of: node, at: place, known: ["type", "title", "eligibility", "aliases"], required: ["type"])
    var eligibility: ActivityEligibility = []
    for (number, word) in strings(fields["eligibility"], at: place + ".eligibility").enumerated() {
      let place = "\(place).eligibility[\(number)]"
      guard let read = ActivityEligibility(word: word) else {
        report(place, .unknownWord(known: ActivityEligibility.all.words))
        continue
      }
      if !eligibility.insert(read).inserted { report(place, .repeated(word)) }
    }
    return Manifest.ActivityType(
      fields["type"].flatMap { string($0, at: place + ".type") } ?? placeholder,
      title: fields["title"].flatMap { string($0, at: place + ".title") }, eligibility: eligibility,
      aliases: strings(fields["aliases"], at: place + ".aliases"))
  }

  /// Returns the fields of an object, all with known names; the first one of a repeated name.
  private mutating func fields(
    of node: JSONNode, at place: String, known: [String], required: [String]
  ) -> [String: JSONNode] {
    guard case .object(let members) = node else {
      report(place, .wrongKind(expected: "an object { … }"))
      return [:]
    }
    var fields: [String: JSONNode] = [:]
    for member in members {
      if !known.contains(member.name) {
        report("\(place).\(member.name)", .unknownField(known: known))
      } else if fields[member.name] != nil {
        report("\(place).\(member.name)", .repeatedField)
      } else {
        fields[member.name] = member.value
      }
    }
    for field in required where fields[field] == nil { report(place, .missing(field: field)) }
    return fields
  }

  private mutating func string(_ node: JSONNode, at place: String) -> String? {
    if case .string(let text) = node { return text }
    report(place, .wrongKind(expected: "a string"))
    return nil
  }

  private mutating func elements(_ node: JSONNode?, at place: String) -> [JSONNode] {
    guard let node else { return [] }
    if case .array(let elements) = node { return elements }
    report(place, .wrongKind(expected: "an array [ … ]"))
    return []
  }

  private mutating func strings(_ node: JSONNode?, at place: String) -> [String] {
    var strings: [String] = []
    for (number, element) in elements(node, at: place).enumerated() {
      if let text = string(element, at: "\(place)[\(number)]") { strings.append(text) }
    }
    return strings
  }
}
