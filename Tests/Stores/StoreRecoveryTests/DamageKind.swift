import Foundation
import TestSupport

/// The kinds of damage to the bytes of a store.
enum DamageKind: String, CaseIterable, Sendable {
  case flippedByte, flippedBytes, flippedBitsEverywhere
  case zeroedSector, garbageRun, zeroedPage, garbagePage, duplicatedPage, swappedPages
  case truncated, truncatedToPages, emptied, headerField, headerGarbage, zeroedBeginning
  case journalFlippedByte, journalFlippedBytes, journalZeroedSector, journalGarbageRun, journalSwappedFrames
  case journalTruncated, journalHeader, journalEmptied, journalMissing, journalOfGarbage, journalDuplicated
  case memoryGarbage, memoryMissing

  /// Whether it needs a store that is in use.
  var needsJournal: Bool { rawValue.hasPrefix("journal") || rawValue.hasPrefix("memory") }
  /// Whether it damages the journal.
  var isOfJournal: Bool { rawValue.hasPrefix("journal") }

  private static let page = 4_096
  private static let frame = 4_096 + 24

  /// Damages the files; returns the changed pages of the store's file.
  func damage(_ files: inout [String: Data], _ numbers: inout SeededNumbers) -> Set<Int> {
    let suffix = isOfJournal ? "-wal" : rawValue.hasPrefix("memory") ? "-shm" : ""
    guard var bytes = files[suffix] else { return [] }
    let before = bytes
    change(&bytes, &numbers)
    files[suffix] = self == .journalMissing || self == .memoryMissing ? nil : bytes
    guard suffix.isEmpty else { return [] }
    return Set(
      (0..<before.count / Self.page).filter { index in
        let range = index * Self.page..<(index + 1) * Self.page
        return range.upperBound > bytes.count || bytes[range] != before[range]
      }.map { $0 + 1 })
  }

  private func change(_ bytes: inout Data, _ numbers: inout SeededNumbers) {
    func any(_ range: Range<Int>) -> Int { Int.random(in: range, using: &numbers) }
    func flip(_ range: Range<Int>) { bytes[any(range)] ^= UInt8(any(1..<256)) }
    func overwrite(_ range: Range<Int>, _ byte: () -> UInt8) {
      for index in range.clamped(to: 0..<bytes.count) { bytes[index] = byte() }
    }
    let all = 0..<bytes.count
    let pages = bytes.count / Self.page
    switch self {
    case .flippedByte, .journalFlippedByte: flip(all)
    case .flippedBytes, .journalFlippedBytes: for _ in 0..<any(2..<9) { flip(all) }
    case .flippedBitsEverywhere:
      for index in all where any(0..<20_000) == 0 { bytes[index] ^= 1 << UInt8(any(0..<8)) }
    case .zeroedSector, .journalZeroedSector:
      let start = any(0..<bytes.count / 512) * 512
      overwrite(start..<start + 512) { 0 }
    case .garbageRun, .journalGarbageRun:
      let start = any(all)
      overwrite(start..<start + any(1..<20_000)) { UInt8(any(0..<256)) }
    case .zeroedPage: overwrite(page(any(0..<pages))) { 0 }
    case .garbagePage: overwrite(page(any(0..<pages))) { UInt8(any(0..<256)) }
    case .duplicatedPage: bytes.replaceSubrange(page(any(0..<pages)), with: Data(bytes[page(any(0..<pages))]))
    case .swappedPages:
      let (left, right) = (any(0..<pages), any(0..<pages))
      let (one, other) = (Data(bytes[page(left)]), Data(bytes[page(right)]))
      bytes.replaceSubrange(page(left), with: other)
      bytes.replaceSubrange(page(right), with: one)
    case .journalSwappedFrames:
      let frames = (bytes.count - 32) / Self.frame
      let (left, right) = (frame(any(0..<frames)), frame(any(0..<frames)))
      let (one, other) = (Data(bytes[left]), Data(bytes[right]))
      bytes.replaceSubrange(left, with: other)
      bytes.replaceSubrange(right, with: one)
    case .truncated, .journalTruncated: bytes = Data(bytes.prefix(any(all)))
    case .truncatedToPages: bytes = Data(bytes.prefix(any(1..<pages) * Self.page))
    case .emptied, .journalEmptied: bytes = Data()
    case .headerField:
      let fields = [
        (16, 2), (18, 1), (19, 1), (20, 1), (24, 4), (28, 4), (32, 4), (36, 4), (40, 4), (44, 4), (52, 4),
        (56, 4), (60, 4), (68, 4), (92, 4),
      ]
      let field = fields[any(0..<fields.count)]
      overwrite(field.0..<field.0 + field.1) { UInt8(any(0..<256)) }
    case .headerGarbage: overwrite(0..<any(1..<101)) { UInt8(any(0..<256)) }
    case .zeroedBeginning: overwrite(0..<any(1..<5) * Self.page) { 0 }
    case .journalHeader: flip(0..<32)
    case .journalOfGarbage, .memoryGarbage: overwrite(all) { UInt8(any(0..<256)) }
    case .journalDuplicated: bytes += bytes
    case .journalMissing, .memoryMissing: break
    }
  }

  private func page(_ index: Int) -> Range<Int> { index * Self.page..<(index + 1) * Self.page }

  private func frame(_ index: Int) -> Range<Int> { 32 + index * Self.frame..<32 + (index + 1) * Self.frame }
}
