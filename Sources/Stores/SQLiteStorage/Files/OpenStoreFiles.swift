internal import Files

/// The files of an open store, identified independently of their names.
///
/// A file that is moved, removed or replaced while it is open still accepts writes, which nobody
/// finds later. And SQLite removes a journal by name, although it may belong to another store by
/// then.
struct OpenStoreFiles: Sendable {
  /// The path of the store.
  private let path: String
  /// The files by their suffix; the store itself has an empty one.
  private let identities: [String: FileIdentity]

  /// Records the files of a newly opened store.
  init(of path: String) {
    self.path = path
    let endings = [""] + StoreFile.journals
    identities = endings.reduce(into: [:]) { $0[$1] = FileIdentity(at: path + $1) }
  }

  /// A Boolean value that indicates whether each file still has its name, as far as the system
  /// reports.
  ///
  /// - Complexity: O(1): one system call for each.
  var areInPlace: Bool {
    identities.allSatisfy { ending, identity in
      let found = FileIdentity(at: path + ending)
      if found == identity { return true }
      guard found == nil, case .refused = PathKind(at: path + ending) else { return false }
      return true
    }
  }

  /// Checks that each file still has its name.
  ///
  /// - Throws: ``StoreError/Reason/moved``.
  func check() throws(StoreError) {
    guard areInPlace else { throw StoreError(.moved, at: path) }
  }
}
