internal import GRDB
internal import Storage

/// The rows of entries that may have the words of a pattern: a condition on their number, for the
/// full-text indexes.
///
/// Each word is a string of their language. Folded words have no quotes in them, so whatever was
/// typed, it is data.
struct SearchCandidates {
  /// The condition.
  private(set) var condition = ""
  private(set) var arguments = StatementArguments()

  /// The rows that have each word in some way.
  ///
  /// - Parameters:
  ///   - pattern: The pattern; it has words.
  ///   - user: Whose rows are looked through if no index knows a word.
  init(_ pattern: SearchPattern, of user: Int64) {
    switch pattern.tolerance {
    case .asTyped:
      let indexed = pattern.words.filter { $0.reach == .anywhere }
      if !indexed.isEmpty { require([Self.part(indexed.map(\.text))]) }
      let begun = pattern.words.filter { $0.reach == .beginning }
      if !begun.isEmpty { require([Self.beginnings(begun.map(\.text))]) }
      for word in pattern.words where word.reach == .anywhereUnindexed {
        require([Self.scan(word.text, of: user)])
      }
    case .typingErrors:
      for word in pattern.words { require(Self.selections(word, pattern.tolerance, of: user)) }
    case .near:
      require(pattern.words.flatMap { Self.selections($0, pattern.tolerance, of: user) })
    }
  }

  /// The rows that have each word as the beginning of one or, if asked, as a whole one.
  init(_ pattern: SearchPattern, whole: Bool) {
    let words = pattern.words.map(\.text)
    require([whole ? Self.words(words) : Self.beginnings(words)])
  }

  /// A query of row numbers with its argument.
  private typealias Selection = (sql: String, arguments: StatementArguments)

  /// Adds that a row has to be in one of some selections.
  private mutating func require(_ selections: [Selection]) {
    if !condition.isEmpty { condition += " AND " }
    condition += "number IN (\(selections.map(\.sql).joined(separator: " UNION ")))"
    for selection in selections { arguments += selection.arguments }
  }

  /// Every way in which a row can have a word.
  private static func selections(
    _ word: TypedWord, _ tolerance: SearchPattern.Tolerance, of user: Int64
  ) -> [Selection] {
    var selections: [Selection] =
      switch word.reach {
      case .anywhere: [part([word.text])]
      case .beginning: [beginnings([word.text])]
      case .anywhereUnindexed: [scan(word.text, of: user)]
      }
    guard let anchors = word.anchors(tolerance) else { return selections }
    selections += anchors.beginnings.sorted().map { beginnings([$0]) }
    selections += anchors.endings.sorted().map { part([$0 + " "]) }
    selections += anchors.words.sorted().map { words([$0]) }
    return selections
  }

  private static func words(_ words: [String]) -> Selection {
    selection(from: "searchText", words.map { "\"\($0)\"" })
  }

  private static func beginnings(_ words: [String]) -> Selection {
    selection(from: "searchText", words.map { "\"\($0)\" *" })
  }

  /// The rows that have all groups of three in some texts of three scalars or more.
  private static func part(_ texts: [String]) -> Selection {
    var groups: [String] = []
    for text in texts {
      let scalars = Array(text.unicodeScalars)
      for start in scalars.indices.dropLast(2) {
        var group = String.UnicodeScalarView()
        group += scalars[start..<(start + 3)]
        let quoted = "\"\(String(group))\""
        if !groups.contains(quoted) { groups.append(quoted) }
      }
    }
    return selection(from: "searchPart", groups)
  }

  private static func selection(from index: String, _ strings: [String]) -> Selection {
    (
      "SELECT rowid FROM \(index) WHERE \(index) MATCH ?",
      [strings.joined(separator: " AND ")]
    )
  }

  /// The rows of a user that have a text too short for the index.
  private static func scan(_ text: String, of user: Int64) -> Selection {
    (
      """
      SELECT number FROM searchEntry
      WHERE user = ? AND instr(title || ' ' || keywords || ' ' || subtitle || ' ' || attributes, ?)
      """, [user, text]
    )
  }
}
