/// The title of a film or an episode as Netflix writes it, in any language: parts with colons
/// between them.
///
/// An episode shows by its season ("Dark: Season 1: Secrets"), by its number in parentheses ("Salt
/// Road: Thaw (Episode 4)"), or by having three parts. "Mission: Impossible" is a film.
struct EpisodeTitle {
  /// The series: everything before the season, or before the episode's own title; `nil` for a film.
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

  /// Returns the number of an episode, which is in parentheses at the end of a title: "Episode 4",
  /// "第3話".
  private static func number(in title: String) -> Substring? {
    guard let last = title.last, last == ")" || last == "）",
      let open = title.lastIndex(where: { $0 == "(" || $0 == "（" }), open > title.startIndex
    else { return nil }
    let number = title[title.index(after: open)...].dropLast()
    let isPart = partOfOne.contains(number.prefix { !$0.isWhitespace }.lowercased())
    return isNumbered(number) && !isPart ? number : nil
  }

  /// Returns whether a text is a word or two with a number of at most three digits, or two: at the
  /// end, or as an ordinal at the beginning.
  ///
  /// So are seasons and episodes in all languages. "3D", "4K", "1999" and "90 minutes" are
  /// something else. In scripts other than Latin, of which many put neither blank nor dot there,
  /// the number may stand anywhere.
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

  /// Returns whether a part is a season: one of the words, and a number; or a series that has only
  /// one.
  private static func isSeason(_ part: String) -> Bool {
    let words = part.split(separator: " ")
    return seasons.contains(words.first?.lowercased() ?? "")
      && (words.count > 1 && words.last?.last?.isNumber == true)
      || part == "Limited Series" || part == "Miniseries"
  }

  /// Words for a part of a whole, which may be a season, or one of the two halves of an episode or
  /// a film.
  private static let partOfOne: Set<String> = [
    "part", "volume", "vol.", "teil", "partie", "parte", "deel", "del", "osa", "część", "část", "часть",
    "частина",
    "kısım", "pt.", "pt",
  ]
  /// How Netflix calls the parts of a series, in the languages of most accounts.
  private static let seasons: Set<String> = partOfOne.union([
    "season", "series", "chapter", "book", "staffel", "saison", "temporada", "stagione", "seizoen", "sezon",
    "säsong",
    "sæson", "sesong", "kausi",
  ])
}

extension String {
  /// Without white space at both ends.
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
