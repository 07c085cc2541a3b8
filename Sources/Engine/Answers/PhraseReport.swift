package import Activities
package import Phrases

/// Phrases as JSON.
package struct PhraseReport: Encodable {
  package let phrases: [Entry]
  package let collisions: [Collision]

  package init(_ book: PhraseBook) {
    phrases = book.orderedEntries.map(Entry.init)
    collisions = book.collisions.map(Collision.init)
  }

  /// One phrase.
  package struct Entry: Encodable {
    package let phrase: String
    package let origin: String
    package let shortForm: String?
    package let isAvailable: Bool
    package let title: String?
    package let displayTitle: String
    package let activityType: String
    package let identity: String

    package init(_ entry: PhraseBook.Entry) {
      phrase = entry.phrase
      origin = entry.origin.rawValue
      shortForm = entry.shortForm
      isAvailable = entry.isAvailable
      title = entry.title
      displayTitle = "\(entry.displayTitle)"
      activityType = entry.activityType
      identity = entry.identity.description
    }
  }

  package struct Collision: Encodable {
    package let kind: String
    package let identities: [String]

    package init(_ collision: PhraseBook.Collision) {
      kind = collision.kind.name
      identities = collision.identities.map(\.description)
    }
  }
}

/// The report of a matched phrase, as JSON.
package struct PhraseMatchReport: Encodable {
  package let text: String
  package let kind: String
  /// The match; null if the user has to choose, or nothing matches.
  package let match: NullableMember<PhraseReport.Entry>
  package let candidates: [Candidate]
  /// The nearest if nothing matches.
  package let nearest: [Candidate]
  package let found: [Found]

  package init(_ text: String, _ match: PhraseMatch, found: [SearchHit] = []) {
    self.text = text
    kind = match.kind.rawValue
    self.match = NullableMember(match.best.map(PhraseReport.Entry.init))
    candidates = match.candidates.map(Candidate.init)
    nearest = match.nearest.map(Candidate.init)
    self.found = found.compactMap(Found.init)
  }

  package struct Candidate: Encodable {
    package let similarity: Double
    package let entry: PhraseReport.Entry

    package init(_ candidate: PhraseMatch.Candidate) {
      similarity = candidate.similarity
      entry = PhraseReport.Entry(candidate.entry)
    }
  }

  package struct Found: Encodable {
    package let score: Double
    package let title: String
    package let activityType: String
    package let identity: String

    package init?(_ hit: SearchHit) {
      guard let donation = hit.donation else { return nil }
      score = hit.score
      title = hit.title
      activityType = donation.activity.activityType
      identity = donation.identity.description
    }
  }
}

/// The report of problems with phrases.
package struct PhraseCheckReport: Encodable {
  /// One problem of one phrase.
  package struct Problem: Encodable {
    package let phrase: String
    package let kind: String
    package let problem: String
  }

  package private(set) var problems: [Problem] = []
  package private(set) var isBroken = false

  /// Creates a report without problems.
  package init() {}

  /// Checks a phrase.
  package mutating func add(_ phrase: String) {
    for problem in PhraseRules.problems(of: phrase) {
      isBroken = isBroken || !problem.isAdvice
      problems.append(
        Problem(phrase: phrase, kind: problem.isAdvice ? "advice" : "rule", problem: problem.description))
    }
  }

  /// Checks all phrases of a book.
  package mutating func add(_ book: PhraseBook) {
    for entry in book.orderedEntries {
      add(entry.phrase)
      if !entry.isAvailable {
        problems.append(
          Problem(
            phrase: entry.phrase, kind: "gone", problem: "no longer available: its activity was deleted"))
      }
    }
    for collision in book.collisions {
      let phrases = collision.identities.compactMap(book.phrase)
      isBroken = isBroken || collision.kind == .equal
      for phrase in phrases.prefix(1) {
        let others = phrases.dropFirst().joined(separator: ", ")
        problems.append(
          Problem(
            phrase: phrase, kind: collision.kind.name,
            problem: "another phrase \(collision.kind.words): \(others)"))
      }
    }
  }
}

extension PhraseBook {
  /// The entries by phrase, ignoring case; ties are in the order of identity.
  package var orderedEntries: [Entry] {
    entries.map { (key: $0.phrase.lowercased(), entry: $0) }
      .sorted { ($0.key, $0.entry.identity) < ($1.key, $1.entry.identity) }.map(\.entry)
  }
}

extension CollisionKind {
  /// Its name in reports.
  package var name: String {
    switch self {
    case .equal: "equal"
    case .sound: "sound"
    case .spelling: "spelling"
    }
  }

  /// The wording of a collision with another phrase.
  package var words: String {
    switch self {
    case .equal: "is the same"
    case .sound: "sounds the same"
    case .spelling: "is spelled nearly the same"
    }
  }
}
