/// The reason why a store could not be opened, read or written.
///
/// The description says what is wrong and how to mend it; it names neither the file nor anything in
/// it.
public struct StoreError: Error, Equatable, Sendable {
  /// The reason for the error.
  public let reason: Reason
  /// The file that it went wrong with.
  public let path: String

  /// A reason for an error of a store.
  public enum Reason: Equatable, Sendable {
    /// The path names a folder.
    case isFolder
    /// The path names a device, a pipe or a socket.
    case notARegularFile
    /// The path is a link that leads nowhere, or in a circle.
    case brokenLink
    /// The path, or a name in it, is longer than the system takes.
    case nameTooLong
    /// The file is not an SQLite database.
    case notADatabase
    /// The file is an SQLite database of another program.
    case foreign
    /// The file is a store, but parts of it are missing or overwritten; or cannot be read, which
    /// SQLite takes for the same.
    case damaged
    /// The journal beside the file has transactions that were acknowledged, behind frames that are
    /// damaged: SQLite would drop them.
    case damagedJournal
    /// Beside the path lies a journal of another store, or of one that was removed: SQLite would
    /// take it for this one's.
    case strangeJournal
    /// A new file would have the name of a journal of a store: SQLite would write it over or remove
    /// it.
    case nameOfJournal
    /// While the store was open, its file or a journal of it was moved, removed or replaced.
    case moved
    /// There is no file.
    case missing
    /// A file is there where a new one was to be made.
    case exists
    /// Nothing in the file can be told to be part of a store.
    case nothingReadable
    /// The readable content of the file stands only on pages where forgotten rows may stand too,
    /// because an erasure was interrupted.
    case onlyDoubtful
    /// Another process changed the file while it was read.
    case changing
    /// A newer version wrote the file.
    case newerSchema(found: Int, known: Int)
    /// Others than the owner may read or write the file.
    case openToOthers(mode: Int)
    /// Others may write in the folder, and so put another file in the store's place.
    case folderOpenToOthers(mode: Int)
    /// The file or its folder belongs to another user.
    case ownedByAnother
    /// The file may not be read, or not be written, or a folder above it not be entered.
    case permissionDenied
    /// The folder may not be written: SQLite keeps its journal beside the file.
    case readOnlyFolder
    /// The folder or the file could not be made, or not be opened.
    case cannotCreate
    /// This process, or the system, has as many files open as it may.
    case tooManyFiles
    /// Another process kept the store locked for longer than the time-out.
    case busy
    /// The disk is full, or a quota is reached; SQLite needs some room even to read.
    case diskFull
    /// Reading or writing failed; the extended result code of SQLite.
    case inputOutput(code: Int)
    /// The bytes of what was forgotten could not be overwritten yet: someone was reading, or the
    /// disk is full or failed.
    case erasureDelayed
    /// The store is encrypted, and no key was given.
    case keyMissing
    /// The store is encrypted with another key than the one that was given.
    case wrongKey
    /// The row that says how the store is encrypted is lost: no key opens what is left.
    case encryptionLost
    /// A key was given, and the store is not encrypted.
    case notEncrypted
    /// A store that was to be encrypted is encrypted already.
    case alreadyEncrypted
    /// Since the store was opened it was encrypted, given another key, or decrypted.
    case encryptionChanged
    /// SQLite could get no memory.
    case outOfMemory
    /// Anything else that SQLite refuses; its extended result code.
    case database(code: Int)
  }

  package init(_ reason: Reason, at path: String) {
    self.reason = reason
    self.path = path
  }
}

extension StoreError: CustomStringConvertible {
  /// The problem, and the way to mend it.
  public var description: String {
    switch reason {
    case .isFolder: "the store's path is a folder; name a file in it"
    case .notARegularFile: "the store's path is not a regular file; name another"
    case .brokenLink: "the store's path is a dangling link; fix it, or name another file"
    case .nameTooLong: "the store's path is longer than the system allows; use a shorter one"
    case .notADatabase:
      """
      neither a donation store nor another SQLite database, and not changed; name another file (if it was a store, \
      hunch doctor --repair recovers its readable data)
      """
    case .foreign: "an SQLite database of another program, and not changed; name another file"
    case .damaged:
      """
      the store is damaged, or its disk cannot be read; check the disk, then recover readable data into a new store with \
      hunch doctor --repair, or restore the store from a copy; nothing was changed
      """
    case .damagedJournal:
      """
      the journal next to the store is damaged, and opening the store would lose its latest data; recover readable data \
      into a new store with hunch doctor --repair, or restore both files from a copy; nothing was changed
      """
    case .strangeJournal:
      """
      this journal belongs to another store, but SQLite would use it for this one; move it away (if its store was \
      removed, it may hold that store's latest data); nothing was changed
      """
    case .nameOfJournal:
      "reserved for the journal of a store, and SQLite would overwrite or remove the file; choose another name"
    case .moved:
      """
      the store or its journal was moved, removed or replaced while it was open, and unacknowledged changes are lost; \
      put the files back, or check the files that are there now, and try again
      """
    case .missing: "there is no such store"
    case .exists: "the file already exists; choose a new name"
    case .nothingReadable:
      "the file has no readable part of a store; restore it from a copy, or import your logs into a new store"
    case .onlyDoubtful:
      """
      an erasure was interrupted, and all readable pages may contain forgotten donations too; recover those pages with \
      hunch doctor --repair and --include-doubtful, or restore the store from a copy; nothing was changed
      """
    case .changing: "another process changed the store while it was read; stop that process and try again"
    case .newerSchema(let found, let known):
      "the store has schema \(found), but this version supports \(known); use the newer version that wrote it"
    case .openToOthers(let mode):
      "others can read or write the store (mode 0\(String(mode, radix: 8))); run chmod 600 on it"
    case .folderOpenToOthers(let mode):
      "others can write to the store's folder (mode 0\(String(mode, radix: 8))); run chmod go-w on it, or use another folder"
    case .ownedByAnother:
      "the store or its folder belongs to another user; use your own store, or run as that user"
    case .permissionDenied:
      "no permission to read and write the store; check the owner and mode of the file and of its folders"
    case .readOnlyFolder:
      "the store's folder is not writable, but the journal must be in it; check its mode"
    case .cannotCreate:
      "the store could not be opened or created; check that its folder is writable, and that the disk has free space"
    case .tooManyFiles:
      "too many files are open; raise the limit (ulimit -n), or close other programs, and try again"
    case .busy:
      "another process has locked the store; try again, or find it with fuser -v PATH"
    case .diskFull:
      "the disk is full, or a quota is reached; free some space and try again; the batch was not stored"
    case .inputOutput(let code):
      "the store could not be read or written (SQLite code \(code)); check the disk and its free space"
    case .erasureDelayed:
      "forgotten, but the bytes are still in the file: another process is reading, or the disk is full or failing; open "
        + "the store again later to erase them"
    case .keyMissing:
      "the store is encrypted; give its key with --key-file, HUNCH_KEY_FILE or HUNCH_KEY (StoreKey in a program)"
    case .wrongKey:
      "the store is encrypted with another key; give its current key; nothing was changed"
    case .encryptionLost:
      """
      the encryption data of the store is damaged, and without it not even the right key opens the rest; restore the \
      store from a copy
      """
    case .notEncrypted:
      "a key was given, but the store is not encrypted; run hunch encrypt, or omit the key; nothing was changed"
    case .alreadyEncrypted:
      "the store is already encrypted; change its key with --rotate; nothing was changed"
    case .encryptionChanged:
      "the store was encrypted, decrypted or given another key since it was opened; reopen it with its current key"
    case .outOfMemory:
      "not enough memory; close other programs and try again; the batch was not stored"
    case .database(let code):
      "SQLite failed (code \(code)); run hunch doctor, which checks every byte of the store"
    }
  }
}
