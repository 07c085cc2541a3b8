internal import Activities
internal import Foundation
internal import GRDB
internal import LogFormat

// A store's file may come from anyone. A page may hold NULL or text where the schema says NOT NULL
// INTEGER, because SQLite checks values when writing, not when reading. GRDB ends the process for a
// value of another type. These subscripts take precedence over GRDB's in this module, and throw
// SQLite's error for a damaged page, so no row can be read without `try`. They are disfavoured so
// that GRDB's own apply elsewhere, as in tests.
extension Row {
  /// Returns the value of a column.
  ///
  /// - Throws: `DatabaseError` with `SQLITE_CORRUPT`, which becomes ``StoreError/Reason/damaged``,
  ///   if it has another type.
  @_disfavoredOverload subscript<Value: DatabaseValueConvertible>(_ column: Int) -> Value {
    get throws { try Self.checked(value(at: column)) }
  }

  /// The same for types that GRDB reads faster.
  @_disfavoredOverload subscript<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ column: Int)
    -> Value
  {
    get throws { try Self.checked(value(at: column)) }
  }

  /// Returns the value of a column by name.
  ///
  /// - Throws: The same error as by number.
  @_disfavoredOverload subscript<Value: DatabaseValueConvertible>(_ column: String) -> Value {
    get throws { try Self.checked(value(named: column)) }
  }

  /// The same for types that GRDB reads faster.
  @_disfavoredOverload subscript<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ column: String
  ) -> Value {
    get throws { try Self.checked(value(named: column)) }
  }

  private func value(at column: Int) -> DatabaseValue {
    self[index(startIndex, offsetBy: column)].1
  }

  private func value(named column: String) throws -> DatabaseValue {
    guard let place = columnNames.firstIndex(of: column) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT)
    }
    return self[place].1
  }

  private static func checked<Value: DatabaseValueConvertible>(_ stored: DatabaseValue) throws -> Value {
    guard let value = Value.fromDatabaseValue(stored) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT)
    }
    return value
  }
}

// The ranges of numbers in columns, so that no arithmetic on them overflows. No realistic log comes
// near the limits.
extension Row {
  /// Returns a count: 2^40 donations would take 200 TB.
  func count(_ column: Int) throws -> Int { Int(try number(column, in: 0...1 << 40)) }

  /// The maximum sequence number of an arrival.
  static let greatestSequence: Int64 = 1 << 60

  /// Returns the sequence number of an arrival.
  func sequence(_ column: Int) throws -> Int64 { try number(column, in: 0...Self.greatestSequence) }

  /// Returns milliseconds since 1970, within the years -9999 to 19999.
  func time(_ column: Int) throws -> Int64 {
    try number(column, in: -400_000_000_000_000...600_000_000_000_000)
  }

  /// Returns the line of a record, encrypted or not.
  ///
  /// - Throws: The same error as for other columns, also if it is longer than any line that can be
  ///   written.
  func line(_ column: Int) throws -> Data {
    let line: Data = try self[column]
    guard line.count <= Self.longestLine else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    return line
  }

  /// The maximum length of a log's line, and 64 KiB for the overhead of encryption.
  private static let longestLine = LineLimits().length + 65_536

  /// Returns the name of a user.
  func user(_ column: Int) throws -> UserIdentifier {
    guard let user = try? UserIdentifier(self[column]) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT)
    }
    return user
  }

  private func number(_ column: Int, in range: ClosedRange<Int64>) throws -> Int64 {
    let number: Int64 = try self[column]
    guard range.contains(number) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    return number
  }
}
