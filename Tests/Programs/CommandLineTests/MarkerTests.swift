import ArgumentParser
import TestSupport
import Testing

@testable import CommandLine

/// A run of the program over the files of ``MarkedFiles``.
struct MarkedRun: CustomTestStringConvertible, Sendable {
  let command: String
  let arguments: [String]
  var input = ""
  let code: Int32

  init(_ command: String, _ arguments: [String] = [], input: String = "", code: Int32 = 0) {
    (self.command, self.arguments, self.input, self.code) = (command, arguments, input, code)
  }

  var testDescription: String { "\(command) \(arguments.joined(separator: " ")): \(code)" }
}

@Suite("Users' data is on standard output or nowhere")
struct MarkerTests {
  private static let me = ["--user", "ZQuser"]
  private static let bad = ["--log", "bad.jsonl"]

  /// Every command that takes arguments, with the sample that it declares.
  private static let commands = leaves(below: HunchCommand.self)

  private static func leaves(
    below command: any ParsableCommand.Type, _ words: [String] = []
  ) -> [(name: String, sample: [String]?)] {
    command.configuration.subcommands.flatMap { command in
      let words = words + [command._commandName]
      return command.configuration.subcommands.isEmpty
        ? [(words.joined(separator: " "), (command as? any SampledCommand.Type)?.sample)]
        : leaves(below: command, words)
    }
  }

  static let everyDay = [
    MarkedRun(
      "donate", ["--type", "zq.type.open", "--title", "ZQtitle", "--at", "2999-01-01T00:00:00Z"], code: 65),
    MarkedRun("donate", ["--json"], input: #"{"ZQ"#, code: 65),
    MarkedRun("donate", ["--incognito", "--type", "zq.type.open", "--title", "ZQtitle"]),
    MarkedRun("suggest", bad),
    MarkedRun("suggest", me + ["--model", "model.safetensors"], code: 65),
    MarkedRun("why", me + ["ZQnothing"], code: 64), MarkedRun("open", me + ["ZQnothing"], code: 64),
    MarkedRun("feedback", me + ["never", "ZQnothing"], code: 64),
    MarkedRun("feedback", me + ["accepted", "--from", "answer.json"], code: 65),
    MarkedRun("search", me + ["ZQnothing", "--json"], code: 1), MarkedRun("phrase list", bad),
    MarkedRun("phrase set", me + ["ZQnothing", "ZQ new words"], code: 64),
    MarkedRun("phrase set", me + ["ZQphrase 1", "ZQ\u{7}"], code: 64),
    MarkedRun("phrase match", ["ZQnothing"], code: 1), MarkedRun("phrase check", ["ZQ\u{7}"], code: 65),
    MarkedRun("place add", me + ["ZQhome\u{7}", "52.123456,13.654321"], code: 64),
    MarkedRun("place list", ["--user", "ZQnobody"], code: 1),
    MarkedRun("place import", me + ["none.gpx"], code: 66),
    MarkedRun("place rename", me + ["ZQhome", "ZQplace"], code: 1),
    MarkedRun("place remove", me + ["ZQhome"], code: 1),
    MarkedRun("suggest", me + ["--near", "ZQplace"]),
    MarkedRun("suggest", me + ["--near", "ZQplac"], code: 64),
    MarkedRun("forget", me + ["--match", "ZQnothing", "--json"]),
  ]

  static let keeping = [
    MarkedRun("pause", ["--for", "2h", "--program", "zq.program"]),
    MarkedRun("pause", ["--until", "2001-01-01T00:00:00Z", "--program", "zq.program"], code: 64),
    MarkedRun("resume", ["--program", "zq.program"], code: 1),
    MarkedRun("resume", ["--store", "damaged.sqlite"], code: 1),
    MarkedRun("rules remove", ["9"], code: 1),
    MarkedRun("rules add", ["--drop", "--match", "ZQtitle", "--program", "zq.program", "--forget"]),
    MarkedRun("rules add", ["--redact", "--match", "!!!", "--program", "zq.program"], code: 64),
    MarkedRun("retention", ["--keep-days", "0"], code: 64),
    MarkedRun("hint set", ["bad.jsonl"] + me, code: 65),
    MarkedRun("hint import", ["none.ics"] + me, code: 66),
    MarkedRun("suggest", me + ["--calendar", "events.ics"]),
    MarkedRun("manifest install", ["bad.jsonl"], code: 65),
    MarkedRun("manifest remove", ["zq.other"], code: 1), MarkedRun("hint routines", bad),
  ]

  static let logs =
    [
      MarkedRun("import", ["bad.jsonl"]),
      MarkedRun("import", ["model.safetensors"], code: 65), MarkedRun("import", ["life.json"], code: 65),
      MarkedRun("import", ["--from", "bash", "history"] + me),
      MarkedRun("import", ["--from", "zsh", "history"], code: 65), MarkedRun("import", ["history"], code: 65),
      MarkedRun("export", ["--user", "ZQnobody"], code: 1),
      MarkedRun("users", ["--store", "damaged.sqlite"], code: 69),
      MarkedRun("week", bad), MarkedRun("week", me + ["--at", "soon"], code: 64),
      MarkedRun("stats", ["--log", "model.safetensors"], code: 65),
      MarkedRun("lint", ["bad.jsonl", "--imports"]),
      MarkedRun("lint", ["good.jsonl"], code: 1),
      MarkedRun("lint", ["model.safetensors"], code: 65),
      MarkedRun("replay", ["--log", "good.jsonl", "--at-times", "times.txt"], code: 65),
      MarkedRun("replay", ["--log", "model.safetensors"], code: 65),
      MarkedRun("evaluate", ["bad.jsonl"]),
      MarkedRun("evaluate", ["model.safetensors"], code: 65),
      MarkedRun("evaluate", ["good.jsonl", "--moments", "15m"]),
      MarkedRun("evaluate", ["good.jsonl", "--model", "model.safetensors"], code: 65),
      MarkedRun("train", ["good.jsonl", "--export", "folder"]),
      MarkedRun("train", ["bad.jsonl", "--out", "x.safetensors"], code: 65),
      MarkedRun("doctor", ["--model", "model.safetensors"], code: 65),
      MarkedRun(
        "benchmark", ["store", "--quick", "--repetitions", "1", "--log", "model.safetensors"]),
      MarkedRun("expect", ["unmet.json"], code: 1),
      MarkedRun("simulate", ["good.jsonl"], code: 65), MarkedRun("expect", ["good.jsonl"], code: 65),
    ]
    + MarkedFiles.badLives.indices.map { MarkedRun("expect", ["life\($0).json"], code: 65) }

  static let keys = [
    MarkedRun("encrypt", ["--new-key-file", "good.jsonl"], code: 77),
    MarkedRun("encrypt", ["--rotate", "--key-file", "good.jsonl", "--new-key-file", "b.key"], code: 77),
    MarkedRun("decrypt", ["--key-file", "good.jsonl", "--yes"], code: 77),
    MarkedRun("export", ["--key-file", "absent.key"], code: 66),
    MarkedRun("doctor", ["--store", "damaged.sqlite", "--repair", "saved.sqlite"]),
    MarkedRun("doctor", ["--store", "spoiled.sqlite", "--repair", "saved.sqlite", "--json"], code: 65),
  ]

  /// Every command that opens a store, on stores that cannot be used or read.
  ///
  /// In the spoiled one each row's digest is right and its line is wrong, which only commands that
  /// read lines notice.
  static let stores = ["damaged", "spoiled", "foreign"].flatMap { name in
    let isSpoiled = name == "spoiled"
    let runs: [(arguments: [String], code: Int32)] = [
      (["suggest", "--user", "ZQuser"], 69), (["search", "ZQtitle", "--user", "ZQuser"], 69),
      (["export"], isSpoiled ? 0 : 69), (["doctor"], isSpoiled ? 65 : 69),
      (["import", "good.jsonl"], isSpoiled ? 0 : 69), (["forget", "--all", "--yes", "--user", "ZQuser"], 69),
    ]
    return runs.map { arguments, code in
      MarkedRun(arguments[0], Array(arguments.dropFirst()) + ["--store", name + ".sqlite"], code: code)
    }
  }

  static let runs =
    commands.map { MarkedRun($0.name, $0.sample ?? []) } + everyDay + keeping + logs + keys + stores

  @Test("no remark contains users' data", arguments: runs)
  func remarks(_ run: MarkedRun) async throws {
    let scratch = try await MarkedFiles.copy()
    let words = run.command.split(separator: " ").map(String.init)
    let outcome = try await Program.run(words + run.arguments, in: scratch, input: run.input)
    let leaks = outcome.errors.split(separator: "\n").filter { MarkedFiles.isIn(String($0)) }
    #expect(leaks.isEmpty)
    #expect(outcome.code == run.code && !outcome.isSignal, "\(outcome.errors)")
  }

  @Test("the doctor's JSON contains no users' data", arguments: ["store", "spoiled"])
  func doctor(store: String) async throws {
    let scratch = try await MarkedFiles.copy()
    let named = store == "store" ? [] : ["--store", store + ".sqlite"]
    let outcome = try await Program.run(["doctor", "--json"] + named, in: scratch)
    #expect(outcome.text.contains("{"))
    #expect(!MarkedFiles.isIn(outcome.text), "\(outcome.text)")
  }

  @Test("every command declares a sample, and every run is of an existing command")
  func everyCommand() {
    #expect(Self.commands.filter { $0.sample == nil }.map(\.name) == [])
    #expect(Self.commands.count > 30)
    #expect(Set(Self.runs.map(\.command)).subtracting(Self.commands.map(\.name)) == [])
  }

  @Test("the markers appear where they belong, so their absence elsewhere is meaningful")
  func markers() async throws {
    let scratch = try await MarkedFiles.copy()
    for arguments in [["export"], ["suggest", "--user", "ZQuser"], ["simulate", "life.json"]] {
      #expect(MarkedFiles.isIn(try await Program.run(arguments, in: scratch).text), "\(arguments)")
    }
    let bad = try await Program.run(["import", "bad.jsonl"], in: scratch)
    #expect(bad.errors.split(separator: "\n").count > 50, "each kind of bad line is reported with a number")
  }
}
