internal import Activities
internal import Answers
internal import ArgumentParser
internal import Foundation
internal import Hunch
internal import LogFormat
internal import ModelFile
internal import SQLiteStorage
internal import Suggestions

/// The options that select a store.
struct StoreOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Use this store. Default: HUNCH_STORE, else hunch/donations.sqlite in XDG_DATA_HOME or ~/.local/share.",
      valueName: "path"),
    completion: .file())
  var store: String?

  @Option(
    help: ArgumentHelp(
      "Read the key of an encrypted store from this file. Default: HUNCH_KEY_FILE, or the key itself in HUNCH_KEY.",
      valueName: "path"),
    completion: .file())
  var keyFile: String?

  /// Returns the path of the store.
  ///
  /// - Throws: A ``Failure`` for an empty path: a script with an unset variable must not write into
  ///   the default store.
  func path() throws -> String {
    guard store?.isEmpty != true else { throw Failure("--store is empty; give the path of a file", .usage) }
    let environment = ProcessInfo.processInfo.environment
    guard let path = StoreLocation.path(explicit: store, environment: environment) else {
      throw OpeningError.noStorePath
    }
    return path
  }

  /// Opens the store, and creates it if there is none.
  func open() throws -> SQLiteDonationStore {
    try SQLiteDonationStore(path: try path(), key: try key())
  }

  /// Returns the given key.
  ///
  /// - Throws: A ``Failure`` for an empty path: a user who names a key file must not get a plain
  ///   store.
  func key() throws -> StoreKey? {
    guard keyFile?.isEmpty != true else {
      throw Failure("--key-file is empty; give the path of a file", .usage)
    }
    return try StoreKey.given(file: keyFile, environment: ProcessInfo.processInfo.environment)
  }

  /// Returns whether a file exists at the store's path.
  ///
  /// - Throws: `StoreError` if that cannot be determined.
  func exists() throws -> Bool { try SQLiteDonationStore.exists(path: try path()) }

  /// Opens the store; `nil` if there is none, because a query should not create one.
  func openExisting() throws -> SQLiteDonationStore? {
    try exists() ? try open() : nil
  }

  /// Opens the store for reading.
  ///
  /// - Throws: A ``Failure`` with code 1 if there is none.
  func openToRead() throws -> SQLiteDonationStore {
    guard let log = try openExisting() else {
      throw Failure("no donations yet: no store at \(try path())", .nothingFound)
    }
    return log
  }
}

/// The options that select a model.
struct ModelOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Use this model file, from `hunch train`. Default: the shipped model.", valueName: "path"),
    completion: .file())
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

/// The options for the amount and format of the output.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print JSON.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print no notes and no progress; errors are still printed.")
  var quiet = false

  /// Prints on a terminal what was done; a script has the exit code.
  func confirm(_ text: @autoclosure () -> String) {
    if !json, Terminal.standardError.isInteractive { note(text()) }
  }

  /// Prints a remark for people.
  func note(_ text: String) {
    if !quiet { Console.note(text) }
  }
}

/// The option that selects a user.
struct UserOptions: ParsableArguments {
  @Option(
    name: .customLong("user"),
    help: ArgumentHelp("Use this user. Default: the only user of the store, else me.", valueName: "name"),
    completion: .users,
    transform: Arguments.user)
  var name: UserIdentifier?

  /// Returns the selected user.
  ///
  /// - Throws: A ``Failure`` if the store has several users, none of them is `me`, and none is
  ///   named.
  func user(in log: (any DonationStore)?, quiet: Bool) async throws -> UserIdentifier {
    try await Self.user(name, in: log, quiet: quiet)
  }

  /// Returns the named user, else the only one of a store, else `me`; on a terminal a note tells of
  /// other users.
  ///
  /// - Throws: A ``Failure`` if the store has several users, none of them is `me`, and none is
  ///   named.
  static func user(
    _ name: UserIdentifier?, in log: (any DonationStore)?, at path: String? = nil, quiet: Bool
  ) async throws -> UserIdentifier {
    if let name { return name }
    let users = try await log?.users().map(\.user) ?? []
    guard let user = UserIdentifier.unnamed(among: users) else {
      throw Failure(
        path.map { "\($0): the log has \(users.count) users; name one with --user" }
          ?? "\(users.count) users have donations; name one with --user, as `hunch users` lists them", .usage)
    }
    if users.count > 1, !quiet, Terminal.standardError.isInteractive {
      let others = Formatting.count(users.count - 1, "other user")
      Console.note("using user me; name one of \(others) with --user (`hunch users`)")
    }
    return user
  }
}
