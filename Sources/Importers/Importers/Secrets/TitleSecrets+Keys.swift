/// Keys and personal numbers in titles, recognised by the words near them.
extension TitleSecrets {
  /// Returns whether a machine's string is a key by the words before it.
  func key(_ range: Range<Int>) -> Bool {
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

  /// Returns whether a range is an American social security number.
  func isPerson(_ range: Range<Int>) -> Bool {
    guard tokens[range.lowerBound + (range.count == 5 ? 2 : 1)].count == 2 else { return false }
    let area = Int(tokens[range.lowerBound].text) ?? 0
    let isNamed = (max(0, range.lowerBound - 5)..<range.lowerBound).contains {
      tokens[$0].text == "ssn" || tokens[$0].text == "social"
    }
    let isDashed = range.count == 5
    return isNamed || isDashed && area > 0 && area != 666 && area < 900
  }

  /// Returns whether a number follows a word for a person's number.
  func persons(_ range: Range<Int>) -> Bool {
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
