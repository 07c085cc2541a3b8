internal import Files
internal import Foundation
public import SQLiteStorage

// StoreRecovery: What can be saved from a damaged store?
//
// Start here: `StoreRepair` makes a new store from all readable data. `StoreSurvey` finds it
// without SQLite, page by page (`StorePages`), and `RecoveryReport` lists the losses.

/// Saves the readable data of a damaged store into a new one, and reports the losses.
///
/// The damaged store and its journal are only read, and not by SQLite, which would change them. The
/// new store is written under another name and renamed when it is complete. Derived data (counters,
/// the search index of activities, checkpoints) is rebuilt. The article *TheStore* describes which
/// data can be saved, and which damage cannot be detected.
public struct StoreRepair: Sendable {
  private let source: StoreFile
  private let key: StoreKey?
  private let includesDoubtful: Bool

  /// Prepares to save the data of a store.
  ///
  /// - Parameters:
  ///   - path: The damaged store.
  /// - key: The key of an encrypted store, which also encrypts the new one.
  /// - includingDoubtful: Whether to read pages that may contain forgotten rows. Needed only if an
  ///   erasure was interrupted.
  public init(of path: String, key: StoreKey? = nil, includingDoubtful: Bool = false) {
    source = StoreFile(path: path)
    self.key = key
    includesDoubtful = includingDoubtful
  }

  /// Reports which data could be saved, without saving it.
  ///
  /// - Throws: ``StoreError``.
  /// - Complexity: O(store).
  public func rehearse() throws -> RecoveryReport {
    let hold = try OpenFiles.holdClosed(source.path)
    defer { hold.release() }
    return try survey().finalReport
  }

  /// Saves the readable data into a new store.
  ///
  /// - Parameter path: The path of the new store, which must not exist.
  /// - Throws: ``StoreError``, and then there is no new store: ``StoreError/Reason/exists`` if the
  ///   path has a file, ``StoreError/Reason/nameOfJournal`` or ``StoreError/Reason/strangeJournal``
  ///   if SQLite would use it as a journal or use another store's journal for it,
  ///   ``StoreError/Reason/inputOutput(code:)`` if the store or its journal cannot be opened or the
  ///   disk fails to read the journal, ``StoreError/Reason/nothingReadable`` if no row could be
  ///   saved, ``StoreError/Reason/onlyDoubtful`` if that is because doubtful pages were excluded,
  ///   ``StoreError/Reason/changing`` if another process writes to the damaged store; for an
  ///   encrypted store ``StoreError/Reason/keyMissing``, ``StoreError/Reason/wrongKey`` or
  ///   ``StoreError/Reason/encryptionLost``, and ``StoreError/Reason/notEncrypted`` if a key was
  ///   given for a plain store.
  /// - Complexity: O(store), in memory of some bytes per row.
  public func run(into path: String) async throws -> RecoveryReport {
    let target = StoreFile(path: path)
    guard !target.isTaken else { throw target.error(.exists) }
    try target.checkPlace()
    let hold = try OpenFiles.holdClosed(source.path)
    defer { hold.release() }
    let before = Self.marks(of: source)
    let survey = try survey()
    var report = survey.finalReport
    guard report.savedRows > 0 else {
      throw source.error(report.doubtfulPages > 0 ? .onlyDoubtful : .nothingReadable)
    }
    let file = AtomicFile(at: target.path, access: .ownerOnly, replacing: false)
    defer { file.discard(with: StoreFile.journals) }
    do {
      let log = try SQLiteDonationStore(path: file.draft, key: key)
      defer { try? log.close() }
      report.note(written: try await RecoveryWriting(survey: survey, store: log).run())
      try log.closeWithoutJournal()
    } catch let error as StoreError where error.path == StoreFile(path: file.draft).path {
      throw target.error(error.reason)
    }
    try checkJournal(of: survey.pages)
    if survey.pages.storeHasFailed { report.isLossKnown = false }
    guard Self.marks(of: source) == before else { throw source.error(.changing) }
    do throws(AtomicFile.Problem) { try file.commit() } catch {
      throw target.error(Self.reason(of: error))
    }
    return report
  }

  /// Returns the reason why the new store could not be named.
  private static func reason(of problem: AtomicFile.Problem) -> StoreError.Reason {
    switch problem {
    case .taken: .exists
    case .refused(code: EIO): .inputOutput(code: 0)
    case .refused, .strangersLink: .cannotCreate
    }
  }

  private func survey() throws(StoreError) -> StoreSurvey {
    try source.checkKind()
    guard let file = ReadOnlyFile(path: source.path) else { throw source.error(.inputOutput(code: 0)) }
    let pages = StorePages(file: file, journal: try journal())
    try checkJournal(of: pages)
    let cipher = try EncryptedRows.cipher(of: pages, with: key, at: source.path)
    let survey = StoreSurvey(pages, cipher, includingDoubtful: includesDoubtful)
    try checkJournal(of: pages)
    guard cipher.isPlain else { return survey }
    // Without its row in `encryption`, an encrypted store's lines are unreadable; only rows without
    // a line are plain in every store.
    let report = survey.finalReport
    let isReadable = report.saved.keys.contains { $0 != .settings }
    if !isReadable, !report.unreadable.isEmpty, !survey.map.isSurelyPlain {
      throw source.error(.encryptionLost)
    }
    guard key == nil || report.savedRows == 0 else { throw source.error(.notEncrypted) }
    return survey
  }

  /// Opens the journal; returns `nil` if it is missing or empty.
  ///
  /// - Throws: ``StoreError`` if it exists but cannot be opened: it has the newest transactions.
  private func journal() throws(StoreError) -> ReadOnlyFile? {
    let path = source.path + "-wal"
    if let file = ReadOnlyFile(path: path) { return file.size > 0 ? file : nil }
    switch PathKind(at: path) {
    case .regularFile, .refused: throw StoreError(.inputOutput(code: 0), at: path)
    case .nothing, .brokenLink, .folder, .other: return nil
    }
  }

  /// Checks that the disk has read all requested parts of the journal.
  ///
  /// Otherwise the newest transactions would be missing, and nobody would know.
  private func checkJournal(of pages: StorePages) throws(StoreError) {
    guard !pages.journalHasFailed else { throw StoreError(.inputOutput(code: 0), at: source.path + "-wal") }
  }

  /// Returns marks that change when a process writes to a store: size and time of the file and of
  /// its journal.
  private static func marks(of file: StoreFile) -> [String] {
    [file.path, file.path + "-wal"].map { path in
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      let date = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970
      return "\(attributes?[.size] as? Int ?? -1) \(date ?? -1)"
    }
  }
}
