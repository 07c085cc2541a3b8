internal import Foundation

/// Names for people, made of the names of types, by the rules of Flint to the letter.
///
/// Digits, underscores and angle brackets are ordinary characters, and whatever is not a capital ends a run of capitals:
/// that makes "HTT P2 Request" of `HTTP2RequestAction`. Names may be overridden; identifiers do not depend on them
/// (see ``StableTypeName``) unless ``ActivityTypeNaming/flint`` is asked for.
enum TypeName {
  static func action(_ type: any Action.Type) -> String {
    name(of: String(describing: type), without: "Action")
  }

  static func feature(_ type: any Feature.Type) -> String {
    name(of: String(describing: type), without: "Feature")
  }

  /// The tokens without a last one that only says what kind of thing it is, joined by spaces.
  static func name(of typeName: String, without kind: String) -> String {
    var tokens = tokens(of: typeName)
    if tokens.last == kind { tokens.removeLast() }
    return tokens.joined(separator: " ")
  }

  /// Splits at capitals (categories Lu and Lt); of a run of capitals the last one begins the next token.
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

  /// A name as Flint puts it into an activity type: each white-space character is a hyphen, then lower case.
  static func identifierPart(of name: String) -> String {
    var part = String.UnicodeScalarView()
    for scalar in name.unicodeScalars { part.append(scalar.properties.isWhitespace ? "-" : scalar) }
    return String(part).lowercased()
  }
}
