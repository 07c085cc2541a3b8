internal import Activities
internal import ArgumentParser
internal import DonationCodec
internal import DonationStore
internal import Foundation
internal import Hunch
internal import ModelFile
internal import Suggestions

/// Which store.
struct StoreOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The store's file. Default: HUNCH_STORE, else hunch/donations.sqlite in XDG_DATA_HOME or ~/.local/share.",
      valueName: "path"))
  var store: String?

  @Option(
    help: ArgumentHelp(
      "The key of an encrypted store, in a file. Default: HUNCH_KEY_FILE, or the key itself in HUNCH_KEY.",
      valueName: "path"))
  var keyFile: String?

  /// Where the store lies.
  ///
  /// - Throws: A ``Failure`` for an empty path: a script whose variable is unset must not write into the usual store.
  func path() throws -> String {
    guard store?.isEmpty != true else { throw Failure("--store is empty; give the path of a file", .usage) }
    let environment = ProcessInfo.processInfo.environment
    guard let path = StoreLocation.path(explicit: store, environment: environment) else {
      throw OpeningError.noStorePath
    }
    return path
  }

  /// Opens the store, and makes it if there is none.
  func open() throws -> SQLiteDonationLog {
    try SQLiteDonationLog(path: try path(), key: try key())
  }

  /// The key that was given.
  ///
  /// - Throws: A ``Failure`` for an empty path: who names a key file must not be left with a plain store.
  func key() throws -> StoreKey? {
    guard keyFile?.isEmpty != true else {
      throw Failure("--key-file is empty; give the path of a file", .usage)
    }
    return try StoreKey.given(file: keyFile, environment: ProcessInfo.processInfo.environment)
  }

  /// Whether there is something where the store lies.
  ///
  /// - Throws: `StoreError` if that cannot be told.
  func exists() throws -> Bool { try SQLiteDonationLog.exists(path: try path()) }

  /// Opens the store; `nil` if there is none, because asking should not make one.
  func openExisting() throws -> SQLiteDonationLog? {
    try exists() ? try open() : nil
  }

  /// Opens the store to look at it.
  ///
  /// - Throws: A ``Failure`` with code 1 if there is none.
  func openToRead() throws -> SQLiteDonationLog {
    guard let log = try openExisting() else {
      throw Failure("no donations yet: there is no store at \(try path())", .nothingFound)
    }
    return log
  }
}

/// Which model.
struct ModelOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A model file made by `hunch train`. Default: the one that is shipped.", valueName: "path"))
  var model: String?

  /// Opens the model.
  func open() throws -> ModelFile {
    if let model, !FileManager.default.fileExists(atPath: model) {
      throw FileFailure(file: model, reason: .notFound)
    }
    do {
      return try ModelFile.open(model)
    } catch {
      throw model.map { Failure("\($0): \(error)", Failure(error)?.code ?? .badData) } ?? error as any Error
    }
  }
}

/// How much is said, and how.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print JSON.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print no notes and no progress; errors are printed all the same.")
  var quiet = false

  /// A remark for people.
  func note(_ text: String) {
    if !quiet { Console.note(text) }
  }
}

/// Whose donations.
struct UserOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Whose donations. Default: me.", valueName: "name"), transform: Arguments.user)
  var user = UserIdentifier.me
}
