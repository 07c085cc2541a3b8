internal import Activities
internal import Answers
internal import ArgumentParser
internal import ProgramSupport
internal import SQLiteStorage
internal import Suggestions

/// `hunch place`.
struct PlaceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "place",
    abstract: "Name places, and list them.",
    discussion: """
      Every --near option takes a name in place of a position. Anything within 150 m of a position is at that place. Names are \
      kept in the store and are not exported to logs; `hunch forget --all` removes them.

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
    abstract: "List named places, and learned places without a name.",
    discussion: """
      There are three kinds of places: named by you; donated, with a name and the position from the last donation there; and \
      learned, which have no name and which you visited on three or more days of the last eight weeks. --near takes the names of \
      the first two. On a terminal it prints a table, and how to name learned places; else tab-separated lines: kind, name, position, donations, \
      days, and the usual time of the donations.

        hunch place list
        hunch place list --log history.jsonl --json
      """)
  static let sample = ["--user", "ZQuser"]

  @Option(
    name: .shortAndLong, help: ArgumentHelp("List at most COUNT learned places.", valueName: "count"),
    completion: .nothing)
  var number = 8

  @OptionGroup var source: SourceOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard number > 0 else { throw ValidationError("-n must be at least 1.") }
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
    abstract: "Name a place.",
    usage:
      "hunch place add <name> <lat,lon> [--replace] [--store <path>] [--key-file <path>] [--user <name>] [--json] [--quiet]",
    discussion: """
      Names must differ in more than case, have at most 64 characters, and not look like a position.

        hunch place add home 52.52,13.405
        hunch place add "the lake" 52.43,13.18
        hunch place add home 52.48,13.39 --replace
      """)
  static let sample = ["--user", "ZQuser", "ZQhome", "52.123456,13.654321"]

  @Argument(help: "Give the place this name.", completion: .places)
  var name: String

  @Argument(
    parsing: .allUnrecognized,  // degrees south begin with a hyphen
    help: ArgumentHelp(
      "Name this position, in degrees north and east, like 52.52,13.405.", valueName: "lat,lon"),
    completion: .nothing)
  var position: [String] = []

  @Flag(help: "Move the name here if another place has it.")
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
          ? "Missing position: give degrees north and east, like 52.52,13.405."
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
          throw Failure("another place has that name; move it here with --replace", .usage)
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
      output.confirm("\(named.name) already exists; nothing changed")
    }
  }
}

/// `hunch place rename`.
struct RenamePlace: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Rename a place.",
    discussion: """
        hunch place rename work office
      """)
  static let sample = ["--user", "ZQuser", "ZQshop", "ZQmarket"]

  @Argument(help: "Rename the place of this name.", completion: .places)
  var name: String

  @Argument(help: "Give it this new name.", completion: .nothing)
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
      throw AskedPlace.unknown(
        name, among: try await log.places(of: user).places.map(\.name), .nothingFound)
    }
    if output.json {
      try Console.print(JSONText.line(PlaceReport.Row(renamed)))
    } else {
      output.confirm("renamed to \(renamed.name)")
    }
  }
}

/// `hunch place remove`.
struct RemovePlace: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove the name of a place, and erase it from the disk.",
    discussion: """
      Donations are kept, including those that have this name as their place; `hunch forget` forgets them.

        hunch place remove work
      """)
  static let sample = ["--user", "ZQuser", "ZQshop"]

  @Argument(help: "Remove this name.", completion: .places)
  var name: String

  @OptionGroup var store: StoreOptions
  @OptionGroup var user: UserOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let log = try store.openToChange()
    let (name, user) = (name, try await user.user(in: log, quiet: output.quiet))
    guard let removed = try await log.changePlaces(of: user, { $0.remove(name) }) else {
      throw AskedPlace.unknown(
        name, among: try await log.places(of: user).places.map(\.name), .nothingFound)
    }
    if output.json {
      try Console.print(JSONText.line(PlaceReport.Row(removed)))
    } else {
      output.confirm("removed \(removed.name), which was at \(PlaceReport.position(removed.place))")
    }
  }
}

extension StoreOptions {
  /// Opens the store for changing names of places.
  ///
  /// - Throws: A ``Failure`` with code 1 if there is none.
  fileprivate func openToChange() throws -> SQLiteDonationStore {
    guard let log = try openExisting() else {
      throw Failure("no places yet: no store at \(try path())", .nothingFound)
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
