/// A check whether a POSIX shell would wait for another line, because some lines are incomplete.
///
/// It follows quotes, substitutions, brackets, loops and conditions, here-documents and operators
/// at the end of a line, with bash's extensions, and expands nothing. It takes the lines one by
/// one, in O(length).
struct ShellContinuation {
  /// An unfinished construct.
  private enum Open {
    case apostrophes(areANSI: Bool)
    case quotes
    case backticks
    /// `(…)`, or the `$(…)` and `<(…)` of a word.
    case parentheses(isInWord: Bool)
    /// One bracket of `((…))` or `$((…))`, and those inside.
    case arithmetic
    /// `${…}`.
    case parameter
    case group
    case condition
    case loop
    case choice
  }

  private struct Document {
    let delimiter: [UInt8]
    let stripsTabs: Bool
  }

  private var open: [Open] = []
  private var documents: [Document] = []
  private var word: [UInt8] = []
  private var hasWord = false
  private var isQuoted = false
  /// A Boolean value that indicates whether the next word may be a keyword.
  private var startsCommand = true
  /// A Boolean value that indicates whether the next word is the name of a function.
  private var namesFunction = false
  /// A Boolean value that indicates whether an operator needs something after it.
  private var endsInOperator = false
  private var endsInBackslash = false

  /// A Boolean value that indicates whether the lines contained more than blanks and comments.
  private(set) var hasWords = false
  /// The word that ends the here-document which the next line belongs to.
  private(set) var delimiter: [UInt8]?

  /// The maximum nesting of brackets; deeper ones are ignored.
  private static let deepest = 1_000

  /// A Boolean value that indicates whether the shell would wait for another line.
  var wantsMore: Bool { !open.isEmpty || !documents.isEmpty || endsInOperator || endsInBackslash }

  /// Reads a line, without its line end.
  mutating func append(_ line: [UInt8]) {
    if let document = documents.first, delimiter != nil {
      let text = document.stripsTabs ? line.drop { $0 == .tab } : line[...]
      if text.elementsEqual(document.delimiter) { documents.removeFirst() }
      delimiter = documents.first?.delimiter
      return
    }
    endsInBackslash = false
    var place = 0
    while place < line.count { step(line, &place) }
    if isInCommand, !endsInBackslash {
      finishWord()
      if Self.endsInFunctionName(line) { endsInOperator = true }
      startsCommand = true
    }
    if !endsInBackslash { delimiter = documents.first?.delimiter }
  }

  /// Returns whether the body of a function must follow: after `name()`, but not after an empty
  /// list, `name=()`.
  private static func endsInFunctionName(_ line: [UInt8]) -> Bool {
    let end = line.suffix(16).filter { !$0.isBlank }.suffix(3)
    return end.count == 3 && end.suffix(2) == [.leftParenthesis, .rightParenthesis] && end.first != .equals
  }

  private var isInCommand: Bool {
    switch open.last {
    case .apostrophes, .quotes, .arithmetic, .parameter: false
    case .backticks, .parentheses, .group, .condition, .loop, .choice, nil: true
    }
  }

  private mutating func begin(_ new: Open) {
    if open.count < Self.deepest { open.append(new) }
  }

  private mutating func step(_ line: [UInt8], _ place: inout Int) {
    let byte = line[place]
    let next = place + 1 < line.count ? line[place + 1] : nil
    place += 1
    switch open.last {
    case .apostrophes(let areANSI):
      if areANSI, byte == .backslash { place += 1 }
      if byte == .apostrophe { open.removeLast() }
    case .quotes:
      switch byte {
      case .backslash: place += 1
      case .quote: open.removeLast()
      case .dollar, .backtick: expansion(byte, next, &place)
      default: break
      }
    case .arithmetic:
      if byte == .leftParenthesis { begin(.arithmetic) }
      if byte == .rightParenthesis { open.removeLast() }
    case .parameter:
      switch byte {
      case .backslash: place += 1
      case .rightBrace: open.removeLast()
      case .quote: begin(.quotes)
      case .dollar, .backtick: expansion(byte, next, &place)
      default: break
      }
    default: command(byte, next, line, &place)
    }
  }

  /// Reads `$(…)`, `$((…))`, `${…}`, `$'…'` or `` `…` `` after its first byte.
  private mutating func expansion(_ byte: UInt8, _ next: UInt8?, _ place: inout Int) {
    switch (byte, next) {
    case (.backtick, _): begin(.backticks)
    case (_, .leftBrace):
      begin(.parameter)
      place += 1
    case (_, .leftParenthesis):
      begin(.parentheses(isInWord: true))
      place += 1
    default: return
    }
    (word, hasWord, isQuoted, startsCommand) = ([], false, false, true)
  }

  /// Reads a byte in a command.
  private mutating func command(_ byte: UInt8, _ next: UInt8?, _ line: [UInt8], _ place: inout Int) {
    switch byte {
    case _ where byte.isBlank: finishWord()
    case .hash where !hasWord:
      place = line.count
    case .backslash:
      if next == nil { endsInBackslash = true } else { append(nil) }
      place += 1
    case .apostrophe:
      append(nil)
      begin(.apostrophes(areANSI: false))
    case .quote:
      append(nil)
      begin(.quotes)
    case .dollar where next == .apostrophe:
      append(nil)
      place += 1
      begin(.apostrophes(areANSI: true))
    case .backtick where isBackticks:
      finishWord()
      open.removeLast()
      append(nil)
    case .dollar where next == .leftParenthesis || next == .leftBrace, .backtick:
      append(nil)
      if next == .leftParenthesis, place + 1 < line.count, line[place + 1] == .leftParenthesis {
        place += 2
        begin(.arithmetic)
        begin(.arithmetic)
      } else {
        expansion(byte, next, &place)
      }
    case .semicolon: finishCommand(wantsMore: false)
    case .ampersand, .bar: op(byte, next, line, &place)
    case .leftParenthesis:
      let isArithmetic = next == .leftParenthesis && !hasWord && startsCommand
      finishWord()
      begin(isArithmetic ? .arithmetic : .parentheses(isInWord: false))
      startsCommand = true
    case .rightParenthesis: closeParenthesis()
    case .less, .greater: redirection(byte, next, line, &place)
    default: append(byte)
    }
  }

  private var isBackticks: Bool {
    guard case .backticks = open.last else { return false }
    return true
  }

  /// Adds a byte to the word; `nil` for a quoted or expanded one.
  private mutating func append(_ byte: UInt8?) {
    if let byte { word.append(byte) } else { isQuoted = true }
    (hasWord, hasWords, endsInOperator) = (true, true, false)
  }

  /// Reads `&`, `&&`, `|`, `||` or `|&`.
  private mutating func op(_ byte: UInt8, _ next: UInt8?, _ line: [UInt8], _ place: inout Int) {
    let before = place >= 2 ? line[place - 2] : nil
    // A part of `>&` and `&>`.
    if byte == .ampersand, before == .greater || before == .less || next == .greater { return finishWord() }
    let isDouble = next == byte || (byte == .bar && next == .ampersand)
    if isDouble { place += 1 }
    finishCommand(wantsMore: byte == .bar || isDouble)
  }

  private mutating func finishCommand(wantsMore: Bool) {
    finishWord()
    startsCommand = true
    endsInOperator = wantsMore
  }

  private mutating func closeParenthesis() {
    finishWord()
    if case .parentheses(let isInWord) = open.last {
      open.removeLast()
      startsCommand = !isInWord
      if isInWord { append(nil) }
    } else {
      // After a pattern of `case`.
      startsCommand = true
    }
  }

  /// Reads the text after `<` or `>`, if it begins a here-document or a substitution.
  private mutating func redirection(_ byte: UInt8, _ next: UInt8?, _ line: [UInt8], _ place: inout Int) {
    finishWord()
    endsInOperator = false
    hasWords = true
    if next == .leftParenthesis {
      place += 1
      begin(.parentheses(isInWord: true))
      startsCommand = true
      return
    }
    guard byte == .less, next == .less else { return }
    place += 1
    if place < line.count, line[place] == .less {
      place += 1
      return
    }
    let stripsTabs = place < line.count && line[place] == .dash
    if stripsTabs { place += 1 }
    while place < line.count, line[place].isBlank { place += 1 }
    var delimiter: [UInt8] = []
    let ends: Set<UInt8> = [
      .semicolon, .ampersand, .bar, .less, .greater, .leftParenthesis, .rightParenthesis,
    ]
    while place < line.count, !line[place].isBlank, !ends.contains(line[place]) {
      if ![.apostrophe, .quote, .backslash].contains(line[place]) { delimiter.append(line[place]) }
      place += 1
    }
    if !delimiter.isEmpty { documents.append(Document(delimiter: delimiter, stripsTabs: stripsTabs)) }
  }

  // MARK: Keywords

  private mutating func finishWord() {
    guard hasWord else { return }
    let text = String(decoding: word.prefix(16), as: UTF8.self)
    let mayBeKeyword = startsCommand && !isQuoted
    (word, hasWord, isQuoted, startsCommand) = ([], false, false, false)
    guard mayBeKeyword else { return }
    if namesFunction {
      (namesFunction, startsCommand, endsInOperator) = (false, true, true)
      return
    }
    switch text {
    case "if": begin(.condition)
    case "while", "until": begin(.loop)
    case "then", "elif", "else", "do", "!", "time": break
    case "function": namesFunction = true
    case "{": begin(.group)
    case "for", "select": return begin(.loop)
    case "case": return begin(.choice)
    default: return close(text)
    }
    startsCommand = true
  }

  /// Closes the construct that a keyword ends.
  private mutating func close(_ keyword: String) {
    switch (keyword, open.last) {
    case ("fi", .condition), ("done", .loop), ("esac", .choice), ("}", .group): open.removeLast()
    default: break
    }
  }
}
