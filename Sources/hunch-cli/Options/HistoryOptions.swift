internal import Activities
internal import ArgumentParser

/// Whose history: of a log file, or of the store.
struct HistoryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("A log file instead of the store; - is standard input.", valueName: "file"))
  var log: String?

  @OptionGroup var store: StoreOptions

  @Option(
    help: ArgumentHelp("Whose donations. Default: me, or with --log the only user in it.", valueName: "name"),
    transform: Arguments.user)
  var user: UserIdentifier?

  func validate() throws {
    if log != nil, store.store != nil { throw ValidationError("Give --log or --store, not both.") }
  }

  /// Opens it.
  ///
  /// - Throws: A ``Failure`` with code 1 if there is nothing.
  func open(quiet: Bool) async throws -> (any DonationLog, UserIdentifier) {
    guard let path = log else { return (try store.openToRead(), user ?? .me) }
    return try await Self.load(path, user: user, quiet: quiet)
  }

  /// Reads a log file, and chooses a user of it.
  static func load(
    _ path: String, user: UserIdentifier?, quiet: Bool
  ) async throws -> (any DonationLog, UserIdentifier) {
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
