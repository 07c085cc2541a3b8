internal import Foundation
internal import LogFormat
internal import SQLiteStorage

/// The pages of a store that may be damaged: those of the file, and over them those of its journal.
struct StorePages {
  let pageSize: Int
  /// The pages of which something was ever written, in the file or in the journal, in their order.
  let numbers: [Int]
  /// The number of pages, with those that are holes in the file: it may claim any number of these.
  let count: Int
  let journal: Journal?
  let readable: Journal.Readable
  private let file: ReadOnlyFile
  private let journalFile: ReadOnlyFile?

  /// A Boolean value that indicates whether the disk has refused a part of the journal: what was
  /// stored last may be missing.
  var journalHasFailed: Bool { journalFile?.hasFailed ?? false }
  /// A Boolean value that indicates whether the disk has refused a part of the store: what should
  /// tell what is lost may be in it.
  var storeHasFailed: Bool { file.hasFailed }

  /// The number of parts of records that may be read, so that a file that was made to be slow is
  /// not: a part belongs to one record, and a record is read four times at most.
  private let partsLeft = Budget()

  /// The number of parts that may still be read.
  private final class Budget { var left = 0 }

  /// The size of a store's pages unless somebody changed it.
  private static let usualPageSize = 4_096

  init(file: ReadOnlyFile, journal journalFile: ReadOnlyFile?) {
    let header = file.bytes(at: 0, count: 100) ?? []
    let claimed = header.count == 100 ? Self.pageSize(header) : nil
    let likely = Self.likelier(of: [claimed, Self.usualPageSize], in: file)
    let journal = journalFile.flatMap { Journal($0, pageSize: likely) }
    pageSize = journal?.pageSize ?? likely
    readable = journal?.readable ?? Journal.Readable()
    (self.file, self.journalFile, self.journal) = (file, journalFile, journal)
    // A journal may have pages far behind the end of a file that was cut off.
    let inFile = file.size / pageSize
    let inJournal = readable.frameOfPage.keys
    count = inFile + inJournal.count { $0 > inFile }
    numbers = Self.numbers(of: file.writtenParts(), pages: inFile, size: pageSize, and: inJournal)
    partsLeft.left = 16 * numbers.count
  }

  /// The numbers of the pages that parts of the file touch, and of those in the journal.
  private static func numbers(
    of parts: [Range<Int>], pages: Int, size: Int, and inJournal: Dictionary<Int, Int>.Keys
  ) -> [Int] {
    var (numbers, next): ([Int], Int) = ([], 1)
    for part in parts {
      let last = min((part.upperBound - 1) / size + 1, pages)
      next = max(next, part.lowerBound / size + 1)
      if next <= last { numbers += next...last }
      next = max(next, last + 1)
    }
    return Set(numbers).union(inJournal).sorted()
  }

  private static func pageSize(_ header: [UInt8]) -> Int? {
    let size = header.bigEndian16(at: 16)
    return size == 1 ? 65_536 : Journal.isPageSize(size) ? size : nil
  }

  /// The size with which more pages begin as pages do.
  private static func likelier(of sizes: [Int?], in file: ReadOnlyFile) -> Int {
    let sizes = Set(sizes.compactMap(\.self))
    guard sizes.count > 1 else { return usualPageSize }
    func share(_ size: Int) -> Double {
      let looked = (0..<min(512, file.size / size)).map { file.bytes(at: $0 * size, count: 1)?.first ?? 0 }
      return Double(looked.count { TreePage.Kind(rawValue: $0) != nil }) / Double(max(1, looked.count))
    }
    return sizes.max { (share($0), $0 == usualPageSize ? 1 : 0) < (share($1), $1 == usualPageSize ? 1 : 0) }
      ?? usualPageSize
  }

  /// The bytes of a page, the first of which is 1; `nil` if it is not there.
  func page(_ number: Int) -> [UInt8]? {
    guard number > 0, number <= Int(UInt32.max) else { return nil }
    if let frame = readable.frameOfPage[number], let journal, let journalFile {
      return journalFile.bytes(at: journal.offset(ofFrame: frame), count: pageSize)
    }
    return file.bytes(at: (number - 1) * pageSize, count: pageSize)
  }

  /// A page with a part of a record.
  private func part(_ number: Int) -> [UInt8]? {
    partsLeft.left -= 1
    return partsLeft.left >= 0 ? page(number) : nil
  }

  /// Returns whether it is sure that the page is the newest of its number: no damaged frame may
  /// have been a newer one.
  func isNewest(_ number: Int) -> Bool {
    guard let wrong = readable.lastWrong else { return true }
    return readable.frameOfPage[number].map { $0 > wrong } ?? false
  }

  /// The pages that SQLite's list of free ones names, as far as it can be followed.
  func freePages() -> Set<Int> {
    guard let first = page(1) else { return [] }
    var (free, trunk): (Set<Int>, Int) = ([], Int(first.bigEndian32(at: 32)))
    while trunk > 1, !free.contains(trunk), let bytes = page(trunk) {
      let leaves = Int(bytes.bigEndian32(at: 4))
      guard leaves <= pageSize / 4 - 2 else { break }
      free.insert(trunk)
      for leaf in 0..<leaves { free.insert(Int(bytes.bigEndian32(at: 8 + 4 * leaf))) }
      trunk = Int(bytes.bigEndian32(at: 0))
    }
    return free
  }

  // MARK: - Records

  /// A page as a page of a tree; `nil` if it is none.
  func tree(_ number: Int) -> TreePage? {
    page(number).flatMap { TreePage($0, number: number) }
  }

  /// The columns of a cell; `nil` if they cannot be read.
  func columns(of cell: TreePage.Cell, on page: TreePage) -> [StoredColumn]? {
    record(of: cell, on: page).flatMap(StoredColumn.columns)
  }

  /// The longest line that a log may have, and room for the columns beside it.
  private static let longestRecord = LineLimits().length + 65_536

  /// The record of a cell, with the parts that lie on other pages; `nil` if a part is missing.
  func record(of cell: TreePage.Cell, on page: TreePage) -> [UInt8]? {
    guard cell.length <= min(count * pageSize, Self.longestRecord) else { return nil }
    var record = Array(page.bytes[cell.local])
    var (next, seen): (Int?, Set<Int>) = (cell.overflow, [])
    while record.count < cell.length {
      guard let number = next, seen.insert(number).inserted, let bytes = part(number) else { return nil }
      record += bytes[4..<min(pageSize, 4 + cell.length - record.count)]
      next = Int(bytes.bigEndian32(at: 0))
    }
    return record
  }
}
