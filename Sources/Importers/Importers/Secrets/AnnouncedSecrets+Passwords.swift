/// Passwords after a word for one, and answers to security questions: `Passwort regenbogen`.
extension AnnouncedSecrets {
  func isPassword(at index: Int) -> Bool {
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
    // A nearby text that can only be a password: Postfach#9.
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
      // "Password fatigue is real": a statement about something else.
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
    // "Пароль от почты x7": its purpose is in between.
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

  /// Returns whether a piece is one word with a capital at its beginning only, and no topic.
  private func isNoun(_ piece: Piece) -> Bool {
    piece.value.count >= 5 && piece.value[0].isUppercase
      && piece.value.dropFirst().allSatisfy { $0.isLowercase || $0 >= 0x80 }
      && !AnnouncedVocabulary.isTopic(piece.word)
  }

  func isDate(_ value: [UInt8]) -> Bool {
    let groups = value.split { $0 == .dash || $0 == .dot }
    return groups.count == 3 && (groups.contains { $0.count == 4 } && groups.reduce(0) { $0 + $1.count } <= 8)
      || groups.count == 2 && groups[1].count == 4 || groups.count == 3 && value.contains(.dot)
  }
}
