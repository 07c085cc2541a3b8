internal import GRDB
internal import Storage

/// The rows of entries that may have the words of a pattern, as a condition on their number for the
/// full-text indexes.
///
/// Each word is a string of the indexes' query language. Folded words have no quotes, so a typed
/// text is always data.
struct SearchCandidates {
  /// The condition.
  private(set) var condition = ""
  private(set) var arguments = StatementArguments()

  /// Creates the condition for rows that have each word in some way.
  ///
  /// - Parameters:
  /// - pattern: The pattern, which must have words.
  /// - user: The user whose rows are scanned if no index has a word.
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

  /// Creates the condition for rows that have each word as the beginning of a word or, if
  /// requested, as a whole one.
  init(_ pattern: SearchPattern, whole: Bool) {
    let words = pattern.words.map(\.text)
    require([whole ? Self.words(words) : Self.beginnings(words)])
  }

  /// A query for row numbers with its argument.
  private typealias Selection = (sql: String, arguments: StatementArguments)

  /// Adds the requirement that a row is in one of some selections.
  private mutating func require(_ selections: [Selection]) {
    if !condition.isEmpty { condition += " AND " }
    condition += "number IN (\(selections.map(\.sql).joined(separator: " UNION ")))"
    for selection in selections { arguments += selection.arguments }
  }

  /// Returns every way in which a row can have a word.
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

  /// Returns the rows that have all groups of three in some texts of at least three scalars.
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

  /// Returns the rows of a user that have a text too short for the index.
  private static func scan(_ text: String, of user: Int64) -> Selection {
    (
      """
      SELECT number FROM searchEntry
      WHERE user = ? AND instr(title || ' ' || keywords || ' ' || subtitle || ' ' || attributes, ?)
      """, [user, text]
    )
  }
}
