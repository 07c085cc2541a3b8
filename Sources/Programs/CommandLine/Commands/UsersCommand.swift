internal import Activities
internal import Answers
internal import ArgumentParser
internal import SQLiteStorage

/// `hunch users`.
struct UsersCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "users",
    abstract: "List the users of the store.",
    discussion: """
      Prints each user's name and number of donations, the most first. On a terminal it prints a table, else lines with a tab \
      between name and number. Where there is one user, that one is meant by every command that asks about a user, else \
      me, or who is named with --user.

        hunch users
        hunch suggest --user ada
      """)
  static let sample: [String] = []

  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let users = try await store.openToRead().users()
      .sorted { ($1.donations, $0.user.name) < ($0.donations, $1.user.name) }
      .map { Row(name: $0.user.name, donations: $0.donations) }
    if output.json {
      try Console.print(JSONText.line(users))
    } else if !users.isEmpty {
      var table = Table(header: ["user", "donations"])
      table.rows = users.map { [Formatting.plain($0.name), String($0.donations)] }
      try Console.print(table.text())
    }
    guard !users.isEmpty else { throw Failure("no donations yet", .nothingFound) }
  }

  private struct Row: Encodable {
    let name: String
    let donations: Int
  }
}
