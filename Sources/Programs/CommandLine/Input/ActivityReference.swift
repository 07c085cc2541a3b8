internal import Activities
internal import Answers
internal import Foundation
internal import Phrases
internal import ProgramSupport
internal import Suggestions

/// An activity as the user named it: by its identity, phrase or title, by the beginnings of words
/// that only one activity has, or by its row in the list that a command last showed in this
/// terminal.
///
/// A script has no such list; there, a number is a row of the list that `hunch` prints now.
///
/// Commands that only report on the activity also accept similar spellings.
///
/// Every command that takes an activity understands the same names.
struct ActivityReference {
  let text: String
  /// The request whose list a row number refers to; `nil` for the list that was shown.
  var request: SuggestionRequest?

  /// The meaning of a text.
  enum Meaning {
    /// One activity, which has that name or is clearly the best fit, and other candidates, best
    /// first.
    case one(ActivityIdentity, besides: [PhraseBook.Entry])
    /// No activity has that name; the candidates, if any.
    case none(PhraseMatch)
  }

  /// Returns the identity of the named activity.
  ///
  /// An identity is taken as it is, known or not. Words must equal a phrase or title, or else a
  /// former title, except for case, accents and punctuation, or begin words of only one activity. A
  /// similar spelling is not good enough to act on. Activities that were done take precedence over
  /// further ones: combinations of parameters, and entries of app catalogs.
  ///
  /// - Throws: A ``Failure`` if no activity has that name, or several have it; on a terminal it
  ///   lists the candidates.
  func identity(
    by engine: SuggestionEngine, of user: UserIdentifier, in log: any DonationStore
  ) async throws -> ActivityIdentity {
    if let identity = ActivityIdentity(text.lowercased()) { return identity }
    if isShownRow, let row = try await row(by: engine, of: user) { return row }
    let book = try await engine.phrases(of: user)
    let match = book.match(text)
    if match.kind == .exact, let entry = match.best {
      let others = entry.origin == .own ? [] : namesakes(of: entry, in: book)
      guard others.isEmpty else { throw Self.several([entry] + others) }
      return entry.identity
    }
    if Self.isShared(match) { throw Self.several(match.candidates.map(\.entry)) }
    let further = try await furtherMatch(by: engine, of: user)
    if further.kind == .exact, let entry = further.best { return entry.identity }
    if let former = try await formerlyCalled(of: user, in: log) { return former }
    if let entry = part(of: book) { return entry.identity }
    if let row = try await row(by: engine, of: user) { return row }
    throw Self.none(match)
  }

  /// Returns the meaning of the text, for commands that only report on the activity.
  ///
  /// Exact names take precedence over former titles, and those over partial matches. Activities
  /// that were done take precedence over further ones.
  func meaning(
    by engine: SuggestionEngine, of user: UserIdentifier, in log: any DonationStore
  ) async throws -> Meaning {
    if let identity = ActivityIdentity(text.lowercased()) { return .one(identity, besides: []) }
    if isShownRow, let row = try await row(by: engine, of: user) { return .one(row, besides: []) }
    let book = try await engine.phrases(of: user)
    let match = book.match(text)
    if match.kind == .exact, let entry = match.best {
      return .one(entry.identity, besides: namesakes(of: entry, in: book))
    }
    if Self.isShared(match) { return .none(match) }
    let further = try await furtherMatch(by: engine, of: user)
    if further.kind == .exact, let entry = further.best { return .one(entry.identity, besides: []) }
    if let former = try await formerlyCalled(of: user, in: log) { return .one(former, besides: []) }
    if let entry = part(of: book) { return .one(entry.identity, besides: []) }
    if let row = try await row(by: engine, of: user) { return .one(row, besides: []) }
    for match in [match, further] {
      guard let entry = match.likeliest else { continue }
      return .one(
        entry.identity, besides: match.candidates.map(\.entry).filter { $0.identity != entry.identity })
    }
    return .none(match.kind == .none && further.kind != .none ? further : match)
  }

  /// Returns the identity of the named activity, if it is in a book.
  ///
  /// - Throws: A ``Failure`` if no activity has that name, or several have it.
  func identity(in book: PhraseBook) throws -> ActivityIdentity {
    if let identity = ActivityIdentity(text.lowercased()) { return identity }
    let match = book.match(text)
    if match.kind == .exact, let entry = match.best { return entry.identity }
    if let entry = part(of: book) { return entry.identity }
    throw Self.isShared(match) ? Self.several(match.candidates.map(\.entry)) : Self.none(match)
  }

  /// Returns the only activity of a book whose title or phrase has a word beginning with each word
  /// of the text; `nil` if there is none, or several.
  ///
  /// - Complexity: O(activities).
  private func part(of book: PhraseBook) -> PhraseBook.Entry? {
    let typed = Self.words(of: text)
    guard !typed.isEmpty, Int(text) == nil else { return nil }
    let entries = book.entries.filter { entry in
      entry.isAvailable
        && [entry.title, "\(entry.displayTitle)", entry.phrase].contains { name in
          let words = Self.words(of: name ?? "")
          return typed.allSatisfy { word in words.contains { $0.hasPrefix(word) } }
        }
    }
    return entries.count == 1 ? entries[0] : nil
  }

  /// Returns the words of a text, without case, accents and punctuation.
  private static func words(of text: String) -> [Substring] {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      .split { !$0.isLetter && !$0.isNumber }
  }

  /// Whether a number is a row of the list in this terminal, whatever an activity's title is.
  private var isShownRow: Bool {
    request == nil && RememberedList.isMeant && RememberedList.exists && Int(text) != nil
  }

  /// The largest number that is taken as a row.
  private static let lastRow = 99

  /// Returns the activity in the row with the text's number; `nil` if the text is not a number.
  ///
  /// - Throws: A ``Failure`` if the list is shorter.
  private func row(by engine: SuggestionEngine, of user: UserIdentifier) async throws -> ActivityIdentity? {
    guard let number = Int(text), (1...Self.lastRow).contains(number) else { return nil }
    if request == nil, RememberedList.isMeant {
      return try await shownRow(number, by: engine, of: user)
    }
    let count = max(number, CurrentList.count)
    let rows: [Suggestion]
    if var request {
      request.limit = max(count, request.limit)
      rows = try await engine.suggestions(request).suggestions
    } else {
      rows = try await CurrentList(
        for: user, in: Context(at: WallClock.now()), by: engine, count: count
      ).suggestions
    }
    guard number <= rows.count else {
      throw Failure(
        "the list has only \(Formatting.count(rows.count, "row")) now; give the number of one, or a name",
        .usage)
    }
    return rows[number - 1].identity
  }

  /// Returns the activity in a row of the list that was last shown in this terminal.
  ///
  /// - Throws: A ``Failure`` if there is no such row, or its activity was forgotten meanwhile.
  private func shownRow(
    _ number: Int, by engine: SuggestionEngine, of user: UserIdentifier
  ) async throws -> ActivityIdentity {
    let identity = try RememberedList.row(number, for: user, at: WallClock.now())
    guard try await engine.activities([identity], of: user)[identity] != nil else {
      throw Failure(
        "the activity in row \(number) is no longer known: it was forgotten, or the list was of another store",
        .nothingFound)
    }
    return identity
  }

  /// Returns the other activities with the text as their title.
  private func namesakes(of entry: PhraseBook.Entry, in book: PhraseBook) -> [PhraseBook.Entry] {
    book.entries.filter { $0.identity != entry.identity && $0.title?.lowercased() == text.lowercased() }
  }

  /// Returns the match of the text among activities that were not done but may be offered.
  private func furtherMatch(by engine: SuggestionEngine, of user: UserIdentifier) async throws -> PhraseMatch
  {
    let further = try await engine.furtherActivities(of: user)
    return PhraseBook(of: further.map { PhraseSource($0, identity: $0.identity) }).match(text)
  }

  /// Returns the activity that last had the text as its title, before its program changed it.
  ///
  /// - Complexity: O(donations of the user).
  private func formerlyCalled(
    of user: UserIdentifier, in log: any DonationStore
  ) async throws -> ActivityIdentity? {
    let title = text.lowercased()
    var (found, cursor): (ActivityIdentity?, LogCursor?) = (nil, nil)
    repeat {
      let page = try await log.donations(of: user, in: Int64.min..<Int64.max, after: cursor, limit: 4_096)
      for logged in page where logged.donation.activity.title?.lowercased() == title {
        found = logged.donation.identity
      }
      cursor = page.last?.cursor
    } while cursor != nil
    return found
  }

  /// Returns whether the text is the activity's own current name, which no other activity had
  /// before, or a phrase that the user gave it here.
  ///
  /// Other phrases, hints and former titles may come from a stranger's log, and so may a title that
  /// another activity had.
  ///
  /// - Complexity: O(donations of the user).
  func isOwnName(
    of identity: ActivityIdentity, by engine: SuggestionEngine, of user: UserIdentifier,
    in log: any DonationStore
  ) async throws -> Bool {
    if ActivityIdentity(text.lowercased()) != nil { return true }
    let (match, title) = (try await engine.phrases(of: user).match(text), text.lowercased())
    guard match.kind == .exact, let entry = match.best, entry.identity == identity else { return false }
    if entry.origin == .own, entry.title?.lowercased() != title {
      return try await log.phrases(of: user).contains { $0.identity == identity && $0.isGivenHere }
    }
    var cursor: LogCursor?
    repeat {
      let page = try await log.donations(of: user, in: Int64.min..<Int64.max, after: cursor, limit: 4_096)
      let isOthers = page.contains {
        $0.donation.activity.title?.lowercased() == title && $0.donation.identity != identity
      }
      if isOthers { return false }
      cursor = page.last?.cursor
    } while cursor != nil
    return true
  }

  private static func several(_ entries: [PhraseBook.Entry]) -> Failure {
    Failure(
      "several activities have that name; "
        + (named(entries, as: "choose ", "") ?? "name one by its identity, from `hunch phrase list`"),
      .usage)
  }

  private static func none(_ match: PhraseMatch) -> Failure {
    let near = (match.candidates.isEmpty ? match.nearest : match.candidates).map(\.entry)
    return Failure(
      "no activity by that name; "
        + (named(near, as: "did you mean ", "?")
          ?? "`hunch phrase list` lists all of them, and `hunch phrase match` finds similar ones"),
      .usage)
  }

  /// Returns titles to choose from; `nil` if there are none, or standard error is not a terminal,
  /// as somebody else may read an error log.
  private static func named(
    _ entries: [PhraseBook.Entry], as introduction: String, _ end: String
  ) -> String? {
    guard !entries.isEmpty, Terminal.standardError.isInteractive else { return nil }
    let titles = entries.prefix(4).map {
      "\"\(Formatting.shortened(Formatting.plain("\($0.displayTitle)"), to: 48))\""
    }
    return introduction + NearNames.listed(titles) + end
  }

  private static func isShared(_ match: PhraseMatch) -> Bool {
    match.kind == .ambiguous && match.candidates.first?.similarity == 1
  }
}
