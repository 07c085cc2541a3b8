internal import GRDB

/// The bytes of a store's file that belong to no row: free pages, and unused space on other pages.
///
/// They are overwritten in place. Neither SQLite nor a reader looks at them, so no journal is
/// needed: an interruption leaves the same store with some more zeros. It needs no disk space, and
/// memory for one page and one byte for each other page.
///
/// The journal must be empty, and this must be the only connection that may write, until the bytes
/// are overwritten and a transaction is committed. The commit makes other connections drop their
/// cached pages, which still have the old bytes.
struct UnusedBytes {
  /// The file has parts that may or may not be used: it is damaged, or this program did not create
  /// it.
  struct Unclear: Error {}

  private let file: ConnectionFile
  private let roots: [Int]
  private let pageSize: Int
  private let pageCount: Int
  /// The first page of the list of free pages; 0 if there is none.
  private let firstFree: Int

  /// - Throws: ``Unclear`` or `DatabaseError`.
  init(of db: Database) throws {
    file = try ConnectionFile(db)
    roots = [1] + (try Int.fetchAll(db, sql: "SELECT rootpage FROM sqlite_schema WHERE rootpage > 0"))
    pageSize = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0
    pageCount = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
    let header = try file.bytes(at: 0, count: 100)
    firstFree = Int(header.bigEndian32(at: 32))
    // This program never reserves bytes at the end of pages, and never uses pointer-map pages
    // (auto-vacuum).
    guard pageSize >= 512, header[20] == 0, header.bigEndian32(at: 52) == 0 else { throw Unclear() }
  }

  /// Overwrites the bytes, and flushes them to the disk.
  ///
  /// First it checks that all pages can be identified, so that it writes nothing to a damaged
  /// store.
  ///
  /// - Throws: ``Unclear`` before anything was overwritten, or `DatabaseError`.
  /// - Complexity: O(size of the file).
  func overwrite() throws {
    var walk = Walk(self, isWriting: false)
    try walk.run()
    guard walk.found > 0 else { return }
    walk = Walk(self, isWriting: true)
    try walk.run()
    try file.synchronize()
  }

  /// A pass through all pages of the file.
  private struct Walk {
    private let store: UnusedBytes
    private let isWriting: Bool
    private var seen: [Bool]
    /// The number of parts that are not zeros.
    private(set) var found = 0

    init(_ store: UnusedBytes, isWriting: Bool) {
      (self.store, self.isWriting) = (store, isWriting)
      seen = Array(repeating: false, count: store.pageCount + 1)
      seen[0] = true
      // SQLite uses this page only for locks.
      let page = 0x4000_0000 / store.pageSize + 1
      if page < seen.count { seen[page] = true }
    }

    mutating func run() throws {
      for root in store.roots { try clearTree(from: root) }
      try clearFreePages()
      guard seen.allSatisfy(\.self) else { throw Unclear() }
    }

    /// Returns a page that was not visited before.
    private mutating func page(_ number: Int) throws -> [UInt8] {
      guard number > 0, number < seen.count, !seen[number] else { throw Unclear() }
      seen[number] = true
      return try store.file.bytes(at: (number - 1) * store.pageSize, count: store.pageSize)
    }

    private mutating func clear(_ part: Range<Int>, of page: Int, _ bytes: [UInt8]) throws {
      let bytes = bytes.span
      guard part.contains(where: { bytes[$0] != 0 }) else { return }
      found += 1
      let start = (page - 1) * store.pageSize
      if isWriting { try store.file.clear(start + part.lowerBound..<start + part.upperBound) }
    }

    private mutating func clearTree(from root: Int) throws {
      var (waiting, isTable): ([Int], Bool?) = ([root], nil)
      while let number = waiting.popLast() {
        let bytes = try page(number)
        guard let page = TreePage(bytes, number: number), (isTable ?? page.kind.isTable) == page.kind.isTable
        else { throw Unclear() }
        isTable = page.kind.isTable
        let cells = page.cells
        guard let parts = page.unusedParts(beside: cells) else { throw Unclear() }
        for part in parts { try clear(part, of: number, bytes) }
        for case let cell? in cells {
          if let child = cell.child { waiting.append(child) }
          if let first = cell.overflow { try clearRest(from: first, length: cell.length - cell.local.count) }
        }
        if let child = page.lastChild { waiting.append(child) }
      }
    }

    /// Follows the pages with the rest of a record, and clears the space after its end.
    private mutating func clearRest(from first: Int, length: Int) throws {
      var (number, left) = (first, length)
      while left > 0 {
        let bytes = try page(number)
        let taken = min(left, store.pageSize - 4)
        try clear(4 + taken..<store.pageSize, of: number, bytes)
        left -= taken
        let next = Int(bytes.bigEndian32(at: 0))
        guard (next == 0) == (left == 0) else { throw Unclear() }
        number = next
      }
    }

    private mutating func clearFreePages() throws {
      var trunk = store.firstFree
      while trunk != 0 {
        let bytes = try page(trunk)
        let leaves = Int(bytes.bigEndian32(at: 4))
        guard leaves <= store.pageSize / 4 - 2 else { throw Unclear() }
        try clear(8 + 4 * leaves..<store.pageSize, of: trunk, bytes)
        for index in 0..<leaves {
          let leaf = Int(bytes.bigEndian32(at: 8 + 4 * index))
          try clear(0..<store.pageSize, of: leaf, page(leaf))
        }
        trunk = Int(bytes.bigEndian32(at: 0))
      }
    }
  }
}
