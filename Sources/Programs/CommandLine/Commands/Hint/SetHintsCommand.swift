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
      Reads one hint per line, with the fields that an activity has in the log, and relevance, role and kind. All lines must be \
      of one program. If a line is bad, nothing is replaced. An empty file clears the list of the program that --program names.

        hunch hint set - --program org.example.rail < trains.jsonl
        hunch hint set things-to-do.jsonl --catalogue
      """)
  static let sample = ["--user", "ZQuser", "hints.jsonl"]

  @Argument(
    help: ArgumentHelp("Read the hints from this file; - is standard input.", valueName: "file"),
    completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp(
      "Replace the list of this program. Default: the program that the lines name.", valueName: "name"),
    completion: .programs)
  var program: String?

  @Flag(help: "Replace the app catalog instead: everything that users can do with the program.")
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
    if filtered > 0 { output.note("\(filtered) filtered by privacy rules (hunch rules)") }
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

  /// Returns the hints of the file.
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
        throw Failure(
          "nothing was replaced, because of \(Formatting.count(problems.count, "bad line"))", .badData)
      }
      return hints
    } catch let error as LogReadingError {
      throw FileFailure(file: file, reason: error)
    }
  }

  /// Returns the one program that all hints belong to.
  private func program(of stated: [StatedHint]) throws -> String {
    let named = Set(stated.map(\.program)).sorted()
    if let program {
      // A line that names no program belongs to that of the option.
      let others = stated.filter { $0.program != program && $0.program != $0.hint.activity.defaultProgram }
      guard others.isEmpty else {
        throw Failure("\(file): a line names another program than --program", .badData)
      }
      return program
    }
    guard let first = named.first else {
      throw Failure("\(file): no hints in it; to clear a list, name its program with --program", .usage)
    }
    guard named.count == 1 else {
      throw Failure("\(file): hints of \(named.count) programs; give each program its own file", .badData)
    }
    return first
  }
}
