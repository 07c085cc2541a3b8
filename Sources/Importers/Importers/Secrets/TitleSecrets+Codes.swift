/// One-time codes in titles, recognised by the words near them.
extension TitleSecrets {
  /// The meaning of a word for a code near a candidate.
  private struct Near {
    var isSure = false
    var isStrong = false
    var isBackup = false
    var isAbbreviation = false
    var isOwned = false
    /// Whether it is a plural.
    var isMany = false
    var needsLink = false
    var distance = 0
  }

  private static func isEnd(_ token: TitleTokens.Token) -> Bool {
    token.kind == .sign && "|·!?;。！？•".contains(token.text)
  }

  /// Returns the meaning of a word for codes, or nil if it is not one.
  private func code(at place: Int) -> Near? {
    let token = tokens[place]
    guard token.kind != .sign, token.kind != .number else { return nil }
    let text = token.text
    var near = Near()
    let isCompound =
      text.count >= 6 && TitleVocabulary.codeEndings.contains { text.ends(with: $0) && text != $0 }
    let isUnspaced =
      text.utf8.count >= 6 && !text.utf8.contains { $0 < 0x80 }
      && TitleVocabulary.unspaced.contains { text.contains($0) }
    if TitleVocabulary.sure.contains(text)
      || token.count > 3 && (token.original.ends(with: "TAN") || token.original.ends(with: "PIN"))
    {
      near.isSure = true
    } else if TitleVocabulary.abbreviations.contains(text) {
      near.isAbbreviation = true
      near.isSure = token.isUppercase
      near.needsLink = !token.isUppercase
    } else if isUnspaced {
      let words = [place - 1, place, place + 1].filter(tokens.indices.contains).map { tokens[$0].text }
      if TitleVocabulary.otherKindsUnspaced.contains(where: { kind in words.contains { $0.contains(kind) } })
      {
        return nil
      }
      near.isSure = true
    } else if TitleVocabulary.codes.contains(text) {
      near.isMany = ["codes", "códigos", "codici", "kody", "коды"].contains(text)
    } else if TitleVocabulary.passwords.contains(text) {
      near.needsLink = true
    } else if isCompound {
      if TitleVocabulary.otherCompounds.contains(text) { return nil }
      near.isStrong = TitleVocabulary.strengtheningParts.contains { text.contains($0) }
      near.needsLink = text == "pincode"
    } else {
      return nil
    }
    if TitleVocabulary.possessives.contains(text) { near.isOwned = true }
    for other in max(0, place - 3)..<min(tokens.count, place + 4)
    where other != place && tokens[other].kind != .sign {
      let text = tokens[other].text
      if TitleVocabulary.strengthening.contains(text) { near.isStrong = true }
      if text == "backup" || text == "recovery" || text == "secours" || text.hasPrefix("wiederherstellung") {
        near.isBackup = true
      }
      if TitleVocabulary.possessives.contains(text) { near.isOwned = true }
      if abs(other - place) <= 2, TitleVocabulary.otherKinds.contains(text), !near.isSure { return nil }
      if abs(other - place) == 1, text == "pin", TitleVocabulary.codes.contains(tokens[place].text) {
        near.needsLink = true
      }
    }
    // A one-time password is a code, too.
    if TitleVocabulary.passwords.contains(text) || TitleVocabulary.abbreviations.contains(text),
      near.isStrong || near.isOwned
    {
      near.needsLink = false
    }
    if text.contains("backup") || text.contains("wiederherstellung") { near.isBackup = true }
    return near
  }

  private func isYear(_ range: Range<Int>) -> Bool {
    guard range.count == 1, let number = Int(tokens[range.lowerBound].text) else { return false }
    return (1900...2099).contains(number)
  }

  private func isTrivial(_ range: Range<Int>) -> Bool {
    guard range.count == 1 else { return false }
    let text = tokens[range.lowerBound].text
    return "0123456789".contains(text) || Set(text).count == 1
  }

  func isCode(_ form: Form, _ range: Range<Int>) -> Bool {
    if case .digits(let count, isGrouped: false) = form, count > 8 { return false }
    let start = range.lowerBound
    // A number that counts something: order 482913.
    var previous = start - 1
    let isNumbered = previous >= 0 && tokens[previous].text == "#"
    if isNumbered { previous -= 1 }
    let link = previous >= 0 && TitleVocabulary.links.contains(tokens[previous].text)
    if isNumbered, !link || previous < 0 || tokens[previous].kind == .sign && tokens[previous].text != ":" {
      return false
    }
    if previous >= 0, TitleVocabulary.counted.contains(tokens[previous].text) { return false }
    if isMarked(range) { return true }
    // Before it.
    var distance = 0
    var place = start - 1
    while place >= 0, distance <= Self.window, !Self.isEnd(tokens[place]) {
      if tokens[place].kind != .sign {
        if var near = code(at: place) {
          near.distance = distance
          if isTold(form, range, near, link: link) { return true }
          if !near.isSure { break }
        }
        distance += 1
      }
      place -= 1
    }
    if case .groups(let count, _, hasDigits: true, isSmall: false) = form, count >= 2,
      (max(0, start - 4)..<min(tokens.count, range.upperBound + 3)).contains(where: {
        TitleVocabulary.grouped.contains(tokens[$0].text)
      })
    {
      return true
    }
    // Enter WDJB-MJHT on your TV.
    if case .groups(2, of: 4, _, isSmall: false) = form, start > 0,
      TitleVocabulary.giving.contains(tokens[start - 1].text)
    {
      let after = range.upperBound..<min(tokens.count, range.upperBound + 6)
      if after.contains(where: {
        ["tv", "device", "gerät", "fernseher", "appareil", "dispositivo"].contains(tokens[$0].text)
      }) {
        return true
      }
    }
    // Voucher KX7QPLM29ZT4
    if case .word = form, tokens[start].count >= 10,
      (max(0, start - 2)..<start).contains(where: { TitleVocabulary.grouped.contains(tokens[$0].text) })
    {
      return true
    }
    return isTold(after: form, range) || isForEntry(form, range, link: link)
  }

  /// Returns whether the whole title is a mark and a number: G-482913.
  private func isMarked(_ range: Range<Int>) -> Bool {
    range.upperBound == tokens.count && range.lowerBound == 2 && tokens[1].text == "-"
      && tokens[0].text == "g" && tokens[2].count == 6
  }

  /// Returns whether a word for a code before the candidate means it.
  private func isTold(_ form: Form, _ range: Range<Int>, _ near: Near, link: Bool) -> Bool {
    if near.needsLink, !link { return false }
    let isStrong = near.isSure || near.isStrong
    switch form {
    case .digits(let count, let isGrouped):
      if count == 3 { return near.isAbbreviation && near.distance == 0 }
      if isTrivial(range), !link { return false }
      if near.isAbbreviation, near.distance > (link ? 5 : 3) { return false }
      if near.isMany, !near.isBackup, !near.isOwned, !near.isStrong { return false }
      if count >= 6 || isGrouped {
        return isStrong || link || near.isOwned || near.distance == 0
      }
      if near.isMany { return false }
      if isYear(range) {
        return link && (isStrong || near.isOwned) && near.distance <= 3
          || near.isAbbreviation && near.distance == 0
      }
      if link { return isStrong || near.isOwned || near.distance == 0 }
      // "Code 7391." and nothing before it.
      if near.distance == 0, range.lowerBound == 1,
        range.upperBound == tokens.count || tokens[range.upperBound].text == "."
          || Self.isEnd(tokens[range.upperBound])
      {
        return true
      }
      return near.distance <= 3 && (isStrong || near.isOwned)
    case .groups(_, _, let hasDigits, let isSmall):
      if isSmall { return near.isBackup && hasDigits }
      return near.distance <= 3 && (hasDigits || isStrong || link || near.isOwned || near.distance == 0)
    case .word:
      return near.distance == 0 && (isStrong || near.isOwned || link)
        || near.distance <= 5 && link && isStrong
        || near.distance <= 3 && (near.isOwned || isStrong && !near.isAbbreviation)
    case .capitals: return link && (isStrong || near.isOwned) && near.distance <= 3
    case .anyWord: return near.isSure && (link || near.distance == 0)
    case .machine: return false
    }
  }

  /// Returns whether a word for a code after the candidate means it: `482913 is your code`.
  private func isTold(after form: Form, _ range: Range<Int>) -> Bool {
    let next = range.upperBound
    // Use 482913 as your code.
    let isGiven = range.lowerBound > 0 && TitleVocabulary.giving.contains(tokens[range.lowerBound - 1].text)
    guard next < tokens.count, isGiven || TitleVocabulary.links.contains(tokens[next].text),
      !"#([".contains(tokens[next].text)
    else {
      return false
    }
    let isColon = tokens[next].text == ":"
    let isSign = tokens[next].kind == .sign
    var words = 0
    var isOwned = false
    for place in next..<tokens.count where words <= Self.window {
      let token = tokens[place]
      if Self.isEnd(token) { break }
      guard token.kind != .sign else { continue }
      words += 1
      if TitleVocabulary.possessives.contains(token.text) { isOwned = true }
      if isColon, !isOwned { continue }
      let isVerification = token.text == "verification" && (isOwned || isSign)
      guard
        isVerification || code(at: place).map({ !isSign || $0.isOwned || $0.isSure || $0.isStrong }) == true
      else { continue }
      switch form {
      case .digits(let count, let isGrouped):
        return count >= 5 || isGrouped || count == 4 && isOwned && !isYear(range)
      case .groups(_, _, _, let isSmall): return !isSmall
      case .word: return isOwned
      case .capitals, .anyWord: return isOwned && tokens[range.lowerBound].isUppercase
      case .machine: return false
      }
    }
    return false
  }

  /// Returns whether the candidate is for signing in: `Use 482913 to sign in`.
  private func isForEntry(_ form: Form, _ range: Range<Int>, link: Bool) -> Bool {
    guard case .digits(let count, let isGrouped) = form, count >= 6 || isGrouped && count >= 6, count <= 8
    else { return false }
    let near = max(0, range.lowerBound - 6)..<min(tokens.count, range.upperBound + 7)
    guard near.contains(where: { !range.contains($0) && TitleVocabulary.intents.contains(tokens[$0].text) })
    else { return false }
    let isGiven =
      range.lowerBound > 0
      && (max(0, range.lowerBound - 3)..<range.lowerBound).contains {
        TitleVocabulary.giving.contains(tokens[$0].text)
      }
    return isGiven || link
  }
}
