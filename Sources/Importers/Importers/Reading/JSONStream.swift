internal import LogFormat

/// A JSON document of any size, with only the requested values in memory, one at a time.
///
/// simdjson needs a whole text, so this goes through the outer objects and arrays, and passes it
/// each requested value. Skipped values use no memory, and are scanned only for their end. A
/// malformed value is reported, and reading continues after it.
struct JSONStream {
  /// A step from a value to one inside it.
  enum Component: Hashable {
    case member(String)
    /// An element, by its index from 0.
    case element(Int)
  }

  /// The treatment of a value.
  enum Decision {
    /// Ignore it.
    case skip
    /// Decide about the values inside it; a value without any is skipped.
    case enter
    /// Read it as a whole.
    case take
  }

  private var scanner: JSONScanner
  private var path: [Component] = []

  /// The maximum nesting of values to decide about.
  static let mostLevels = 32
  /// The maximum length of a member's name; longer names match nothing.
  private static let longestName = 4_096

  /// Goes through the document in a file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - decision: Returns the treatment of a value with a path, which is empty for the document
  ///     itself.
  ///   - receive: Takes a value, or the reason why it is malformed.
  /// - Throws: ``HistoryError`` if the file cannot be read to its end, or its objects and arrays
  ///   are malformed; errors of `receive`.
  static func read(
    _ file: HistoryFile, deciding decision: ([Component]) -> Decision,
    receive: (_ path: [Component], _ value: Result<JSONNode, HistoryProblem>) throws -> Void
  ) throws {
    try read(HistoryPieces(of: file), path: file.path, deciding: decision, receive: receive)
  }

  /// Goes through the document in some bytes.
  static func read(
    _ pieces: HistoryPieces, path: String, deciding decision: ([Component]) -> Decision,
    receive: (_ path: [Component], _ value: Result<JSONNode, HistoryProblem>) throws -> Void
  ) throws {
    var stream = JSONStream(scanner: try JSONScanner(pieces, path: path))
    try stream.readValue(decision, receive)
    if try stream.scanner.peek() != nil { throw stream.scanner.wrong }
  }

  private mutating func readValue(
    _ decision: ([Component]) -> Decision,
    _ receive: ([Component], Result<JSONNode, HistoryProblem>) throws -> Void
  ) throws {
    switch decision(path) {
    case .skip: try scanner.skipValue()
    case .take: try receive(path, try takeValue())
    case .enter where path.count < Self.mostLevels:
      switch try scanner.peek() {
      case 0x7B: try readMembers(decision, receive)
      case 0x5B: try readElements(decision, receive)
      default: try scanner.skipValue()
      }
    case .enter: try scanner.skipValue()
    }
  }

  private mutating func readMembers(
    _ decision: ([Component]) -> Decision,
    _ receive: ([Component], Result<JSONNode, HistoryProblem>) throws -> Void
  ) throws {
    try scanner.require(0x7B)
    if try scanner.skip(0x7D) { return }
    repeat {
      guard try scanner.peek() == 0x22 else { throw scanner.wrong }
      let name = try scanner.value(upTo: Self.longestName).flatMap { try? Self.node($0).get() }
      try scanner.require(0x3A)
      if case .string(let name)? = name {
        path.append(.member(name))
        try readValue(decision, receive)
        path.removeLast()
      } else {
        try scanner.skipValue()
      }
    } while try scanner.skip(0x2C)
    try scanner.require(0x7D)
  }

  private mutating func readElements(
    _ decision: ([Component]) -> Decision,
    _ receive: ([Component], Result<JSONNode, HistoryProblem>) throws -> Void
  ) throws {
    try scanner.require(0x5B)
    if try scanner.skip(0x5D) { return }
    var index = 0
    repeat {
      path.append(.element(index))
      try readValue(decision, receive)
      path.removeLast()
      index += 1
    } while try scanner.skip(0x2C)
    try scanner.require(0x5D)
  }

  private mutating func takeValue() throws(HistoryError) -> Result<JSONNode, HistoryProblem> {
    guard let text = try scanner.value(upTo: LineLimits().length) else { return .failure(.tooLong) }
    return Self.node(text)
  }

  private static func node(_ text: [UInt8]) -> Result<JSONNode, HistoryProblem> {
    Result { () throws(HistoryProblem) in
      do throws(JSONFault) { return try JSONNode(parsing: text.span, limits: LineLimits()) } catch {
        throw HistoryProblem("no JSON: \(error)")
      }
    }
  }
}

extension JSONStream {
  /// Returns the shape of the beginning of a document for recognising formats: the paths of values
  /// in its outer five levels, like `buckets.*.events`.
  ///
  /// A member is its name, and an element `[]`. The shape is empty if the bytes are not JSON, and
  /// ends at the first error or the end of the bytes.
  static func shape(of head: [UInt8]) -> Set<String> {
    var places: Set<String> = []
    do {
      try read(HistoryPieces(head), path: "") { path in
        if !path.isEmpty { places.insert(name(of: path)) }
        return path.count < 5 ? .enter : .skip
      } receive: { _, _ in
      }
    } catch {}  // The head ends anywhere.
    return places
  }

  private static func name(of path: [Component]) -> String {
    path.map { component in
      switch component {
      case .member(let name): name
      case .element: "[]"
      }
    }.joined(separator: ".")
  }
}

extension JSONNode {
  /// The last member with a name, or `nil` if it is missing or null, or this is not an object.
  subscript(name: String) -> JSONNode? {
    guard case .object(let members) = self, let value = members.last(where: { $0.name == name })?.value,
      value != .null
    else { return nil }
    return value
  }

  /// The text, if it is one.
  var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The number, also as text, because formats with 64-bit counts write numbers as text.
  var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .double(let number): number
    case .string(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    case .null, .boolean, .array, .object: nil
    }
  }

  /// The whole number, also as text.
  var integer: Int64? {
    switch self {
    case .integer(let number): number
    case .double(let number): Int64(exactly: number)
    case .string(let text): Int64(text)
    case .null, .boolean, .array, .object: nil
    }
  }

  /// The elements, if it is an array.
  var elements: [JSONNode]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }
}
