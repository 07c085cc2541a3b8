internal import Activities
internal import Phrases

/// The phrase book of one user, made anew only if what it is made from has changed.
///
/// What an activity says of itself is kept by the place of its newest donation, so that a donation
/// costs the reading of one text.
struct PhraseCache: Sendable {
  private let language: PhraseLanguage
  private var sources: [LogCursor: PhraseSource] = [:]
  private var places: [LogCursor] = []
  private var made: (sources: [PhraseSource], own: [OwnPhrase], matcher: PhraseMatcher?, book: PhraseBook)?

  /// Has no book yet.
  init(language: PhraseLanguage) {
    self.language = language
  }

  /// The places whose texts are not known yet.
  ///
  /// - Complexity: O(places).
  func unknown(among places: [LogCursor]) -> [LogCursor] {
    places == self.places ? [] : places.filter { sources[$0] == nil }
  }

  /// Takes notice of texts.
  mutating func learn(_ donations: [LoggedDonation]) {
    for logged in donations {
      sources[logged.cursor] = PhraseSource(logged.donation.activity, identity: logged.donation.identity)
    }
  }

  /// The book of the activities whose newest donations lie at some places; what is not known of
  /// them is left out.
  ///
  /// - Complexity: O(places) if nothing has changed; else that of making a book.
  mutating func book(at places: [LogCursor], own: [OwnPhrase]) -> PhraseBook {
    if let made, places == self.places, own == made.own { return made.book }
    let known = Dictionary(
      places.compactMap { place in sources[place].map { (place, $0) } },
      uniquingKeysWith: { first, _ in first })
    let ordered = places.compactMap { known[$0] }
    (sources, self.places) = (known, known.count == places.count ? places : [])
    if let made, made.own == own, made.sources == ordered { return made.book }
    let book = PhraseBook(of: ordered, own: own, language: language)
    made = (ordered, own, nil, book)
    return book
  }

  /// The matcher for the book that was made last.
  mutating func matcher() -> PhraseMatcher? {
    guard let made else { return nil }
    if let known = made.matcher { return known }
    let matcher = PhraseMatcher(made.book)
    self.made?.matcher = matcher
    return matcher
  }

  /// Drops all, because something was forgotten.
  mutating func removeAll() {
    self = PhraseCache(language: language)
  }
}
