internal import Foundation
internal import Synchronization

/// The abbreviations of a time zone, like `IST` for Asia/Kolkata, and their offsets.
///
/// Many abbreviations are ambiguous worldwide, but unique within one zone, except for changes over
/// the years.
enum ZoneAbbreviations {
  /// The folder of the time zone database (RFC 9636).
  private static let folder = "/usr/share/zoneinfo/"
  private static let longestFile = 1 << 17
  private static let known = Mutex<[String: [String: [Int]]]>([:])

  /// Returns the offset of a zone's abbreviation in seconds ahead of UTC, or `nil` if the zone does
  /// not use it.
  ///
  /// - Parameter milliseconds: The local time, in milliseconds since 1970-01-01T00:00:00 local,
  ///   which decides if a zone has used one abbreviation for several offsets.
  static func offset(of abbreviation: String, in zone: TimeZone, atLocal milliseconds: Int64) -> Int? {
    func isInForce(_ offset: Int) -> Bool {
      let seconds = Double(milliseconds) / 1_000 - Double(offset)
      return zone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds)) == offset
    }
    if let offsets = offsets(in: zone.identifier)[abbreviation] {
      return offsets.last(where: isInForce) ?? offsets.last
    }
    // The database has dropped some names that pages still use; they mean a zone with the same
    // clock.
    guard let other = TimeZone.abbreviationDictionary[abbreviation].flatMap(TimeZone.init(identifier:)) else {
      return nil
    }
    let offset = other.secondsFromGMT(for: Date(timeIntervalSince1970: Double(milliseconds) / 1_000))
    return isInForce(offset) ? offset : nil
  }

  /// Returns the offsets of a zone for each abbreviation, the newest last.
  private static func offsets(in zone: String) -> [String: [Int]] {
    if let found = known.withLock({ $0[zone] }) { return found }
    let found = file(of: zone).map(offsets) ?? [:]
    known.withLock { $0[zone] = found }
    return found
  }

  private static func file(of zone: String) -> [UInt8]? {
    let isName = zone.utf8.allSatisfy { byte in
      byte.isAlphanumeric
        || [UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "/")].contains(byte)
    }
    guard isName, !zone.hasPrefix("/"), let handle = FileHandle(forReadingAtPath: folder + zone) else {
      return nil
    }
    return (try? handle.read(upToCount: longestFile)).flatMap { $0.map { Array($0) } }
  }

  /// Reads the types of local time of a TZif file.
  private static func offsets(of file: [UInt8]) -> [String: [Int]] {
    var blocks = TZifBlocks(file)
    // From version 2 on, a second block has the data that the first one may lack.
    guard let first = blocks.next() else { return [:] }
    return (first.version >= UInt8(ascii: "2") ? blocks.next() : nil)?.offsets ?? first.offsets
  }
}

/// The blocks of a TZif file.
private struct TZifBlocks {
  struct Block {
    let version: UInt8
    /// The offsets of each abbreviation, in the order of use.
    let offsets: [String: [Int]]
  }

  private static let headerSize = 44
  private let file: [UInt8]
  private var place = 0
  /// The number of bytes of a time: four in the first block.
  private var timeSize = 4

  init(_ file: [UInt8]) { self.file = file }

  /// Returns the next block, or `nil` if none is complete.
  mutating func next() -> Block? {
    guard place + Self.headerSize <= file.count, file[place...].starts(with: "TZif".utf8) else { return nil }
    // The numbers of UTC marks, standard time marks, leap seconds, transitions, types and
    // characters.
    let counts = (0..<6).map { Int(clamping: number(at: place + 20 + 4 * $0, size: 4)) }
    let (transitions, types, characters) = (counts[3], counts[4], counts[5])
    guard counts.allSatisfy({ (0...file.count).contains($0) }) else { return nil }
    let uses = place + Self.headerSize + transitions * timeSize
    let firstType = uses + transitions
    let firstCharacter = firstType + types * 6
    let end = firstCharacter + characters + counts[2] * (timeSize + 4) + counts[1] + counts[0]
    guard end <= file.count else { return nil }
    var offsets: [String: [Int]] = [:]
    let used = file[uses..<firstType].map(Int.init)
    for type in Array(0..<types) + used where type < types {
      let start = firstType + type * 6
      let name = firstCharacter + Int(file[start + 5])
      guard name < firstCharacter + characters else { continue }
      let bytes = file[name..<firstCharacter + characters].prefix { $0 != 0 }
      let offset = Int(Int32(truncatingIfNeeded: number(at: start, size: 4)))
      let text = String(decoding: bytes, as: UTF8.self)
      if offsets[text]?.last != offset { offsets[text, default: []].append(offset) }
    }
    defer { (place, timeSize) = (end, 8) }
    return Block(version: file[place + 4], offsets: offsets)
  }

  private func number(at place: Int, size: Int) -> Int64 {
    file[place..<place + size].reduce(0) { $0 << 8 | Int64($1) }
  }
}
