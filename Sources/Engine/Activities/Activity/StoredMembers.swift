internal import Foundation

/// Reads the members of a stored object, each with its required type; null means absent.
struct StoredMembers {
  private let members: [String: ActivityValue]
  private let field: String

  init(_ members: [String: ActivityValue], field: String) {
    self.members = members
    self.field = field
  }

  func malformed(_ name: String) -> ActivityError { .malformed(field: "\(field).\(name)") }

  private subscript(_ name: String) -> ActivityValue? {
    members[name].flatMap { $0 == .null ? ActivityValue?.none : $0 }  // a bare nil would be .null
  }

  func string(_ name: String) throws(ActivityError) -> String? {
    guard let value = self[name] else { return nil }
    guard case .string(let text) = value else { throw malformed(name) }
    return text
  }

  func number(_ name: String) throws(ActivityError) -> Double? {
    switch self[name] {
    case nil: return nil
    case .integer(let number): return Double(number)
    case .double(let number): return number
    default: throw malformed(name)
    }
  }

  func boolean(_ name: String) throws(ActivityError) -> Bool? {
    guard let value = self[name] else { return nil }
    guard case .boolean(let flag) = value else { throw malformed(name) }
    return flag
  }

  func array(_ name: String) throws(ActivityError) -> [ActivityValue]? {
    guard let value = self[name] else { return nil }
    guard case .array(let values) = value else { throw malformed(name) }
    return values
  }

  func object(_ name: String) throws(ActivityError) -> [String: ActivityValue]? {
    guard let value = self[name] else { return nil }
    guard case .object(let object) = value else { throw malformed(name) }
    return object
  }

  func url(_ name: String) throws(ActivityError) -> URL? {
    guard let value = self[name] else { return nil }
    guard case .url(let url) = value else { throw malformed(name) }
    return url
  }

  func word<Word: RawRepresentable<String>>(_ name: String) throws(ActivityError) -> Word? {
    guard let text = try string(name) else { return nil }
    guard let word = Word(rawValue: text) else { throw malformed(name) }
    return word
  }
}
