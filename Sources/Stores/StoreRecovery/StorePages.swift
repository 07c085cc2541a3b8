internal import Foundation
internal import LogFormat
internal import SQLiteStorage

/// The pages of a possibly damaged store: the pages of its journal replace those of the file.
struct StorePages {
  let pageSize: Int
  /// The numbers of the pages that were ever written, in the file or in the journal, in order.
  let numbers: [Int]
  /// The number of pages including holes; the file may claim any number of holes.
  let count: Int
  let journal: Journal?
  let readable: Journal.Readable
  private let file: ReadOnlyFile
  private let journalFile: ReadOnlyFile?

  /// A Boolean value that indicates whether the disk failed to read a part of the journal: the
  /// newest transactions may be missing.
  var journalHasFailed: Bool { journalFile?.hasFailed ?? false }
  /// A Boolean value that indicates whether the disk failed to read a part of the store, which may
  /// include the evidence of losses.
  var storeHasFailed: Bool { file.hasFailed }

  /// The remaining number of parts of records to read, limited in case a file was crafted to be
  /// slow.
  ///
  /// A part belongs to one record, and a record is read at most four times.
  private let partsLeft = Budget()

  /// The number of parts that may still be read.
  private final class Budget { var left = 0 }

  /// The default size of a store's pages.
  private static let usualPageSize = 4_096

  init(file: ReadOnlyFile, journal journalFile: ReadOnlyFile?) {
    let header = file.bytes(at: 0, count: 100) ?? []
    let claimed = header.count == 100 ? Self.pageSize(header) : nil
    let likely = Self.likelier(of: [claimed, Self.usualPageSize], in: file)
    let journal = journalFile.flatMap { Journal($0, pageSize: likely) }
    pageSize = journal?.pageSize ?? likely
    readable = journal?.readable ?? Journal.Readable()
    (self.file, self.journalFile, self.journal) = (file, journalFile, journal)
    // A journal may have pages far beyond the end of a truncated file.
    let inFile = file.size / pageSize
    let inJournal = readable.frameOfPage.keys
    count = inFile + inJournal.count { $0 > inFile }
    numbers = Self.numbers(of: file.writtenParts(), pages: inFile, size: pageSize, and: inJournal)
    partsLeft.left = 16 * numbers.count
  }

  /// Returns the numbers of the pages that parts of the file touch, and of those in the journal.
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

  /// Returns the size with which more pages have a valid first byte.
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

  /// Returns the bytes of a page, counted from 1; `nil` if it is missing.
  func page(_ number: Int) -> [UInt8]? {
    guard number > 0, number <= Int(UInt32.max) else { return nil }
    if let frame = readable.frameOfPage[number], let journal, let journalFile {
      return journalFile.bytes(at: journal.offset(ofFrame: frame), count: pageSize)
    }
    return file.bytes(at: (number - 1) * pageSize, count: pageSize)
  }

  /// Returns a page with a part of a record.
  private func part(_ number: Int) -> [UInt8]? {
    partsLeft.left -= 1
    return partsLeft.left >= 0 ? page(number) : nil
  }

  /// Returns whether a page is certainly the newest version: no damaged frame can have been a newer
  /// one.
  func isNewest(_ number: Int) -> Bool {
    guard let wrong = readable.lastWrong else { return true }
    return readable.frameOfPage[number].map { $0 > wrong } ?? false
  }

  /// Returns the pages in SQLite's list of free pages, as far as it can be followed.
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

  /// Returns a page as a page of a tree; `nil` if it is not one.
  func tree(_ number: Int) -> TreePage? {
    page(number).flatMap { TreePage($0, number: number) }
  }

  /// Returns the columns of a cell; `nil` if they cannot be read.
  func columns(of cell: TreePage.Cell, on page: TreePage) -> [StoredColumn]? {
    record(of: cell, on: page).flatMap(StoredColumn.columns)
  }

  /// The maximum length of a log's line, and space for the other columns.
  private static let longestRecord = LineLimits().length + 65_536

  /// Returns the record of a cell, including its parts on other pages; `nil` if a part is missing.
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
