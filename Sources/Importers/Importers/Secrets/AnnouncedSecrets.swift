/// Passwords and codes that a short text announces by a noun: `Elternabend, Passwort regenbogen`,
/// `Haustür Code 2580`, `Tresor 18-47-09`.
///
/// ``TitleSecrets`` and ``TitlePasswords`` read sentences; this reads notes, in which the value
/// directly follows its noun, or follows a colon a few words later, and ends a clause.
///
/// - Complexity: O(length): for every noun at most ``window`` pieces are examined.
struct AnnouncedSecrets {
  static let window = 10

  struct Piece {
    /// The text in lower case, without the signs around it.
    let word: String
    /// The text as written, without the signs around it.
    let value: [UInt8]
    let isSeparator: Bool
    let endsWithColon: Bool
    /// Whether a comma, a bracket or another sign ends a clause with it.
    var endsClause: Bool
    let opensBracket: Bool
    let isQuestion: Bool
    /// Whether it begins a clause.
    var startsClause = false
  }

  var pieces: [Piece] = []
  /// Whether the text is a note, as in tables and calendars, rather than a title.
  let isNote: Bool
  private var work = 0

  /// Returns the rule hit by a text.
  ///
  /// - Parameter isNote: Whether it is from a table, a calendar or a comment rather than the title
  ///   of a page.
  static func firstMatch(in text: String, isNote: Bool, work: inout Int) -> SecretRules.Name? {
    if let name = AnnouncedForms.firstMatch(in: text, work: &work) { return name }
    var reader = AnnouncedSecrets(text, isNote: isNote)
    defer { work += reader.work }
    return reader.search()
  }

  private init(_ text: String, isNote: Bool) {
    self.isNote = isNote
    var starts = true
    for raw in text.split(whereSeparator: {
      $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" || $0 == "\r\n" || $0 == "\u{A0}"
    }) {
      work += 4 * raw.utf8.count
      let bytes = Array(raw.utf8.prefix(160))
      let isSeparator = ["-", "–", "—", "|", "·", "•", "→", "->", "//", "/", "=>"].contains(raw)
      let opens = bytes.first == .leftParenthesis || bytes.first == UInt8(ascii: "[")
      let last = bytes.last ?? .blank
      let isColon = last == .colon || raw == "=" || raw.ends(with: "：")
      var value = bytes[...]
      if !isSeparator {
        while let first = value.first, Self.isSign(first), value.count > 1 { value.removeFirst() }
        while let last = value.last, Self.isSign(last) || last == .dot || last == .colon || last == .question,
          value.count > 1
        { value.removeLast() }
      }
      let text = String(decoding: value.prefix(64), as: UTF8.self)
      pieces.append(
        Piece(
          word: text.lowercased(), value: Array(value), isSeparator: isSeparator,
          endsWithColon: isColon && !isSeparator,
          endsClause: last == UInt8(ascii: ",") || last == .semicolon || last == .rightParenthesis
            || last == UInt8(ascii: "]"),
          opensBracket: opens, isQuestion: last == .question, startsClause: starts || opens))
      starts =
        isSeparator || last == UInt8(ascii: ",") || last == .semicolon || last == .rightParenthesis
        || last == .dot || isColon
        || raw.contains("://")
    }
    for index in pieces.indices
    where index + 1 == pieces.count || pieces[index + 1].isSeparator || pieces[index + 1].opensBracket {
      pieces[index].endsClause = true
    }
  }

  private static func isSign(_ byte: UInt8) -> Bool {
    switch byte {
    case .quote, .apostrophe, .leftParenthesis, .rightParenthesis, UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: ","), .semicolon:
      true
    default: false
    }
  }

  // MARK: Search

  private mutating func search() -> SecretRules.Name? {
    for index in pieces.indices where !pieces[index].isSeparator {
      work += 2
      if isPassword(at: index) { return .assignment }
      if let name = code(at: index) { return name }
      if isPhrase(at: index) { return .recoveryPhrase }
    }
    return hasPair() ? .assignment : nil
  }

  /// Returns the end of a piece's clause, which is before a separator.
  func segmentEnd(_ index: Int) -> Int {
    var end = index
    while end < pieces.count, end < index + Self.window + 4, !pieces[end].isSeparator || end == index {
      end += 1
    }
    return end
  }

  static func isFull(_ word: String) -> Bool {
    TitleVocabulary.passwords.contains(word)
      || TitleVocabulary.passwordEndings.contains { word.ends(with: $0) }
      || word.hasPrefix("passwort") && word.utf8.count <= 9
  }

  static let leading: Set<String> = [
    "für", "for", "vom", "von", "zum", "zur", "to", "of", "de", "del", "du", "des", "der", "im", "in", "am",
    "от", "до", "для", "к", "do",
    "na", "voor", "van", "til", "för", "till", "per", "para", "pour", "d'", "au", "bei", "auf", "on", "at",
    "wifi", "wlan", "wi-fi",
  ]

  // MARK: Pieces

  func isLowercase(_ piece: Piece) -> Bool {
    !piece.value.isEmpty
      && piece.value.allSatisfy { $0.isLowercase || $0 == .dash || $0 >= 0x80 || $0.isDigit }
      && piece.value.contains(where: { !$0.isDigit })
      && piece.word.utf8.elementsEqual(piece.value)
  }

  /// Returns whether a piece is of letters and digits, as passwords are.
  func isWithDigits(_ piece: Piece) -> Bool {
    let value = piece.value
    return (6...40).contains(value.count) && value.allSatisfy(\.isAlphanumeric)
      && value.count(where: \.isLetter) >= 4
      && value.contains(where: \.isDigit) && value.contains(where: \.isLowercase)
  }

  func isLast(_ place: Int) -> Bool { place + 1 >= pieces.count || pieces[place + 1].isSeparator }
}
