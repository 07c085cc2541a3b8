internal import Activities
internal import Foundation

/// A value of a persona file with its place in the file, so that whatever is wrong with it can say where.
struct PersonaReader {
  let file: String
  let path: JSONPath
  let node: JSONNode

  func error(_ reason: PersonaError.Reason) -> PersonaError {
    PersonaError(file: file, path: "\(path)", reason: reason)
  }

  private func child(_ path: JSONPath, _ node: JSONNode) -> PersonaReader {
    PersonaReader(file: file, path: path, node: node)
  }

  /// The elements of an array.
  func elements() throws(PersonaError) -> [PersonaReader] {
    guard case .array(let nodes) = node else { throw error(.wrongKind(expected: "an array [ … ]")) }
    return nodes.enumerated().map { child(.element($0, of: path), $1) }
  }

  /// The members of an object in order of their names, because a dictionary's own order changes with each run.
  func members() throws(PersonaError) -> [Named<PersonaReader>] {
    guard case .object(let nodes) = node else { throw error(.wrongKind(expected: "an object { … }")) }
    return nodes.sorted { $0.key.unicodeScalars.lexicographicallyPrecedes($1.key.unicodeScalars) }
      .map { Named(name: $0.key, value: child(.member($0.key, of: path), $0.value)) }
  }

  /// The fields of an object of which all names are known.
  func fields(_ known: String...) throws(PersonaError) -> PersonaFields { try fields(known) }

  func fields(_ known: [String]) throws(PersonaError) -> PersonaFields {
    var values: [String: PersonaReader] = [:]
    for member in try members() {
      guard known.contains(member.name) else { throw error(.unknownField(member.name, known: known)) }
      if member.value.node != .null { values[member.name] = member.value }
    }
    return PersonaFields(owner: self, values: values)
  }

  func string() throws(PersonaError) -> String {
    guard case .string(let text) = node else { throw error(.wrongKind(expected: "a string")) }
    guard !text.isEmpty else { throw error(.empty) }
    guard text.utf8.count <= Self.longestText else { throw error(.tooLong(limit: Self.longestText)) }
    return text
  }

  /// The most bytes of a text: many times a title.
  static let longestText = 4_096

  func boolean() throws(PersonaError) -> Bool {
    guard case .boolean(let flag) = node else { throw error(.wrongKind(expected: "true or false")) }
    return flag
  }

  func number(_ range: ClosedRange<Double>) throws(PersonaError) -> Double {
    let number: Double
    switch node {
    case .integer(let whole): number = Double(whole)
    case .double(let double): number = double
    default: throw error(.wrongKind(expected: "a number"))
    }
    guard range.contains(number) else {
      throw error(.outOfRange(least: range.lowerBound, most: range.upperBound))
    }
    return number
  }

  func integer(_ range: ClosedRange<Int>) throws(PersonaError) -> Int {
    guard case .integer = node else { throw error(.wrongKind(expected: "a whole number")) }
    return Int(try number(Double(range.lowerBound)...Double(range.upperBound)))
  }

  func probability() throws(PersonaError) -> Double { try number(0...1) }

  /// Minutes, as seconds.
  func minutes(_ range: ClosedRange<Double> = 0...1_440) throws(PersonaError) -> Double {
    try number(range) * 60
  }

  func template() throws(PersonaError) -> TextTemplate {
    guard let template = TextTemplate(try string()) else { throw error(.malformedTemplate) }
    return template
  }

  func timeZone() throws(PersonaError) -> String {
    let name = try string()
    guard TimeZone(identifier: name) != nil else { throw error(.unknownTimeZone(name)) }
    return name
  }

  /// `08:10` in seconds; up to `36:00`, because evenings go on after midnight.
  func timeOfDay() throws(PersonaError) -> Double {
    let parts = try string().split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 }), let hour = Int(parts[0]),
      let minute = Int(parts[1]), (0...59).contains(minute), (0...36 * 60).contains(hour * 60 + minute)
    else { throw error(.malformedTime) }
    return Double(hour * 60 + minute) * 60
  }

  /// A name that has to be described in a section of the file.
  func name(of section: PersonaNames.Section) throws(PersonaError) -> String {
    let name = try string()
    guard section.names.contains(name) else {
      throw error(.unknownName(name, section: section.title, known: section.names.sorted()))
    }
    return name
  }

  /// One name or several.
  func names(of section: PersonaNames.Section) throws(PersonaError) -> [String] {
    guard case .array = node else { return [try name(of: section)] }
    var names: [String] = []
    for element in try elements() { names.append(try element.name(of: section)) }
    return names
  }

  func strings() throws(PersonaError) -> [String] {
    var strings: [String] = []
    for element in try elements() { strings.append(try element.string()) }
    return strings
  }

  /// Names by weight: one name, a list of equals, or an object of weights.
  func weightedNames(of section: PersonaNames.Section) throws(PersonaError) -> [Weighted<String>] {
    guard case .object = node else {
      let names = try names(of: section)
      guard !names.isEmpty else { throw error(.empty) }
      return names.map { Weighted(element: $0, weight: 1) }
    }
    var weighted: [Weighted<String>] = []
    for member in try members() {
      let name = try PersonaReader(file: file, path: member.value.path, node: .string(member.name)).name(
        of: section)
      weighted.append(Weighted(element: name, weight: try member.value.number(0...1_000_000)))
    }
    guard weighted.contains(where: { $0.weight > 0 }) else { throw error(.empty) }
    return weighted
  }

  /// Values by weight: a list of equals, or an object of weights whose keys are strings.
  func weightedValues() throws(PersonaError) -> [Weighted<ActivityValue>] {
    var weighted: [Weighted<ActivityValue>] = []
    if case .object = node {
      for member in try members() {
        weighted.append(
          Weighted(element: .string(member.name), weight: try member.value.number(0...1_000_000)))
      }
    } else {
      weighted = try elements().map { Weighted(element: $0.node.value, weight: 1) }
    }
    guard weighted.contains(where: { $0.weight > 0 }) else { throw error(.empty) }
    return weighted
  }
}
