internal import Activities
internal import Foundation

/// The menu in another program that reads lines from standard input and prints the chosen one, such
/// as fuzzel, dmenu, wofi, rofi -dmenu or fzf.
struct LauncherMenu {
  let menu: Menu
  /// The program and its arguments.
  let words: [String]
  /// Whether each line begins with the identity and a tab.
  let hasIdentities: Bool

  /// Returns fzf with a preview that explains the current row.
  ///
  /// - Parameter explainer: The words that run `hunch why`, without the activity.
  static func fzf(_ menu: Menu, explainer: [String]) -> LauncherMenu {
    let preview = explainer.map(ShellWord.quoted).joined(separator: " ") + " {1}"
    return LauncherMenu(
      menu: menu,
      words: [
        "fzf", "--delimiter", "\t", "--with-nth", "2..", "--no-sort", "--reverse", "--prompt", "hunch> ",
        "--preview-window", "down:wrap", "--preview", preview,
      ], hasIdentities: true)
  }

  /// The lines that the program reads.
  var lines: [String] { menu.rows.map { hasIdentities ? "\($0.identity)\t\($0.line)" : $0.line } }

  /// Returns the activity that the user chose.
  ///
  /// - Throws: A ``Failure`` if the program could not be started, or the user chose no row.
  func pick() throws -> ActivityIdentity {
    let input = Data(lines.map { $0 + "\n" }.joined().utf8)
    let (outcome, bytes) = ForegroundProgram.answer(words, input: input)
    switch outcome {
    case .notStarted:
      throw Failure("\(words[0]) cannot be started; install it, or name another program", .configuration)
    case .killed(SIGINT), .exited(130): throw Failure.interrupted
    case .exited(0): break
    case .exited, .killed: throw Failure("nothing was opened", .nothingFound)
    }
    guard let row = row(chosenBy: String(decoding: bytes, as: UTF8.self)) else {
      throw Failure("nothing was opened", .nothingFound)
    }
    return row.identity
  }

  /// Returns the row with the line that a program printed.
  ///
  /// Some programs trim the line, or print only the part of it that they show.
  func row(chosenBy text: String) -> Menu.Row? {
    let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    if let index = lines.firstIndex(of: line) { return menu.rows[index] }
    let trimmed = line.trimmingCharacters(in: .whitespaces)
    return menu.rows.first { $0.line.trimmingCharacters(in: .whitespaces) == trimmed }
  }
}
