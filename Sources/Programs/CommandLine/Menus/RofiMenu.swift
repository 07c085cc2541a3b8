internal import Activities
internal import Answers
internal import Foundation
internal import Hunch
internal import SQLiteStorage
internal import Suggestions

/// The menu as a script mode of rofi (rofi-script(5)).
///
/// rofi starts the program for each step: without a choice it prints rows, and with one it acts on
/// it and prints nothing, so that rofi ends, or the rows again. The `info` of each row has the
/// moment of the first step and the rows that were hidden since. The same moment gives the same
/// order, so no row jumps. (`ROFI_DATA` would be the place, but rofi 1.7.3, which Debian 12 has,
/// does not know it.)
struct RofiMenu {
  private static let (field, end) = ("\u{0}", "\u{1F}")

  let log: SQLiteDonationStore
  let engine: SuggestionEngine
  let user: UserIdentifier
  let now: Instant
  let count: Int
  let output: OutputOptions
  /// The words that start a run of `hunch open` with the same store and user.
  let opener: [String]

  /// A step, from the environment of rofi.
  enum Step: Equatable {
    case first
    case open, never, why
    /// A key that has no meaning here.
    case other

    init(environment: [String: String]) {
      switch environment["ROFI_RETV"] {
      case nil, "", "0": self = .first
      case "1": self = .open
      case "10": self = .never
      case "11": self = .why
      default: self = .other
      }
    }
  }

  /// The moment of the menu, and the rows that were hidden since.
  struct Data: Equatable {
    var milliseconds: Int64
    var hidden: [ActivityIdentity] = []

    /// The maximum number of hidden rows, because each row has the list.
    private static let mostHidden = 64

    init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Reads the form of ``text``; `nil` if it has another form, as after an update.
    init?(_ fields: some Collection<Substring>) {
      guard let first = fields.first, let moment = Int64(first) else { return nil }
      milliseconds = moment
      hidden = fields.dropFirst().compactMap { ActivityIdentity(String($0)) }
    }

    /// Returns the menu, in the order of its moment.
    ///
    /// - Throws: A ``Failure`` if there is nothing to choose from.
    func menu(
      for user: UserIdentifier, at now: Instant, by engine: SuggestionEngine, count: Int,
      explains: Bool = false
    ) async throws -> Menu {
      let seconds = (Double(milliseconds) - Double(now.milliseconds)) / 1_000
      return try await Menu(
        for: user, at: now.advanced(bySeconds: min(0, seconds)), by: engine, count: count,
        explains: explains, without: Set(hidden))
    }

    /// The text that follows the identity in a row's `info`, after a comma.
    var text: String {
      ([String(milliseconds)] + hidden.suffix(Self.mostHidden).map(\.description)).joined(separator: ",")
    }
  }

  /// Returns the answer to a step; empty if rofi shall end.
  func answer(to environment: [String: String]) async -> String {
    let step = Step(environment: environment)
    let fields = (environment["ROFI_INFO"] ?? "").split(separator: ",", omittingEmptySubsequences: false)
    let known = step == .first ? nil : Data(fields.dropFirst())
    var data = known ?? Data(milliseconds: now.milliseconds)
    do {
      let chosen = fields.first.flatMap { ActivityIdentity(String($0)) }
      var message = ""
      let menu = try await menu(data, explains: step == .why)
      switch (step, chosen) {
      case (.first, _): await menu.record(.shown, in: log, at: now)
      case (.open, let chosen?):
        try await open(chosen, from: data)
        return ""
      case (.never, let chosen?):
        await menu.record(.never, about: chosen, in: log, at: now)
        data.hidden.append(chosen)
        message = "Not suggested again; undo it with hunch feedback undone"
        return Self.text(of: try await self.menu(data, explains: false).rows, data, message: message)
      case (.why, let chosen?):
        let row = menu.rows.first { $0.identity == chosen }
        message = row.map { "\($0.title): \($0.reason.isEmpty ? "no reason stands out" : $0.reason)" } ?? ""
      case (.open, nil), (.never, nil), (.why, nil), (.other, _): break
      }
      return Self.text(of: menu.rows, data, message: message)
    } catch {
      let words = Failure(error)?.message ?? "unexpected \(type(of: error))"
      let rows = step == .first ? nil : try? await menu(data, explains: false).rows
      return Self.text(of: rows ?? [], data, message: words)
    }
  }

  private func menu(_ data: Data, explains: Bool) async throws -> Menu {
    try await data.menu(for: user, at: now, by: engine, count: count, explains: explains)
  }

  /// Starts `hunch open` in the background, because rofi waits for its script: in a terminal if
  /// there is a question to ask.
  ///
  /// It records that the row was accepted when that is open.
  ///
  /// - Throws: A ``Failure`` if the activity cannot be opened.
  private func open(_ identity: ActivityIdentity, from data: Data) async throws {
    let run = OpenRun(log: log, engine: engine, user: user, now: now, output: output)
    let prepared = try await run.prepare(identity, named: nil)
    let words = opener + ["--from-menu=\(data.text)", "--menu-rows=\(count)", identity.description]
    try Self.start(prepared.needsTerminal ? try Self.inTerminal(words) : words)
  }

  /// Returns the words that run a program in a new terminal, and keep that open.
  ///
  /// - Throws: A ``Failure`` if no terminal is installed.
  private static func inTerminal(_ words: [String]) throws -> [String] {
    let named = ProcessInfo.processInfo.environment["TERMINAL"].flatMap { $0.isEmpty ? nil : $0 }
    let programs = [named].compactMap(\.self) + ["x-terminal-emulator", "foot", "xterm"]
    guard
      let terminal = programs.lazy.compactMap({ $0.contains("/") ? $0 : ProgramPath.first(named: $0) }).first
    else {
      throw Failure("there is no terminal to ask on; set TERMINAL, or use hunch open", .configuration)
    }
    let script = #""$@"; printf '\nPress Enter to close. '; read -r _"#
    return [terminal, "-e", "/bin/sh", "-c", script, "sh"] + words
  }

  private static func start(_ words: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: words[0])
    process.arguments = Array(words.dropFirst())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch {
      throw Failure("\(words[0]) cannot be started", .configuration)
    }
  }

  /// Returns the options of the mode and the rows.
  ///
  /// - Parameters:
  ///   - rows: The rows; titles have printable characters only, so no separators.
  ///   - message: A line above the rows; empty for none.
  static func text(of rows: [Menu.Row], _ data: Data, message: String) -> String {
    let options = [
      ("prompt", "hunch"), ("no-custom", "true"), ("use-hot-keys", "true"), ("keep-selection", "true"),
      ("keep-filter", "true"), ("message", markup(message)),
    ]
    return options.map { "\(field)\($0)\(end)\($1)\n" }.joined()
      + rows.map { "\($0.line)\(field)info\(end)\($0.identity),\(data.text)\n" }.joined()
  }

  /// Returns a text for Pango, in which rofi shows messages.
  static func markup(_ text: String) -> String {
    Formatting.plain(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;")
  }
}
