import TestSupport

@testable import Importers

/// A shape of a line with places for secrets, in the notation of ``FurtherShapes``.
struct SecretShape {
  let text: String

  struct Line {
    let text: String
    /// The parts of the secret that must not remain, without words that other texts may have.
    let secrets: [String]
  }

  /// Returns the lines of the shape: one for each kind of password, or two for a pattern.
  func lines(_ random: inout SeededNumbers) -> [Line] {
    if text.contains("§") {
      return [
        SecretCorpus.weak(&random), SecretCorpus.strong(&random), SecretCorpus.base62(20, &random),
      ].map { filled(with: $0, &random) }
    }
    return (0..<2).map { _ in filled(with: SecretCorpus.letters(&random), &random) }
  }

  private func filled(with password: String, _ random: inout SeededNumbers) -> Line {
    var result = ""
    var secrets: [String] = []
    var rest = text[...]
    while let place = rest.firstIndex(where: { "§¶⟨".contains($0) }) {
      result += rest[..<place]
      if rest[place] == "⟨", let end = rest[place...].firstIndex(of: "⟩") {
        let drawn = Self.drawn(rest[rest.index(after: place)..<end], &random)
        result += drawn
        if drawn.utf8.contains(where: \.isDigit) { secrets.append(drawn) }
        rest = rest[rest.index(after: end)...]
      } else {
        result += password
        secrets.append(password)
        rest = rest[rest.index(after: place)...]
      }
    }
    return Line(text: result + rest, secrets: secrets)
  }

  private static func drawn(_ pattern: Substring, _ random: inout SeededNumbers) -> String {
    if pattern.hasPrefix("card") {
      return SecretCorpus.card(&random, separator: String(pattern.dropFirst(4)))
    }
    return pattern.map { letter in
      switch letter {
      case "9": pick("0123456789", &random)
      case "A": pick("ABCDEFGHJKLMNPQRSTUVWXYZ", &random)
      case "a": pick("abcdefghijkmnopqrstuvwxyz", &random)
      case "B": pick("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", &random)
      case "b": pick("abcdefghijklmnopqrstuvwxyz234567", &random)
      case "x": pick("0123456789abcdef", &random)
      case "*": pick("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", &random)
      case "w": words[Int.random(in: 0..<words.count, using: &random)]
      default: String(letter)
      }
    }.joined()
  }

  private static func pick(_ letters: String, _ random: inout SeededNumbers) -> String {
    let letters = Array(letters)
    return String(letters[Int.random(in: 0..<letters.count, using: &random)])
  }

  private static let words =
    "ripple kangaroo velvet anchor nephew orbit cactus tumble gravity lemon upgrade hollow spider rural wagon bench "
    .split(separator: " ").map(String.init)
}
