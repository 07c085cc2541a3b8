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
      Encrypts the contents of the store (titles, userInfo, places, phrases, words, names of users and programs, the learned \
      state) with a key from a file, and overwrites the plain text. Times, counts and sizes stay visible; see the article \
      Encryption. If the key file does not exist, it is created with its folder, readable by you alone. Keep a copy of it \
      apart from the store: without the key nobody can read the store, not even you.

        hunch encrypt --new-key-file ~/.config/hunch/key
        export HUNCH_KEY_FILE=~/.config/hunch/key
        hunch encrypt --rotate --new-key-file ~/.config/hunch/key.2
        export HUNCH_KEY_FILE=~/.config/hunch/key.2

      The change is one transaction: if it is interrupted, the store and its key are unchanged. Programs that have the store \
      open must open it again.
      """)
  static let sample = ["--new-key-file", "a.key"]

  @Option(
    help: ArgumentHelp(
      "Encrypt with the key in this file; create it if it does not exist.", valueName: "path"),
    completion: .file())
  var newKeyFile: String

  @Flag(help: "Change the key of an encrypted store, from that of --key-file to the new one.")
  var rotate = false

  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if store.keyFile != nil, !rotate {
      throw ValidationError("--key-file needs --rotate: it is the current key of an encrypted store.")
    }
    if newKeyFile.isEmpty { throw ValidationError("--new-key-file is empty; give the path of a file.") }
  }

  func run() async throws {
    let path = try store.path()
    guard !StoreLocation.isPart(newKeyFile, ofStoreAt: path) else {
      throw Failure(
        "\(newKeyFile): this is the store, or SQLite would remove it as the store's journal; choose another name",
        .usage)
    }
    let old = rotate ? try oldKey() : nil
    // Checked first, so that a failure does not leave a useless key file.
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

  /// Reports the new state of the store, which holds even if old bytes could not be overwritten.
  private func report(_ key: StoreKey, isNew: Bool, replacing old: StoreKey?) {
    if isNew { output.note("a new key is in \(newKeyFile); keep a copy of it apart from the store") }
    guard let old else { return output.note("the store is encrypted") }
    guard key != old else {
      return output.note(
        """
        the store has a new salt, but the same key still opens it; if somebody may have read the key, rotate to another file
        """)
    }
    output.note("the store has a new key; the old one no longer opens it")
    output.note("use the new one from now on: --key-file \(newKeyFile), or HUNCH_KEY_FILE")
  }

  private func oldKey() throws -> StoreKey {
    guard try store.exists() else { throw Failure("there is no store at \(try store.path())", .nothingFound) }
    guard let key = try store.key() else {
      throw Failure("--rotate needs the current key: give --key-file, HUNCH_KEY_FILE or HUNCH_KEY", .usage)
    }
    return key
  }
}
