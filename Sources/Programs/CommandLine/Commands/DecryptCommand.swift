internal import Activities
internal import ArgumentParser
internal import SQLiteStorage

/// `hunch decrypt`.
struct DecryptCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "decrypt",
    abstract: "Decrypt the store.",
    discussion: """
      Afterwards, anyone who can read the file can read everything in it. On a terminal it asks first; elsewhere it needs --yes.

        hunch decrypt --key-file ~/.config/hunch/key --yes
      """)
  static let sample = ["--store", "kept.sqlite", "--key-file", "kept.key", "--yes"]

  @Flag(help: "Do not ask for confirmation.")
  var yes = false

  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let path = try store.path()
    guard try store.exists() else { throw Failure("there is no store at \(path)", .nothingFound) }
    guard let key = try store.key() else {
      throw Failure(
        "\(path): give the store's key with --key-file, HUNCH_KEY_FILE or HUNCH_KEY", .noPermission)
    }
    try confirm()
    do {
      try await SQLiteDonationStore.decrypt(path: path, key: key)
    } catch let error as StoreError where error.reason == .erasureDelayed {
      throw Failure(EncryptionWords.delayed, .tryAgain)
    }
    output.note("the store is no longer encrypted; unset HUNCH_KEY_FILE and HUNCH_KEY")
  }

  private func confirm() throws {
    guard !yes else { return }
    guard Terminal.standardInput.isInteractive else {
      throw Failure("anyone who can read the file could read everything in it; confirm with --yes", .usage)
    }
    Console.ask("Make everything readable for anyone who can read the file? [y/N] ")
    guard ["y", "yes"].contains(readLine()?.lowercased()) else {
      throw Failure("the store stays encrypted", .nothingFound)
    }
  }
}

/// The messages that both commands share.
enum EncryptionWords {
  static let delayed = """
    done, but the file still holds old bytes: another process is reading, or the disk is full or fails; run hunch doctor \
    when that is over
    """
}
