internal import Activities
internal import ArgumentParser
internal import DonationStore

/// From what is answered, and about whom.
struct SourceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("A log file instead of the store; - is standard input.", valueName: "file")
  )
  var log: String?

  @OptionGroup var store: StoreOptions

  @Option(
    help: ArgumentHelp("Whose donations. Default: me, or with --log the only user in it.", valueName: "name"),
    transform: Arguments.user)
  var user: UserIdentifier?

  func validate() throws {
    if log != nil, store.store != nil { throw ValidationError("Give --log or --store, not both.") }
    if log != nil, store.keyFile != nil { throw ValidationError("A log has no key; leave --key-file out.") }
  }

  /// What to ask, and about whom.
  ///
  /// Without a store the answer is that of an empty one, and none is made by asking.
  ///
  /// - Throws: A ``Failure`` if several users are in the log and none is named.
  func open(quiet: Bool) async throws -> (any DonationLog, UserIdentifier) {
    if let log { return try await Self.load(log, user: user, quiet: quiet) }
    return (try store.openExisting() ?? InMemoryDonationLog() as any DonationLog, user ?? .me)
  }

  /// What to read, and of whom.
  ///
  /// - Throws: A ``Failure``, with code 1 if there is no store.
  func openToRead(quiet: Bool) async throws -> (any PhraseLog, UserIdentifier) {
    if let log { return try await Self.load(log, user: user, quiet: quiet) }
    return (try store.openToRead(), user ?? .me)
  }

  /// Reads a log file, and chooses a user of it.
  ///
  /// - Throws: A ``Failure`` if several users are in it and none is named.
  static func load(
    _ path: String, user: UserIdentifier?, quiet: Bool
  ) async throws -> (InMemoryDonationLog, UserIdentifier) {
    let log = try await LogFile(path: path).load(quiet: quiet)
    if let user { return (log, user) }
    let users = await log.users().map(\.user)
    if users.count == 1 { return (log, users[0]) }
    guard users.contains(.me) else {
      throw Failure("\(path): \(users.count) users are in it; name one with --user", .usage)
    }
    return (log, .me)
  }
}
