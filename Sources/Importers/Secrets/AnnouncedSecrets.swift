/// Passwords and codes that a short text announces by a noun: `Elternabend, Passwort regenbogen`, `Haustür Code 2580`, `Tresor 18-47-09`.
///
/// ``TitleSecrets`` and ``TitlePasswords`` read sentences; this reads notes, in which the value stands directly behind its noun, or behind a
/// colon a few words later, and ends a clause.
///
/// - Complexity: O(length): of every noun at most ``window`` pieces are looked at.
struct AnnouncedSecrets {
  private static let window = 10

  private struct Piece {
    /// The text in small letters, without the signs around it.
    let word: String
    /// As it stands there, without the signs around it.
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

  private var pieces: [Piece] = []
  /// Whether nobody says that it is a title: notes in tables and calendars.
  private let isNote: Bool
  private var work = 0

  /// Returns the rule hit by a text.
  ///
  /// - Parameter isNote: Whether it is from a table, a calendar or a comment rather than the title of a page.
  static func firstMatch(in text: String, isNote: Bool, work: inout Int) -> SecretRules.Name? {
    if let name = form(of: text, work: &work) { return name }
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

  // MARK: Forms

  private static func form(of text: String, work: inout Int) -> SecretRules.Name? {
    let bytes = Array(text.utf8)
    work += 4 * bytes.count
    var digits = 0
    var hasWide = false
    for place in bytes.indices {
      let byte = bytes[place]
      digits = byte.isDigit ? digits + 1 : digits
      if byte >= 0xE3 { hasWide = true }
      // +49 69 1234567,,84719305612#,,,,*995204#
      if byte == UInt8(ascii: "*"), place > 1, bytes[place - 1] == UInt8(ascii: ","),
        bytes[place - 2] == UInt8(ascii: ",") || bytes[place - 2] == .hash,
        bytes[(place + 1)...].prefix(9).prefix(while: \.isDigit).count >= 4
      {
        return .oneTimeCode
      }
      if byte == UInt8(ascii: "L"), bytes[...].has("LPA:1$", at: place), bytes.count - place > 16 {
        return .secretKey
      }
      if byte == UInt8(ascii: "W"), bytes[...].has("WIFI:", at: place) {
        let rest = bytes[place...].prefix(200)
        if rest.indices.contains(where: {
          rest[$0] == .semicolon && rest.has(";P:", at: $0) && $0 + 4 < rest.endIndex
            && rest[$0 + 3] != .semicolon
        }) {
          return .assignment
        }
      }
    }
    guard hasWide, digits >= 4 else { return nil }
    // 验证码是503928
    for noun in AnnouncedVocabulary.unspaced {
      guard let range = Self.range(of: noun, in: bytes, work: &work) else { continue }
      let rest = bytes[range...].prefix(16).drop { !$0.isDigit }.prefix(while: \.isDigit)
      if (4...8).contains(rest.count) { return .oneTimeCode }
    }
    return nil
  }

  private static func range(of part: String, in bytes: [UInt8], work: inout Int) -> Int? {
    let part = Array(part.utf8)
    work += bytes.count
    guard bytes.count >= part.count else { return nil }
    for place in 0...(bytes.count - part.count)
    where bytes[place] == part[0] && bytes[place..<(place + part.count)].elementsEqual(part) {
      return place + part.count
    }
    return nil
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

  /// Where the clause that a piece stands in ends: before a separator.
  private func segmentEnd(_ index: Int) -> Int {
    var end = index
    while end < pieces.count, end < index + Self.window + 4, !pieces[end].isSeparator || end == index {
      end += 1
    }
    return end
  }

  private static func isFull(_ word: String) -> Bool {
    TitleVocabulary.passwords.contains(word)
      || TitleVocabulary.passwordEndings.contains { word.ends(with: $0) }
      || word.hasPrefix("passwort") && word.utf8.count <= 9
  }

  private static let leading: Set<String> = [
    "für", "for", "vom", "von", "zum", "zur", "to", "of", "de", "del", "du", "des", "der", "im", "in", "am",
    "от", "до", "для", "к", "do",
    "na", "voor", "van", "til", "för", "till", "per", "para", "pour", "d'", "au", "bei", "auf", "on", "at",
    "wifi", "wlan", "wi-fi",
  ]

  // MARK: Passwords

  private func isPassword(at index: Int) -> Bool {
    let piece = pieces[index]
    guard !piece.isQuestion, piece.word.utf8.count <= 40 else { return false }
    let isFull = Self.isFull(piece.word)
    let isPIN = piece.word.ends(with: "-pin") && piece.value.suffix(3).elementsEqual("PIN".utf8)
    let isMark = AnnouncedVocabulary.passwords.contains(piece.word) || piece.word.ends(with: "-pw")
    let isQuestion = AnnouncedVocabulary.questions.contains(piece.word)
    let isPasscode = piece.word == "passcode" || piece.word == "pin" || isPIN
    let isAnswer =
      index > 0 && pieces[index - 1].word == "security"
      && (piece.word == "answer" || piece.word == "question")
    guard isFull || isMark || isQuestion || isPasscode || isAnswer else { return false }
    if isNote, isQuestion || isAnswer {
      return pieces.count >= 3 && pieces.contains { $0.endsWithColon || $0.isSeparator }
    }
    let end = segmentEnd(index)
    // Something near that nobody would write but as a password: Postfach#9.
    for place in (index + 1)..<max(index + 1, min(end, index + 4)) where isStrong(place) { return true }
    if isPasscode, !isPIN { return false }
    let hasOwner =
      pieces[max(0, index - 3)..<index].contains {
        TitleVocabulary.owned.contains($0.word) || TitleVocabulary.possessives.contains($0.word)
          || $0.word == "master" || $0.word == "das"
      } || pieces[index].word.contains("-") || pieces[index].word.hasPrefix("master")
    // A colon, or a word such as "is".
    for place in index..<min(end, index + 7) {
      let isColon = pieces[place].endsWithColon
      let isLink =
        place > index && AnnouncedVocabulary.links.contains(pieces[place].word) && pieces[place].word != "to"
      guard isColon || isLink, place + 1 < end else {
        if place > index, pieces[place].endsClause { break }
        continue
      }
      // "Password fatigue is real": what is said of something else.
      let between = isColon || place == index + 1 || Self.leading.contains(pieces[index + 1].word)
      guard between || hasOwner else { break }
      return isValue(
        from: place + 1, to: end, isColon: isColon, isFull: isFull || isQuestion, hasOwner: hasOwner)
    }
    if end < pieces.count - 1, end == index + 1,
      isQuestion || isNote && ["→", "->", "=>", "–", "="].contains(pieces[end].word)
    {
      return isValue(
        from: end + 1, to: segmentEnd(end + 1), isColon: true, isFull: isFull || isQuestion,
        hasOwner: hasOwner)
    }
    if isQuestion {
      // Sicherheitsfrage Haustier → Schnuffi
      return end < pieces.count - 1 && end <= index + 4
        && isValue(from: end + 1, to: segmentEnd(end + 1), isColon: true, isFull: true, hasOwner: true)
    }
    return isDirect(index, end, isFull: isFull, isPIN: isPIN)
  }

  /// Returns whether a piece has letters, digits and signs as passwords have.
  private func isStrong(_ place: Int) -> Bool {
    let value = pieces[place].value[...]
    guard (5...40).contains(value.count), SecretValues.isLiteral(value), value.contains(where: \.isDigit),
      value.contains(where: \.isLetter)
    else {
      return false
    }
    return value.dropFirst().contains { "#!$&?%*+^".utf8.contains($0) } && !value.contains(.equals)
      && !value.contains(.slash)
  }

  private func isLowercase(_ piece: Piece) -> Bool {
    !piece.value.isEmpty
      && piece.value.allSatisfy { $0.isLowercase || $0 == .dash || $0 >= 0x80 || $0.isDigit }
      && piece.value.contains(where: { !$0.isDigit })
      && piece.word.utf8.elementsEqual(piece.value)
  }

  private func isValue(from start: Int, to end: Int, isColon: Bool, isFull: Bool, hasOwner: Bool) -> Bool {
    var last = start
    while last + 1 < end, !pieces[last].endsClause { last += 1 }
    let value = pieces[start]
    guard !value.opensBracket, !AnnouncedVocabulary.isTopic(value.word), !value.isQuestion,
      !value.endsWithColon
    else { return false }
    if last == start {
      guard (4...64).contains(value.value.count), !value.value.contains(.slash),
        SecretValues.isLiteral(value.value) || value.word == "geheim" || value.word == "secret"
          || value.word == "changeme",
        !(value.value.contains(.at) && value.value.contains(.dot))
      else { return false }
      if value.value.allSatisfy({ $0.isDigit || $0 == .dash || $0 == .dot }) {
        return isColon && isFull && value.value.count >= 4 && !isDate(value.value)
      }
      if isLowercase(value) {
        return isColon || isFull || value.value.contains(where: \.isDigit) || value.value.count >= 6
      }
      let isName = value.value.dropFirst().allSatisfy { $0.isLowercase || $0 >= 0x80 }
      if isName {
        let isAlone = last + 1 >= end
        return isFull && isAlone && (isColon || hasOwner)
          && (isNote || hasOwner || isColon && value.value.count >= 6)
      }
      return isColon && isFull || value.value.contains(where: \.isDigit)
    }
    // four blue dogs run
    guard isColon, isFull, hasOwner, (2...6).contains(last - start) else { return false }
    return (start...last).allSatisfy { place in
      isLowercase(pieces[place]) && pieces[place].value.count >= 3
        && !AnnouncedVocabulary.isTopic(pieces[place].word)
        && !MnemonicPhrase.isOfSentences(pieces[place].word)
    }
  }

  private func isDirect(_ index: Int, _ end: Int, isFull: Bool, isPIN: Bool) -> Bool {
    // "Пароль от почты x7": what it is for stands between.
    if isFull, index + 3 < pieces.count, Self.leading.contains(pieces[index + 1].word) {
      for place in (index + 3)..<max(index + 3, min(end, index + 5))
      where pieces[place].endsClause && isWithDigits(pieces[place]) { return true }
    }
    // "WLAN-PW Ferienhaus x", "пароль вайфай x", "mot de passe wifi x", "Mdp Netflix x"
    let isMark =
      AnnouncedVocabulary.passwords.contains(pieces[index].word) || pieces[index].word.ends(with: "-pw")
    if index + 2 < end, pieces[index + 2].endsClause,
      isMark || TitleVocabulary.networks.contains(pieces[index + 1].word) && (isNote || isFull),
      !AnnouncedVocabulary.isTopic(pieces[index + 1].word),
      !AnnouncedVocabulary.isTopic(pieces[index + 2].word),
      isLowercase(pieces[index + 2]) && pieces[index + 2].value.count >= 6 || isWithDigits(pieces[index + 2]),
      pieces[index].word != "pass"
    {
      return pieces[index].word != "clave" || isWithDigits(pieces[index + 2])
    }
    // pw nas ada x: shorthand.
    if pieces[index].word == "pw", index == 0, isNote, (3...4).contains(end), end == pieces.count,
      isLowercase(pieces[end - 1]),
      pieces[end - 1].value.count >= 6, !AnnouncedVocabulary.isTopic(pieces[end - 1].word),
      !AnnouncedVocabulary.isTopic(pieces[1].word)
    {
      return true
    }
    // "Rückfragen-Passwort Hotline Apfelbaum": a word between them in notes.
    let place = index + 1
    guard place < end, pieces[place].endsClause, !pieces[place].isQuestion, !pieces[index].endsClause else {
      guard isNote, isFull, place + 1 < end, pieces[index].word.contains("-"), pieces[place + 1].endsClause,
        index == 0
      else { return false }
      return isNoun(pieces[place + 1]) && !AnnouncedVocabulary.isTopic(pieces[place].word)
    }
    let value = pieces[place]
    if value.value.allSatisfy(\.isDigit) {
      let isYear =
        value.value.count == 4 && (value.value.starts(with: "19".utf8) || value.value.starts(with: "20".utf8))
      return (4...12).contains(value.value.count) && !isYear
        && (isNote || pieces[index].startsClause && index > 0)
    }
    if pieces[index].word == "pass" {
      return isLowercase(value) && value.value.count >= 5
        && pieces[..<index].contains { $0.word == "user" || $0.word == "login" || $0.value.contains(.at) }
    }
    guard (5...40).contains(value.value.count), !AnnouncedVocabulary.isTopic(value.word),
      SecretValues.isLiteral(value.value),
      !value.opensBracket
    else { return false }
    let isAnnounced = pieces[index].startsClause && (index > 0 || isNote) || isPIN
    if isLowercase(value) {
      let isEnglish =
        pieces[index].word == "password" || pieces[index].word == "passwords" || pieces[index].word == "pass"
      return isAnnounced || isNote
        || isFull && !isEnglish && place == pieces.count - 1 && index > 1 && value.value.count >= 7
    }
    return isFull && isAnnounced && isNote && isNoun(value)
  }

  /// Returns whether a piece is of letters and digits, as passwords are.
  private func isWithDigits(_ piece: Piece) -> Bool {
    let value = piece.value
    return (6...40).contains(value.count) && value.allSatisfy(\.isAlphanumeric)
      && value.count(where: \.isLetter) >= 4
      && value.contains(where: \.isDigit) && value.contains(where: \.isLowercase)
  }

  /// Returns whether a piece is one word with a capital at its beginning only, and no topic.
  private func isNoun(_ piece: Piece) -> Bool {
    piece.value.count >= 5 && piece.value[0].isUppercase
      && piece.value.dropFirst().allSatisfy { $0.isLowercase || $0 >= 0x80 }
      && !AnnouncedVocabulary.isTopic(piece.word)
  }

  private func isDate(_ value: [UInt8]) -> Bool {
    let groups = value.split { $0 == .dash || $0 == .dot }
    return groups.count == 3 && (groups.contains { $0.count == 4 } && groups.reduce(0) { $0 + $1.count } <= 8)
      || groups.count == 2 && groups[1].count == 4 || groups.count == 3 && value.contains(.dot)
  }

  // MARK: Codes

  private enum Noun {
    case lock
    case code(isCompound: Bool)
    case key
    case serial
    case network
    case card
  }

  private func noun(at index: Int) -> Noun? {
    let word = pieces[index].word
    guard word.utf8.count >= 3, word.utf8.count <= 40 else { return nil }
    if AnnouncedVocabulary.keys.contains(word) { return .key }
    if AnnouncedVocabulary.locks.contains(word)
      || word == "lock" && index > 0
        && ["bike", "door", "suitcase", "locker"].contains(pieces[index - 1].word)
    {
      return .lock
    }
    if AnnouncedVocabulary.serials.contains(word) { return .serial }
    if AnnouncedVocabulary.cards.contains(word) { return .card }
    if word.ends(with: "netzwerkschlüssel") || word.ends(with: "wlan-schlüssel") || word == "wpa-key"
      || word == "wlan-key"
    {
      return .network
    }
    if TitleVocabulary.codes.contains(word) || TitleVocabulary.abbreviations.contains(word)
      || word == "codekarte"
    {
      // "pin" in small letters is of metal or on a chip.
      if TitleVocabulary.abbreviations.contains(word),
        !pieces[index].value.allSatisfy({ $0.isUppercase || $0 >= 0x80 || $0.isDigit || $0 == .dash })
      {
        return nil
      }
      return .code(isCompound: false)
    }
    if TitleVocabulary.sure.contains(word) { return .code(isCompound: true) }
    guard !TitleVocabulary.otherCompounds.contains(word), word.utf8.count >= 6 else { return nil }
    let isCompound =
      TitleVocabulary.codeEndings.contains { word.ends(with: $0) }
      || word.ends(with: "-pin") || word.ends(with: "-tan")
      || word.ends(with: "schloss") && word.utf8.count > 9
    if isCompound,
      word.hasPrefix("cpv") || word.hasPrefix("qr") || word.hasPrefix("fehler") || word.hasPrefix("error")
        || word.hasPrefix("promo") || word.hasPrefix("post") || word.hasPrefix("zip")
    {
      return nil
    }
    return isCompound ? (word.ends(with: "schloss") ? .lock : .code(isCompound: true)) : nil
  }

  private func code(at index: Int) -> SecretRules.Name? {
    // Use 7Q2-9LX to sign in
    if TitleVocabulary.giving.contains(pieces[index].word), index + 3 < pieces.count,
      isMixedCode(index + 1, least: 5),
      (index + 2..<min(pieces.count, index + 6)).contains(where: { place in
        guard ["log", "sign"].contains(pieces[place].word) else {
          return TitleVocabulary.intents.contains(pieces[place].word)
        }
        return place + 1 < pieces.count && ["in", "into"].contains(pieces[place + 1].word)
      })
    {
      return .oneTimeCode
    }
    if isNote, pieces[index].endsWithColon, Self.doors.contains(pieces[index].word),
      index + 2 == pieces.count,
      case .plain(let count, let isYear) = number(at: index + 1), (4...8).contains(count), !isYear
    {
      return .oneTimeCode
    }
    if isNote, Self.doors.contains(pieces[index].word), index + 1 < pieces.count {
      for place in (index + 1)..<min(pieces.count, index + 3) where isLast(place) {
        guard case .plain(let count, let isYear) = number(at: place), (4...8).contains(count), !isYear else {
          continue
        }
        let isSigned = pieces[place].value.last == .hash || pieces[place].value.last == UInt8(ascii: "*")
        if isSigned
          || place == index + 2
            && ["off", "aus", "on", "an", "pin", "zahl", "nr"].contains(pieces[index + 1].word)
        {
          return .oneTimeCode
        }
      }
    }
    // Team call pin 90817
    if isNote, pieces[index].word == "pin", index > 0, index + 1 < pieces.count, isLast(index + 1),
      case .plain(let count, let isYear) = number(at: index + 1), (4...8).contains(count), !isYear
    {
      return .oneTimeCode
    }
    guard let noun = noun(at: index) else { return nil }
    // 4821 PIN
    if isNote, index > 0, isLast(index), TitleVocabulary.abbreviations.contains(pieces[index].word),
      case .plain(let count, let isYear) = number(at: index - 1), (4...8).contains(count), !isYear
    {
      return .oneTimeCode
    }
    let end = min(segmentEnd(index), index + Self.window + 1)
    let isOther = pieces[max(0, index - 2)..<min(end, index + 3)].contains {
      // "un" is a code of the Nations, and an article.
      if $0.word == "un" || $0.word == "da" { return false }
      return
        TitleVocabulary.otherKinds.contains($0.word)
        || TitleVocabulary.otherKinds.contains(String($0.word.prefix { $0 != "-" }))
    }
    switch noun {
    case .lock:
      for place in (index + 1)..<max(index + 1, min(end, index + 4))
      where pieces[place].endsClause || isLast(place) {
        let isNear = place <= index + 2
        guard let number = number(at: place), isNear || pieces[place - 1].endsWithColon,
          !Self.makers.contains(pieces[place - 1].word)
        else { continue }
        if ["locker", "spind", "schließfach"].contains(pieces[index].word) {
          if case .groups = number { return .oneTimeCode }
          continue
        }
        let isColon = pieces[place - 1].endsWithColon
        switch number {
        case .plain(let count, let isYear):
          let takesThree =
            pieces[index].word.ends(with: "schloss") || pieces[index].word.ends(with: "lock") || isColon
          if (count >= 4 || takesThree && count == 3) && count <= 8,
            !isYear || isColon || isNote && place == index + 1
          {
            return .oneTimeCode
          }
        case .groups, .mixed: return .oneTimeCode
        }
      }
      // Gym locker 31-7-22 and locks that only have numbers in groups.
      return nil
    case .code(let isCompound):
      // A PIN code is that of a post office, too.
      let next = index + 1 < pieces.count ? pieces[index + 1].word : ""
      if pieces[index].word == "pin", next == "code" || next == "codes" { return nil }
      if index > 0, pieces[index - 1].word == "pin", !pieces[index].endsWithColon { return nil }
      // How many codes there are.
      if ["codes", "códigos", "codici", "kody", "коды"].contains(pieces[index].word),
        pieces[..<index].contains(where: { $0.word == "many" || $0.word == "viele" })
      {
        return nil
      }
      guard !isOther || isCompound && pieces[index].word.hasPrefix("gast") else { return nil }
      return ordinaryCode(index, end, isCompound: isCompound)
    case .key:
      for place in (index + 1)..<max(index + 1, min(end, index + 6)) {
        let groups = groups(at: place)
        if groups.count >= 3, groups.hasDigits, groups.hasLetters, groups.length >= 3 { return .secretKey }
        if isMixedCode(place, least: 12) || isLongCode(place) { return .secretKey }
        if groups.count >= 6, groups.length >= 4 { return .secretKey }
        // codes: h7f2k9d3 l0p8m4q1
        if groups.count >= 2, groups.length >= 8, groups.hasDigits, groups.hasLetters { return .secretKey }
      }
      return nil
    case .serial:
      for place in (index + 1)..<max(index + 1, min(end, index + 5)) {
        let groups = groups(at: place)
        if groups.count >= 4, groups.length >= 4 { return .secretKey }
      }
      return nil
    case .network:
      for place in (index + 1)..<max(index + 1, min(end, index + 4)) {
        if groups(at: place).count >= 4
          || pieces[place].value.count >= 8 && pieces[place].value.contains(where: \.isDigit)
        {
          return .secretKey
        }
      }
      return nil
    case .card:
      return pieces[(index + 1)..<max(index + 1, min(end, index + 4))].contains {
        (15...16).contains($0.value.count) && $0.value.allSatisfy(\.isDigit)
      } ? .paymentCard : nil
    }
  }

  private static let doors: Set<String> = [
    "haustür", "tür", "tor", "hoftor", "garage", "garagentor", "alarm", "eingang", "door", "gate", "keller",
    "portone", "porta", "cancello",
    "porte", "puerta", "portal", "portail", "brama", "deur", "dör", "dør", "дверь", "подъезд", "домофон",
  ]
  /// Makers of locks and other things that stand between a lock and its model.
  private static let makers: Set<String> = [
    "abus", "kryptonite", "burg-wächter", "trelock", "hiplok", "axa", "master", "yale", "kwikset",
  ]

  private func isLast(_ place: Int) -> Bool { place + 1 >= pieces.count || pieces[place + 1].isSeparator }

  private func ordinaryCode(_ index: Int, _ end: Int, isCompound: Bool) -> SecretRules.Name? {
    let before = index > 0 && !pieces[index - 1].endsClause ? pieces[index - 1].word : ""
    let isPlaced =
      pieces[max(0, index - 4)..<index].contains { AnnouncedVocabulary.places.contains($0.word) }
      || TitleVocabulary.strengthening.contains(before)
      || TitleVocabulary.possessives.contains(before)
    for place in (index + 1)..<max(index + 1, end) {
      let piece = pieces[place]
      let isColon =
        pieces[place - 1].endsWithColon || AnnouncedVocabulary.links.contains(pieces[place - 1].word)
      let distance = place - index - 1
      if place + 1 < pieces.count, AnnouncedVocabulary.units.contains(pieces[place + 1].word) { continue }
      // brisk-otter-plum-72
      if distance == 0, isWords(piece) { return .oneTimeCode }
      if distance == 0 || isColon, isMixedCode(place, least: 5), isColon || isPlaced || isCompound {
        return .oneTimeCode
      }
      // VX7 9QD
      if isColon, place + 1 < end, piece.value.count == 3, pieces[place + 1].value.count == 3,
        (piece.value + pieces[place + 1].value).allSatisfy({ $0.isUppercase || $0.isDigit }),
        (piece.value + pieces[place + 1].value).contains(where: \.isDigit)
      {
        return .oneTimeCode
      }
      guard let number = number(at: place) else {
        if piece.endsClause, !piece.endsWithColon, distance > 0 { break }
        continue
      }
      if TitleVocabulary.counted.contains(pieces[place - 1].word), !isColon { continue }
      switch number {
      case .plain(let count, let isYear):
        guard (4...8).contains(count) || count == 3 && isColon && isPlaced,
          piece.endsClause || isLast(place) || isColon
        else { continue }
        if isColon, distance <= 9, piece.endsClause || isLast(place), !isYear || distance <= 2 {
          if isCompound || isPlaced || distance <= 4 || count >= 6 { return .oneTimeCode }
        }
        if distance == 2, isNote, index == 0, isLast(place), !isYear, Self.leading.contains(pieces[1].word) {
          return .oneTimeCode
        }
        guard distance <= 1, piece.endsClause || isLast(place) else { continue }
        let old = isYear && String(decoding: piece.value, as: UTF8.self) < "1985"
        let betweenIsPlace = distance == 1 && AnnouncedVocabulary.places.contains(pieces[place - 1].word)
        let isBrief =
          isNote && !isYear && pieces[index].startsClause && isLast(place) && index == 0
          && pieces[index + 1].word.utf8.count >= 2
        if distance == 1, !betweenIsPlace, !isBrief { continue }
        if isYear, !old || !(isPlaced || isCompound || betweenIsPlace) { continue }
        if isPlaced || isCompound || betweenIsPlace || isNote || pieces[index].startsClause && index > 0 {
          return .oneTimeCode
        }
      case .groups:
        if distance <= 6 { return .oneTimeCode }
      case .mixed:
        if distance <= 1, isNote || isPlaced { return .oneTimeCode }
      }
    }
    return nil
  }

  private enum Number {
    case plain(Int, isYear: Bool)
    case groups
    /// Digits with one letter between.
    case mixed
  }

  private func number(at place: Int) -> Number? {
    var value = pieces[place].value[...]
    while let last = value.last, last == .hash || last == UInt8(ascii: "*") { value.removeLast() }
    if value.first == .hash { value.removeFirst() }
    // 4471K
    if isNote, value.count >= 4, value.count <= 7, value.last?.isUppercase == true,
      value.dropLast().allSatisfy(\.isDigit)
    {
      return .mixed
    }
    guard (2...16).contains(value.count), value.contains(where: \.isDigit) else { return nil }
    if value.allSatisfy(\.isDigit) {
      // 88 12 47
      let isGrouped =
        (2...3).contains(value.count) && place + 2 < pieces.count
        && pieces[(place + 1)...(place + 2)].allSatisfy {
          $0.value.count == value.count && $0.value.allSatisfy(\.isDigit)
        }
      if isGrouped { return .groups }
      guard value.count >= 3 else { return nil }
      let number = value.count == 4 ? value.reduce(0) { $0 * 10 + Int($1 - 0x30) } : 0
      return .plain(value.count, isYear: (1900...2049).contains(number))
    }
    let groups = value.split(separator: .dash, omittingEmptySubsequences: false)
    if groups.count >= 3, groups.count <= 6,
      groups.allSatisfy({ (1...4).contains($0.count) && $0.allSatisfy(\.isDigit) }), !isDate(Array(value)),
      groups.reduce(0, { $0 + $1.count }) <= 10
    {
      return .groups
    }
    // 48К2917
    if isNote, value.count(where: \.isDigit) >= 5,
      value.count(where: { $0 >= 0x80 }) == value.count - value.count(where: \.isDigit),
      value.count <= 10
    {
      return .mixed
    }
    let letters = value.count(where: \.isUppercase)
    return (4...6).contains(value.count) && letters == 1 && value.count(where: \.isDigit) == value.count - 1
      && value.last?.isDigit == true
      ? .mixed : nil
  }

  /// Returns whether a piece is of capitals and digits, at least two of each.
  private func isMixedCode(_ place: Int, least: Int) -> Bool {
    let value = pieces[place].value
    guard value.count >= least, value.count <= 40 else { return false }
    return value.allSatisfy { $0.isUppercase || $0.isDigit || $0 == .dash }
      && value.count(where: \.isDigit) >= 2
      && value.count(where: \.isUppercase) >= 2 && value.first != .dash
  }

  private func isLongCode(_ place: Int) -> Bool {
    let value = pieces[place].value
    return (16...64).contains(value.count) && value.allSatisfy(\.isAlphanumeric)
      && value.count(where: \.isDigit) >= 4
      && value.contains(where: \.isLetter)
  }

  private func isWords(_ piece: Piece) -> Bool {
    let groups = piece.value.split(separator: .dash)
    guard groups.count >= 3, let last = groups.last, last.allSatisfy(\.isDigit), (1...4).contains(last.count)
    else { return false }
    return groups.dropLast().allSatisfy { $0.count >= 3 && $0.allSatisfy(\.isLowercase) }
  }

  /// Returns how many groups of equal length begin at a piece, in it or in the next ones.
  private func groups(at place: Int) -> (count: Int, length: Int, hasDigits: Bool, hasLetters: Bool) {
    let parts = pieces[place].value.split(separator: .dash)
    guard let first = parts.first else { return (0, 0, false, false) }
    let isPlain = { (part: ArraySlice<UInt8>) in
      part.count == first.count && part.allSatisfy(\.isAlphanumeric)
    }
    func measured(_ groups: [ArraySlice<UInt8>]) -> (
      count: Int, length: Int, hasDigits: Bool, hasLetters: Bool
    ) {
      (
        groups.count, first.count, groups.count { $0.contains(where: \.isDigit) } * 2 >= groups.count,
        groups.contains { $0.contains(where: \.isLetter) }
      )
    }
    if parts.count > 1 { return parts.allSatisfy(isPlain) ? measured(parts) : (0, 0, false, false) }
    let run = pieces[place...].prefix(10).prefix {
      isPlain($0.value[...]) && $0.value.contains(where: \.isDigit)
    }
    .map { $0.value[...] }
    return measured(run)
  }

  // MARK: Phrases and pairs

  private func isPhrase(at index: Int) -> Bool {
    guard AnnouncedVocabulary.phrases.contains(pieces[index].word) else { return false }
    let run = pieces[(index + 1)...].prefix(26).drop { $0.isSeparator }.prefix {
      (3...10).contains($0.value.count) && $0.value.allSatisfy { $0.isLowercase || $0 >= 0x80 }
        && !MnemonicPhrase.isOfSentences($0.word)
    }
    return run.count >= 12
  }

  /// Returns whether a user and a password stand at the end of a clause: `root toor4711`, `eva.m – lauftreff10`.
  private mutating func hasPair() -> Bool {
    guard pieces.count >= 2 else { return false }
    let hasAccount = pieces.contains {
      TitleVocabulary.accounts.contains($0.word) || $0.word == "ftp" || $0.word == "ssh"
    }
    let hasNetwork = pieces.prefix(4).contains { TitleVocabulary.networks.contains($0.word) }
    for place in pieces.indices.dropFirst() {
      let piece = pieces[place]
      let value = piece.value[...]
      guard !piece.isSeparator, (5...32).contains(value.count) else { continue }
      let isAfterSign = pieces[place - 1].isSeparator
      guard place > 1 || !isAfterSign else { continue }
      if isNote, isLast(place), hasAccount || pieces[0].word == "zugang",
        let colon = value.firstIndex(of: .colon), colon - value.startIndex >= 3,
        SecretValues.isPasswordLike(value[(colon + 1)...]), value[..<colon].allSatisfy(\.isNameByte),
        value[(colon + 1)...].allSatisfy(\.isAlphanumeric)
      {
        return true
      }
      let user = pieces[isAfterSign ? place - 2 : place - 1]
      // admin / x, root: x, Login anna / x
      let hasSign = isAfterSign && pieces[place - 1].word == "/" || user.endsWithColon
      if isNote, isLast(place), hasSign, place <= 3, !AnnouncedVocabulary.isTopic(piece.word),
        isLowercase(piece) || isWithDigits(piece),
        ["admin", "root", "sa", "administrator", "pi"].contains(user.word)
          || hasSign && isAfterSign && ["login", "zugang", "account"].contains(pieces[0].word)
            && isLowercase(user) && place == 3
      {
        return !piece.value.contains(.dash) && piece.value.count >= 6
      }
      if isNote, isLast(place), user.value.contains(.underscore), isLowercaseName(user), isWithDigits(piece) {
        return true
      }
      // WLAN: guests / lernenlernen
      if hasNetwork, isAfterSign, pieces[place - 1].word == "/", isLast(place), isLowercase(piece),
        !user.isSeparator, isLowercase(user),
        !AnnouncedVocabulary.isTopic(piece.word)
      {
        return true
      }
      if isNote, isLast(place), isAfterSign, place > 1, isPair(place, user) { return true }
      if isNote, isLast(place), !isAfterSign, isWithDigits(piece), isDotted(user) { return true }
      guard value.allSatisfy(\.isAlphanumeric), value.count(where: \.isDigit) >= 1,
        value.count(where: \.isLetter) >= 4, value.first?.isLetter == true,
        !user.isSeparator
      else { continue }
      let isMail = user.value.contains(.at) && user.value.contains(.dot)
      let isName = TitlePasswords.names.contains(user.word) && user.word != "test" && user.word != "user"
      let isUser =
        isName || isMail && isNote
        || isAfterSign && isNote && isLast(place)
          && (user.value.dropFirst(2).contains(.dot) && user.value.allSatisfy { $0.isLowercase || $0 == .dot }
            || user.value.first?.isLowercase == true && user.value.count(where: \.isDigit) >= 4 && hasAccount)
      if isMail, hasAccount { return true }
      if isUser, isNote || isName && hasAccount, value.count(where: \.isDigit) >= 1,
        value.suffix(2).contains(where: \.isDigit) || hasAccount
      {
        return true
      }
    }
    return false
  }

  /// Returns whether a piece is of small letters and underscores.
  private func isLowercaseName(_ piece: Piece) -> Bool {
    piece.value.count >= 4 && piece.value.allSatisfy { $0.isLowercase || $0 == .underscore || $0.isDigit }
  }

  /// Returns whether a piece is the name of a user with a dot: `ada.l`, but not a host or a file.
  private func isDotted(_ piece: Piece) -> Bool {
    let parts = piece.value.split(separator: .dot)
    guard parts.count == 2, parts.allSatisfy({ $0.allSatisfy(\.isLowercase) }), let last = parts.last else {
      return false
    }
    return ![
      "org", "com", "de", "net", "io", "at", "ch", "eu", "fr", "es", "it", "nl", "uk", "pl", "me", "app",
      "dev", "txt", "pdf", "md", "js",
      "py", "swift", "csv", "jpg", "png", "doc", "html", "xml", "zip", "example", "local", "lan", "tv", "co",
      "info", "se", "no", "dk", "fi",
    ]
    .contains(String(decoding: last, as: UTF8.self))
  }

  /// Returns whether the last piece, after a sign, is the password of a user before it: `Portal: ada.l / x`, `NAS – ada – Xyzzy9`.
  private func isPair(_ place: Int, _ user: Piece) -> Bool {
    let piece = pieces[place]
    let sign = pieces[place - 1].word
    if sign == "/", user.value.contains(.at), user.value.contains(.dot) {
      return !AnnouncedVocabulary.isTopic(piece.word)
    }
    let begins = place > 2 && (pieces[place - 3].endsWithColon || pieces[place - 3].isSeparator)
    guard begins, !user.isSeparator else { return false }
    let isNumber = user.value.allSatisfy(\.isDigit)
    if sign == "/" {
      guard
        isNumber
          ? user.value.count >= 6
          : user.value.contains(where: { $0.isDigit }) && user.value.contains(where: \.isLowercase)
            || isDotted(user)
      else { return false }
      let isPassword =
        isWithDigits(piece) || isLowercase(piece) && piece.value.count >= 6
        || piece.value.count >= 5 && piece.value.allSatisfy(\.isDigit)
      return isPassword && !AnnouncedVocabulary.isTopic(piece.word)
    }
    return pieces[place - 3].isSeparator && isLowercase(user) && user.value.count >= 3 && isWithDigits(piece)
      && piece.value.last?.isDigit == true && piece.value[0].isUppercase
  }
}
