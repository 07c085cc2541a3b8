internal import ArgumentParser
internal import Foundation

/// `hunch worker`.
struct WorkerCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker",
    abstract: "Compute many people at once: starts hunch-worker.",
    discussion: """
      Reads the rows of many people from standard input, and writes a line of JSON for each. The tasks are suggest, learn, \
      evaluate, sum and examples. All arguments are those of the program hunch-worker, in the same folder as hunch. It does not need \
      hunch, so you can copy it alone to other machines.

        hunch export | hunch worker evaluate | hunch worker sum
        hunch worker suggest --help
      """)
  static let sample = ["--version"]

  @Argument(
    parsing: .captureForPassthrough, help: ArgumentHelp("Pass these to hunch-worker.", valueName: "argument"),
    completion: .nothing)
  var arguments: [String] = []

  func run() throws {
    if ["-h", "--help"].contains(arguments.first) { throw CleanExit.helpRequest(self) }
    let name = "hunch-worker"
    let own = URL(filePath: ProgramPath.own).deletingLastPathComponent().appending(path: name).path
    let file = FileManager.default.isExecutableFile(atPath: own) ? own : ProgramPath.first(named: name)
    guard let file else {
      throw Failure(
        "no \(name) in the folder of hunch or in PATH; install it as hunch was installed", .noInput)
    }
    let code = ForegroundProgram.become(file, [name] + arguments)
    throw Failure("\(file): cannot be started: error \(code) of the system", .noPermission)
  }
}
