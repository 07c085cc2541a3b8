/// A page of one of SQLite's trees (https://sqlite.org/fileformat2.html, section 1.6), read with
/// suspicion: no content can lead outside its bytes.
package struct TreePage {
  /// The kinds of pages.
  package enum Kind: UInt8, Sendable {
    case interiorIndex = 2
    case interiorTable = 5
    case leafIndex = 10
    case leafTable = 13

    package var isInterior: Bool { self == .interiorIndex || self == .interiorTable }
    package var isTable: Bool { self == .interiorTable || self == .leafTable }
  }

  /// A cell of the page: a row, an entry of an index, or a pointer to a child page.
  package struct Cell {
    /// The number of the row; 0 in an index.
    package fileprivate(set) var row: Int64 = 0
    /// The child page, on an interior page.
    package fileprivate(set) var child: Int?
    /// The length of the record; 0 if there is none.
    package fileprivate(set) var length = 0
    /// The part of the record on this page.
    package fileprivate(set) var local: Range<Int> = 0..<0
    /// The page with the next part of the record.
    package fileprivate(set) var overflow: Int?
    /// The bytes of the page that the cell takes.
    package fileprivate(set) var extent: Range<Int> = 0..<0
  }

  package let kind: Kind
  package let bytes: [UInt8]
  private let header: Int
  private let count: Int
  /// The offset at which cells begin; the space between the pointers and this offset is unused, and
  /// may hold copies of deleted rows.
  private let content: Int

  /// - Returns: `nil` if the bytes are not a page of a tree.
  package init?(_ bytes: [UInt8], number: Int) {
    header = number == 1 ? 100 : 0
    guard bytes.count >= 512, let kind = Kind(rawValue: bytes[header]) else { return nil }
    self.kind = kind
    self.bytes = bytes
    count = bytes.bigEndian16(at: header + 3)
    let start = bytes.bigEndian16(at: header + 5)
    content = start == 0 ? 65_536 : start
    guard pointers + 2 * count <= content, content <= bytes.count else { return nil }
  }

  private var pointers: Int { header + (kind.isInterior ? 12 : 8) }

  /// The last child page, on an interior page.
  package var lastChild: Int? { kind.isInterior ? Int(bytes.bigEndian32(at: header + 8)) : nil }

  /// The cells; `nil` in place of an unreadable one.
  package var cells: [Cell?] {
    (0..<count).map { cell(at: bytes.bigEndian16(at: pointers + 2 * $0)) }
  }

  private func cell(at start: Int) -> Cell? {
    guard start >= content, start + 4 <= bytes.count else { return nil }
    var (cell, position) = (Cell(), start)
    if kind.isInterior {
      cell.child = Int(bytes.bigEndian32(at: position))
      position += 4
    }
    if kind != .interiorTable {
      guard let length = bytes.variableInteger(at: &position), length >= 0, length < Int32.max else {
        return nil
      }
      cell.length = Int(length)
    }
    if kind == .leafTable || kind == .interiorTable {
      guard let row = bytes.variableInteger(at: &position) else { return nil }
      cell.row = row
    }
    let local = localLength(of: cell.length)
    guard position + local + (local < cell.length ? 4 : 0) <= bytes.count else { return nil }
    cell.local = position..<position + local
    if local < cell.length { cell.overflow = Int(bytes.bigEndian32(at: position + local)) }
    let end = position + local + (local < cell.length ? 4 : 0)
    cell.extent = start..<max(end, start + 4)
    return cell
  }

  /// Returns the length of the part of a record on the page itself.
  private func localLength(of length: Int) -> Int {
    let usable = bytes.count
    let most = kind == .leafTable ? usable - 35 : (usable - 12) * 64 / 255 - 23
    guard length > most else { return length }
    let least = (usable - 12) * 32 / 255 - 23
    let rest = least + (length - least) % (usable - 4)
    return rest <= most ? rest : least
  }

  /// A Boolean value that indicates whether cells, free blocks and fragments fill everything but
  /// the unused middle, as SQLite leaves a page.
  package var isCoherent: Bool { unusedParts(beside: cells) != nil }

  /// Returns the parts that belong to no row and may hold copies of deleted rows: between the
  /// pointers and the cells, inside free blocks, and the fragments.
  ///
  /// - Parameter cells: The cells of this page.
  /// - Returns: `nil` if the page is not coherent.
  package func unusedParts(beside cells: [Cell?]) -> [Range<Int>]? {
    guard var used = freeBlocks() else { return nil }
    var unused = [pointers + 2 * count..<content]
    // A free block begins with its successor and its size.
    unused += used.map { $0.lowerBound + 4..<$0.upperBound }
    for cell in cells {
      guard let cell else { return nil }
      used.append(cell.extent)
    }
    used.sort { $0.lowerBound < $1.lowerBound }
    var (end, fragments) = (content, 0)
    for range in used + [bytes.count..<bytes.count] {
      guard range.lowerBound >= end, range.upperBound <= bytes.count else { return nil }
      if range.lowerBound > end { unused.append(end..<range.lowerBound) }
      (end, fragments) = (range.upperBound, fragments + range.lowerBound - end)
    }
    return fragments == Int(bytes[header + 7]) ? unused : nil
  }

  private func freeBlocks() -> [Range<Int>]? {
    var (blocks, next): ([Range<Int>], Int) = ([], bytes.bigEndian16(at: header + 1))
    while next != 0 {
      guard next >= content, next + 4 <= bytes.count, next > blocks.last?.upperBound ?? 0 else { return nil }
      let size = bytes.bigEndian16(at: next + 2)
      guard size >= 4, next + size <= bytes.count else { return nil }
      blocks.append(next..<next + size)
      next = bytes.bigEndian16(at: next)
    }
    return blocks
  }
}

extension [UInt8] {
  /// Returns one of SQLite's integers of 1 to 9 bytes; moves the position past it.
  package func variableInteger(at position: inout Int) -> Int64? {
    var value: UInt64 = 0
    for index in 0..<9 {
      guard position < count else { return nil }
      let byte = self[position]
      position += 1
      if index == 8 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte & 0x80 == 0 { break }
    }
    return Int64(bitPattern: value)
  }
}
