internal import Activities
internal import Answers
internal import ArgumentParser
internal import Importers
internal import ProgramSupport
internal import SQLiteStorage

/// `hunch place import`.
struct ImportPlaces: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import names of places from other programs.",
    discussion: """
      Reads GPX waypoints, named points of KML and GeoJSON (also Google's "Saved Places.json"), OwnTracks regions, and labels of Google's Timeline. \
      Names that another place already has are skipped; importing the same file again adds nothing. Prints tab-separated lines: name and position, \
      and for a skipped name the reason in a third column.

        hunch place import waypoints.gpx
        hunch place import --dry-run "Saved Places.json" Timeline.json
      """)
  static let sample = ["--user", "ZQuser", "places.gpx"]

  @Argument(
    help: ArgumentHelp("Read these files, or all files in these folders.", valueName: "file"),
    completion: .file())
  var files: [String]

  @Flag(name: .customLong("dry-run"), help: "Change nothing; print what would change.")
  var isRehearsal = false

  @OptionGroup var store: StoreOptions
  @OptionGroup var user: UserOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let reading = try LocationFiles(paths: files, output: output).read()
    guard !reading.named.isEmpty else {
      throw Failure(
        "no named places in it; to import positions, use `hunch import --track`", .nothingFound)
    }
    let milliseconds = try WallClock.now().milliseconds
    let rules = SecretRules()
    let found = reading.named.filter { rules.firstMatch(in: $0.name ?? "", kind: .unknown) == nil }
    let withheld = reading.named.count - found.count
    let outcome: PlaceNamesImport
    if isRehearsal {
      let log = try store.openExisting()
      var places = NamedPlaces([])
      if let log { places = try await log.places(of: user.user(in: log, quiet: output.quiet)) }
      outcome = PlaceNamesImport(of: found, into: &places, milliseconds: milliseconds)
    } else {
      let log = try store.open()
      outcome = try await log.changePlaces(of: user.user(in: log, quiet: output.quiet)) {
        PlaceNamesImport(of: found, into: &$0, milliseconds: milliseconds)
      }
    }
    if output.json { return try Console.print(JSONText.line(Summary(outcome, isRehearsal: isRehearsal))) }
    for place in outcome.added {
      try Console.print("\(Formatting.plain(place.name))\t\(PlaceReport.position(place.place))")
    }
    for refused in outcome.refused {
      try Console.print("\(Formatting.plain(refused.name))\t\t\(refused.reason)")
    }
    output.note(
      "\(isRehearsal ? "would name" : "named") \(Formatting.count(outcome.added.count, "place")), \(outcome.known) named before, \(outcome.refused.count + withheld) skipped"
        + (withheld > 0 ? ", \(withheld) of them because the name contains a secret" : ""))
  }

  private struct Summary: Encodable {
    struct Refused: Encodable {
      let name: String
      let reason: String
    }

    let dryRun: Bool
    let added: [PlaceReport.Row]
    let known: Int
    let leftOut: [Refused]

    init(_ outcome: PlaceNamesImport, isRehearsal: Bool) {
      (dryRun, known) = (isRehearsal, outcome.known)
      added = outcome.added.map(PlaceReport.Row.init)
      leftOut = outcome.refused.map { Refused(name: $0.name, reason: $0.reason.description) }
    }
  }
}

/// The outcome of importing names of places.
struct PlaceNamesImport: Sendable {
  /// A name that was not imported.
  struct Refused: Sendable {
    let name: String
    let reason: PlaceNameError
  }

  private(set) var added: [NamedPlace] = []
  /// The number of names that the places already have.
  private(set) var known = 0
  private(set) var refused: [Refused] = []

  /// Names places without changing existing names.
  init(of found: [Place], into places: inout NamedPlaces, milliseconds: Int64) {
    for place in found {
      guard let name = place.name else { continue }
      do throws(PlaceNameError) {
        let named = try NamedPlace(name, at: place, milliseconds: milliseconds)
        if let other = places[named.name] {
          guard other.place.distance(to: named.place) <= NamedPlace.reach else { throw .taken }
          known += 1
        } else {
          try places.add(named)
          added.append(named)
        }
      } catch { refused.append(Refused(name: name, reason: error)) }
    }
  }
}
