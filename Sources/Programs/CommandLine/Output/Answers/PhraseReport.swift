internal import Activities
internal import Hunch
internal import Phrases

/// Phrases as JSON.
struct PhraseReport: Encodable {
  private let phrases: [Entry]
  private let collisions: [Collision]

  init(_ book: PhraseBook) {
    phrases = PhraseText.ordered(book.entries).map(Entry.init)
    collisions = book.collisions.map(Collision.init)
  }

  /// One phrase.
  struct Entry: Encodable {
    let phrase: String
    let origin: String
    let shortForm: String?
    let isAvailable: Bool
    let title: String?
    let displayTitle: String
    let activityType: String
    let identity: String

    init(_ entry: PhraseBook.Entry) {
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

  private struct Collision: Encodable {
    let kind: String
    let identities: [String]

    init(_ collision: PhraseBook.Collision) {
      kind = PhraseText.name(of: collision.kind)
      identities = collision.identities.map(\.description)
    }
  }
}

/// The report of what was meant, as JSON.
struct PhraseMatchReport: Encodable {
  private let text: String
  private let kind: String
  /// What is taken; null if the user has to choose, or nothing fits.
  private let match: NullableMember<PhraseReport.Entry>
  private let candidates: [Candidate]
  /// The nearest where nothing fits.
  private let nearest: [Candidate]
  private let found: [Found]

  init(_ text: String, _ match: PhraseMatch, found: [SearchHit] = []) {
    self.text = text
    kind = match.kind.rawValue
    self.match = NullableMember(match.best.map(PhraseReport.Entry.init))
    candidates = match.candidates.map(Candidate.init)
    nearest = match.nearest.map(Candidate.init)
    self.found = found.compactMap(Found.init)
  }

  private struct Candidate: Encodable {
    let similarity: Double
    let entry: PhraseReport.Entry

    init(_ candidate: PhraseMatch.Candidate) {
      similarity = candidate.similarity
      entry = PhraseReport.Entry(candidate.entry)
    }
  }

  private struct Found: Encodable {
    let score: Double
    let title: String
    let activityType: String
    let identity: String

    init?(_ hit: SearchHit) {
      guard let donation = hit.donation else { return nil }
      score = hit.score
      title = hit.title
      activityType = donation.activity.activityType
      identity = donation.identity.description
    }
  }
}

/// The report of what is wrong with phrases.
struct PhraseCheckReport: Encodable {
  /// One problem of one phrase.
  struct Problem: Encodable {
    let phrase: String
    let kind: String
    let problem: String
  }

  private(set) var problems: [Problem] = []
  private(set) var isBroken = false

  /// Checks words.
  mutating func add(_ phrase: String) {
    for problem in PhraseRules.problems(of: phrase) {
      isBroken = isBroken || !problem.isAdvice
      problems.append(
        Problem(phrase: phrase, kind: problem.isAdvice ? "advice" : "rule", problem: problem.description))
    }
  }

  /// Checks all phrases of a book.
  mutating func add(_ book: PhraseBook) {
    for entry in PhraseText.ordered(book.entries) {
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
            phrase: phrase, kind: PhraseText.name(of: collision.kind),
            problem: "another phrase \(PhraseText.words(for: collision.kind)): \(others)"))
      }
    }
  }

  /// For people and scripts alike.
  var text: String {
    let terminal = Terminal.standardOutput
    let rows = problems.map { [$0.phrase, $0.kind, $0.problem].map(Formatting.plain) }
    guard terminal.isInteractive else {
      return rows.map { $0.joined(separator: "\t") }.joined(separator: "\n")
    }
    var table = Table(header: ["phrase", "kind", "problem"])
    table.words = [0, 1, 2]
    table.rows = rows
    return table.aligned(on: terminal)
  }
}
