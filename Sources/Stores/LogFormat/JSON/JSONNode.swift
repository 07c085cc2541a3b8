/// A JSON value whose meaning is not known yet, for documents whose errors are reported with a
/// path.
///
/// It keeps the order of names, and repeated names. It has no positions in the text, because
/// simdjson does not report them.
package enum JSONNode: Equatable, Sendable {
  case null
  case boolean(Bool)
  /// A whole number written without a point or exponent.
  case integer(Int64)
  /// Any other number, and whole numbers beyond Int64.
  case double(Double)
  case string(String)
  case array([JSONNode])
  case object([Member])

  /// A name and its value.
  package struct Member: Equatable, Sendable {
    package let name: String
    package let value: JSONNode
  }

  /// Reads a text with exactly one JSON value, strictly (RFC 8259).
  ///
  /// - Parameters:
  ///   - text: The text, in UTF-8.
  /// - limits: The maximum length, and the maximum depth: the value is built by recursion.
  /// - Throws: ``JSONFault``; it reports the first mistake, but checks for
  ///   ``JSONFault/tooManyMarks`` last.
  /// - Complexity: O(length of the text).
  package init(parsing text: Span<UInt8>, limits: LineLimits) throws(JSONFault) {
    var tape = JSONTape()
    try JSONParser(limits: limits).parseWidening(text, into: &tape)
    guard tape.positionOfManyMarks == nil else { throw .tooManyMarks }
    self.init(on: tape, at: JSONTape.root)
  }

  private init(on tape: JSONTape, at position: Int) {
    switch tape.kind(at: position) {
    case .string: self = .string(Self.text(on: tape, at: position))
    case .integer: self = .integer(Int64(bitPattern: tape.words[position + 1]))
    case .unsigned: self = .double(Double(tape.words[position + 1]))
    case .double: self = .double(Double(bitPattern: tape.words[position + 1]))
    case .yes: self = .boolean(true)
    case .no: self = .boolean(false)
    case .array: self = .array(Self.elements(on: tape, of: position))
    case .object: self = .object(Self.members(on: tape, of: position))
    case .null, .objectEnd, .arrayEnd, .root: self = .null
    }
  }

  private static func text(on tape: JSONTape, at position: Int) -> String {
    String(decoding: tape.text[tape.textRange(at: position)], as: UTF8.self)
  }

  private static func elements(on tape: JSONTape, of position: Int) -> [JSONNode] {
    var elements: [JSONNode] = []
    let content = tape.content(of: position)
    var index = content.lowerBound
    while index < content.upperBound {
      elements.append(JSONNode(on: tape, at: index))
      index = tape.index(after: index)
    }
    return elements
  }

  private static func members(on tape: JSONTape, of position: Int) -> [Member] {
    var members: [Member] = []
    let content = tape.content(of: position)
    var key = content.lowerBound
    while key < content.upperBound {
      members.append(Member(name: text(on: tape, at: key), value: JSONNode(on: tape, at: key + 1)))
      key = tape.index(after: key + 1)
    }
    return members
  }
}

extension JSONNode {
  /// Returns the texts of the elements of an array, or of the values of an object's members, in
  /// their order.
  ///
  /// - Parameter text: The text of an array or object; it has to be valid JSON.
  /// - Complexity: O(length).
  package static func texts(in text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var texts: [ArraySlice<UInt8>] = []
    var (depth, start, isInString, isEscaped) = (0, text.startIndex, false, false)
    func isBlank(_ text: ArraySlice<UInt8>) -> Bool { text.allSatisfy { $0 <= 0x20 } }
    for index in text.indices {
      let byte = text[index]
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        if depth == 1 { start = index + 1 }
      case UInt8(ascii: ":") where depth == 1: start = index + 1
      case UInt8(ascii: ",") where depth == 1:
        texts.append(text[start..<index])
        start = index + 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0, !isBlank(text[start..<index]) { texts.append(text[start..<index]) }
      default: break
      }
    }
    return texts
  }
}
