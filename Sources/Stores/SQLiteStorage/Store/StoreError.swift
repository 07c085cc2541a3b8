/// The reason why a store could not be opened, read or written.
///
/// The description says what is wrong and how to fix it. It names neither the file nor anything in
/// it.
public struct StoreError: Error, Equatable, Sendable {
  /// The reason for the error.
  public let reason: Reason
  /// The file that caused the error.
  public let path: String

  /// A reason for an error of a store.
  public enum Reason: Equatable, Sendable {
    /// The path names a folder.
    case isFolder
    /// The path names a device, a pipe or a socket.
    case notARegularFile
    /// The path is a dangling link, or a loop of links.
    case brokenLink
    /// The path, or a name in it, is longer than the system allows.
    case nameTooLong
    /// The file is not an SQLite database.
    case notADatabase
    /// The file is an SQLite database of another program.
    case foreign
    /// The file is a store, but parts of it are missing, overwritten or unreadable. SQLite does not
    /// distinguish these.
    case damaged
    /// The journal next to the file has acknowledged transactions after damaged frames, and SQLite
    /// would drop them.
    case damagedJournal
    /// The journal next to the path belongs to another store, or to a removed one, and SQLite would
    /// use it for this store.
    case strangeJournal
    /// A new file would have the name of a store's journal, and SQLite would overwrite or remove
    /// it.
    case nameOfJournal
    /// The file or its journal was moved, removed or replaced while the store was open.
    case moved
    /// The file does not exist.
    case missing
    /// A file already exists at the path of a new one.
    case exists
    /// No part of the file can be recognised as part of a store.
    case nothingReadable
    /// An erasure was interrupted, so all readable pages may also contain forgotten rows.
    case onlyDoubtful
    /// Another process changed the file during the reading.
    case changing
    /// A newer version wrote the file.
    case newerSchema(found: Int, known: Int)
    /// Users other than the owner may read or write the file.
    case openToOthers(mode: Int)
    /// Other users may write to the folder, and so replace the store with another file.
    case folderOpenToOthers(mode: Int)
    /// The file or its folder belongs to another user.
    case ownedByAnother
    /// The file cannot be read or written, or a folder above it cannot be entered.
    case permissionDenied
    /// The folder is not writable, but SQLite needs to create its journal there.
    case readOnlyFolder
    /// The folder or the file could not be created or opened.
    case cannotCreate
    /// This process, or the system, has reached its limit of open files.
    case tooManyFiles
    /// Another process kept the store locked for longer than the time-out.
    case busy
    /// The disk is full, or a quota is reached. SQLite needs some space even to read.
    case diskFull
    /// Reading or writing failed, with this extended result code of SQLite.
    case inputOutput(code: Int)
    /// The bytes of forgotten donations could not be overwritten yet: another process was reading,
    /// or the disk is full or failing.
    case erasureDelayed
    /// The store is encrypted, and no key was given.
    case keyMissing
    /// The store is encrypted with a key other than the given one.
    case wrongKey
    /// The row that describes the encryption is lost, so no key opens the rest.
    case encryptionLost
    /// A key was given, but the store is not encrypted.
    case notEncrypted
    /// The store to be encrypted is already encrypted.
    case alreadyEncrypted
    /// The store was encrypted, decrypted or given another key since it was opened.
    case encryptionChanged
    /// SQLite could not allocate memory.
    case outOfMemory
    /// SQLite failed with another extended result code.
    case database(code: Int)
  }

  package init(_ reason: Reason, at path: String) {
    self.reason = reason
    self.path = path
  }
}

extension StoreError: CustomStringConvertible {
  /// The problem, and how to fix it.
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
      put the files back, or check the current files, and try again
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
