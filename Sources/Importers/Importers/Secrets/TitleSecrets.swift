/// Secrets in titles: one-time codes in all languages and groupings, keys, phrases of wallets,
/// personal numbers.
///
/// A number is a code if a word for one is near it (``TitleVocabulary``) and the words between them
/// connect them: `your code is 482 913`, `482913 — ваш код`. It is not one after words for other
/// codes (`postal code`, `код ошибки`).
///
/// - Complexity: O(length): for every number at most ``window`` words are examined on both sides.
struct TitleSecrets {
  static let window = 7

  let tokens: [TitleTokens.Token]
  private var work = 0

  /// Returns the rule hit by a title.
  static func firstMatch(
    in text: String, _ bytes: [UInt8], isNote: Bool = false, work: inout Int
  ) -> SecretRules.Name? {
    if MnemonicPhrase.isWhole(bytes[...]) { return .recoveryPhrase }
    guard isNote || TitleGate.passes(bytes, work: &work) else { return nil }
    if let name = AnnouncedSecrets.firstMatch(in: text, isNote: isNote, work: &work) { return name }
    if TitlePhrases.isPhrase(bytes, work: &work) { return .recoveryPhrase }
    if let name = TitlePasswords.firstMatch(in: text, work: &work) { return name }
    var reader = TitleSecrets(TitleTokens(text, work: &work).tokens)
    defer { work += reader.work }
    return reader.search()
  }

  private init(_ tokens: [TitleTokens.Token]) { self.tokens = tokens }

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
}
