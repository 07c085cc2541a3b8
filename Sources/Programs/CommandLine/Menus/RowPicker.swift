internal import Activities
internal import Foundation

/// Lets the user choose a row of a menu with the keyboard, below the prompt.
///
/// It draws on standard error, so that standard output stays free for data, and erases its lines.
struct RowPicker {
  private let menu: Menu
  private let terminal = Terminal.standardError

  /// The number of lines of the terminal that stay as they are.
  private static let spareLines = 2
  /// The milliseconds after which the size of the terminal is compared.
  private static let pause: Int32 = 200
  /// The milliseconds within which the rest of a key's bytes arrives after an escape byte.
  private static let rest: Int32 = 50

  init(_ menu: Menu) {
    self.menu = menu
  }

  /// A Boolean value that indicates whether there is a terminal that can move its cursor.
  static var isPossible: Bool {
    Terminal.standardInput.isInteractive && Terminal.standardError.isInteractive
      && ProcessInfo.processInfo.environment["TERM"] != "dumb"
  }

  /// Returns the activity that the user chooses.
  ///
  /// - Throws: A ``Failure`` if the user leaves.
  func pick() throws -> ActivityIdentity {
    guard let keyboard = RawTerminal() else {
      throw Failure("the terminal does not allow reading single keys; give a name or a row", .usage)
    }
    var choice = RowChoice(menu.rows.map(\.line))
    var (drawn, size) = (0, Self.size)
    func draw() {
      let lines = choice.lines(columns: size.columns - 1, page: size.page, on: terminal)
      Console.redraw(lines, over: drawn)
      drawn = lines.count
    }
    func erase() {
      Console.redraw([], over: drawn)
      drawn = 0
    }
    defer {
      erase()
      keyboard.end()
    }
    draw()
    while true {
      if RawTerminal.isInBackground {
        // Its lines are above the prompt of the shell by now, and stay there.
        drawn = 0
        keyboard.resume()
        draw()
      } else if keyboard.mustStop() {
        erase()
        keyboard.suspend()
        draw()
      }
      guard var bytes = keyboard.bytes(waiting: Self.pause) else { throw Self.nothing }
      if bytes.last == 0x1B { bytes += keyboard.bytes(waiting: Self.rest) ?? [] }
      if Self.size != size {
        erase()
        size = Self.size
        draw()
      }
      guard !bytes.isEmpty else { continue }
      for key in RowChoice.Key.keys(in: bytes) {
        switch choice.press(key, page: size.page) {
        case .undecided: break
        case .chosen(let row): return menu.rows[row].identity
        case .left: throw Self.nothing
        case .interrupted: throw Failure.interrupted
        case .suspended:
          erase()
          keyboard.suspend()
        }
      }
      draw()
    }
  }

  private static let nothing = Failure("nothing was opened", .nothingFound)

  /// The width of the terminal, and the number of rows that fit.
  private static var size: Size {
    let found = TerminalSize.of(STDERR_FILENO)
    return Size(
      columns: max(8, found.columns ?? 80), page: max(1, min(20, (found.rows ?? 24) - spareLines - 1)))
  }

  private struct Size: Equatable {
    let columns: Int
    let page: Int
  }
}
