internal import Activities
internal import ArgumentParser
internal import Foundation
internal import SQLiteStorage

/// `hunch export`.
struct ExportCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export everything in the store as a donation log.",
    discussion: """
      Prints each line as it was donated, including fields that this version does not know. Imported into an empty store, the \
      lines give the same answers. Privacy rules, retention, hints and app catalogs are not exported. \
      The output is plain text even if the store is encrypted, and anyone who reads it reads everything.

        hunch export > backup.jsonl
      """)
  static let sample = ["--user", "ZQuser"]

  @Option(
    help: ArgumentHelp("Export only this user's donations. Default: all users.", valueName: "name"),
    completion: .users,
    transform: Arguments.user)
  var user: UserIdentifier?

  @OptionGroup var store: StoreOptions

  func run() async throws {
    var chunk = Data()
    var isEmpty = true
    for try await line in try store.openToRead().lines(of: user) {
      isEmpty = false
      chunk.append(line)
      chunk.append(UInt8(ascii: "\n"))
      guard chunk.count >= 1 << 16 else { continue }
      try Console.write(lines: chunk)
      chunk.removeAll(keepingCapacity: true)
    }
    try Console.write(lines: chunk)
    if isEmpty { throw Failure("no donations yet", .nothingFound) }
  }
}
