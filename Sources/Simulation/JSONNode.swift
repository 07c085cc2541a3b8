internal import Activities
internal import DonationCodec

/// A JSON value before anything is known about what it means, its names in no order.
///
/// A persona is read in two steps so that each mistake can be told with its place in the file: decoder errors would name a
/// Swift type and stop at unknown kinds of fields, and would let a misspelled field pass.
enum JSONNode: Equatable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case double(Double)
  case string(String)
  case array([JSONNode])
  case object([String: JSONNode])

  /// More levels than any persona needs: values are read by recursion.
  static let mostLevels = 32

  /// Takes over a value.
  ///
  /// - Throws: ``PersonaError/Reason/repeatedName(_:)`` with its place if a name is in an object twice.
  /// - Complexity: O(size of the value).
  init(_ node: DonationCodec.JSONNode, file: String, path: JSONPath = .root) throws(PersonaError) {
    switch node {
    case .null: self = .null
    case .boolean(let flag): self = .boolean(flag)
    case .integer(let number): self = .integer(number)
    // 1.0 and 1 are the same number.
    case .double(let number): self = Int64(exactly: number).map(JSONNode.integer) ?? .double(number)
    case .string(let text): self = .string(text)
    case .array(let elements):
      var nodes: [JSONNode] = []
      for (index, element) in elements.enumerated() {
        nodes.append(try JSONNode(element, file: file, path: .element(index, of: path)))
      }
      self = .array(nodes)
    case .object(let members):
      var nodes: [String: JSONNode] = [:]
      for member in members {
        let node = try JSONNode(member.value, file: file, path: .member(member.name, of: path))
        guard nodes.updateValue(node, forKey: member.name) == nil else {
          throw PersonaError(file: file, path: "\(path)", reason: .repeatedName(member.name))
        }
      }
      self = .object(nodes)
    }
  }

  /// The same value as an activity holds it.
  var value: ActivityValue {
    switch self {
    case .null: .null
    case .boolean(let flag): .boolean(flag)
    case .integer(let number): .integer(number)
    case .double(let number): .double(number)
    case .string(let text): .string(text)
    case .array(let elements): .array(elements.map(\.value))
    case .object(let members): .object(members.mapValues(\.value))
    }
  }
}
