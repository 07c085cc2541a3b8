/// The rows of one person, as they came.
///
/// They stay bytes: a person of half a million donations takes about as much memory as their text.
struct PersonRows: Sendable {
  /// The position of a row.
  private struct Row: Sendable {
    let number: Int
    let block: Int32
    let start: Int32
    let count: Int32
    let namesPerson: Bool
  }

  /// The bytes of a block, after which another one begins.
  private static let blockSize = 1 << 20

  /// The name of the person; `nil` for rows before the first person that do not say whose they are.
  let person: String?
  /// The number of people before this one in the input.
  let place: Int
  private var blocks: [[UInt8]] = []
  private var rows: [Row] = []
  /// The number of bytes in all rows.
  private(set) var size = 0

  init(of person: String?, place: Int = 0) {
    (self.person, self.place) = (person, place)
  }

  /// The number of rows.
  var count: Int { rows.count }

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - bytes: The record, without the person in front of it; empty if it was too long.
  ///   - number: The number of the row in the input.
  ///   - namesPerson: Whether the row says whose it is.
  mutating func append(_ bytes: ArraySlice<UInt8>, number: Int, namesPerson: Bool) {
    if blocks.isEmpty || blocks[blocks.count - 1].count + bytes.count > Self.blockSize { blocks.append([]) }
    let block = blocks.count - 1
    rows.append(
      Row(
        number: number, block: Int32(clamping: block), start: Int32(clamping: blocks[block].count),
        count: Int32(clamping: bytes.count), namesPerson: namesPerson))
    blocks[block].append(contentsOf: bytes)
    size += bytes.count
  }

  /// The number of a row in the input.
  func number(of row: Int) -> Int { rows[row].number }

  /// Returns whether a row says whose it is.
  func namesPerson(_ row: Int) -> Bool { rows[row].namesPerson }

  /// The bytes of a row.
  subscript(row: Int) -> ArraySlice<UInt8> {
    let place = rows[row]
    return blocks[Int(place.block)][Int(place.start)..<Int(place.start + place.count)]
  }
}
