internal import Answers
internal import ArgumentParser
internal import Continuation
internal import Foundation
internal import Hunch

/// `hunch manifest`.
struct ManifestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manifest",
    abstract: "Manage manifests: which program continues which activities, and how it is started.",
    discussion: """
      `hunch open` starts a program with an activity only if the program's manifest is installed on this machine, or a desktop \
      file that opens the scheme of its URLs. Your manifests are in hunch/manifests below XDG_DATA_HOME (~/.local/share), and \
      those of the machine below each folder of XDG_DATA_DIRS; yours come first. A manifest that others can write is not used. \
      The article Continuation describes the format.

        hunch manifest install org.example.player.json
        hunch manifest list
        hunch manifest remove org.example.player
      """,
    subcommands: [InstallManifest.self, ListManifests.self, RemoveManifest.self])

  /// The manifests of this machine.
  fileprivate static var installed: InstalledManifests {
    InstalledManifests(environment: ProcessInfo.processInfo.environment)
  }
}

/// `hunch manifest install`.
struct InstallManifest: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "install",
    abstract: "Install a program's manifest for yourself, replacing an earlier one.",
    discussion: """
      From then on, opening an activity of the program runs the command in the manifest, so install only manifests of programs \
      that you trust. The command prints how the program will be started.

        hunch manifest install org.example.player.json
        pizzeria manifest | hunch manifest install -
      """)
  static let sample = ["manifest.json"]

  @Argument(help: "Install the manifest in this file; - is standard input.", completion: .file())
  var file: String

  @OptionGroup var output: OutputOptions

  func run() async throws {
    let manifest: Manifest
    do {
      manifest = try Manifest(json: Array(WholeFile(path: file).read()))
    } catch let error as ManifestError {
      throw Failure("\(file): \(error)", .badData)
    }
    let report = ManifestReport(manifest, at: try ManifestCommand.installed.install(manifest))
    try Console.print(
      output.json
        ? JSONText.line(report)
        : "installed \(manifest.application); it is started by: \(Formatting.plain(report.start))")
    if manifest.launch == nil {
      output.note("the manifest has no \"launch\"; add one, or a desktop file, to start the program")
    }
  }
}

/// `hunch manifest list`.
struct ListManifests: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the manifests of this machine, including those that are not used.",
    discussion: """
      On a terminal it prints a table, else tab-separated lines: program, state, how it is started, schemes, number of activity \
      types, and path. The state is used, replaced (by one of the same program in an earlier folder), or the problem.

        hunch manifest list
      """)
  static let sample: [String] = []

  @OptionGroup var output: OutputOptions

  func run() async throws {
    let reports = ManifestCommand.installed.entries().map(ManifestReport.init)
    if output.json {
      try Console.print(JSONText.line(reports))
    } else if !reports.isEmpty {
      try Console.print(ManifestReport.text(reports))
    }
    guard !reports.isEmpty else {
      throw Failure("no manifests; programs install them, or `hunch manifest install`", .nothingFound)
    }
  }
}

/// `hunch manifest remove`.
struct RemoveManifest: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove your own manifest of a program, but not the machine's.",
    discussion: """
        hunch manifest remove org.example.player
      """)
  static let sample = ["zq.rail"]

  @Argument(
    help: "Remove the manifest of this program, as `hunch manifest list` prints it.", completion: .nothing)
  var program: String

  @OptionGroup var output: OutputOptions

  func run() async throws {
    guard try ManifestCommand.installed.remove(program) else {
      throw Failure(
        "you have no manifest of that program; list yours with `hunch manifest list`", .nothingFound)
    }
    output.confirm("removed the manifest of \(program)")
  }
}

/// A manifest of this machine as it is printed.
struct ManifestReport: Encodable {
  let program: String
  /// `used`, `replaced`, or the problem.
  let state: String
  let commands: [[String]]
  let desktopFile: String?
  let schemes: [String]
  let activityTypes: [String]
  let path: String

  /// The way it is started, in one line.
  var start: String {
    let ways = commands.map { $0.joined(separator: " ") } + (desktopFile.map { ["\($0).desktop"] } ?? [])
    return ways.isEmpty ? "the desktop, by its schemes" : ways.joined(separator: ", ")
  }

  /// Returns a line for each manifest.
  static func text(_ reports: [ManifestReport]) -> String {
    var table = Table(
      header: ["program", "state", "start", "schemes", "types", "path"], words: [0, 1, 2, 3, 5],
      dispensable: [5, 3, 4])
    table.rows = reports.map {
      [
        $0.program, $0.state, $0.start, $0.schemes.joined(separator: ","), String($0.activityTypes.count),
        $0.path,
      ]
    }
    return table.text()
  }
}

extension ManifestReport {
  init(_ entry: InstalledManifests.Entry) {
    switch entry.manifest {
    case .success(let manifest):
      self.init(manifest, at: entry.path, state: entry.isShadowed ? "replaced" : "used")
    case .failure(let error):
      let name = ((entry.path as NSString).lastPathComponent as NSString).deletingPathExtension
      self.init(
        program: name, state: "\(error)", commands: [], desktopFile: nil, schemes: [], activityTypes: [],
        path: entry.path)
    }
  }

  init(_ manifest: Manifest, at path: String, state: String = "used") {
    self.init(
      program: manifest.application, state: state, commands: manifest.launch?.commands ?? [],
      desktopFile: manifest.launch?.desktopFile, schemes: manifest.schemes, activityTypes: manifest.types,
      path: path)
  }
}
