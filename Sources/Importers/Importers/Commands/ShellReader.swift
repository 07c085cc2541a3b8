/// A reader of one level of a line: see ``ShellLine``.
struct ShellReader {
  private let bytes: [UInt8]
  private let end: Int
  private let level: Int
  private var place: Int
  private(set) var work = 0

  private var command: ShellCommand
  private var word: ShellWord?
  private var done: [ShellCommand] = []
  private var substitutions: [Range<Int>] = []
  /// The role of the next word.
  private var expects = Expectation.word
  /// Here-documents whose text begins after this line.
  private var documents: [(delimiter: [UInt8], stripsTabs: Bool, command: Int)] = []

  private enum Expectation {
    case word
    case file
    case hereString
    case hereDocument(stripsTabs: Bool)
  }

  init(_ bytes: [UInt8], within range: Range<Int>, level: Int) {
    self.bytes = bytes
    self.level = level
    place = range.lowerBound
    end = range.upperBound
    command = ShellCommand(level: level)
  }

  /// Adds the commands to others, and returns the ranges of substitutions.
  mutating func read(into commands: inout [ShellCommand]) -> [Range<Int>] {
    while place < end { step() }
    finishCommand(.end)
    commands += done
    return substitutions
  }

  private func peek(_ distance: Int = 1) -> UInt8? { place + distance < end ? bytes[place + distance] : nil }

  private mutating func advance(_ count: Int = 1) {
    place += count
    work += count
  }

  /// Adds a byte to the word in place; copying the word each time would take quadratic time.
  private mutating func append(_ byte: UInt8) {
    if word == nil { word = ShellWord() }
    word?.bytes.append(byte)
  }

  /// Reads the next blank, operator, or part of a word.
  private mutating func step() {
    let byte = bytes[place]
    switch byte {
    case .newline:
      finishCommand(.sequence)
      advance()
      readDocuments()
    case _ where byte.isBlank:
      finishWord()
      advance()
    case .hash where word == nil:
      while place < end, bytes[place] != .newline { advance() }
    case .semicolon:
      finishCommand(.sequence)
      advance()
    case .ampersand:
      if peek() == .greater {
        redirect(after: 2)
      } else {
        finishCommand(peek() == .ampersand ? .and : .background)
        advance(peek() == .ampersand ? 2 : 1)
      }
    case .bar:
      finishCommand(peek() == .bar ? .or : .pipe)
      advance(peek() == .bar || peek() == .ampersand ? 2 : 1)
    case .leftParenthesis where word == nil, .rightParenthesis:
      finishCommand(.sequence)
      advance()
    case .less, .greater: redirection(byte)
    case .backslash:
      if let next = peek() {
        // An escaped line end is ignored.
        if next != .newline {
          append(next)
          word?.isQuoted = true
        }
      }
      advance(min(2, end - place))
    case .apostrophe: quoted(isANSI: false)
    case .quote: doubleQuoted()
    case .dollar where peek() == .apostrophe:
      advance()
      quoted(isANSI: true)
    case .dollar, .backtick: expansion()
    case UInt8(ascii: "*"), .question:
      append(byte)
      word?.isExpanded = true
      advance()
    default:
      append(byte)
      advance()
    }
  }

  // MARK: Words

  private mutating func quoted(isANSI: Bool) {
    if word == nil { word = ShellWord() }
    word?.isQuoted = true
    advance()
    while place < end, bytes[place] != .apostrophe {
      if isANSI, bytes[place] == .backslash, place + 1 < end { advance() }
      append(bytes[place])
      advance()
    }
    if place < end { advance() }
  }

  private mutating func doubleQuoted() {
    if word == nil { word = ShellWord() }
    word?.isQuoted = true
    advance()
    while place < end, bytes[place] != .quote {
      switch bytes[place] {
      case .backslash where place + 1 < end:
        let next = bytes[place + 1]
        let isEscape = next == .quote || next == .backslash || next == .dollar || next == .backtick
        if !isEscape { append(.backslash) }
        if next != .newline { append(next) }
        advance(2)
      case .dollar, .backtick: expansion()
      default:
        append(bytes[place])
        advance()
      }
    }
    if place < end { advance() }
  }

  /// Reads `$name`, `${…}`, `$(…)` or `` `…` `` into the word unchanged.
  private mutating func expansion() {
    let start = place
    let opening = peek()
    if bytes[place] == .backtick {
      let close = skip(to: .backtick, from: place + 1)
      substitutions.append((place + 1)..<close)
      place = min(end, close + 1)
    } else if opening == .leftParenthesis || opening == .leftBrace {
      let close = skipNested(from: place + 2, open: opening ?? 0)
      if opening == .leftParenthesis { substitutions.append((place + 2)..<max(place + 2, close)) }
      place = min(end, close + 1)
    } else {
      place += 1
      while place < end, bytes[place].isAlphanumeric || bytes[place] == .underscore { place += 1 }
    }
    work += place - start
    if word == nil { word = ShellWord() }
    word?.bytes += bytes[start..<place]
    // A dollar alone is itself.
    if place - start > 1 { word?.isExpanded = true }
  }

  private func skip(to byte: UInt8, from start: Int) -> Int {
    var place = start
    while place < end, bytes[place] != byte { place += bytes[place] == .backslash ? 2 : 1 }
    return min(place, end)
  }

  /// Returns the position of the bracket that closes an opened one, or the end.
  private func skipNested(from start: Int, open: UInt8) -> Int {
    let close: UInt8 = open == .leftParenthesis ? .rightParenthesis : .rightBrace
    var place = start
    var depth = 1
    while place < end {
      switch bytes[place] {
      case .backslash: place += 1
      case .apostrophe where open == .leftParenthesis: place = skip(to: .apostrophe, from: place + 1)
      case open: depth += 1
      case close:
        depth -= 1
        if depth == 0 { return place }
      default: break
      }
      place += 1
    }
    return end
  }

  private mutating func finishWord() {
    guard let finished = word else { return }
    word = nil
    switch expects {
    case .word: command.words.append(finished)
    case .file: command.files.append(finished)
    case .hereString: command.input.append(finished)
    case .hereDocument(let stripsTabs): documents.append((finished.bytes, stripsTabs, done.count))
    }
    expects = .word
  }

  private mutating func finishCommand(_ end: ShellCommand.End) {
    finishWord()
    expects = .word
    guard !command.words.isEmpty || !command.input.isEmpty || command.isRedirected else {
      // `;;` and an empty line end nothing; `a &&` at the end of a line does.
      return
    }
    command.end = end
    done.append(command)
    command = ShellCommand(level: level)
  }

  // MARK: Redirections

  private mutating func redirection(_ byte: UInt8) {
    if peek() == .leftParenthesis {  // <(…) is a word
      let close = skipNested(from: place + 2, open: .leftParenthesis)
      substitutions.append((place + 2)..<max(place + 2, close))
      if word == nil { word = ShellWord() }
      word?.bytes += bytes[place..<min(end, close + 1)]
      word?.isExpanded = true
      advance(min(end, close + 1) - place)
      return
    }
    // A number before it is a descriptor.
    if let digits = word, !digits.isQuoted, digits.bytes.allSatisfy(\.isDigit) { word = nil }
    if byte == .less, peek() == .less {
      finishWord()
      command.isRedirected = true
      if peek(2) == .less {
        expects = .hereString
        advance(3)
      } else {
        let stripsTabs = peek(2) == .dash
        expects = .hereDocument(stripsTabs: stripsTabs)
        advance(stripsTabs ? 3 : 2)
      }
      return
    }
    let next = peek()
    redirect(after: next == .greater || next == .ampersand || next == .bar ? 2 : 1)
  }

  private mutating func redirect(after length: Int) {
    finishWord()
    command.isRedirected = true
    expects = .file
    advance(min(length, end - place))
  }

  /// Reads the texts of the here-documents that the line before began.
  private mutating func readDocuments() {
    for document in documents {
      var text = ShellWord(isQuoted: true)
      while place < end {
        let start = place
        while place < end, bytes[place] != .newline { advance() }
        var line = bytes[start..<place]
        if place < end { advance() }
        if document.stripsTabs { line = line.drop { $0 == .tab } }
        if line.elementsEqual(document.delimiter) { break }
        text.bytes += line
        text.bytes.append(.newline)
      }
      if document.command < done.count { done[document.command].input.append(text) }
    }
    documents = []
  }
}
