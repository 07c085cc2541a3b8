internal import Activities
internal import Answers
internal import ArgumentParser
internal import Foundation
internal import Hunch
internal import SQLiteStorage
internal import Suggestions

/// The output of `hunch` by itself: the likely activities now, with reasons.
///
/// On a terminal, without any donations, it explains how to begin.
struct FrontDoor {
  private let terminal: Terminal

  init(on terminal: Terminal) {
    self.terminal = terminal
  }

  /// Returns the text, of about five lines.
  ///
  /// - Throws: A ``Failure`` if there is no list to print; but on a terminal it returns an
  ///   explanation, because only scripts check the exit code.
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
      return "\(failure.message)\n\(hint(withRows: false))"
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
      return (["Nothing can be suggested yet."] + state + [hint(withRows: false)]).joined(separator: "\n")
    }
    if RememberedList.isMeant {
      RememberedList.remember(list.suggestions.map(\.identity), for: user, at: now)
    }
    let rows = list.suggestions.enumerated().map { line($0.element, row: $0.offset + 1) }
    return ([terminal.faint(terminal.wrapped(heading))] + rows + state + [hint(withRows: true)])
      .joined(separator: "\n")
  }

  private func line(_ suggestion: Suggestion, row: Int) -> String {
    let percent = Formatting.aligned(Formatting.fixed(suggestion.probability * 100, 0), to: 3)
    let title = Formatting.plain("\(suggestion.displayTitle)")
    let shown = Formatting.shortened(title, to: min(48, max(10, (terminal.columns ?? .max) - 10)))
    let room = (terminal.columns ?? .max) - 10 - shown.count - 2
    let reason = suggestion.isPinned ? Self.pinned : shortReason(suggestion)
    let isShown = !reason.isEmpty && room >= 12
    return "\(row)  \(percent) %  \(terminal.bold(shown))"
      + (isShown ? terminal.faint("  " + Formatting.shortened(reason, to: room)) : "")
  }

  /// The reason of a suggestion that comes first because the user pinned it.
  static let pinned = "pinned by you"

  private func shortReason(_ suggestion: Suggestion) -> String {
    Formatting.plain(suggestion.explanation?.summary ?? "")
  }

  private func hint(withRows: Bool) -> String {
    terminal.faint(
      terminal.wrapped(
        (withRows ? "hunch open 1: do the first · " : "")
          + "hunch suggest --why: more · hunch week: what was learned · hunch --help: everything else"
      ))
  }

  /// The age in seconds from which the newest donation is old: four weeks.
  private static let old = 28 * 86_400.0

  /// Returns remarks that may explain a surprising answer: recording is paused, or the newest
  /// donation is old.
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
      remarks.append("The newest donation is from \(time); `hunch suggest --at \"\(time)\"` asks as of then.")
    }
    return remarks.map { terminal.wrapped($0) }
  }

  private static let nothingDonated = Failure(
    "no donations yet; begin with `hunch import auto`", .nothingFound)

  private var beginning: String {
    let demo =
      Self.demo.map { ["  hunch suggest --log \($0) --at \"2026-04-29 18:00\" --tz Europe/Berlin -n 4"] }
      ?? []
    return
      (["Hunch predicts what you will do next from what you did before. There are no donations yet."]
      + (demo.isEmpty ? [] : [terminal.faint("Try it with a simulated person:")] + demo)
      + [
        terminal.faint("Begin with your own history:"),
        "  hunch import auto",
        "  hunch import history.jsonl",
        "  hunch donate --type org.example.player.play --title \"Play Blue in Green\"",
        terminal.faint("hunch --help lists all commands."),
      ]).joined(separator: "\n")
  }

  /// The path of the demonstration's log, in the current clone or next to the installed program.
  private static var demo: String? {
    // The name that started the program may not be its path.
    let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    let installed = program.appending(path: "../share/hunch/demo.jsonl").standardized.path
    return ["datasets/demo.jsonl", installed].first { FileManager.default.fileExists(atPath: $0) }
  }
}
