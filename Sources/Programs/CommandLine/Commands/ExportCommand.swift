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
      The lines are as they were donated, fields that this version does not know included. Imported into an empty store \
      they give the same answers. Privacy rules, retention, hints and app catalogs are not in it. \
      They are plain text, from an encrypted store too: whoever reads the output reads everything.

        hunch export > backup.jsonl
      """)
  static let sample = ["--user", "ZQuser"]

  @Option(
    help: ArgumentHelp("The user. Default: all users.", valueName: "name"),
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
