/// One-time codes in titles: mail and messages have them in their subjects.
enum TitleSecrets {
  private static let phrases: [StaticBytes] = [
    "verification code", "security code", "login code", "log-in code", "sign-in code", "access code",
    "confirmation code",
    "authentication code", "one-time", "one time pass", "passcode", "is your code", "code is", "code:",
    " otp", "otp ", "2fa",
    "bestätigungscode", "sicherheitscode", "einmalcode", "code de vérification", "código de verificación",
    "verifizierungscode",
  ]

  /// Returns whether a title speaks of a code and has four to eight digits on their own.
  static func hasOneTimeCode(_ bytes: [UInt8], work: inout Int) -> Bool {
    var digits = 0
    var hasCode = false
    var isInside = false
    for byte in bytes + [.blank] {
      if byte.isDigit {
        digits += isInside ? 0 : 1
      } else {
        if (4...8).contains(digits), !byte.isLetter { hasCode = true }
        digits = 0
        isInside = byte.isLetter
      }
    }
    work += 2 * bytes.count
    guard hasCode else { return false }
    let text = bytes.map(\.lowercased)[...]
    return text.indices.contains { place in
      work += phrases.count
      return phrases.contains { text.has($0, at: place) }
    }
  }
}
