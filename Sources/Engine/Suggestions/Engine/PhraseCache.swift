internal import Activities
internal import Phrases

/// The phrase book of one user, rebuilt only if its sources have changed.
///
/// An activity's own words are kept by the log position of its newest donation, so that a donation
/// costs reading one text.
struct PhraseCache: Sendable {
  private let language: PhraseLanguage
  private var sources: [LogCursor: PhraseSource] = [:]
  private var places: [LogCursor] = []
  private var made: (sources: [PhraseSource], own: [OwnPhrase], matcher: PhraseMatcher?, book: PhraseBook)?

  /// Creates a cache without a book.
  init(language: PhraseLanguage) {
    self.language = language
  }

  /// Returns the positions whose texts are not known yet.
  ///
  /// - Complexity: O(places).
  func unknown(among places: [LogCursor]) -> [LogCursor] {
    places == self.places ? [] : places.filter { sources[$0] == nil }
  }

  /// Learns the texts of donations.
  mutating func learn(_ donations: [LoggedDonation]) {
    for logged in donations {
      sources[logged.cursor] = PhraseSource(logged.donation.activity, identity: logged.donation.identity)
    }
  }

  /// Returns the book of the activities whose newest donations are at some positions, without those
  /// whose texts are unknown.
  ///
  /// - Complexity: O(positions) if nothing has changed; otherwise the cost of building a book.
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

  /// Returns the matcher for the newest book.
  mutating func matcher() -> PhraseMatcher? {
    guard let made else { return nil }
    if let known = made.matcher { return known }
    let matcher = PhraseMatcher(made.book)
    self.made?.matcher = matcher
    return matcher
  }

  /// Removes everything, because something was forgotten.
  mutating func removeAll() {
    self = PhraseCache(language: language)
  }
}
