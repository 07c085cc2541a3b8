/// Words in a command that a shell reads.
enum ShellWord {
  private static let plain = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-/:,+@=%")

  /// Returns a word that a shell reads as it is, always in quotes.
  static func quoted(_ word: String) -> String { "'" + word.replacing("'", with: #"'\''"#) + "'" }

  /// Returns a word that a shell reads as it is, in quotes only if it needs them.
  static func readable(_ word: String) -> String {
    !word.isEmpty && word.allSatisfy(plain.contains) ? word : quoted(word)
  }
}
