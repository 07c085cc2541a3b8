internal import Activities

/// Distinguishes activities with the same title.
///
/// Unlike a phrase, a title is only displayed. All activities with the same title get
/// distinguishing words, so that none looks like the default. Activities without such words are
/// numbered in the order of their first donations, from 2 on.
struct TitleBuilder {
  /// The maximum number of distinguishing values: more do not help.
  private static let mostValues = 3

  /// The displayed titles, in the order of the items.
  let titles: [DisplayTitle]

  /// - Complexity: O(items, and their values).
  init(_ items: [BookBuilder.Item], composer: PhraseComposer) {
    let names = items.map { item in
      item.source.map(composer.title) ?? item.own.map { $0.title ?? $0.activityType } ?? item.text
    }
    let folded = names.map(FoldedPhrase.init)
    // A title of signs alone has no words.
    let groups = Dictionary(grouping: items.indices.filter { !folded[$0].isEmpty }) { folded[$0] }
    var disambiguations = [String?](repeating: nil, count: items.count)
    for (name, members) in groups where members.count > 1 {
      let distinctions = members.map { item in
        (items[item].source?.distinctions ?? []).filter { !$0.isSaid(in: name) }
      }
      for (place, text) in Self.texts(apart: distinctions, in: composer.language).enumerated() {
        disambiguations[members[place]] = text
      }
    }
    titles = zip(names, disambiguations).map { DisplayTitle(title: $0, disambiguation: $1) }
  }

  /// Returns the distinguishing words of each of several items with the same title; `nil` for the
  /// first one if there are none.
  private static func texts(apart items: [[Distinction]], in language: PhraseLanguage) -> [String?] {
    var chosen = [[Distinction]](repeating: [], count: items.count)
    var groups = [Array(items.indices)]
    for _ in 0..<mostValues where !groups.isEmpty {
      var next: [[Int]] = []
      for group in groups {
        let values = Dictionary(
          group.flatMap { item in items[item].map { ($0.key, ($0.folded, 1, false)) } },
          uniquingKeysWith: { ($0.0, $0.1 + $1.1, $0.2 || $1.2 || $0.0 != $1.0) })
        for item in group {
          let useful = items[item].first { value in
            guard !chosen[item].contains(value), let known = values[value.key] else { return false }
            return known.2 || known.1 < group.count
          }
          if let useful { chosen[item].append(useful) }
        }
        let parts = Dictionary(grouping: group) { chosen[$0].map(\.folded) }.values.filter { $0.count > 1 }
        next += parts.filter { $0.count < group.count || $0.contains { chosen[$0].count > 0 } }
      }
      groups = next
    }
    let texts = chosen.map { $0.isEmpty ? nil : $0.map { $0.label(in: language) }.joined(separator: ", ") }
    var counts: [String?: Int] = [:]
    return texts.map { text in
      counts[text, default: 0] += 1
      let number = counts[text] ?? 1
      return number == 1 ? text : [text, String(number)].compactMap(\.self).joined(separator: ", ")
    }
  }
}
