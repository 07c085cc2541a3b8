internal import Activities
internal import Answers
internal import ArgumentParser
internal import Features
internal import Foundation
internal import Hunch
internal import Importers
internal import Kernels
internal import ModelFile
internal import ProgramSupport
internal import SQLiteStorage
internal import ShellLines
internal import StoreRecovery
internal import Training

/// `hunch doctor`.
struct DoctorCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Diagnose the installation and the store.",
    discussion: """
      Checks the program, its libraries, the model and every byte of the store, and reports each problem and how to fix it. \
      It exits with the code of the first problem. --verbose and --json print everything that was checked.

        hunch doctor
        hunch doctor --verbose

      With --repair it saves the readable part of a damaged store into a new file, and reports what was saved and what is \
      lost. The damaged store is only read. First close all programs that use it. An encrypted store needs its key, which \
      encrypts the new one too.

        hunch doctor --repair saved.sqlite
      """)
  static let sample: [String] = []

  @OptionGroup var store: StoreOptions
  @OptionGroup var model: ModelOptions
  @OptionGroup var output: OutputOptions

  @Flag(name: .shortAndLong, help: "Print everything that was checked, one line each.")
  var verbose = false

  @Option(
    help: ArgumentHelp(
      "Save the readable part of the store into a new file, which must not exist yet.",
      valueName: "new file"),
    completion: .file())
  var repair: String?

  @Flag(
    help: ArgumentHelp(
      "With --repair: if the store was damaged while forgotten donations were being erased, also read the parts that may still contain them."
    ))
  var includeDoubtful = false

  func validate() throws {
    guard repair != nil || !includeDoubtful else {
      throw ValidationError("--include-doubtful needs --repair")
    }
    guard repair?.isEmpty != true else {
      throw ValidationError("--repair is empty; give the path of a new file")
    }
  }

  func run() async throws {
    if let repair { return try await self.repair(into: repair) }
    var findings = Findings()
    inspectMachine(&findings)
    inspectModel(&findings)
    await inspectStore(&findings)
    await inspectShells(&findings)
    inspectSources(&findings)
    try Console.print(output.json ? JSONText.line(findings) : verbose ? findings.text : findings.summary)
    for problem in findings.problems { Console.note("problem: \(problem)") }
    if let code = findings.code { throw Failure("", code) }
    if !output.json { output.note("no problems found") }
  }

  private func repair(into path: String) async throws {
    let damaged = try store.path()
    let repair = StoreRepair(of: damaged, key: try store.key(), includingDoubtful: includeDoubtful)
    let report = try await repair.run(into: path)
    let text = RecoveryText(report, of: damaged, in: path)
    try Console.print(output.json ? JSONText.line(text) : text.text)
    if report.doubtfulPages > 0 {
      output.note(
        """
        \(Formatting.count(report.doubtfulPages, "page")) left unread, because they may contain forgotten donations; \
        --include-doubtful reads them
        """)
    }
    output.note(
      """
      to use it: close all programs that use the store, move \(damaged) and its -wal and -shm files away, \
      and move \(path) into its place
      """)
    if !report.isComplete { throw Failure("saved only in part; the losses are listed above", .badData) }
  }

  private func inspectMachine(_ findings: inout Findings) {
    findings.add("hunch", HunchCommand.configuration.version)
    findings.add("system", ProcessInfo.processInfo.operatingSystemVersionString)
    let build = BLAS.build
    findings.add("blas", build.configuration)
    findings.add("blas.parallelism", build.parallelism.rawValue)
    findings.add("blas.threads", String(build.threads))
    findings.add("simd", build.vectorInstructions)
    if build.parallelism == .openmp {
      findings.report(
        "OpenBLAS runs OpenMP threads, which slow down callers; install libopenblas0-pthread", .configuration)
    }
  }

  private func inspectShells(_ findings: inout Findings) async {
    do { try await RecordedCommands.takeIn() } catch { findings.report(error) }
    findings.add(
      "shells.spool", RecordedCommands.folder ?? "no shell records commands; hunch init prints hooks")
    findings.add("shells.resident", RecordedCommands.resident)
    inspectPrompt(&findings)
    if let obstacle = RecordedCommands.obstacle { output.note("hooks record nothing: \(obstacle)") }
    guard let first = ProgramPath.first(named: "hunch") else { return }
    findings.add("shells.hunch", first)
    if !ProgramPath.isThisProgram(first) {
      output.note(
        "\(first) comes first in PATH, and is another program or version; this is \(ProgramPath.own)")
    }
  }

  /// The switches of grey text, as far as they are not variables of another shell.
  private func inspectPrompt(_ findings: inout Findings) {
    let environment = ProcessInfo.processInfo.environment
    guard let path = PromptSettings.path(environment: environment) else { return }
    let settings: PromptSettings
    do { settings = try PromptSettings(contentsOf: path) } catch { return findings.report(error) }
    let folder = FileManager.default.currentDirectoryPath
    let state =
      if !settings.isGreyOn {
        "off everywhere; hunch prompt --on"
      } else if settings.isQuiet(in: folder) {
        "off in this folder; hunch prompt --on --here"
      } else if environment["HUNCH_GREY_TEXT"] == "off" {
        "off in this shell; HUNCH_GREY_TEXT"
      } else {
        "on"
      }
    findings.add("shells.grey", state)
    findings.add(
      "shells.recording", environment["HUNCH_INCOGNITO"] == "1" ? "off in this shell; HUNCH_INCOGNITO" : "on")
  }

  /// The sources that are read again; their paths are users' data.
  private func inspectSources(_ findings: inout Findings) {
    do {
      let renewal = SourceRenewal(
        for: try store.path(), environment: ProcessInfo.processInfo.environment)
      guard let renewal else { return }
      let (sources, last) = (try renewal.sources(), renewal.last)
      let names = Set(sources.map(\.name)).sorted().joined(separator: ", ")
      findings.add("import.sources", names.isEmpty ? "none is read again; hunch import auto asks" : names)
      guard !sources.isEmpty else { return }
      findings.add("import.last", last.last?.rfc3339 ?? "not yet; start hunchd, or enable hunch-import.timer")
      for source in sources {
        guard let reading = last[source.path], let problem = reading.problem else { continue }
        findings.report(
          "the history of \(source.name) is not imported: \(problem); `hunch import auto --list` shows which",
          reading.stamp == nil ? .tryAgain : .badData)
      }
    } catch { findings.report(error) }
  }

  private func inspectModel(_ findings: inout Findings) {
    findings.add("schema", FeatureSchema.current.fingerprint)
    findings.add("model", model.model ?? "shipped")
    do {
      let file = try model.open()
      findings.add("model.schema", file.metadata.schemaFingerprint)
      findings.add("model.training", file.metadata.trainingDigest)
      for log in TrainingRecord(file.metadata)?.logs ?? [] {
        findings.add("model.log", "\(log.name), \(Formatting.count(log.donations, "donation"))")
      }
    } catch {
      findings.report(error)
    }
  }

  private func inspectStore(_ findings: inout Findings) async {
    do {
      findings.add("store", try store.path())
      for draft in StoreLocation.drafts(besideStoreAt: try store.path()) {
        findings.report(
          "\(draft): an interrupted repair left this file with donations in it; remove it, unless a repair is running",
          .badData)
      }
      guard let log = try store.openExisting() else {
        try SQLiteDonationStore.checkPlace(path: try store.path())
        findings.add("store.state", "none yet; the first donation creates it")
        return
      }
      let information = try await log.information()
      findings.add("store.mode", "0" + String(information.mode, radix: 8))
      findings.add("store.schema", String(information.schemaVersion))
      findings.add("store.encrypted", information.isEncrypted ? "yes" : "no")
      findings.add("store.bytes", String(information.fileSize))
      findings.add("store.journal", information.journalMode)
      findings.add("store.donations", String(information.users.reduce(0) { $0 + $1.donations }))
      findings.add("store.users", String(information.users.count))
      findings.add("store.checkpoints", String(information.checkpoints))
      let (rules, now) = (try await log.privacyRules(), try WallClock.now())
      findings.add("store.rules", String(rules.rulesInForce(at: now)))
      if rules.rules.contains(where: { $0.isPause && $0.criteria.reaches(now.milliseconds) }) {
        findings.add("store.paused", "hunch resume ends it")
      }
      findings.add("store.retention", rules.retention.words)
      if rules.incognito > 0 { findings.add("store.incognito", String(rules.incognito)) }
      findings.add("sqlite", information.sqliteVersion)
      if information.erasureIsDue {
        findings.report(
          "bytes of forgotten donations are not overwritten yet; close other programs and run hunch doctor again",
          .tryAgain)
      }
      let problems = try await log.integrityProblems()
      findings.add("store.integrity", problems.isEmpty ? "ok" : Formatting.count(problems.count, "problem"))
      for problem in problems {
        findings.report(
          "\(problem.words); restore a copy, or save the readable part into a new store with hunch doctor --repair",
          .badData)
      }
    } catch {
      findings.report(error)
    }
  }
}

/// The findings of a diagnosis.
struct Findings: Encodable {
  /// A name and what was found.
  struct Fact: Encodable {
    let name: String
    let value: String
  }

  private(set) var facts: [Fact] = []
  private(set) var problems: [String] = []
  private(set) var code: Failure.Code?

  private enum CodingKeys: String, CodingKey {
    case facts, problems
  }

  mutating func add(_ name: String, _ value: String) {
    facts.append(Fact(name: name, value: value))
  }

  /// The first problem decides the exit code.
  mutating func report(_ problem: String, _ code: Failure.Code) {
    problems.append(problem)
    self.code = self.code ?? code
  }

  mutating func report(_ error: any Error) {
    let failure = Failure(error) ?? Failure("unexpected \(type(of: error))", .bug)
    report(failure.message, failure.code)
  }

  /// The facts that people need, in five lines.
  var summary: String {
    let values = Dictionary(facts.map { ($0.name, $0.value) }) { first, _ in first }
    func value(_ name: String) -> String { values[name] ?? "unknown" }
    let logs = facts.count { $0.name == "model.log" }
    var rows = [
      ("program", "hunch \(value("hunch"))"),
      ("arithmetic", value("blas").split(separator: " ").prefix(2).joined(separator: " ")),
      ("model", logs > 0 ? "\(value("model")), fitted to \(Formatting.count(logs, "log"))" : value("model")),
      ("store", value("store")),
    ]
    if let donations = values["store.donations"].flatMap({ Int($0) }) {
      let users = Formatting.count(Int(value("store.users")) ?? 0, "user")
      let rules =
        Int(value("store.rules")).flatMap { $0 > 0 ? ", \(Formatting.count($0, "rule")) in force" : nil }
        ?? ""
      let paused = values["store.paused"] != nil ? ", paused" : ""
      let kind = value("store.encrypted") == "yes" ? "encrypted" : "not encrypted"
      rows.append(("donations", "\(Formatting.grouped(donations)) of \(users), \(kind)\(rules)\(paused)"))
    } else {
      rows.append(("donations", values["store.state"] ?? "unknown"))
    }
    if let grey = values["shells.grey"], RecordedCommands.folder != nil {
      rows += [
        ("recording", value("shells.recording")), ("resident", value("shells.resident")), ("grey text", grey),
      ]
    }
    if let last = values["import.last"] {
      rows.append(("sources", "\(value("import.sources")); last read: \(last)"))
    }
    let width = Terminal.standardOutput.isInteractive ? rows.map(\.0.count).max() ?? 0 : 0
    return rows.map { name, value in
      width > 0
        ? "\(Formatting.padded(name, to: width))  \(Formatting.plain(value))"
        : "\(name)\t\(Formatting.plain(value))"
    }.joined(separator: "\n")
  }

  /// One line for each fact.
  var text: String {
    let width = Terminal.standardOutput.isInteractive ? facts.map(\.name.count).max() ?? 0 : 0
    return facts.map { fact in
      width > 0
        ? "\(Formatting.padded(fact.name, to: width))  \(Formatting.plain(fact.value))"
        : "\(fact.name)\t\(Formatting.plain(fact.value))"
    }.joined(separator: "\n")
  }
}

extension StoreProblem {
  /// The problem in words, without any content of the store.
  fileprivate var words: String {
    switch self {
    case .structure(let words): "the store's file is damaged: \(words)"
    case .unknownUser(let table, let row): "row \(row) of \(table) belongs to no user"
    case .counter(let name): "the counter \(name) is wrong"
    case .unreadable(let table, let row): "row \(row) of \(table) cannot be read"
    case .searchEntry(let row): "entry \(row) of the search index differs from its donation"
    case .notSearchable(let row): "row \(row) of donation is missing from the search index"
    case .checkpoint(let row): "checkpoint \(row) is damaged, or does not match the donations before it"
    case .searchText: "the words of the search index do not match its entries"
    }
  }
}
