internal import Answers

/// The state of a choice among rows with the keyboard: the selected row, and the rows that are
/// visible.
struct RowChoice {
  /// A key, as far as it matters here.
  enum Key: Equatable {
    case up, down, pageUp, pageDown, first, last, enter, leave, interrupt, suspend
    case digit(Int)

    /// Returns the keys in bytes from a terminal (ECMA-48); others are skipped.
    ///
    /// A single escape byte is the Esc key.
    static func keys(in bytes: [UInt8]) -> [Key] {
      var (keys, rest) = ([Key](), bytes[...])
      while let byte = rest.popFirst() {
        switch byte {
        case 0x1B:
          guard let next = rest.first, [UInt8(ascii: "["), UInt8(ascii: "O")].contains(next) else {
            if rest.isEmpty { keys.append(.leave) } else { rest.removeFirst() }  // Alt with a key
            continue
          }
          rest.removeFirst()
          let parameters = rest.prefix { (0x20...0x3F).contains($0) }
          rest = rest.dropFirst(parameters.count)
          if let final = rest.popFirst(), let key = sequence(Array(parameters), final) { keys.append(key) }
        case 0x0A, 0x0D: keys.append(.enter)
        case 0x03: keys.append(.interrupt)
        case 0x04, UInt8(ascii: "q"): keys.append(.leave)
        case 0x1A: keys.append(.suspend)
        case UInt8(ascii: "j"), 0x0E: keys.append(.down)
        case UInt8(ascii: "k"), 0x10: keys.append(.up)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): keys.append(.digit(Int(byte) - 48))
        default: break
        }
      }
      return keys
    }

    private static func sequence(_ parameters: [UInt8], _ final: UInt8) -> Key? {
      switch (String(decoding: parameters, as: UTF8.self), Character(Unicode.Scalar(final))) {
      case (_, "A"): .up
      case (_, "B"): .down
      case (_, "H"), ("1", "~"), ("7", "~"): .first
      case (_, "F"), ("4", "~"), ("8", "~"): .last
      case ("5", "~"): .pageUp
      case ("6", "~"): .pageDown
      default: nil
      }
    }
  }

  /// The result of a key.
  enum Outcome: Equatable {
    case undecided, left, interrupted, suspended
    case chosen(Int)
  }

  /// The lines of the rows, in printable characters.
  let rows: [String]
  /// The index of the selected row.
  private(set) var selected = 0
  /// The index of the first visible row.
  private var top = 0
  /// The number that was typed digit by digit; 0 for none.
  private var typed = 0

  /// - Parameter rows: At least one row.
  init(_ rows: [String]) {
    self.rows = rows
  }

  /// Applies a key.
  ///
  /// - Parameter page: The number of visible rows.
  mutating func press(_ key: Key, page: Int) -> Outcome {
    let number = typed
    typed = 0
    switch key {
    case .up: select(selected == 0 ? rows.count - 1 : selected - 1)
    case .down: select(selected == rows.count - 1 ? 0 : selected + 1)
    case .pageUp: select(selected - page)
    case .pageDown: select(selected + page)
    case .first: select(0)
    case .last: select(rows.count - 1)
    case .digit(let digit):
      let longer = number * 10 + digit
      typed = rows.indices.contains(longer - 1) ? longer : digit
      if rows.indices.contains(typed - 1) { select(typed - 1) } else { typed = 0 }
    case .enter: return .chosen(selected)
    case .leave: return .left
    case .interrupt: return .interrupted
    case .suspend: return .suspended
    }
    return .undecided
  }

  private mutating func select(_ row: Int) {
    selected = min(rows.count - 1, max(0, row))
  }

  /// Returns the lines to draw: the visible rows with their numbers, and a line about the keys.
  ///
  /// No line is wider than the terminal, however wide its characters are.
  ///
  /// - Parameters:
  ///   - columns: The width of the terminal.
  ///   - page: The number of rows that fit.
  mutating func lines(columns: Int, page: Int, on terminal: Terminal) -> [String] {
    let page = max(1, page)
    top = min(max(0, rows.count - page), max(selected - page + 1, min(top, selected)))
    let width = String(rows.count).count
    let visible = rows.indices.dropFirst(top).prefix(page).map { index in
      let number = Formatting.aligned(String(index + 1), to: width)
      let line = Self.fitted("\(index == selected ? ">" : " ") \(number)  \(rows[index])", to: columns)
      return index == selected ? terminal.bold(line) : line
    }
    let place = rows.count > page ? "\(selected + 1) of \(rows.count)   " : ""
    return visible + [
      terminal.faint(
        Self.fitted("\(place)arrows or a number: select   Enter: open   Esc: leave", to: columns))
    ]
  }

  /// Returns the beginning of a text that fits into some columns; an ellipsis replaces the rest.
  static func fitted(_ text: String, to columns: Int) -> String {
    var (fitted, width) = ("", 0)
    for character in text {
      let own = Self.width(of: character)
      guard width + own <= columns else {
        while width + 1 > columns, let last = fitted.popLast() { width -= Self.width(of: last) }
        return columns > 0 ? fitted + "…" : ""
      }
      fitted.append(character)
      width += own
    }
    return fitted
  }

  /// Returns the maximum width of a character in columns: 2 for wide scripts and emoji.
  private static func width(of character: Character) -> Int {
    character.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x1100 ? 2 : 1) }
  }
}
