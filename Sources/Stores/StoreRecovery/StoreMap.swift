internal import Foundation
internal import SQLiteStorage

/// The pages of each table and index that can be reached from the list of tables.
struct StoreMap {
  /// A tree of pages.
  struct Tree {
    /// The readable pages.
    var pages: [Int] = []
    /// The pages that should belong to the tree and are something else.
    var unreadable: Set<Int> = []
    /// A Boolean value that indicates whether the cells of all pages could be read.
    var isWhole: Bool { unreadable.isEmpty && !hasBadCells }
    fileprivate(set) var hasBadCells = false
  }

  let pages: StorePages
  /// The trees by the name of the table or index; empty if the list of tables cannot be read.
  private(set) var trees: [String: Tree] = [:]
  /// A Boolean value that indicates whether the list of tables was completely readable.
  let hasSchema: Bool

  init(_ pages: StorePages) {
    self.pages = pages
    var seen: Set<Int> = []
    let schema = Self.tree(from: 1, isTable: true, in: pages, &seen)
    for number in schema.pages {
      guard let page = pages.tree(number), page.kind == .leafTable else { continue }
      for columns in page.cells.lazy.compactMap({ $0 }).compactMap({ pages.columns(of: $0, on: page) }) {
        guard columns.count == 5, let name = columns[1].text, let root = columns[3].integer, root > 1,
          root <= Int64(UInt32.max)
        else { continue }
        // Some tables of the full-text index are stored like indexes.
        let isTable: Bool? =
          columns[0].text == "index" ? false : StoreSchema.tables.contains(name) ? true : nil
        trees[name] = Self.tree(from: Int(root), isTable: isTable, in: pages, &seen)
      }
    }
    trees["sqlite_schema"] = schema
    hasSchema = schema.isWhole && !schema.pages.isEmpty
  }

  /// - Parameter isTable: Whether it is the tree of a table or of an index; `nil` for the kind
  ///   of the root page.
  /// - Parameter seen: The pages of all trees so far: a page belongs to only one.
  private static func tree(
    from root: Int, isTable: Bool?, in pages: StorePages, _ seen: inout Set<Int>
  ) -> Tree {
    var (tree, waiting, isTable) = (Tree(), [root], isTable)
    while let number = waiting.popLast() {
      guard seen.insert(number).inserted, let page = pages.tree(number),
        (isTable ?? page.kind.isTable) == page.kind.isTable
      else {
        tree.unreadable.insert(number)
        continue
      }
      isTable = page.kind.isTable
      tree.pages.append(number)
      let cells = page.cells
      if cells.contains(where: { $0 == nil }) { tree.hasBadCells = true }
      waiting += cells.compactMap { $0?.child } + (page.lastChild.map { [$0] } ?? [])
    }
    return tree
  }

  /// The reachable pages of all tables.
  var reachable: Set<Int> { Set(trees.values.flatMap(\.pages)) }

  /// The number of pages that should belong to a tree and are something else.
  var unreadablePages: Int { Set(trees.values.flatMap(\.unreadable)).count }

  /// Returns the entries of an index; the last column is the row's number.
  func entries(of index: String) -> [[StoredColumn]] {
    (trees[index]?.pages ?? []).flatMap { number -> [[StoredColumn]] in
      guard let page = pages.tree(number) else { return [] }
      return page.cells.compactMap { cell in
        cell.flatMap { $0.length > 0 ? pages.columns(of: $0, on: page) : nil }
      }
    }
  }

  /// A Boolean value that indicates whether the store is certainly not encrypted.
  var isSurelyPlain: Bool {
    guard let tree = trees["encryption"] else { return hasSchema }
    return tree.isWhole
      && tree.pages.allSatisfy { number in
        pages.tree(number).map { $0.isCoherent && $0.cells.isEmpty } ?? false
      }
  }
}
