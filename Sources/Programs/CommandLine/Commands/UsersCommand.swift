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
      Prints each user's name and number of donations, largest first. On a terminal it prints a table, else tab-separated lines \
      of name and number. Without --user, commands use the only user of the store; if there are several, the user me.

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
