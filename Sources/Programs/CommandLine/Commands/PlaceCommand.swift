internal import Activities
internal import Answers
internal import ArgumentParser
internal import SQLiteStorage
internal import Suggestions

/// `hunch place`.
struct PlaceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "place",
    abstract: "Give places names, and list them.",
    discussion: """
      A name stands for its position wherever --near is taken. What happens within 150 m of a position is at that place. Names are \
      kept in the store, are no part of a log, and go with `hunch forget --all`.

        hunch place add home 52.52,13.405
        hunch place import waypoints.gpx
        hunch suggest --near home
        hunch place list
      """,
    subcommands: [ListPlaces.self, AddPlace.self, ImportPlaces.self, RenamePlace.self, RemovePlace.self])
}

/// `hunch place list`.
struct ListPlaces: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List named places, and learned ones that could be named.",
    discussion: """
      Three kinds of places: named, by you; donated, which donations call so, with the position of the last one; and learned, to \
      which you return on three days or more of the last eight weeks, and which nobody has named. --near takes the names of the \
      first two. On a terminal it prints a table, and how to name what was learned; else lines with tabs between kind, name, position, donations, days, and \
      when most of them are made.

        hunch place list
        hunch place list --log history.jsonl --json
      """)
  static let sample = ["--user", "ZQuser"]

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The most learned places to list.", valueName: "count"),
    completion: .nothing)
  var number = 8

  @OptionGroup var source: SourceOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard number > 0 else { throw ValidationError("-n has to be at least 1.") }
  }

  func run() async throws {
    let (log, user) = try await source.openToRead(quiet: output.quiet)
    var (donated, recent) = (DonatedPlaces(), [Donation]())
    var cursor: LogCursor?
    repeat {
      let page = try await log.donations(of: user, in: Int64.min..<Int64.max, after: cursor, limit: 4_096)
      for logged in page { donated.add(logged.donation) }
      recent = Array(
        (recent + page.map(\.donation).filter(\.hasExactTime)).suffix(LearnedRoutines.donationLimit))
      cursor = page.last?.cursor
    } while cursor != nil
    let report = PlaceReport(
      named: try await log.places(of: user), donated: donated, learned: LearnedPlace.places(in: recent),
      most: number)
    if output.json {
      try Console.print(JSONText.line(report.rows))
    } else if !report.rows.isEmpty {
      try Console.print(report.text(on: .standardOutput))
    }
    guard !report.rows.isEmpty else {
      throw Failure("no places yet; `hunch place add NAME LAT,LON` names one", .nothingFound)
    }
  }
}

/// `hunch place add`.
struct AddPlace: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Give a place a name.",
    usage:
      "hunch place add <name> <lat,lon> [--replace] [--store <path>] [--key-file <path>] [--user <name>] [--json] [--quiet]",
    discussion: """
      Names differ in more than case, have at most 64 characters, and must not read like a position.

        hunch place add home 52.52,13.405
        hunch place add "the lake" 52.43,13.18
        hunch place add home 52.48,13.39 --replace
      """)
  static let sample = ["--user", "ZQuser", "ZQhome", "52.123456,13.654321"]

  @Argument(help: "Its name.", completion: .places)
  var name: String

  @Argument(
    parsing: .allUnrecognized,  // degrees south begin with a hyphen
    help: ArgumentHelp("Where it is, in degrees north and east, like 52.52,13.405.", valueName: "lat,lon"),
    completion: .nothing)
  var position: [String] = []

  @Flag(help: "If another place has the name, take it from that one.")
  var replace = false

  @OptionGroup var store: StoreOptions
  @OptionGroup var user: UserOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    _ = try place()
  }

  private func place() throws -> Place {
    if let unknown = position.first(where: { $0.hasPrefix("--") }) {
      throw ValidationError("Unknown option '\(unknown)'.")
    }
    guard let text = position.first, position.count == 1 else {
      throw ValidationError(
        position.isEmpty
          ? "Missing the position: write degrees north and east, like 52.52,13.405."
          : "Give one name and one position; quote a name that has spaces.")
    }
    do { return try Arguments.place(text) } catch { throw ValidationError("\(error)") }
  }

  func run() async throws {
    let named = try NamedPlace(
      name, at: place(), milliseconds: try WallClock.now().milliseconds)
    let log = try store.open()
    let replaces = replace
    let isNew = try await log.changePlaces(of: user.user(in: log, quiet: output.quiet)) { places in
      if let known = places[named.name] {
        if known.name == named.name, known.place == named.place { return false }
        guard replaces || known.place.isAt(named.place) else {
          throw Failure("another place has that name; --replace takes it from that one", .usage)
        }
      }
      try places.add(named)
      return true
    }
    if output.json {
      try Console.print(JSONText.line(PlaceReport.Row(named)))
    } else if isNew {
      output.confirm("\(named.name) is at \(PlaceReport.position(named.place))")
    } else {
      output.confirm("\(named.name) is there already; nothing changed")
    }
  }
}

/// `hunch place rename`.
struct RenamePlace: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Give a named place another name.",
    discussion: """
        hunch place rename work office
      """)
  static let sample = ["--user", "ZQuser", "ZQshop", "ZQmarket"]

  @Argument(help: "Its name.", completion: .places)
  var name: String

  @Argument(help: "Its new name.", completion: .nothing)
  var newName: String

  @OptionGroup var store: StoreOptions
  @OptionGroup var user: UserOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let log = try store.openToChange()
    let (name, newName) = (name, newName)
    let user = try await user.user(in: log, quiet: output.quiet)
    let renamed: NamedPlace
    do {
      renamed = try await log.changePlaces(of: user) { try $0.rename(name, to: newName) }
    } catch PlaceNameError.unknown {
      throw PlaceArgument.unknown(
        name, among: try await log.places(of: user).places.map(\.name), .nothingFound)
    }
    if output.json {
      try Console.print(JSONText.line(PlaceReport.Row(renamed)))
    } else {
      output.confirm("it is called \(renamed.name) now")
    }
  }
}

/// `hunch place remove`.
struct RemovePlace: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Take the name from a place, and erase it from the disk.",
    discussion: """
      Donations stay, also those that call their place so: `hunch forget` takes them away.

        hunch place remove work
      """)
  static let sample = ["--user", "ZQuser", "ZQshop"]

  @Argument(help: "Its name.", completion: .places)
  var name: String

  @OptionGroup var store: StoreOptions
  @OptionGroup var user: UserOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let log = try store.openToChange()
    let (name, user) = (name, try await user.user(in: log, quiet: output.quiet))
    guard let removed = try await log.changePlaces(of: user, { $0.remove(name) }) else {
      throw PlaceArgument.unknown(
        name, among: try await log.places(of: user).places.map(\.name), .nothingFound)
    }
    if output.json {
      try Console.print(JSONText.line(PlaceReport.Row(removed)))
    } else {
      output.confirm("\(removed.name) is removed; it was at \(PlaceReport.position(removed.place))")
    }
  }
}

extension StoreOptions {
  /// Opens the store to change names of places.
  ///
  /// - Throws: A ``Failure`` with code 1 if there is none.
  fileprivate func openToChange() throws -> SQLiteDonationStore {
    guard let log = try openExisting() else {
      throw Failure("no places yet: there is no store at \(try path())", .nothingFound)
    }
    return log
  }
}

extension Place {
  /// Returns whether it has the same position.
  fileprivate func isAt(_ other: Place) -> Bool {
    latitude == other.latitude && longitude == other.longitude
  }
}
