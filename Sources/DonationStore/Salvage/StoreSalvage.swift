internal import Activities
internal import Foundation

/// Saves what can be read of a damaged store into a new one, and says what is lost.
///
/// The damaged store, with its journal, is only read, and not by SQLite, which would change it. The new store is made under
/// another name and gets its own when it is whole. What is derived (counters, the search index of activities, checkpoints) is
/// made anew. `Documentation/Repair.md` says what can be saved, and what damage cannot be told.
public struct StoreSalvage: Sendable {
  private let source: StoreFile
  private let key: StoreKey?
  private let includesDoubtful: Bool

  /// Prepares to save what is in a store.
  ///
  /// - Parameters:
  ///   - path: The damaged store.
  ///   - key: The key of an encrypted store, with which the new one is encrypted too.
  ///   - includingDoubtful: Whether pages are read on which rows might stand that were forgotten while the damage happened. Needed
  ///     only if an erasure was interrupted.
  public init(of path: String, key: StoreKey? = nil, includingDoubtful: Bool = false) {
    source = StoreFile(path: path)
    self.key = key
    includesDoubtful = includingDoubtful
  }

  /// Looks what could be saved, and saves nothing.
  ///
  /// - Throws: ``StoreError``.
  /// - Complexity: O(store).
  public func rehearse() throws -> SalvageReport {
    let hold = try OpenFiles.holdClosed(source.path)
    defer { hold.release() }
    return try survey().finalReport
  }

  /// Saves what can be read into a new store.
  ///
  /// - Parameter path: The new store, which must not be there yet.
  /// - Throws: ``StoreError``; there is no new store then: ``StoreError/Reason/exists`` if there is a file at the path,
  ///   ``StoreError/Reason/nameOfJournal`` or ``StoreError/Reason/strangeJournal`` if SQLite would take it for a journal or another's for its own,
  ///   ``StoreError/Reason/nothingReadable`` if not a single row could be saved, ``StoreError/Reason/onlyDoubtful`` if that is because doubtful
  ///   pages were not to be read, ``StoreError/Reason/changing`` if another process writes to the damaged store; of an encrypted one
  ///   ``StoreError/Reason/keyMissing``, ``StoreError/Reason/wrongKey`` or ``StoreError/Reason/encryptionLost``, and ``StoreError/Reason/notEncrypted`` if a key was given for a plain one.
  /// - Complexity: O(store), in memory of some bytes a row.
  public func run(into path: String) async throws -> SalvageReport {
    let target = StoreFile(path: path)
    guard !target.isTaken else { throw target.error(.exists) }
    guard !StoreLocation.isPart(target.path, ofStoreAt: source.path) else {
      throw target.error(.nameOfJournal)
    }
    try target.checkNoJournal(["-wal", "-journal"])
    let hold = try OpenFiles.holdClosed(source.path)
    defer { hold.release() }
    let before = Self.marks(of: source)
    let survey = try survey()
    var report = survey.finalReport
    guard report.savedRows > 0 else {
      throw source.error(report.doubtfulPages > 0 ? .onlyDoubtful : .nothingReadable)
    }
    let file = NewFile(at: target.path)
    defer { file.remove() }
    do {
      let log = try SQLiteDonationLog(path: file.draft, key: key)
      defer { try? log.close() }
      report.note(written: try await SalvageWriting(survey: survey, log: log).run())
      // Closing moves the journal into the file too, but says nothing if it cannot.
      try log.emptyJournal()
      try log.close()
    } catch let error as StoreError where error.path == StoreFile(path: file.draft).path {
      throw target.error(error.reason)
    }
    guard Self.marks(of: source) == before else { throw source.error(.changing) }
    do throws(NewFile.Problem) { try file.finish() } catch {
      throw target.error(error == .taken ? .exists : .cannotCreate)
    }
    do {
      try FolderOf(target.path).synchronize()
    } catch {
      try? FileManager.default.removeItem(atPath: target.path)
      throw target.error(.inputOutput(code: 0))
    }
    return report
  }

  private func survey() throws(StoreError) -> StoreSurvey {
    try source.checkKind()
    guard let file = ReadOnlyFile(path: source.path) else { throw source.error(.inputOutput(code: 0)) }
    let journal = ReadOnlyFile(path: source.path + "-wal")
    let pages = StorePages(file: file, journal: journal.flatMap { $0.size > 0 ? $0 : nil })
    let seal = try SealedRows.seal(of: pages, with: key, at: source.path)
    let survey = StoreSurvey(pages, seal, includingDoubtful: includesDoubtful)
    guard seal.isPlain else { return survey }
    // Of an encrypted store whose row in `encryption` is gone, no line can be read; what has none is plain in every store.
    let report = survey.finalReport
    let isReadable = report.saved.keys.contains { $0 != .settings }
    if !isReadable, !report.unreadable.isEmpty, !survey.map.isSurelyPlain {
      throw source.error(.encryptionLost)
    }
    guard key == nil || report.savedRows == 0 else { throw source.error(.notEncrypted) }
    return survey
  }

  /// What changes when somebody writes to a store: size and time of the file and of its journal.
  private static func marks(of file: StoreFile) -> [String] {
    [file.path, file.path + "-wal"].map { path in
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      let date = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970
      return "\(attributes?[.size] as? Int ?? -1) \(date ?? -1)"
    }
  }
}
