internal import Activities
internal import ArgumentParser
internal import Files
internal import Foundation
internal import Hunch
internal import Importers
internal import Logging
internal import ProgramSupport
internal import Resident
internal import SQLiteStorage
internal import ServiceLifecycle
internal import UnixSignals

/// The program `hunchd`.
struct HunchD: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hunchd",
    abstract: "Keep the user's model in memory, and answer the prompts of shells and other programs.",
    discussion: """
      The hooks of `hunch init` start it when they need it. It takes in the commands that the hooks record, and answers over a \
      socket in XDG_RUNTIME_DIR/hunch, or in /tmp/hunch-UID, which only this user may open. One runs for each store; it ends \
      after eight hours without a question, and when its program file is replaced. Each hour it reads the histories that you \
      agreed to in `hunch import auto` again, if they have changed.

      A request is a line of JSON, like {"type":"suggest"}; its answer is the line that `hunch suggest --json` prints. donate \
      and feedback work in the same way.

        hunchd --detach     start it in the background, if none runs
        hunchd --status     print what runs, as JSON
        hunchd --stop       end what runs

      Exit codes: 0 success, or another one runs already; 1 none runs (--status, --stop); 64 usage error; 69 store unavailable; \
      73 cannot create; 75 another one runs and cannot be replaced.
      """,
    version: ProgramVersion.current)

  @Option(help: ArgumentHelp("Serve this store. Default: as `hunch` (HUNCH_STORE).", valueName: "path"))
  var store: String?

  @Option(
    help: ArgumentHelp(
      "Read the key of an encrypted store from this file. Default: HUNCH_KEY_FILE, or HUNCH_KEY.",
      valueName: "path"))
  var keyFile: String?

  @Option(help: ArgumentHelp("End after this time without a question; 0: never.", valueName: "minutes"))
  var idle = 480

  @Flag(help: "Run in the background, and return at once.")
  var detach = false

  @Flag(
    help: "Print version, process and store of the one that runs, and what it last imported, as JSON.")
  var status = false

  @Flag(help: "End the one that runs.")
  var stop = false

  @Flag(help: "Offer lines even if the files, folders, branches and targets that they name do not exist.")
  var unchecked = false

  func validate() throws {
    guard idle >= 0, idle <= 60 * 24 * 365 else {
      throw ValidationError("--idle must be 0 to \(60 * 24 * 365) minutes.")
    }
    guard [detach, status, stop].count(where: \.self) <= 1 else {
      throw ValidationError("Give only one of --detach, --status and --stop.")
    }
    if store?.isEmpty == true { throw ValidationError("--store is empty; give the path of a file.") }
  }

  func run() async throws {
    do {
      let environment = ProcessInfo.processInfo.environment
      guard let given = StoreLocation.path(explicit: store, environment: environment) else {
        throw OpeningError.noStorePath
      }
      // A link that leads elsewhere later names another store, which has another hunchd.
      let path = CanonicalPath.of(given)
      guard let spool = CommandSpool(forStoreAt: path, environment: environment) else {
        throw ResidentError.noSpool(path)
      }
      if status || stop { return try await ask(spool) }
      if detach {
        try ResidentPlace.check(spool)
        return try DetachedProcess.start(arguments(for: path))
      }
      try await serve(path, spool, environment)
    } catch let code as ExitCode {
      throw code
    } catch {
      FileHandle.standardError.write(Data("hunchd: \(error)\n".utf8))
      throw ExitCode(Self.code(of: error))
    }
  }

  private func ask(_ spool: CommandSpool) async throws {
    let request = status ? #"{"type":"status","v":1}"# : #"{"type":"stop","v":1}"#
    guard let answer = await ResidentClient.answer(to: request, for: spool) else {
      FileHandle.standardError.write(Data("hunchd: none runs for this store\n".utf8))
      throw ExitCode(1)
    }
    if status { FileHandle.standardOutput.write(Data("\(answer)\n".utf8)) }
  }

  /// The arguments of the detached process.
  private func arguments(for path: String) -> [String] {
    ["hunchd", "--store", path, "--idle", String(idle)] + (keyFile.map { ["--key-file", $0] } ?? [])
      + (unchecked ? ["--unchecked"] : [])
  }

  private func serve(_ path: String, _ spool: CommandSpool, _ environment: [String: String]) async throws {
    let process = ProcessInfo.processInfo.processIdentifier
    // A folder that it stayed in could not be unmounted.
    _ = FileManager.default.changeCurrentDirectoryPath("/")
    guard let place = try await Takeover(version: ProgramVersion.current).place(of: spool, process: process)
    else {
      return
    }
    var surroundings = Responder.Surroundings(
      store: path, key: try StoreKey.given(file: keyFile, environment: environment), environment: environment,
      version: ProgramVersion.current, process: process,
      program: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path, now: WallClock.now)
    surroundings.checksTargets = !unchecked
    let responder = Responder(
      surroundings, spool: spool, model: try ModelFile.open().suggestionModel(),
      importing: HourlyImport(SourceRenewal(for: path, environment: environment)))
    var limits = ResidentServer.Limits()
    limits.idle = idle == 0 ? nil : .seconds(idle * 60)
    let server = ResidentServer(
      at: place, answeredBy: responder, limits,
      inherited: ServiceManager.inheritedSocket(environment: environment, process: process)
    ) { ServiceManager.notifyReady(environment: environment) }
    // Nobody reads a log of a detached process, and it must not have users' data.
    let group = ServiceGroup(
      configuration: .init(
        services: [.init(service: server, successTerminationBehavior: .gracefullyShutdownGroup)],
        gracefulShutdownSignals: [.sigterm, .sigint, .sighup],
        logger: Logger(label: "hunchd") { _ in SwiftLogNoOpLogHandler() }))
    try await group.run()
  }

  private static func code(of error: any Error) -> Int32 {
    switch error {
    case is StoreError: 69
    case let error as ResidentError: error.isOccupied ? 75 : 73
    default: 70
    }
  }
}
