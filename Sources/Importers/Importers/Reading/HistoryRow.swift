internal import Activities
internal import Foundation
internal import GRDBSQLite

/// A row of a query; a value of an unexpected type counts as missing.
///
/// It is valid only during the callback of ``SQLiteHistory/forEachRow(_:_:)``.
@safe package struct HistoryRow {
  private let statement: OpaquePointer
  /// The indices of columns by lower-case name; the first column with a name counts.
  private let columns: [String: Int32]

  /// Creates the row of a statement, for the current step and later ones.
  init(of statement: OpaquePointer) {
    unsafe self.statement = statement
    var columns: [String: Int32] = [:]
    for index in unsafe 0..<sqlite3_column_count(statement) {
      guard let name = unsafe sqlite3_column_name(statement, index) else { continue }
      let text = unsafe String(cString: name).lowercased()
      if columns[text] == nil { columns[text] = index }
    }
    self.columns = columns
  }

  /// The number of bytes in its texts and blobs.
  var length: Int {
    var length = 0
    for index in unsafe 0..<sqlite3_column_count(statement) {
      switch unsafe sqlite3_column_type(statement, index) {
      case SQLITE_TEXT, SQLITE_BLOB: length += Int(unsafe sqlite3_column_bytes(statement, index))
      default: break
      }
    }
    return length
  }

  /// Returns a whole number.
  package func integer(_ column: String) -> Int64? {
    switch value(column) {
    case .integer(let number): number
    case .number(let number): Int64(exactly: number.rounded(.down))
    case .text(let text): Int64(text)
    case .bytes, nil: nil
    }
  }

  /// Returns a number.
  package func number(_ column: String) -> Double? {
    switch value(column) {
    case .integer(let number): Double(number)
    case .number(let number): number
    case .text(let text): Double(text)
    case .bytes, nil: nil
    }
  }

  /// Returns a text, even if it is stored as a blob.
  package func text(_ column: String) -> String? {
    switch value(column) {
    case .text(let text): CombiningMarks.shortened(text)
    case .bytes(let bytes): HistoryText.decoded(bytes)
    case .integer(let number): String(number)
    case .number(let number): String(number)
    case nil: nil
    }
  }

  /// Returns the bytes of a blob.
  package func bytes(_ column: String) -> [UInt8]? {
    guard case .bytes(let bytes) = value(column) else { return nil }
    return bytes
  }

  private enum Value {
    case integer(Int64)
    case number(Double)
    case text(String)
    case bytes([UInt8])
  }

  private func value(_ column: String) -> Value? {
    guard let index = columns[column] else { return nil }
    switch unsafe sqlite3_column_type(statement, index) {
    case SQLITE_INTEGER: return .integer(unsafe sqlite3_column_int64(statement, index))
    case SQLITE_FLOAT: return .number(unsafe sqlite3_column_double(statement, index))
    case SQLITE_TEXT:
      return unsafe sqlite3_column_text(statement, index).map { .text(unsafe String(cString: $0)) }
    case SQLITE_BLOB:
      let start = unsafe sqlite3_column_blob(statement, index)
      let count = Int(unsafe sqlite3_column_bytes(statement, index))
      return .bytes(unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)))
    default: return nil
    }
  }
}
