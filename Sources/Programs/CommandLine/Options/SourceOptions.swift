internal import Activities
internal import ArgumentParser
internal import SQLiteStorage
internal import Storage

/// The options that select a store or log, and a user.
struct SourceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Read this log file instead of the store; - is standard input.", valueName: "file"),
    completion: .file()
  )
  var log: String?

  @OptionGroup var store: StoreOptions

  @Option(
    help: ArgumentHelp("Use this user. Default: the only user, else me.", valueName: "name"),
    completion: .users,
    transform: Arguments.user)
  var user: UserIdentifier?

  func validate() throws {
    if log != nil, store.store != nil { throw ValidationError("Give --log or --store, not both.") }
    if log != nil, store.keyFile != nil { throw ValidationError("A log has no key; leave --key-file out.") }
  }

  /// Returns the store to ask, and the user to ask about.
  ///
  /// Without a store it returns an empty one in memory, and creates no file.
  ///
  /// - Throws: A ``Failure`` if there are several users, none of them is `me`, and none is named.
  func open(quiet: Bool) async throws -> (any DonationStore, UserIdentifier) {
    if let log { return try await Self.load(log, user: user, quiet: quiet) }
    let log = try store.openExisting() ?? InMemoryDonationStore() as any DonationStore
    return (log, try await UserOptions.user(user, in: log, quiet: quiet))
  }

  /// Returns the store to read, and the user.
  ///
  /// - Throws: A ``Failure``, with code 1 if there is no store.
  func openToRead(quiet: Bool) async throws -> (any DonationStore, UserIdentifier) {
    if let log { return try await Self.load(log, user: user, quiet: quiet) }
    let log = try store.openToRead()
    return (log, try await UserOptions.user(user, in: log, quiet: quiet))
  }

  /// Reads a log file, and chooses one of its users.
  ///
  /// - Throws: A ``Failure`` if it has several users and none is named.
  static func load(
    _ path: String, user: UserIdentifier?, quiet: Bool
  ) async throws -> (InMemoryDonationStore, UserIdentifier) {
    let log = try await LogFile(path: path).load(quiet: quiet)
    return (log, try await UserOptions.user(user, in: log, at: path, quiet: quiet))
  }
}
