public import Activities
import TestSupport

/// A random searchable history, determined by a seed: donations, items, deletions and queries.
public struct SearchableHistory: Sendable {
  /// Donations of one user, some of them findable.
  public let donations: [Donation]
  /// Items with the program that indexes them.
  public let items: [(program: String, item: SearchableItem)]
  /// Deletions; each forgets some of the donations.
  public let deletions: [Deletion]
  /// Queries at several moments.
  public let queries: [SearchQuery]
  /// The queries of text fields.
  public let fields: [TextFieldQuery]

  private static let words = [
    "open", "report", "Reports", "Ångström", "blue", "green", "東京", "🎷", "q3", "rep", "b",
  ]
  private static let programs = ["org.example.notes", "org.example.mail", "org.example.maps"]

  /// Creates the history of a seed.
  public init(seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    var identifiers: Set<DonationIdentifier> = []
    donations = try (0..<Int.random(in: 20...60, using: &numbers)).map { _ in try Self.donation(&numbers) }
      .filter { identifiers.insert($0.identifier).inserted }
    items = try (0..<Int.random(in: 0...6, using: &numbers)).map { _ in
      (Self.programs.randomElement(using: &numbers) ?? "", try Self.item(&numbers))
    }
    deletions = try (0..<Int.random(in: 1...4, using: &numbers)).map { _ in try Self.deletion(&numbers) }
    queries = try (0..<12).map { _ in
      SearchQuery(
        Self.text(&numbers, upTo: 2), at: try Findable.day(Int64.random(in: 0...60, using: &numbers)),
        limit: Int.random(in: 1...40, using: &numbers),
        program: Bool.random(using: &numbers) ? nil : Self.programs.randomElement(using: &numbers))
    }
    fields = try TextContentType.allCases.map { type in
      TextFieldQuery(
        type, startingWith: Int.random(in: 0..<3, using: &numbers) == 0 ? Self.text(&numbers, upTo: 1) : "",
        at: try Findable.day(Int64.random(in: 0...60, using: &numbers)))
    }
  }

  /// Returns a log's answers to all queries.
  public func answers(of log: any DonationStore) async throws -> Answers {
    var answers = Answers()
    for query in queries { answers.hits.append(try await log.search(query).hits) }
    for query in fields { answers.values.append(try await log.values(query)) }
    answers.recents = try await log.recentActivities(of: .me, at: Findable.day(40), limit: 100)
    for program in Self.programs { answers.items.append(try await log.items(.all, of: program, by: .me)) }
    return answers
  }

  /// The answers of a log.
  public struct Answers: Equatable, Sendable {
    var hits: [[SearchHit]] = []
    var values: [[OfferedValue]] = []
    var recents: [Donation] = []
    var items: [[SearchableItem]] = []

    /// The number of results, so that a test can check that it compared something.
    public var size: Int { hits.reduce(0) { $0 + $1.count } + values.reduce(0) { $0 + $1.count } }
  }

  /// Indexes all items at one moment.
  public func indexItems(in log: any DonationStore) async throws {
    for (program, item) in items { try await log.index([item], of: program, by: .me, at: Findable.day(0)) }
  }

  private static func text(_ numbers: inout SeededNumbers, upTo count: Int) -> String {
    (0..<Int.random(in: 0...count, using: &numbers)).compactMap { _ in words.randomElement(using: &numbers) }
      .joined(separator: " ")
  }

  private static func date(_ numbers: inout SeededNumbers) throws -> Instant? {
    Int.random(in: 0..<4, using: &numbers) > 0
      ? nil : try Findable.day(Int64.random(in: 0...60, using: &numbers))
  }

  private static func link(_ numbers: inout SeededNumbers) -> String? {
    ["1", "2", "3", nil, nil].randomElement(using: &numbers) ?? nil
  }

  private static func donation(_ numbers: inout SeededNumbers) throws -> Donation {
    let note = Int.random(in: 0..<12, using: &numbers)
    let (title, keyword) = (text(&numbers, upTo: 4), text(&numbers, upTo: 1))
    let (expiration, place) = (try date(&numbers), text(&numbers, upTo: 2))
    return try Findable.donation(
      title, day: Int64.random(in: 0..<40, using: &numbers), second: Int64.random(in: 0..<3, using: &numbers),
      program: Bool.random(using: &numbers) ? nil : programs.randomElement(using: &numbers),
      item: link(&numbers),
      isFindable: Int.random(in: 0..<5, using: &numbers) > 0, id: "\(note)"
    ) {
      $0.persistentIdentifier = "p\(note % 5)"
      $0.keywords = keyword.isEmpty ? [] : [keyword]
      $0.expirationDate = expiration?.date
      $0.contentAttributes =
        place.isEmpty ? [:] : ["city": .string(place), "phoneNumbers": [.string(place), "1"]]
    }
  }

  private static func item(_ numbers: inout SeededNumbers) throws -> SearchableItem {
    var item = try SearchableItem(
      uniqueIdentifier: link(&numbers) ?? "4", domainIdentifier: "d", title: "Item " + text(&numbers, upTo: 3)
    )
    item.expirationDate = try date(&numbers)?.date
    return item
  }

  private static func deletion(_ numbers: inout SeededNumbers) throws -> Deletion {
    var criteria = Deletion.Criteria()
    switch Int.random(in: 0..<6, using: &numbers) {
    case 0: criteria.persistentIdentifier = "p\(Int.random(in: 0..<5, using: &numbers))"
    case 1: criteria.program = programs.randomElement(using: &numbers)
    case 2: criteria.relatedUniqueIdentifier = link(&numbers) ?? "1"
    case 3: criteria.since = try Findable.day(Int64.random(in: 0..<40, using: &numbers))
    case 4: criteria.until = try Findable.day(Int64.random(in: 0..<40, using: &numbers))
    default: criteria.all = Int.random(in: 0..<4, using: &numbers) == 0
    }
    if criteria == Deletion.Criteria() { criteria.activityType = "org.example.notes.open" }
    return try Deletion(at: Findable.day(Int64.random(in: 10..<60, using: &numbers)), matching: criteria)
  }
}
