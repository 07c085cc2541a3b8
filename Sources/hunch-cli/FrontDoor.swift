internal import Activities
internal import ArgumentParser
internal import Foundation
internal import Hunch
internal import SQLiteStorage
internal import Suggestions

/// What `hunch` by itself says on a terminal: what is likely now and why; where nothing was donated yet, how to begin.
struct FrontDoor {
  /// The most suggestions that are shown.
  static let suggestions = 3

  private let terminal: Terminal

  init(on terminal: Terminal) {
    self.terminal = terminal
  }

  /// The text, of about five lines.
  func text(now: Instant) async throws -> String {
    let store = try StoreOptions.parse([])
    guard let log = try store.openExisting(), try await !log.users().isEmpty else { return beginning }
    let user: UserIdentifier
    do { user = try await UserOptions.user(nil, in: log) } catch let failure as Failure {
      return "\(failure.message)\n\(hint)"
    }
    var request = SuggestionRequest(
      for: user, in: Context(at: now), limit: Self.suggestions, explains: true, surface: .list)
    let bar = ProgressBar("learning", quiet: false)
    let engine = SuggestionEngine(
      log: log, model: try ModelOptions.parse([]).open().servedModel(), language: PhraseOptions.language
    ) { bar.show($0.donations, of: $0.total) }
    var list = try await engine.suggestions(request)
    var heading = "Likely within the hour:"
    if list.suggestions.isEmpty {
      heading = "Nothing is likely within the hour. If you do something now, it may be:"
      (request.surface, request.horizon) = (nil, nil)
      list = try await engine.suggestions(request)
    }
    bar.finish()
    guard !list.suggestions.isEmpty else { return "Nothing can be suggested yet.\n\(hint)" }
    return ([terminal.faint(heading)] + list.suggestions.map(line) + [hint]).joined(separator: "\n")
  }

  private func line(_ suggestion: Suggestion) -> String {
    let percent = Formatting.aligned(Formatting.fixed(suggestion.probability * 100, 0), to: 3)
    let title = Formatting.plain("\(suggestion.displayTitle)")
    let reason =
      suggestion.explanation?.facts.first.map { terminal.faint("  " + Formatting.plain($0.words)) } ?? ""
    return "\(percent) %  \(terminal.bold(Formatting.shortened(title, to: 48)))\(reason)"
  }

  private var hint: String {
    terminal.faint("hunch suggest --why: more · hunch week: what was learned · hunch --help: everything else")
  }

  private var beginning: String {
    let demo =
      Self.demo.map { ["  hunch suggest --log \($0) --at \"2026-04-29 18:00\" --tz Europe/Berlin -n 4"] }
      ?? []
    return
      (["Hunch predicts what you will do next from what you did before. Nothing was donated yet."]
      + (demo.isEmpty ? [] : [terminal.faint("See what it does for a simulated person:")] + demo)
      + [
        terminal.faint("Begin with your own:"),
        "  hunch import history.jsonl",
        "  hunch donate --type org.example.player.play --title \"Play Blue in Green\"",
        terminal.faint("hunch --help lists all commands."),
      ]).joined(separator: "\n")
  }

  /// The path of the demonstration's log, where the program was installed with it or lies in its clone.
  private static var demo: String? {
    let program = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let installed = program.appending(path: "../share/hunch/demo.jsonl").standardized.path
    return ["datasets/demo.jsonl", installed].first { FileManager.default.fileExists(atPath: $0) }
  }
}
