internal import Foundation

/// Display names derived from type names, exactly by Flint's rules.
///
/// Digits, underscores and angle brackets are ordinary characters, and every character that is not
/// a capital ends a run of capitals; so `HTTP2RequestAction` becomes "HTT P2 Request". Names may be
/// overridden. Identifiers do not depend on them (see ``StableTypeName``) unless
/// ``ActivityTypeNaming/flint`` is chosen.
enum TypeName {
  static func action(_ type: any Action.Type) -> String {
    name(of: String(describing: type), without: "Action")
  }

  static func feature(_ type: any Feature.Type) -> String {
    name(of: String(describing: type), without: "Feature")
  }

  /// Returns the tokens joined by spaces, without a last one that only names the kind.
  static func name(of typeName: String, without kind: String) -> String {
    var tokens = tokens(of: typeName)
    if tokens.last == kind { tokens.removeLast() }
    return tokens.joined(separator: " ")
  }

  /// Splits at capitals (categories Lu and Lt); the last capital in a run begins the next token.
  static func tokens(of typeName: String) -> [String] {
    var tokens: [String] = []
    var token = String.UnicodeScalarView()
    var run = 0  // capitals at the end of the running token
    for scalar in typeName.unicodeScalars {
      if isCapital(scalar) {
        if run == 0 { close(&token, into: &tokens) }
        run += 1
      } else {
        if run > 1, let last = token.popLast() {
          close(&token, into: &tokens)
          token.append(last)
        }
        run = 0
      }
      token.append(scalar)
    }
    close(&token, into: &tokens)
    return tokens
  }

  private static func close(_ token: inout String.UnicodeScalarView, into tokens: inout [String]) {
    guard !token.isEmpty else { return }
    tokens.append(String(token))
    token = String.UnicodeScalarView()
  }

  private static func isCapital(_ scalar: Unicode.Scalar) -> Bool {
    let category = scalar.properties.generalCategory
    return category == .uppercaseLetter || category == .titlecaseLetter
  }

  /// Returns a name as Flint writes it in an activity type: white-space characters become hyphens,
  /// then everything is lower-cased.
  static func identifierPart(of name: String) -> String {
    var part = String.UnicodeScalarView()
    for scalar in name.unicodeScalars { part.append(scalar.properties.isWhitespace ? "-" : scalar) }
    return String(part).lowercased()
  }
}

/// The name of a type as a part of an activity type: only `a-z`, `0-9` and hyphens, and stable
/// forever.
///
/// It is derived from the type's own name, never from the display name, which may be localised. The
/// words are those that a reader sees: digits belong to the word before them ("http2-request"). A
/// single letter is not a word unless it is the article ("a-list", but "oauth2-login",
/// "iphone-sync", "foo3d").
enum StableTypeName {
  enum Failure: Error {
    case empty, notASCII
  }

  /// - Parameter kind: A last word that only names the kind, such as "Action", and is dropped.
  static func part(of typeName: String, without kind: String) throws(Failure) -> String {
    let folded = try folded(typeName)
    // The kind precedes the generic arguments: OpenAction<Document> is open-document.
    let parts = folded.split(separator: "<", maxSplits: 1, omittingEmptySubsequences: false)
    var words = parts.first.map(words(of:)) ?? []
    if words.last == kind { words.removeLast() }
    guard !words.isEmpty else { throw .empty }
    if parts.count > 1 { words += self.words(of: parts[1]) }
    return joiningSingleLetters(words).joined(separator: "-").lowercased()
  }

  /// Removes diacritics; a character that is then not ASCII has no obvious transliteration.
  private static func folded(_ typeName: String) throws(Failure) -> String {
    var folded = String.UnicodeScalarView()
    for scalar in typeName.decomposedStringWithCanonicalMapping.unicodeScalars
    where scalar.properties.generalCategory != .nonspacingMark {
      guard scalar.isASCII else { throw .notASCII }
      folded.append(scalar)
    }
    return String(folded)
  }

  /// Splits where a capital follows a small letter or a digit, before the last capital in a run if
  /// a small letter follows it, and at everything that is neither letter nor digit.
  private static func words(of text: some StringProtocol) -> [String] {
    let characters = Array(text)
    var words: [String] = []
    var word = ""
    for (index, character) in characters.enumerated() {
      let isPart = character.isLetter || character.isNumber
      if !isPart || beginsWord(at: index, in: characters) {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if isPart { word.append(character) }
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  private static func beginsWord(at index: Int, in characters: [Character]) -> Bool {
    guard index > 0, characters[index].isUppercase else { return false }
    let before = characters[index - 1]
    if before.isLowercase || before.isNumber { return true }
    return before.isUppercase && index + 1 < characters.count && characters[index + 1].isLowercase
  }

  private static func joiningSingleLetters(_ words: [String]) -> [String] {
    var joined: [String] = []
    var prefix = ""
    for (index, word) in words.enumerated() {
      guard word.count == 1, word.first?.isLetter == true else {
        joined.append(prefix + word)
        prefix = ""
        continue
      }
      if prefix.isEmpty, let last = joined.last, last.last?.isNumber == true {
        joined[joined.count - 1] = last + word  // 3D
      } else if word == "A" || index == words.count - 1 {
        joined.append(prefix + word)
        prefix = ""
      } else {
        prefix += word
      }
    }
    return joined
  }
}
