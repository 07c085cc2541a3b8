internal import GRDB

/// Reading columns of rows that may be damaged.
///
/// GRDB's own subscripts end the program if a column is not of the type that was asked for. A damaged page can have null, or bytes
/// in place of a number, whatever the table's definition says, so in this module these take their place: the compiler
/// prefers them, and asks for `try`.
extension Row {
  /// The value of a column; `nil` for null where that is asked for.
  ///
  /// - Throws: `SQLITE_CORRUPT`, as SQLite does for damage that it notices itself.
  subscript<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ index: Int) -> Value {
    get throws { try checked { try decode(Value.self, atIndex: index) } }
  }

  /// The value of a column by its name.
  ///
  /// - Throws: `SQLITE_CORRUPT`.
  subscript<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ name: String) -> Value {
    get throws { try checked { try decode(Value.self, forColumn: name) } }
  }

  private func checked<Value>(_ value: () throws -> Value) throws -> Value {
    do { return try value() } catch is RowDecodingError { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
  }
}
