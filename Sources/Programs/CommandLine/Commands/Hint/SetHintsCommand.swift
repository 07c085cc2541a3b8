internal import Activities
internal import Answers
internal import ArgumentParser
internal import Foundation
internal import LogFormat
internal import SQLiteStorage

/// `hunch hint set`.
struct SetHintsCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Replace a program's hints or its app catalog.",
    discussion: """
      Reads one hint a line, in the fields that an activity has in the log, with relevance, role and kind beside. All lines are of one \
      program. If a line is bad, nothing is replaced. An empty file clears the list, if --program says whose.

        hunch hint set - --program org.example.rail < trains.jsonl
        hunch hint set things-to-do.jsonl --catalogue
      """)
  static let sample = ["--user", "ZQuser", "hints.jsonl"]

  @Argument(help: ArgumentHelp("The file; - is standard input.", valueName: "file"), completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp("Whose list. Default: the program that the lines name.", valueName: "name"),
    completion: .programs)
  var program: String?

  @Flag(help: "Replace the catalogue: what one can do, whenever it is.")
  var catalogue = false

  @OptionGroup var store: StoreOptions
  @OptionGroup var user: UserOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let list = catalogue ? HintList.appCatalog : .hints
    let stated = try read(upTo: list.limit + 1)
    let program = try program(of: stated)
    let log = try store.open()
    let filtered = try await log.setHints(
      stated.map(\.hint), in: list, of: program, for: try await user.user(in: log, quiet: output.quiet))
    if filtered > 0 { output.note("\(filtered) kept out by privacy rules (hunch rules)") }
    let set = stated.count - filtered
    let count = Formatting.count(set, catalogue ? "entry" : "hint", catalogue ? "entries" : "hints")
    try Console.print(
      output.json
        ? JSONText.line(Receipt(program: program, list: catalogue ? "catalogue" : "hints", set: set))
        : "\(Formatting.plain(program)) has \(count) now")
  }

  private struct Receipt: Encodable {
    let program: String
    let list: String
    let set: Int
  }

  /// The hints of the file.
  ///
  /// - Throws: A ``Failure`` with code 65 if a line is bad; each is printed.
  private func read(upTo limit: Int) throws -> [StatedHint] {
    if file != "-" { try FileFailure.check(file) }
    do {
      var reader =
        file == "-"
        ? HintReader(FileHandle.standardInput, named: "-") : try HintReader(path: file)
      let (hints, problems) = try reader.read(limit: limit)
      var repeated = RepeatedProblems()
      for problem in problems where repeated.isShown(problem) { Console.note("\(problem)") }
      for note in repeated.rest(of: file) { Console.note(note) }
      guard problems.isEmpty else {
        throw Failure("\(Formatting.count(problems.count, "bad line")), so nothing was replaced", .badData)
      }
      return hints
    } catch let error as LogReadingError {
      throw FileFailure(file: file, reason: error)
    }
  }

  /// The one program that all of it is of.
  private func program(of stated: [StatedHint]) throws -> String {
    let named = Set(stated.map(\.program)).sorted()
    if let program {
      // A line that names nobody is whose the option says.
      let others = stated.filter { $0.program != program && $0.program != $0.hint.activity.defaultProgram }
      guard others.isEmpty else {
        throw Failure("\(file): a line names another program than --program", .badData)
      }
      return program
    }
    guard let first = named.first else {
      throw Failure("\(file): there is no hint in it; say with --program whose list to clear", .usage)
    }
    guard named.count == 1 else {
      throw Failure("\(file): \(named.count) programs are in it; give each a file of its own", .badData)
    }
    return first
  }
}
