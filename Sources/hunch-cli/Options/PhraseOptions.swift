internal import Activities
internal import ArgumentParser
internal import DonationStore
internal import Foundation
internal import Hunch
internal import Phrases

/// Whose phrases, from where.
struct PhraseOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Read a log file instead of the store; - is standard input.", valueName: "file"))
  var log: String?

  @OptionGroup var store: StoreOptions

  @Option(
    help: ArgumentHelp("Whose phrases. Default: me, or with --log the only user in it.", valueName: "name"),
    transform: Arguments.user)
  var user: UserIdentifier?

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if log != nil, store.store != nil { throw ValidationError("Give --log or --store, not both.") }
  }

  /// Where phrases are read from, and whose they are.
  ///
  /// - Throws: A ``Failure`` with code 1 if there is nothing.
  func source() async throws -> (log: any PhraseLog, user: UserIdentifier) {
    guard let path = log else { return (try store.openToRead(), user ?? .me) }
    let log = try await LogFile(path: path).load(quiet: output.quiet)
    if let user { return (log, user) }
    let users = await log.users().map(\.user)
    if users.count == 1 { return (log, users[0]) }
    guard users.contains(.me) else {
      throw Failure("\(path): \(users.count) users are in it; name one with --user", .usage)
    }
    return (log, .me)
  }

  /// The phrases.
  ///
  /// - Throws: A ``Failure`` with code 1 if there is none.
  func book() async throws -> PhraseBook {
    let (log, user) = try await source()
    let book = try await PhraseBook(reading: log, of: user, language: Self.language)
    guard !book.entries.isEmpty else {
      throw Failure("no donations yet, so there are no phrases", .nothingFound)
    }
    return book
  }

  /// The language of this process's messages.
  static var language: PhraseLanguage {
    let environment = ProcessInfo.processInfo.environment
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    return PhraseLanguage(locale: locale ?? "")
  }
}
