internal import Files

/// The files of an open store, by what they are and not by what they are called.
///
/// A file that is moved, removed or replaced while it is open goes on taking what is written, and
/// nobody finds it there again. And SQLite goes by names where it removes a journal: another store
/// may have come to that place.
struct OpenStoreFiles: Sendable {
  /// The path of the store.
  private let path: String
  /// The files by the ending of their names; the store's own is empty.
  private let identities: [String: FileIdentity]

  /// Takes note of the files of a store that was just opened.
  init(of path: String) {
    self.path = path
    let endings = [""] + StoreFile.journals
    identities = endings.reduce(into: [:]) { $0[$1] = FileIdentity(at: path + $1) }
  }

  /// A Boolean value that indicates whether each of them still has its name, as far as the system
  /// tells.
  ///
  /// - Complexity: O(1): a call of the system for each.
  var areInPlace: Bool {
    identities.allSatisfy { ending, identity in
      let found = FileIdentity(at: path + ending)
      if found == identity { return true }
      guard found == nil, case .refused = PathKind(at: path + ending) else { return false }
      return true
    }
  }

  /// Makes sure that each of them still has its name.
  ///
  /// - Throws: ``StoreError/Reason/moved``.
  func check() throws(StoreError) {
    guard areInPlace else { throw StoreError(.moved, at: path) }
  }
}
