/// The forms of codes and keys: digits, groups, capitals with digits, words with a number.
extension AnnouncedSecrets {
  enum Number {
    case plain(Int, isYear: Bool)
    case groups
    /// Digits with one letter between.
    case mixed
  }

  func number(at place: Int) -> Number? {
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
  func isMixedCode(_ place: Int, least: Int) -> Bool {
    let value = pieces[place].value
    guard value.count >= least, value.count <= 40 else { return false }
    return value.allSatisfy { $0.isUppercase || $0.isDigit || $0 == .dash }
      && value.count(where: \.isDigit) >= 2
      && value.count(where: \.isUppercase) >= 2 && value.first != .dash
  }

  func isLongCode(_ place: Int) -> Bool {
    let value = pieces[place].value
    return (16...64).contains(value.count) && value.allSatisfy(\.isAlphanumeric)
      && value.count(where: \.isDigit) >= 4
      && value.contains(where: \.isLetter)
  }

  func isWords(_ piece: Piece) -> Bool {
    let groups = piece.value.split(separator: .dash)
    guard groups.count >= 3, let last = groups.last, last.allSatisfy(\.isDigit), (1...4).contains(last.count)
    else { return false }
    return groups.dropLast().allSatisfy { $0.count >= 3 && $0.allSatisfy(\.isLowercase) }
  }

  /// Returns how many groups of equal length begin at a piece, in it or in the next ones.
  func groups(at place: Int) -> (count: Int, length: Int, hasDigits: Bool, hasLetters: Bool) {
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
}
