internal import Foundation
internal import SQLiteStorage

/// A column of a record (https://sqlite.org/fileformat2.html, section 2.1).
enum StoredColumn: Equatable {
  case null
  case integer(Int64)
  case real(Double)
  case text(Data)
  case blob(Data)

  var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
  var blob: Data? { if case .blob(let value) = self { value } else { nil } }
  /// The text; `nil` if it is not text, or not UTF-8.
  var text: String? { if case .text(let bytes) = self { String(bytes: bytes, encoding: .utf8) } else { nil } }
  var isNull: Bool { self == .null }
  /// The real number; SQLite stores whole numbers in a column of reals as integers.
  var real: Double? {
    switch self {
    case .real(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }

  /// Returns the columns of a record; `nil` unless they use all of its bytes.
  static func columns(of record: [UInt8]) -> [StoredColumn]? {
    var position = 0
    guard let length = record.variableInteger(at: &position), length >= position, length <= record.count
    else { return nil }
    let header = Int(length)
    var (columns, start): ([StoredColumn], Int) = ([], header)
    while position < header {
      guard let kind = record.variableInteger(at: &position), position <= header,
        let size = size(of: kind), start + size <= record.count
      else { return nil }
      columns.append(value(of: kind, in: record[start..<start + size]))
      start += size
    }
    return start == record.count ? columns : nil
  }

  private static func size(of kind: Int64) -> Int? {
    switch kind {
    case 0, 8, 9: 0
    case 1...4: Int(kind)
    case 5: 6
    case 6, 7: 8
    case 12...Int64(Int32.max): Int(kind - 12) / 2
    default: nil
    }
  }

  private static func value(of kind: Int64, in bytes: ArraySlice<UInt8>) -> StoredColumn {
    switch kind {
    case 0: return .null
    case 8, 9: return .integer(kind - 8)
    case 7: return .real(Double(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) }))
    case 1...6:
      let sign: Int64 = bytes.first.map { $0 >= 0x80 } == true ? -1 : 0
      return .integer(bytes.reduce(sign) { $0 << 8 | Int64($1) })
    default: return kind % 2 == 0 ? .blob(Data(bytes)) : .text(Data(bytes))
    }
  }
}
