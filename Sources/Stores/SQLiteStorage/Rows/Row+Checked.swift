internal import Activities
internal import Foundation
internal import GRDB
internal import LogFormat

// A store's file is anybody's: a page may hold NULL or text where the schema says NOT NULL INTEGER,
// because SQLite checks what is written, not what is read. GRDB ends the process over a value of
// another type. These subscripts stand before its own in this module, and throw what SQLite would
// say of a damaged page, so no row can be read without `try`. Elsewhere, as in tests, GRDB's own
// are meant: hence disfavoured.
extension Row {
  /// The value of a column.
  ///
  /// - Throws: `DatabaseError` with `SQLITE_CORRUPT`, which becomes ``StoreError/Reason/damaged``,
  ///   if it has another type.
  @_disfavoredOverload subscript<Value: DatabaseValueConvertible>(_ column: Int) -> Value {
    get throws { try Self.checked(value(at: column)) }
  }

  /// The same for what GRDB reads faster.
  @_disfavoredOverload subscript<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ column: Int)
    -> Value
  {
    get throws { try Self.checked(value(at: column)) }
  }

  /// The value of a column by its name.
  ///
  /// - Throws: As by number.
  @_disfavoredOverload subscript<Value: DatabaseValueConvertible>(_ column: String) -> Value {
    get throws { try Self.checked(value(named: column)) }
  }

  /// The same for what GRDB reads faster.
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

// What a number in a column may be, so that no arithmetic on it overflows. No log that anybody
// could write comes near the ends.
extension Row {
  /// A number of things: 2^40 donations would take 200 TB.
  func count(_ column: Int) throws -> Int { Int(try number(column, in: 0...1 << 40)) }

  /// The last place of an arrival.
  static let greatestSequence: Int64 = 1 << 60

  /// The place of an arrival.
  func sequence(_ column: Int) throws -> Int64 { try number(column, in: 0...Self.greatestSequence) }

  /// Milliseconds since 1970: those of the years -9999 to 19999.
  func time(_ column: Int) throws -> Int64 {
    try number(column, in: -400_000_000_000_000...600_000_000_000_000)
  }

  /// The line of a record, encrypted or not.
  ///
  /// - Throws: As other columns, also if it is longer than any line that can be written.
  func line(_ column: Int) throws -> Data {
    let line: Data = try self[column]
    guard line.count <= Self.longestLine else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    return line
  }

  /// The longest line of a log, and 64 KiB for what encryption adds.
  private static let longestLine = LineLimits().length + 65_536

  /// The name of a user.
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
