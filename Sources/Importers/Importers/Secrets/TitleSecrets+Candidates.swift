/// The numbers and words in a title with the form of a code or a key.
extension TitleSecrets {
  enum Form: Sendable, Hashable {
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

  /// Whether a word has capitals inside, in a way unlike names.
  static func hasInnerCapitals(_ token: TitleTokens.Token) -> Bool {
    let letters = token.original.utf8
    return (6...12).contains(token.count) && letters.allSatisfy(\.isLetter)
      && zip(letters, letters.dropFirst()).count { $0.isLowercase && $1.isUppercase } >= 2
  }

  /// Whether a group of four small letters begins here, as keys for authenticators are shown.
  func isSmallGroup(_ place: Int) -> Bool {
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
  func candidate(at start: Int) -> (end: Int, Form?) {
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

  /// Returns whether an adjacent character makes it part of something else: a price, a time, a
  /// name.
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
}
