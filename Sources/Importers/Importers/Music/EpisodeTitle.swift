/// The title of a film or an episode as Netflix writes it, in any language: parts separated by
/// colons.
///
/// A title is an episode if it has a season ("Dark: Season 1: Secrets"), a number in parentheses
/// ("Salt Road: Thaw (Episode 4)"), or three parts. "Mission: Impossible" is a film.
struct EpisodeTitle {
  /// The series: the text before the season or the episode's own title; `nil` for a film.
  let series: String?

  init(_ title: String) {
    let title = title.replacing("：", with: ": ")
    let parts = title.split(separator: ": ").map { String($0).trimmed }.filter { !$0.isEmpty }
    let season = parts.indices.dropFirst().first { index in
      Self.isSeason(parts[index]) || (index < parts.count - 1 && Self.isNumbered(parts[index]))
    }
    if let season {
      series = parts[..<season].joined(separator: ": ")
    } else if let number = Self.number(in: title) {
      series =
        parts.count > 1
        ? parts.dropLast().joined(separator: ": ")
        : String(title[..<number.startIndex].dropLast()).trimmed
    } else {
      series = parts.count > 2 ? parts[0] : nil
    }
  }

  /// Returns the number of an episode, in parentheses at the end of a title: "Episode 4", "第3話".
  private static func number(in title: String) -> Substring? {
    guard let last = title.last, last == ")" || last == "）",
      let open = title.lastIndex(where: { $0 == "(" || $0 == "（" }), open > title.startIndex
    else { return nil }
    let number = title[title.index(after: open)...].dropLast()
    let isPart = partOfOne.contains(number.prefix { !$0.isWhitespace }.lowercased())
    return isNumbered(number) && !isPart ? number : nil
  }

  /// Returns whether a text is one or two words with a number of at most three digits, at the end
  /// or as an ordinal at the beginning.
  ///
  /// Seasons and episodes have this form in all languages. "3D", "4K", "1999" and "90 minutes" do
  /// not. In scripts other than Latin, the number may be anywhere, because many of them use neither
  /// blank nor dot.
  private static func isNumbered(_ text: some StringProtocol) -> Bool {
    let numbers = text.split { !$0.isNumber }
    let letters = text.count { $0.isLetter }
    guard (1...2).contains(numbers.count), numbers.allSatisfy({ $0.count <= 3 }), letters > 0,
      text.split(whereSeparator: \.isWhitespace).count <= 4, let first = text.first, let last = text.last
    else { return false }
    let isLatin = text.unicodeScalars.allSatisfy {
      $0.value < 0x370 || (0x1E00...0x1EFF).contains($0.value) || !$0.properties.isAlphabetic
    }
    if !isLatin { return true }
    if last.isNumber { return letters > 1 || ["e", "s", "#"].contains(first.lowercased()) }
    return first.isNumber && text.drop(while: \.isNumber).first == "." && letters > 1
  }

  /// Returns whether a part is a season: a known word with a number, or a series with only one
  /// season.
  private static func isSeason(_ part: String) -> Bool {
    let words = part.split(separator: " ")
    return seasons.contains(words.first?.lowercased() ?? "")
      && (words.count > 1 && words.last?.last?.isNumber == true)
      || part == "Limited Series" || part == "Miniseries"
  }

  /// Words for a part of a whole, which may be a season, or one half of an episode or a film.
  private static let partOfOne: Set<String> = [
    "part", "volume", "vol.", "teil", "partie", "parte", "deel", "del", "osa", "część", "část", "часть",
    "частина",
    "kısım", "pt.", "pt",
  ]
  /// Netflix's words for the parts of a series, in the languages of most accounts.
  private static let seasons: Set<String> = partOfOne.union([
    "season", "series", "chapter", "book", "staffel", "saison", "temporada", "stagione", "seizoen", "sezon",
    "säsong",
    "sæson", "sesong", "kausi",
  ])
}

extension String {
  /// The text, trimmed.
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
