/// Phrases of wallets, and pairs of a user and a password: `root toor4711`, `eva.m – lauftreff10`.
extension AnnouncedSecrets {
  func isPhrase(at index: Int) -> Bool {
    guard AnnouncedVocabulary.phrases.contains(pieces[index].word) else { return false }
    let run = pieces[(index + 1)...].prefix(26).drop { $0.isSeparator }.prefix {
      (3...10).contains($0.value.count) && $0.value.allSatisfy { $0.isLowercase || $0 >= 0x80 }
        && !MnemonicPhrase.isOfSentences($0.word)
    }
    return run.count >= 12
  }

  /// Returns whether a clause ends with a user and a password: `root toor4711`,
  /// `eva.m – lauftreff10`.
  mutating func hasPair() -> Bool {
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

  /// Returns whether the last piece, after a sign, is the password of a user before it:
  /// `Portal: ada.l / x`, `NAS – ada – Xyzzy9`.
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
