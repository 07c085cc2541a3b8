internal import Activities
internal import Answers
internal import ArgumentParser
internal import Foundation
internal import Hunch
internal import SQLiteStorage
internal import Suggestions

/// What `hunch` by itself prints: what is likely now and why; where nothing was donated yet, on a
/// terminal, how to begin.
struct FrontDoor {
  private let terminal: Terminal

  init(on terminal: Terminal) {
    self.terminal = terminal
  }

  /// The text, of about five lines.
  ///
  /// - Throws: A ``Failure`` if there is no list to print, unless a person reads the text: a script
  ///   goes by the exit code.
  func text(now: Instant) async throws -> String {
    let store = try StoreOptions.parse([])
    guard let log = try store.openExisting(), try await !log.users().isEmpty else {
      guard terminal.isInteractive else { throw Self.nothingDonated }
      return beginning
    }
    let user: UserIdentifier
    do { user = try await UserOptions.user(nil, in: log, quiet: false) } catch let failure as Failure
      where terminal.isInteractive
    {
      return "\(failure.message)\n\(hint)"
    }
    let bar = ProgressBar("learning", quiet: false)
    let engine = SuggestionEngine(
      log: log, model: try ModelOptions.parse([]).open().suggestionModel(), language: PhraseOptions.language
    ) { bar.show($0.donations, of: $0.total) }
    let list = try await CurrentList(for: user, in: Context(at: now), by: engine, explains: true)
    let heading =
      list.isWithinTheHour
      ? "Likely within the hour:" : "Nothing is likely within the hour. If you do something now, it may be:"
    bar.finish()
    let state = try await remarks(on: log, of: user, at: now)
    guard !list.suggestions.isEmpty else {
      guard terminal.isInteractive else { throw Failure("nothing may be suggested", .nothingFound) }
      return (["Nothing can be suggested yet."] + state + [hint]).joined(separator: "\n")
    }
    return ([terminal.faint(terminal.wrapped(heading))] + list.suggestions.map(line) + state + [hint])
      .joined(separator: "\n")
  }

  private func line(_ suggestion: Suggestion) -> String {
    let percent = Formatting.aligned(Formatting.fixed(suggestion.probability * 100, 0), to: 3)
    let title = Formatting.plain("\(suggestion.displayTitle)")
    let shown = Formatting.shortened(title, to: min(48, max(10, (terminal.columns ?? .max) - 7)))
    let room = (terminal.columns ?? .max) - 7 - shown.count - 2
    let reason = suggestion.isPinned ? Self.pinned : shortReason(suggestion)
    let isShown = !reason.isEmpty && room >= 12
    return "\(percent) %  \(terminal.bold(shown))"
      + (isShown ? terminal.faint("  " + Formatting.shortened(reason, to: room)) : "")
  }

  /// The words for a suggestion that comes first because the user wants it so.
  static let pinned = "pinned by you"

  private func shortReason(_ suggestion: Suggestion) -> String {
    Formatting.plain(suggestion.explanation?.summary ?? "")
  }

  private var hint: String {
    terminal.faint(
      terminal.wrapped(
        "hunch suggest --why: more · hunch week: what was learned · hunch --help: everything else"))
  }

  /// Donations are old if the newest was so many seconds ago: four weeks.
  private static let old = 28 * 86_400.0

  /// What somebody should know who wonders about an answer: that recording is paused, or that
  /// nothing came for long.
  private func remarks(
    on log: any DonationStore, of user: UserIdentifier, at now: Instant
  ) async throws -> [String] {
    var remarks: [String] = []
    if try await log.privacyRules().isPaused(at: now, for: user) {
      remarks.append("Recording is paused; `hunch resume` ends it.")
    }
    if let last = try await log.recentActivities(of: user, at: now, limit: 1).first?.context.instant,
      now.seconds(since: last) > Self.old
    {
      let time = InstantText.short(last.rfc3339)
      remarks.append("The newest donation is of \(time); `hunch suggest --at \"\(time)\"` asks as of then.")
    }
    return remarks.map { terminal.wrapped($0) }
  }

  private static let nothingDonated = Failure(
    "no donations yet, so there is nothing to go by; begin with `hunch import auto`", .nothingFound)

  private var beginning: String {
    let demo =
      Self.demo.map { ["  hunch suggest --log \($0) --at \"2026-04-29 18:00\" --tz Europe/Berlin -n 4"] }
      ?? []
    return
      (["Hunch predicts what you will do next from what you did before. Nothing was donated yet."]
      + (demo.isEmpty ? [] : [terminal.faint("See what it does for a simulated person:")] + demo)
      + [
        terminal.faint("Begin with your own:"),
        "  hunch import auto",
        "  hunch import history.jsonl",
        "  hunch donate --type org.example.player.play --title \"Play Blue in Green\"",
        terminal.faint("hunch --help lists all commands."),
      ]).joined(separator: "\n")
  }

  /// The path of the demonstration's log, where the program was installed with it or lies in its
  /// clone.
  private static var demo: String? {
    // The name that it was started by need not say where it lies.
    let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    let installed = program.appending(path: "../share/hunch/demo.jsonl").standardized.path
    return ["datasets/demo.jsonl", installed].first { FileManager.default.fileExists(atPath: $0) }
  }
}
