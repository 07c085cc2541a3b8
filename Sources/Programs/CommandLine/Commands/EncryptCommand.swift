internal import Activities
internal import ArgumentParser
internal import Foundation
internal import SQLiteStorage

/// `hunch encrypt`.
struct EncryptCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "encrypt",
    abstract: "Encrypt the store, or change its key.",
    discussion: """
      Encrypts what the store says (titles, userInfo, places, phrases, words, names of users and programs, what was learned) \
      with a key from a file, and overwrites what was there before. Times, counts and sizes stay visible; see \
      the article Encryption. The key file is made, with its folder, for you alone to read, if there is none. Keep a copy of it apart \
      from the store: without it nobody can read the store, you included.

        hunch encrypt --new-key-file ~/.config/hunch/key
        export HUNCH_KEY_FILE=~/.config/hunch/key
        hunch encrypt --rotate --new-key-file ~/.config/hunch/key.2
        export HUNCH_KEY_FILE=~/.config/hunch/key.2

      All is done in one transaction: if it is interrupted, the store is as it was, and so is its key. Programs that have \
      the store open have to open it again.
      """)
  static let sample = ["--new-key-file", "a.key"]

  @Option(
    help: ArgumentHelp("The file of the key from now on; it is made if there is none.", valueName: "path"),
    completion: .file())
  var newKeyFile: String

  @Flag(help: "The store is encrypted already, with the key of --key-file; give it the new one.")
  var rotate = false

  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if store.keyFile != nil, !rotate {
      throw ValidationError("--key-file is the key of an encrypted store; give it with --rotate.")
    }
    if newKeyFile.isEmpty { throw ValidationError("--new-key-file is empty; give the path of a file.") }
  }

  func run() async throws {
    let path = try store.path()
    guard !StoreLocation.isPart(newKeyFile, ofStoreAt: path) else {
      throw Failure(
        "\(newKeyFile): is the store itself, or SQLite would take it for a journal of it and remove it; choose another name",
        .usage)
    }
    let old = rotate ? try oldKey() : nil
    // Before a key file is made for nothing.
    if try store.exists() { try SQLiteDonationStore.checkKey(old, path: path) }
    let isNew = try !StoreKey.exists(file: newKeyFile)
    let key = isNew ? try StoreKey.make(file: newKeyFile) : try StoreKey(file: newKeyFile)
    do {
      try await SQLiteDonationStore.encrypt(path: path, with: key, replacing: old)
    } catch let error as StoreError where error.reason == .erasureDelayed {
      report(key, isNew: isNew, replacing: old)
      throw Failure(EncryptionWords.delayed, .tryAgain)
    }
    report(key, isNew: isNew, replacing: old)
  }

  /// Says what the store is from now on: it is so even if bytes of before could not be overwritten.
  private func report(_ key: StoreKey, isNew: Bool, replacing old: StoreKey?) {
    if isNew { output.note("a new key is in \(newKeyFile); keep a copy of it apart from the store") }
    guard let old else { return output.note("the store is encrypted") }
    guard key != old else {
      return output.note(
        """
        the store has a new salt, but its key is the same and opens it as before; if somebody may have read the key, \
        rotate to another file
        """)
    }
    output.note("the store has a new key; the old one opens it no more")
    output.note("name the new one from now on: --key-file \(newKeyFile), or HUNCH_KEY_FILE")
  }

  private func oldKey() throws -> StoreKey {
    guard try store.exists() else { throw Failure("there is no store at \(try store.path())", .nothingFound) }
    guard let key = try store.key() else {
      throw Failure("--rotate needs the current key: give --key-file, HUNCH_KEY_FILE or HUNCH_KEY", .usage)
    }
    return key
  }
}
