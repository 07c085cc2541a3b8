/// Passwords in titles: after a word for one, or after the name of a user.
///
/// A text in the form of a password counts after any such word. A word of letters alone counts only
/// at the end of the title, with an owner: `Ihr Passwort lautet kartoffel`, but not
/// `Your password is incorrect`.
struct TitlePasswords {
  private let pieces: [Substring]
  private let words: [String]
  private var work = 0

  /// Returns the rule hit by a title.
  static func firstMatch(in text: String, work: inout Int) -> SecretRules.Name? {
    var reader = TitlePasswords(spaced(text, work: &work))
    defer { work += reader.work }
    return reader.hasPassword() || reader.hasAccount() ? .assignment : nil
  }

  /// Returns a text with a blank between Latin letters and scripts without blanks, and in place of
  /// those scripts' signs.
  private static func spaced(_ text: String, work: inout Int) -> String {
    var result = String.UnicodeScalarView()
    var last: UInt32 = 0x20
    for scalar in text.unicodeScalars {
      let value = scalar.value
      let isSign = value >= 0x3000 && value <= 0x303F || value >= 0xFF00 && value <= 0xFF20 || value == 0xA0
      if isSign {
        if value == 0xFF1A { result.append(":") }
        result.append(" ")
      } else {
        if last < 0x250 && last > 0x20 && value >= 0x3040 || last >= 0x3040 && value < 0x250 && value > 0x20 {
          result.append(" ")
        }
        result.append(scalar)
      }
      last = isSign ? 0x20 : value
      work += 1
    }
    return String(result)
  }

  private init(_ text: String) {
    pieces = text.split { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" }
    words = pieces.map { $0.utf8.count > 64 ? "" : Self.trimmed($0).lowercased() }
  }

  private static func trimmed(_ piece: Substring) -> Substring {
    var piece = piece.drop { "\"'“„«([".contains($0) }
    while let last = piece.last, ":,;.!?\"'”“»)]=".contains(last) { piece.removeLast() }
    return piece
  }

  private func isWordForPassword(_ word: String) -> Bool {
    TitleVocabulary.passwords.contains(word)
      || TitleVocabulary.passwordEndings.contains {
        word.ends(with: $0) && word.utf8.first != UInt8(ascii: "1")
      }
      || word.count <= 16 && !word.utf8.contains { $0 < 0x80 }
        && ["密码", "密碼", "パスワード", "비밀번호"].contains { word.contains($0) }
  }

  private mutating func hasPassword() -> Bool {
    let isNetwork = words.contains {
      TitleVocabulary.networks.contains($0) || $0.hasPrefix("wlan-") || $0.hasPrefix("wifi-")
    }
    for (index, word) in words.enumerated() {
      work += 2
      let isFull = isWordForPassword(word)
      let isMark =
        TitleVocabulary.passwordMarks.contains(word)
        || isNetwork && (word.ends(with: "-key") || word.ends(with: "schlüssel"))
      guard isFull || isMark, pieces[index].last != "?" else { continue }
      work += 24
      // The value follows a colon or a word such as "is" within the next pieces, or directly.
      var isLed = pieces[index].last.map { ":=".contains($0) } ?? false
      var place = index + 1
      if !isLed {
        for next in index + 1..<min(pieces.count, index + 8) {
          let isSign =
            pieces[next] == ":" || pieces[next] == "=" || pieces[next] == "-" && next == index + 1
            || pieces[next] == "–"
          // "was changed - Example" speaks of it.
          if next > index + 1, ["-", "—"].contains(pieces[next]) { break }
          if TitleVocabulary.predicates.contains(words[next]), next + 1 < pieces.count,
            ["-", "–", "—", "|"].contains(pieces[next + 1])
          {
            break
          }
          let isLink = TitleVocabulary.links.contains(words[next]) || isSign
          let endsWithColon = pieces[next].last == ":" && next <= index + 4
          if isLink || endsWithColon {
            (isLed, place) = (true, next + 1)
            while place < pieces.count, TitleVocabulary.links.contains(String(pieces[place])) { place += 1 }
            break
          }
          if isMark, !isFull { break }
        }
      }
      if isMark, !isFull, !isNetwork, !isLed, word == "key" || word == "pass" || pieces[index].count > 3 {
        continue
      }
      if place < pieces.count,
        isSecret(at: place, isLed: isLed, isFull: isFull, isNetwork: isNetwork, from: index)
      {
        return true
      }
      // Directly after it, or, for the name of the network, at the end.
      if index + 1 < pieces.count, index + 1 != place,
        isSecret(at: index + 1, isLed: false, isFull: isFull, isNetwork: isNetwork, from: index)
      {
        return true
      }
      // After one more word: new, temporary.
      if isFull, index + 2 < pieces.count, index + 2 != place,
        TitleVocabulary.owned.contains(words[index + 1]),
        isSecret(at: index + 2, isLed: false, isFull: true, isNetwork: isNetwork, from: index)
      {
        return true
      }
      if isNetwork, let last = pieces.indices.last, last > index, last <= index + 4, last != place,
        isSecret(at: last, isLed: false, isFull: isFull, isNetwork: true, from: index)
      {
        return true
      }
    }
    return false
  }

  private func isSecret(at place: Int, isLed: Bool, isFull: Bool, isNetwork: Bool, from index: Int) -> Bool {
    let value = Array(Self.trimmed(pieces[place]).utf8)[...]
    let whole = Array(pieces[place].utf8)[...]
    guard (4...128).contains(value.count), !TitleVocabulary.predicates.contains(words[place]) else {
      return false
    }
    let isLast = place == pieces.count - 1
    let kinds = SecretValues.kinds(of: whole)
    if value.allSatisfy(\.isDigit) {
      return isNetwork && value.count >= 8
        || isFull && isLed
          && (value.count >= 6
            || value.count >= 4 && !value.starts(with: "20".utf8) && !value.starts(with: "19".utf8))
    }
    if SecretValues.isPasswordLike(value), !value.contains(.slash), !isPlain(value) {
      return isLed || isFull || isNetwork || kinds >= 3 || index + 1 == place && value.count >= 8
    }
    // Words: kaffee-und-kuchen, kartoffel.
    guard isLast, value.allSatisfy({ $0.isLetter || $0 == .dash || $0 >= 0x80 }), value.count >= 6 else {
      return false
    }
    if isNetwork { return value.contains(.dash) || isFull && value.count >= 8 }
    // Passwort: kartoffel
    let follows = place == index + 1 || pieces[place - 1].last == ":" || words[place - 1] == "lautet"
    if isLed, isFull, follows, value.allSatisfy(\.isLowercase), value.count >= 8 { return true }
    // Machine-made strings have capitals inside.
    if isLed, value.dropFirst().count(where: \.isUppercase) >= 3, value.contains(where: \.isLowercase) {
      return true
    }
    let owner = words[max(0, index - 4)..<place].contains {
      TitleVocabulary.owned.contains($0) || TitleVocabulary.possessives.contains($0)
    }
    let isQuoted = pieces[place].first.map { "\"“„".contains($0) } ?? false
    // "Set a new password – Example": the site.
    if place > 0, ["-", "–", "—", "|"].contains(pieces[place - 1]), value.first?.isUppercase == true {
      return false
    }
    return isLed && isFull && (owner || isQuoted)
  }

  /// Returns whether a value is a date, a version, a model or another ordinary text with digits.
  private func isPlain(_ value: ArraySlice<UInt8>) -> Bool {
    if value.allSatisfy({ $0.isDigit || $0 == .dot || $0 == .dash || $0 == .colon || $0 == UInt8(ascii: ",") }
    ) {
      return true
    }
    if value.contains(.leftParenthesis) || value.contains(.rightParenthesis) { return true }
    // password-based, user@host
    return value.allSatisfy { $0.isLetter || $0 == .dash || $0 == .apostrophe || $0 == .colon }
      || value.contains(.at) && value.contains(.dot)
  }

  // MARK: A user and a password

  static let names: Set<String> = ["admin", "root", "administrator", "user", "guest", "test", "pi"]

  /// Returns whether the title has the name of a user and a password: `ada / x`,
  /// `ada@example.org:x`, `ada:x@host`.
  private mutating func hasAccount() -> Bool {
    let isAccount = words.contains {
      TitleVocabulary.accounts.contains($0) || TitleVocabulary.networks.contains($0)
    }
    for (index, piece) in pieces.enumerated() {
      work += 2
      if piece == "/", index > 0, index + 1 < pieces.count {
        let value = Array(Self.trimmed(pieces[index + 1]).utf8)[...]
        let isNamed = Self.names.contains(words[index - 1])
        let isMail = pieces[index - 1].contains("@")
        if (isAccount || isMail || isNamed) && SecretValues.isPasswordLike(value) && !isPlain(value) {
          return true
        }
        if isNamed, isAccount, value.count >= 8, value.allSatisfy(\.isLowercase),
          !TitleVocabulary.predicates.contains(words[index + 1])
        {
          return true
        }
      }
      // admin/admin123
      if piece.utf8.count <= 64, let slash = piece.firstIndex(of: "/"),
        Self.names.contains(piece[..<slash].lowercased())
      {
        let value = Array(piece[piece.index(after: slash)...].utf8)[...]
        if SecretValues.isPasswordLike(value), !isPlain(value), !value.contains(.slash), !value.contains(.dot)
        {
          return true
        }
      }
      guard piece.utf8.count <= 128, let colon = piece.firstIndex(of: ":"), colon > piece.startIndex else {
        continue
      }
      work += piece.utf8.count
      let user = piece[..<colon]
      let rest = Array(piece[piece.index(after: colon)...].utf8)[...]
      guard rest.count >= 6, rest.first != .slash, !user.utf8.allSatisfy(\.isDigit) else { continue }
      let at = rest.lastIndex(of: .at)
      let value = at.map { rest[..<$0] } ?? rest
      let isSure =
        user.contains("@") || Self.names.contains(user.lowercased()) || isAccount
        || at.map { $0 < rest.endIndex - 1 } == true
      if isSure, SecretValues.isPasswordLike(value), !isPlain(value), !value.contains(.slash),
        !value.contains(.colon),
        !value.contains(UInt8(ascii: ","))
      {
        return true
      }
    }
    return false
  }
}
