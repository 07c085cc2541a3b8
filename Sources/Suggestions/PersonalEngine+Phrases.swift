internal import Activities
internal import Features
internal import Phrases

/// Phrases of one user.
extension PersonalEngine {
  /// The book as of now.
  func phrases() async throws -> PhraseBook {
    let (end, attempts) = (try Self.endOfTime(), 3)
    for attempt in 1...attempts {
      let profile = try await profile(at: end)
      if let book = try await book(of: profile, at: end, mayLack: attempt == attempts) { return book }
    }
    return PhraseBook(of: [])
  }

  /// What was meant by something that was said.
  func match(_ text: String) async throws -> PhraseMatch {
    let book = try await phrases()
    return (phraseShelf.listener() ?? PhraseListener(book)).match(text)
  }

  /// The book of what a profile knows.
  ///
  /// - Parameters:
  ///   - instant: Phrases that the user gave later are left out.
  ///   - mayLack: Whether what was forgotten in the meantime may be missing.
  /// - Returns: `nil` if something was forgotten in the meantime.
  func book(of profile: Profile, at instant: Instant, mayLack: Bool) async throws -> PhraseBook? {
    let generation = version?.generation
    let own =
      try await (log as? any PhraseLog)?.phrases(of: user).filter {
        $0.instant.milliseconds <= instant.milliseconds
      } ?? []
    let places = profile.catalogue.entries.map(\.place)
    let unknown = phraseShelf.unknown(among: places)
    let texts = unknown.isEmpty ? [] : try await log.donations(of: user, at: unknown.sorted())
    guard texts.count == unknown.count || mayLack else { return nil }
    // Once something was forgotten, what was read before stays out of memory; and the past has a book of its own.
    let isPresent =
      profile.lastInstant == learned.profile.lastInstant
      && places.count == learned.profile.catalogue.entries.count
    guard isPresent, generation == version?.generation else {
      var shelf = phraseShelf
      shelf.learn(texts)
      return shelf.book(at: places, own: own)
    }
    phraseShelf.learn(texts)
    return phraseShelf.book(at: places, own: own)
  }

  private static func endOfTime() throws -> Instant { try Instant(milliseconds: 253_402_300_799_999) }
}
