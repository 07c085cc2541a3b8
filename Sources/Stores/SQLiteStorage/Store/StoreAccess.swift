internal import Foundation

/// Checks that nobody else can read a store or replace it.
///
/// - *Files* (the store, and SQLite's files next to it): they must belong to this user and be
///   closed to all others, mode 0600. SQLite creates its journals with the mode of the store.
/// - *The folder*: it must belong to this user or root, and others must not be able to write to it,
///   or they could replace the file. In a folder with the sticky bit, such as `/tmp`, they can add
///   files next to the store but not replace it; files next to it are checked. Others may list the
///   folder, because a store may be anywhere (`--store ./x.sqlite`) and its content is closed to
///   them. Only Hunch's default folder, which has nothing else in it, is closed, mode 0700,
///   whenever it is found open: the modification time of a file shows when somebody was active.
///
/// Root may open the stores of other users, because SQLite then gives new files to the store's
/// owner. Folders further up are not checked: anyone who can change those controls the whole
/// account.
struct StoreAccess {
  let file: StoreFile

  private static let (othersMayAnything, othersMayWrite, isSticky) = (0o077, 0o022, 0o1000)

  /// Checks existing files.
  ///
  /// - Throws: ``StoreError``: ``StoreError/Reason/openToOthers(mode:)``,
  ///   ``StoreError/Reason/folderOpenToOthers(mode:)``, ``StoreError/Reason/ownedByAnother``,
  ///   ``StoreError/Reason/notARegularFile``, ``StoreError/Reason/permissionDenied`` or
  ///   ``StoreError/Reason/readOnlyFolder``.
  func check() throws(StoreError) {
    try checkFolder()
    try checkFile(at: file.path)
    for journal in StoreFile.journals { try checkFile(at: file.path + journal) }
    let files = FileManager.default
    guard files.isWritableFile(atPath: file.path) else { throw file.error(.permissionDenied) }
    guard files.isWritableFile(atPath: file.folder) else { throw file.error(.readOnlyFolder) }
  }

  /// Checks the folder of an existing or new store.
  func checkFolder() throws(StoreError) {
    guard let folder = Entry(path: file.folder) else { return }
    guard folder.isOurs || folder.owner == 0 else { throw StoreError(.ownedByAnother, at: file.folder) }
    guard folder.mode & Self.othersMayWrite == 0 || folder.mode & Self.isSticky != 0 else {
      throw StoreError(.folderOpenToOthers(mode: folder.mode), at: file.folder)
    }
    guard folder.mode & Self.othersMayAnything != 0, StoreLocation.isInFolderOfItsOwn(file.path) else {
      return
    }
    // If it cannot be closed, it is treated like any other folder.
    try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file.folder)
  }

  private func checkFile(at path: String) throws(StoreError) {
    guard let entry = Entry(path: path) else { return }
    guard entry.type == .typeRegular else { throw StoreError(.notARegularFile, at: path) }
    guard entry.isOurs else { throw StoreError(.ownedByAnother, at: path) }
    guard entry.mode & Self.othersMayAnything == 0 else {
      throw StoreError(.openToOthers(mode: entry.mode), at: path)
    }
  }

  /// The owner and mode of the file at a path; links are not followed.
  private struct Entry {
    let type: FileAttributeType?
    let mode: Int
    let owner: UInt32

    init?(path: String) {
      guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
      type = attributes[.type] as? FileAttributeType
      mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
      owner = (attributes[.ownerAccountID] as? NSNumber)?.uint32Value ?? .max
    }

    var isOurs: Bool { owner == geteuid() || geteuid() == 0 }
  }
}
