package import Activities
public import Foundation

/// A value of a JSON document with its path, so that an error can say where it is.
///
/// A document is read in two steps, first as a tree and then by meaning, so that each error has a
/// path. Decoder errors would name a Swift type, stop at unknown kinds of fields, and let a
/// misspelled field pass.
public struct DocumentReader {
  package let file: String
  package let path: DocumentPath
  package let node: JSONNode

  /// The maximum number of levels, more than any document needs: values are read by recursion.
  package static let mostLevels = 32
  /// The maximum length of a text in bytes: many times the length of a title.
  package static let longestText = 4_096

  /// Creates a reader of a whole file.
  ///
  /// - Parameters:
  /// - json: The content of the file.
  /// - file: The name of the file in errors.
  /// - Throws: ``DocumentError`` if it is not JSON or nested too deeply, or if an object has a name
  ///   twice.
  /// - Complexity: O(size of the file).
  public init(json: Data, file: String) throws(DocumentError) {
    let bytes = [UInt8](json)
    var limits = LineLimits()
    (limits.length, limits.depth) = (bytes.count, Self.mostLevels)
    let node: JSONNode
    do throws(JSONFault) {
      node = try JSONNode(parsing: bytes.span, limits: limits)
    } catch {
      let reason: DocumentError.Reason =
        switch error {
        case .tooDeep: .tooDeep(limit: Self.mostLevels)
        case .tooManyMarks: .tooManyMarks(limit: CombiningMarks.mostInARow)
        default: .notJSON
        }
      throw DocumentError(file: file, path: "$", reason: reason)
    }
    self.init(file: file, path: .root, node: try node.checked(in: file, at: .root))
  }

  package init(file: String, path: DocumentPath, node: JSONNode) {
    self.file = file
    self.path = path
    self.node = node
  }

  package func error(_ reason: DocumentError.Reason) -> DocumentError {
    DocumentError(file: file, path: "\(path)", reason: reason)
  }

  private func child(_ path: DocumentPath, _ node: JSONNode) -> DocumentReader {
    DocumentReader(file: file, path: path, node: node)
  }

  // Arrays and objects.

  /// The elements of an array.
  package func elements() throws(DocumentError) -> [DocumentReader] {
    guard case .array(let nodes) = node else { throw error(.wrongKind(expected: "an array [ … ]")) }
    return nodes.enumerated().map { child(.element($0, of: path), $1) }
  }

  /// The members of an object, in the order of their names.
  package func members() throws(DocumentError) -> [DocumentMember] {
    guard case .object(let members) = node else { throw error(.wrongKind(expected: "an object { … }")) }
    return members.sorted { $0.name.unicodeScalars.lexicographicallyPrecedes($1.name.unicodeScalars) }
      .map { DocumentMember(name: $0.name, value: child(.member($0.name, of: path), $0.value)) }
  }

  /// Returns the fields of an object; all its names must be known.
  package func fields(_ known: String...) throws(DocumentError) -> DocumentFields { try fields(known) }

  package func fields(_ known: [String]) throws(DocumentError) -> DocumentFields {
    var values: [String: DocumentReader] = [:]
    for member in try members() {
      guard known.contains(member.name) else { throw error(.unknownField(member.name, known: known)) }
      if member.value.node != .null { values[member.name] = member.value }
    }
    return DocumentFields(owner: self, values: values)
  }

  /// Returns the fields of an object, which may have others that nobody asks for.
  package func openFields() throws(DocumentError) -> DocumentFields {
    var values: [String: DocumentReader] = [:]
    for member in try members() where member.value.node != .null { values[member.name] = member.value }
    return DocumentFields(owner: self, values: values)
  }

  // Texts and numbers.

  package func string() throws(DocumentError) -> String {
    guard case .string(let text) = node else { throw error(.wrongKind(expected: "a string")) }
    guard !text.isEmpty else { throw error(.empty) }
    guard text.utf8.count <= Self.longestText else { throw error(.tooLong(limit: Self.longestText)) }
    return text
  }

  package func strings() throws(DocumentError) -> [String] {
    var strings: [String] = []
    for element in try elements() { strings.append(try element.string()) }
    return strings
  }

  package func boolean() throws(DocumentError) -> Bool {
    guard case .boolean(let flag) = node else { throw error(.wrongKind(expected: "true or false")) }
    return flag
  }

  package func number(_ range: ClosedRange<Double>) throws(DocumentError) -> Double {
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

  package func integer(_ range: ClosedRange<Int>) throws(DocumentError) -> Int {
    guard case .integer = node else { throw error(.wrongKind(expected: "a whole number")) }
    return Int(clamping: try number(Double(range.lowerBound)...Double(range.upperBound)))
  }

  package func probability() throws(DocumentError) -> Double { try number(0...1) }

  // Times.

  /// A date, like `2026-03-02`.
  package func date() throws(DocumentError) -> CalendarDate {
    guard let date = CalendarDate(try string()) else { throw error(.malformedDate) }
    return date
  }

  /// Returns a time of day like `08:10`, in seconds; up to `36:00`, because evenings go on after
  /// midnight.
  package func timeOfDay() throws(DocumentError) -> Double {
    let parts = try string().split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 }), let hour = Int(parts[0]),
      let minute = Int(parts[1]), (0...59).contains(minute), (0...36 * 60).contains(hour * 60 + minute)
    else { throw error(.malformedTime) }
    return Double(hour * 60 + minute) * 60
  }

  // Names that the document defines elsewhere.

  /// Returns a name that a section of the document must define.
  package func name(of section: DocumentNames) throws(DocumentError) -> String {
    let name = try string()
    guard section.names.contains(name) else {
      throw error(.unknownName(name, section: section.title, known: section.names.sorted()))
    }
    return name
  }

  /// Returns one name or several.
  package func names(of section: DocumentNames) throws(DocumentError) -> [String] {
    guard case .array = node else { return [try name(of: section)] }
    var names: [String] = []
    for element in try elements() { names.append(try element.name(of: section)) }
    return names
  }
}

/// A member of an object.
package struct DocumentMember {
  package let name: String
  package let value: DocumentReader
}

/// The fields of one object, by their names.
package struct DocumentFields {
  package let owner: DocumentReader
  let values: [String: DocumentReader]

  /// A field that may be absent.
  package subscript(_ name: String) -> DocumentReader? { values[name] }

  /// Returns a field that must be present.
  package func required(_ name: String) throws(DocumentError) -> DocumentReader {
    guard let reader = values[name] else { throw owner.error(.missing(field: name)) }
    return reader
  }

  /// Returns the only present one of several fields.
  package func one(of names: String...) throws(DocumentError) -> (name: String, reader: DocumentReader) {
    let present = names.compactMap { name in values[name].map { (name, $0) } }
    guard let first = present.first, present.count == 1 else { throw owner.error(.needsOne(of: names)) }
    return first
  }

  /// Returns the elements of a list that may be absent.
  package func list(_ name: String) throws(DocumentError) -> [DocumentReader] {
    try values[name]?.elements() ?? []
  }

  /// Returns the members of an object that may be absent.
  package func members(_ name: String) throws(DocumentError) -> [DocumentMember] {
    try values[name]?.members() ?? []
  }
}

/// The names that one section of a document defines, so that each mention can be checked.
package struct DocumentNames {
  package let title: String
  package let names: Set<String>

  package init(title: String, names: Set<String>) {
    self.title = title
    self.names = names
  }
}

/// The path of a value in a JSON document.
///
/// It is a step from its parent's path, and becomes text only for an error. With one text for each
/// of millions of values, a long name above them would be copied as often.
package indirect enum DocumentPath {
  case root
  /// Counted from 0.
  case element(Int, of: DocumentPath)
  case member(String, of: DocumentPath)
}

extension DocumentPath: CustomStringConvertible {
  /// A JSON path: `$.routines[2].steps[0].do`.
  ///
  /// - Complexity: O(length).
  package var description: String {
    var (steps, place): ([String], DocumentPath) = ([], self)
    while true {
      switch place {
      case .root: return "$" + steps.reversed().joined()
      case .element(let index, let parent): (steps, place) = (steps + ["[\(index)]"], parent)
      case .member(let name, let parent): (steps, place) = (steps + [".\(name)"], parent)
      }
    }
  }
}

extension JSONNode {
  /// Returns the same value with whole numbers as integers, however they were written: 1.0 and 1
  /// are the same number.
  ///
  /// - Throws: ``DocumentError/Reason/repeatedName(_:)`` with its path if an object has a name
  ///   twice.
  /// - Complexity: O(size of the value).
  fileprivate func checked(in file: String, at path: DocumentPath) throws(DocumentError) -> JSONNode {
    switch self {
    case .null, .boolean, .integer, .string: return self
    case .double(let number): return Int64(exactly: number).map(JSONNode.integer) ?? self
    case .array(let elements):
      var nodes: [JSONNode] = []
      for (index, element) in elements.enumerated() {
        nodes.append(try element.checked(in: file, at: .element(index, of: path)))
      }
      return .array(nodes)
    case .object(let members):
      var nodes: [Member] = []
      var names: Set<String> = []
      for member in members {
        let node = try member.value.checked(in: file, at: .member(member.name, of: path))
        guard names.insert(member.name).inserted else {
          throw DocumentError(file: file, path: "\(path)", reason: .repeatedName(member.name))
        }
        nodes.append(Member(name: member.name, value: node))
      }
      return .object(nodes)
    }
  }

  /// Returns the value of the member with a name.
  package func member(_ name: String) -> JSONNode? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The same value as an activity's value.
  package var value: ActivityValue {
    switch self {
    case .null: .null
    case .boolean(let flag): .boolean(flag)
    case .integer(let number): .integer(number)
    case .double(let number): .double(number)
    case .string(let text): .string(text)
    case .array(let elements): .array(elements.map(\.value))
    case .object(let members):
      .object(Dictionary(members.map { ($0.name, $0.value.value) }) { _, last in last })
    }
  }
}

extension ActivityValue {
  /// A scalar in the form that people write in a title; empty for anything else.
  package var plainText: String {
    switch self {
    case .string(let text): text
    case .integer(let number): String(number)
    case .double(let number): String(number)
    case .boolean(let flag): String(flag)
    case .null, .date, .data, .url, .array, .object: ""
    }
  }
}
