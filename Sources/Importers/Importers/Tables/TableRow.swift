internal import Activities
internal import Foundation
internal import LogFormat

/// A row of a table: the values of its columns by name.
struct TableRow {
  /// The positions of columns.
  struct Columns {
    let count: Int
    let places: [String: Int]
  }

  private enum Values {
    case fields([[UInt8]], Columns)
    case members([String: ActivityValue])
  }

  private let values: Values

  /// Creates a row from fields; missing fields at the end are empty.
  init(_ fields: [[UInt8]], _ columns: Columns) throws(HistoryProblem) {
    guard fields.count <= columns.count else {
      throw HistoryProblem(
        "more fields than columns; put a field with separators in quotes, or check the separator")
    }
    values = .fields(fields, columns)
  }

  /// Creates a row from the members of an object.
  init(json bytes: [UInt8], _ decoder: inout RecordDecoder) throws(HistoryProblem) {
    do throws(RecordError) { values = .members(try decoder.decodeObject(bytes.span)) } catch {
      throw HistoryProblem("not a JSON object; JSON Lines have one on each line")
    }
  }

  /// The value of a column; `nil` if it is missing, null, empty, a list or an object.
  subscript(column: String) -> ActivityValue? {
    switch values {
    case .fields(let fields, let columns):
      guard let place = columns.places[column], place < fields.count, !fields[place].isEmpty else {
        return nil
      }
      return .string(HistoryText.decoded(fields[place]))
    case .members(let members):
      switch members[column] ?? Self.member(column, of: members) {
      case .string(let text): return text.isEmpty ? nil : .string(text)
      case .date(let date): return Instant(exactly: date).map { .string($0.rfc3339) }
      case .url(let url): return .string(url.absoluteString)
      case .integer(let number): return .integer(number)
      case .double(let number): return .double(number)
      case .boolean(let flag): return .boolean(flag)
      case .null, .data, .array, .object, nil: return nil
      }
    }
  }

  /// Returns a value as text.
  func text(_ column: String) -> String? { self[column].map(Self.text) }

  /// Returns a value as a number, including numbers as text.
  func number(_ column: String) -> Double? {
    switch self[column] {
    case .integer(let number): Double(number)
    case .double(let number): number
    case .string(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }

  static func text(_ value: ActivityValue) -> String {
    switch value {
    case .string(let text): text
    case .integer(let number): String(number)
    case .double(let number): Int64(exactly: number).map { String($0) } ?? String(number)
    case .boolean(let flag): flag ? "true" : "false"
    default: ""
    }
  }

  /// Returns a nested member, by names separated by dots.
  private static func member(_ path: String, of members: [String: ActivityValue]) -> ActivityValue? {
    var present = ActivityValue.object(members)
    for name in path.split(separator: ".", omittingEmptySubsequences: false) {
      guard case .object(let members) = present, let next = members[String(name)] else { return nil }
      present = next
    }
    return present
  }
}
