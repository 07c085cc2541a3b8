/// Secrets in titles: one-time codes in whatever language and grouping, keys, phrases of wallets, numbers of persons.
///
/// A number is a code if a word for one stands near it (``TitleVocabulary``), before it or after it, and what stands between them says that it is
/// what the word means: `your code is 482 913`, `482913 — ваш код`. Words that make it a code of another kind (`postal code`, `код ошибки`) keep it.
///
/// - Complexity: O(length): of every number at most ``window`` words are looked at on both sides.
struct TitleSecrets {
  private static let window = 7

  private let tokens: [TitleTokens.Token]
  private var work = 0

  /// Returns the rule hit by a title.
  static func firstMatch(
    in text: String, _ bytes: [UInt8], isNote: Bool = false, work: inout Int
  ) -> SecretRules.Name? {
    if MnemonicPhrase.isWhole(bytes[...]) { return .recoveryPhrase }
    guard isNote || TitleGate.passes(bytes, work: &work) else { return nil }
    if let name = AnnouncedSecrets.firstMatch(in: text, isNote: isNote, work: &work) { return name }
    if isPhrase(bytes, work: &work) { return .recoveryPhrase }
    if let name = TitlePasswords.firstMatch(in: text, work: &work) { return name }
    var reader = TitleSecrets(TitleTokens(text, work: &work).tokens)
    defer { work += reader.work }
    return reader.search()
  }

  private init(_ tokens: [TitleTokens.Token]) { self.tokens = tokens }

  // MARK: Phrases of wallets

  private static func isPhrase(_ bytes: [UInt8], work: inout Int) -> Bool {
    // The last 256 bytes are all that a phrase can have.
    let text = bytes.suffix(320).map(\.lowercased)[...]
    work += text.count * 4
    if let colon = text.lastIndex(of: .colon),
      MnemonicPhrase.isWhole(text[(colon + 1)...].drop(while: \.isBlank))
    {
      return true
    }
    for place in text.indices {
      for phrase in TitleVocabulary.phrases
      where text[place] == phrase.bytes[0] && text.has(phrase, at: place) {
        let rest = text[(place + phrase.bytes.count)...].drop {
          $0.isBlank || $0 == .colon || $0 == .dash || $0 == 0xE2 || $0 == 0x80 || $0 == 0x93 || $0 == 0x94
            || $0 == 0xEF || $0 == 0xBC
            || $0 == 0x9A
        }
        work += 40
        if MnemonicPhrase.isRest(rest, atLeast: 4) { return true }
      }
    }
    if let seed = text.indices.last(where: { text.has("seed ", at: $0) }) {
      return MnemonicPhrase.isRest(text[(seed + 5)...], atLeast: 12)
    }
    return false
  }

  // MARK: Numbers and codes

  private enum Form: Sendable, Hashable {
    /// Digits, in groups or not.
    case digits(Int, isGrouped: Bool)
    /// Capitals and digits in groups of equal length.
    case groups(Int, of: Int, hasDigits: Bool, isSmall: Bool)
    /// One word of capitals and digits.
    case word
    /// One word of capitals.
    case capitals
    /// One word of letters of all kinds.
    case anyWord
    /// A string that a machine made.
    case machine
  }

  private mutating func search() -> SecretRules.Name? {
    var place = 0
    while place < tokens.count {
      work += 1
      let token = tokens[place]
      guard
        token.kind == .number || token.kind == .mixed
          || token.kind == .word && (token.isUppercase || isSmallGroup(place) || Self.hasInnerCapitals(token))
      else {
        place += 1
        continue
      }
      // G-482913: the number is the candidate.
      if token.kind == .word, token.count <= 2, place + 2 < tokens.count, tokens[place + 1].text == "-",
        tokens[place + 2].kind == .number
      {
        place += 2
        continue
      }
      let (end, form) = candidate(at: place)
      work += end - place
      if let form, let name = match(form, place..<end) { return name }
      place = end
    }
    return nil
  }

  /// Whether a word has capitals inside as no name has them.
  private static func hasInnerCapitals(_ token: TitleTokens.Token) -> Bool {
    let letters = token.original.utf8
    return (6...12).contains(token.count) && letters.allSatisfy(\.isLetter)
      && zip(letters, letters.dropFirst()).count { $0.isLowercase && $1.isUppercase } >= 2
  }

  /// Whether a group of four small letters begins here, as keys for authenticators are shown.
  private func isSmallGroup(_ place: Int) -> Bool {
    let isHexadecimal = tokens[place].original.utf8.allSatisfy(\.isHexadecimal)
    guard tokens[place].count == 4, place + 3 < tokens.count else { return isHexadecimal }
    let group = tokens[place..<place + 4]
    return isHexadecimal
      || group.contains { $0.kind == .mixed }
        && group.allSatisfy {
          $0.count == 4 && $0.isUppercase == tokens[place].isUppercase
            && $0.text.utf8.allSatisfy { $0.isLetter || $0.isBase32 }
        }
  }

  /// Returns the candidate that begins at a place, and where it ends.
  private func candidate(at start: Int) -> (end: Int, Form?) {
    // The longest run of groups with one sign between them.
    var end = start + 1
    var separator: String?
    var counts = [tokens[start].count]
    while end < tokens.count, counts.count < 16 {
      let token = tokens[end]
      let isGroup = token.kind == .number || token.kind == .mixed || token.kind == .word
      if isGroup, token.followsBlank, separator == nil || separator == " ", fits(token, like: tokens[start]) {
        separator = " "
        counts.append(token.count)
        end += 1
      } else if token.kind == .sign, token.text == "-", !token.followsBlank,
        separator == nil || separator == "-", end + 1 < tokens.count,
        !tokens[end + 1].followsBlank, tokens[end + 1].kind != .sign
      {
        separator = "-"
        counts.append(tokens[end + 1].count)
        end += 2
      } else {
        break
      }
    }
    let group = stride(from: start, to: end, by: separator == "-" ? 2 : 1).map { tokens[$0] }
    guard !isTouched(start, end) else { return (end, nil) }
    let isEqual = counts.allSatisfy { $0 == counts[0] }
    let total = counts.reduce(0, +)
    if group.allSatisfy({ $0.kind == .number }) {
      if counts == [3, 2, 4] { return (end, .digits(9, isGrouped: true)) }
      if counts.count == 1 { return (end, (3...12).contains(total) ? .digits(total, isGrouped: false) : nil) }
      guard isEqual else { return (end, nil) }
      if counts.count == 8, counts[0] == 6 { return (end, .machine) }
      let isCode =
        (4...9).contains(total) && (counts[0] > 1 || total >= 4) || counts[0] >= 4 && counts[0] <= 8
      return (end, isCode ? .digits(total, isGrouped: true) : nil)
    }
    let hasDigits = group.contains { $0.kind != .word }
    let isUppercase = group.allSatisfy(\.isUppercase)
    if counts.count == 1 {
      let text = tokens[start].original.utf8
      if text.count >= 16 {
        let isKey =
          text.allSatisfy(\.isHexadecimal) || text.allSatisfy(\.isBase32) || text.starts(with: "0x".utf8)
          || RandomStrings.measures(of: Array(text)[...]).changes >= 0.2 && hasDigits
        if isKey { return (end, .machine) }
      }
      guard (5...16).contains(total), text.allSatisfy(\.isAlphanumeric) else { return (end, nil) }
      if Self.hasInnerCapitals(tokens[start]) { return (end, .anyWord) }
      return (end, hasDigits ? (isUppercase ? .word : .anyWord) : isUppercase ? .capitals : nil)
    }
    guard isEqual || separator == "-" && counts.allSatisfy({ (3...8).contains($0) }),
      (3...8).contains(counts[0])
    else { return (end, nil) }
    if separator == " ", counts == [5, 5, 5, 5, 5], isUppercase, hasDigits {
      return (end, .groups(5, of: 5, hasDigits: true, isSmall: false))
    }
    if separator == " " {
      let isBase32 = group.allSatisfy { $0.original.utf8.allSatisfy { $0.isLetter || $0.isBase32 } }
      return (end, counts[0] == 4 && counts.count >= 4 && isBase32 ? .machine : nil)
    }
    guard isUppercase || group.allSatisfy({ $0.original.utf8.allSatisfy { $0.isLowercase || $0.isDigit } })
    else { return (end, nil) }
    // ROOF-1234 is an issue.
    if counts.count == 2, group[0].kind == .word, group[1].kind == .number { return (end, nil) }
    return (end, .groups(counts.count, of: counts[0], hasDigits: hasDigits, isSmall: !isUppercase))
  }

  private func fits(_ token: TitleTokens.Token, like first: TitleTokens.Token) -> Bool {
    if first.kind == .number { return token.kind == .number }
    return token.count == first.count
      && (first.count == 4 || first.count == 5 && token.isUppercase && first.isUppercase)
  }

  /// Returns whether something stands directly before or after that makes it part of something else: a price, a time, a name.
  private func isTouched(_ start: Int, _ end: Int) -> Bool {
    if start > 0, !tokens[start].followsBlank {
      let before = tokens[start - 1]
      // G-482913, FB-48291
      let isMark =
        before.text == "-" && start > 1 && tokens[start - 2].isUppercase && tokens[start - 2].count <= 2
        && tokens[start].kind == .number
        && (start == 2 || tokens[start - 2].followsBlank)
      if before.kind == .sign, !isMark, "-.,/+$€£¥₹_@~°&\\%*".contains(before.text) { return true }
      if before.text == ":", start > 1, tokens[start - 2].kind == .number { return true }
    }
    guard end < tokens.count, !tokens[end].followsBlank else { return false }
    let after = tokens[end]
    if after.kind != .sign { return after.text.utf8.first.map { $0 < 0x80 } ?? false }
    if "%/°€$£_@&\\+*".contains(after.text) { return true }
    let goesOn = end + 1 < tokens.count && !tokens[end + 1].followsBlank && tokens[end + 1].kind != .sign
    return goesOn && ".,:-".contains(after.text)
  }

  // MARK: What stands near

  /// What a word for a code near a candidate says.
  private struct Near {
    var isSure = false
    var isStrong = false
    var isBackup = false
    var isAbbreviation = false
    var isOwned = false
    /// Whether it is a word for several.
    var isMany = false
    var needsLink = false
    var distance = 0
  }

  private static func isEnd(_ token: TitleTokens.Token) -> Bool {
    token.kind == .sign && "|·!?;。！？•".contains(token.text)
  }

  /// Returns what a word says of codes; nothing if it is none for them.
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

  private mutating func match(_ form: Form, _ range: Range<Int>) -> SecretRules.Name? {
    work += 2 * Self.window * 4
    if case .machine = form { return key(range) ? .secretKey : nil }
    if case .groups(let count, let length, let hasDigits, _) = form, hasDigits,
      count >= 5 && length == 5 || count >= 6 && length >= 4
    {
      return .secretKey
    }
    if case .digits(9, isGrouped: true) = form, range.count > 1, tokens[range.lowerBound].count == 3,
      isPerson(range)
    {
      return .personalNumber
    }
    if persons(range) { return .personalNumber }
    return isCode(form, range) ? .oneTimeCode : nil
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

  private func isCode(_ form: Form, _ range: Range<Int>) -> Bool {
    if case .digits(let count, isGrouped: false) = form, count > 8 { return false }
    let start = range.lowerBound
    // What is counted: order 482913.
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

  /// Returns whether the candidate is given to get in: `Use 482913 to sign in`.
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

  // MARK: Keys and persons

  /// Returns whether a machine's string is a key by the words before it.
  private func key(_ range: Range<Int>) -> Bool {
    let text = tokens[range.lowerBound].original.utf8
    let near = (max(0, range.lowerBound - 12)..<range.lowerBound).filter { tokens[$0].kind != .sign }.suffix(
      6)
    let after = (range.upperBound..<min(tokens.count, range.upperBound + 6))
    if near.contains(where: { TitleVocabulary.digests.contains(tokens[$0].text) })
      || after.contains(where: { TitleVocabulary.digests.contains(tokens[$0].text) })
    {
      return false
    }
    if text.starts(with: "0x".utf8) {
      return text.count == 66 && text.dropFirst(2).allSatisfy(\.isHexadecimal)
    }
    if range.count == 15, tokens[range.lowerBound].count == 6 { return true }
    let words = near.suffix(4) + after.prefix(1)
    guard
      words.contains(where: { place in
        let text = tokens[place].text
        return TitleVocabulary.keys.contains(text) || TitleVocabulary.codes.contains(text)
          || TitleVocabulary.keys.contains { $0.count >= 3 && text.ends(with: $0) && text.count > $0.count }
      })
    else { return false }
    let isSecret = words.contains { TitleVocabulary.secretKinds.contains(tokens[$0].text) }
    return range.count > 1 || isSecret || text.count >= 32 || !text.allSatisfy(\.isHexadecimal)
  }

  /// Returns whether an American social security number stands there.
  private func isPerson(_ range: Range<Int>) -> Bool {
    guard tokens[range.lowerBound + (range.count == 5 ? 2 : 1)].count == 2 else { return false }
    let area = Int(tokens[range.lowerBound].text) ?? 0
    let isNamed = (max(0, range.lowerBound - 5)..<range.lowerBound).contains {
      tokens[$0].text == "ssn" || tokens[$0].text == "social"
    }
    let isDashed = range.count == 5
    return isNamed || isDashed && area > 0 && area != 666 && area < 900
  }

  /// Returns whether a number follows a word for a person's number.
  private func persons(_ range: Range<Int>) -> Bool {
    guard tokens[range.lowerBound].kind != .word || tokens[range.lowerBound].isUppercase,
      let name = (max(0, range.lowerBound - 4)..<range.lowerBound).last(where: {
        TitleVocabulary.persons.contains(tokens[$0].text)
      })
    else { return false }
    let digits = tokens[name..<min(tokens.count, name + 10)].reduce(0) {
      $0 + $1.text.utf8.count(where: \.isDigit)
    }
    return digits >= 8
  }
}
