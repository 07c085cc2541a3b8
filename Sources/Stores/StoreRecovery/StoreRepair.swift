internal import Files
internal import Foundation
public import SQLiteStorage

// StoreRecovery: What can be saved from a damaged store?
//
// Start here: `StoreRepair` makes a new store of what can be read. `StoreSurvey` finds it, page by
// page (`StorePages`), without SQLite; `RecoveryReport` says what is lost.

/// Saves what can be read of a damaged store into a new one, and says what is lost.
///
/// The damaged store, with its journal, is only read, and not by SQLite, which would change it. The
/// new store is made under another name and gets its own when it is whole. What is derived
/// (counters, the search index of activities, checkpoints) is made anew. the article *TheStore*
/// says what can be saved, and what damage cannot be told.
public struct StoreRepair: Sendable {
  private let source: StoreFile
  private let key: StoreKey?
  private let includesDoubtful: Bool

  /// Prepares to save what is in a store.
  ///
  /// - Parameters:
  ///   - path: The damaged store.
  ///   - key: The key of an encrypted store, with which the new one is encrypted too.
  ///   - includingDoubtful: Whether pages are read on which rows might stand that were forgotten
  ///     while the damage happened. Needed only if an erasure was interrupted.
  public init(of path: String, key: StoreKey? = nil, includingDoubtful: Bool = false) {
    source = StoreFile(path: path)
    self.key = key
    includesDoubtful = includingDoubtful
  }

  /// Reports what could be saved, and saves nothing.
  ///
  /// - Throws: ``StoreError``.
  /// - Complexity: O(store).
  public func rehearse() throws -> RecoveryReport {
    let hold = try OpenFiles.holdClosed(source.path)
    defer { hold.release() }
    return try survey().finalReport
  }

  /// Saves what can be read into a new store.
  ///
  /// - Parameter path: The new store, which must not be there yet.
  /// - Throws: ``StoreError``; there is no new store then: ``StoreError/Reason/exists`` if there is
  ///   a file at the path, ``StoreError/Reason/nameOfJournal`` or
  ///   ``StoreError/Reason/strangeJournal`` if SQLite would take it for a journal or another's for
  ///   its own, ``StoreError/Reason/inputOutput(code:)`` if the store or its journal cannot be
  ///   opened, or the disk refuses a part of the journal, ``StoreError/Reason/nothingReadable`` if
  ///   not a single row could be saved, ``StoreError/Reason/onlyDoubtful`` if that is because
  ///   doubtful pages were not to be read, ``StoreError/Reason/changing`` if another process writes
  ///   to the damaged store; of an encrypted one ``StoreError/Reason/keyMissing``,
  ///   ``StoreError/Reason/wrongKey`` or ``StoreError/Reason/encryptionLost``, and
  ///   ``StoreError/Reason/notEncrypted`` if a key was given for a plain one.
  /// - Complexity: O(store), in memory of some bytes a row.
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

  /// The reason why the new store did not get its name.
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
    // Of an encrypted store whose row in `encryption` is gone, no line can be read; what has none
    // is plain in every store.
    let report = survey.finalReport
    let isReadable = report.saved.keys.contains { $0 != .settings }
    if !isReadable, !report.unreadable.isEmpty, !survey.map.isSurelyPlain {
      throw source.error(.encryptionLost)
    }
    guard key == nil || report.savedRows == 0 else { throw source.error(.notEncrypted) }
    return survey
  }

  /// The journal beside the store; `nil` if there is none, or an empty one.
  ///
  /// - Throws: ``StoreError`` if there is one that cannot be opened: the newest transactions are in
  ///   it.
  private func journal() throws(StoreError) -> ReadOnlyFile? {
    let path = source.path + "-wal"
    if let file = ReadOnlyFile(path: path) { return file.size > 0 ? file : nil }
    switch PathKind(at: path) {
    case .regularFile, .refused: throw StoreError(.inputOutput(code: 0), at: path)
    case .nothing, .brokenLink, .folder, .other: return nil
    }
  }

  /// Checks that the disk has given all of the journal that was asked for: without a part of it the
  /// newest transactions would be left out, and nobody would know.
  private func checkJournal(of pages: StorePages) throws(StoreError) {
    guard !pages.journalHasFailed else { throw StoreError(.inputOutput(code: 0), at: source.path + "-wal") }
  }

  /// The marks that change when somebody writes to a store: size and time of the file and of its
  /// journal.
  private static func marks(of file: StoreFile) -> [String] {
    [file.path, file.path + "-wal"].map { path in
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      let date = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970
      return "\(attributes?[.size] as? Int ?? -1) \(date ?? -1)"
    }
  }
}
