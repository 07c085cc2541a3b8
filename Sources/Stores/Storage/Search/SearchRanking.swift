package import Activities
internal import Foundation

/// The ranking that makes ordered results from entries.
///
/// The weakest match of a query's words comes first: a whole word, the beginning of one, a part, or
/// a typing error (3, 2, 1, 0: the `match`). Then come words, use and recency. The score of a
/// result is `(match + ½ · weight · (1 + ½ · uses / (uses + 4) + ½ · 2^(−age / 7 days))) / 4`, with
/// the `weight` of ``SearchPattern/score(of:)``. For a blank query it is the recency alone. Equal
/// scores are ordered by the newest use, then by program, then by identity.
package struct SearchRanking: Sendable {
  package let query: SearchQuery
  package var pattern: SearchPattern
  /// A Boolean value that indicates whether to find expired entries, too.
  package var findsExpired = false

  /// The number of seconds after which a use counts half: 7 days.
  static let halfLife = 7 * 86_400.0
  /// The minimum number of entries to choose results from; see ``mostEntries``.
  package static let usualEntries = 2_000

  package init(_ query: SearchQuery) {
    self.query = query
    pattern = SearchPattern(query.text)
  }

  /// The number of entries to choose results from: the most recently used ones for each kind of
  /// match.
  ///
  /// So a search for a frequent word does not rank the user's whole history.
  package var mostEntries: Int { max(Self.usualEntries, query.limit) }

  /// A result before its activity or item is read.
  package struct Result: Sendable {
    package let activity: SearchEntry?
    package let item: SearchEntry?
    package let link: SearchHit.Link
    package let uses: Int
    package let score: Double
  }

  /// An entry, and the quality of its match.
  private struct Candidate {
    let entry: SearchEntry
    let score: SearchPattern.Score?
  }

  /// Returns the best results.
  ///
  /// - Parameter entries: All of the user's entries, or at least those with the words, together
  ///   with the items they are linked to and everything else linked to those items.
  /// - Complexity: O(words of the entries), and O(n log n) in the results.
  package func results(_ entries: [SearchEntry]) -> [Result] {
    let candidates = chosen(
      entries.lazy.filter { isWanted($0) }.map { Candidate(entry: $0, score: pattern.score(of: $0.fields)) })
    var single: [Candidate] = []
    var groups: [Link: [Candidate]] = [:]
    for candidate in candidates {
      if let link = candidate.entry.link {
        groups[link, default: []].append(candidate)
      } else {
        single.append(candidate)
      }
    }
    var results = single.compactMap { result(of: [$0], item: nil, link: .notLinked) }
    for group in groups.values {
      if let item = group.first(where: { $0.entry.identity == nil }) {
        let activities = group.filter { $0.entry.identity != nil }
        if let found = result(of: activities, item: item, link: activities.isEmpty ? .notLinked : .linked) {
          results.append(found)
        }
      } else {
        results += group.compactMap { result(of: [$0], item: nil, link: .missing) }
      }
    }
    results.sort { $0.precedes($1) }
    return Array(results.prefix(query.limit))
  }

  /// Returns whether an entry can be found at the query's moment, and in its program.
  private func isWanted(_ entry: SearchEntry) -> Bool {
    entry.latest.milliseconds <= query.now.milliseconds && (query.program.map { $0 == entry.program } ?? true)
      && (findsExpired || !entry.isExpired(at: query.now))
  }

  /// Returns the candidates to rank: the most recently used ones for each kind of match, and
  /// everything linked to them.
  private func chosen(_ candidates: some Sequence<Candidate>) -> [Candidate] {
    let all = Array(candidates)
    guard all.count(where: { $0.score != nil }) > mostEntries else { return all }
    let newestFirst = all.indices.filter { all[$0].score != nil }
      .sorted { all[$0].entry.latest > all[$1].entry.latest }
    var kept: Set<Int> = []
    for least in [WordMatch.typingError, .beginning, .whole] {
      kept.formUnion(
        newestFirst.lazy.filter { all[$0].score.map { $0.match >= least } ?? false }.prefix(mostEntries))
    }
    let links = Set(kept.lazy.compactMap { all[$0].entry.link })
    return all.indices.lazy.filter { kept.contains($0) || all[$0].entry.link.map(links.contains) ?? false }
      .map { all[$0] }
  }

  /// Returns one result for an item and the activities linked to it; `nil` if none of them has the
  /// words.
  ///
  /// Each is searched separately; the best text counts. The result offers the most recently used
  /// activity.
  private func result(of activities: [Candidate], item: Candidate?, link: SearchHit.Link) -> Result? {
    let texts = (activities + (item.map { [$0] } ?? [])).compactMap(\.score)
    guard let text = texts.max(by: { ($0.match, $0.weight) < ($1.match, $1.weight) }) else { return nil }
    let newest = activities.max { $0.entry.latest < $1.entry.latest }?.entry
    let uses = activities.reduce(0) { $0 + $1.entry.uses }
    let age = newest.map { max(0, Double(query.now.milliseconds - $0.latest.milliseconds) / 1_000) }
    let recency = age.map { exp2(-$0 / Self.halfLife) } ?? 0
    let use = Double(uses) / (Double(uses) + 4)
    let weight = text.weight * (1 + 0.5 * use + 0.5 * recency)
    return Result(
      activity: newest, item: item?.entry, link: link, uses: uses,
      score: pattern.isBlank ? recency : (Double(text.match.rawValue) + 0.5 * weight) / 4)
  }
}

/// A program's name for an item, to which an activity may be linked.
private struct Link: Hashable {
  let program: String
  let item: String
}

extension SearchEntry {
  fileprivate var link: Link? { item.map { Link(program: program, item: $0) } }
}

extension SearchRanking.Result {
  fileprivate func precedes(_ other: Self) -> Bool {
    if score != other.score { return score > other.score }
    let (own, others) = (activity?.latest.milliseconds ?? .min, other.activity?.latest.milliseconds ?? .min)
    return own == others ? key < other.key : own > others
  }

  /// Identifies a result independently of the numbers of its entries.
  private var key: (String, String, UInt128) {
    (
      activity?.program ?? item?.program ?? "", item?.item ?? "", activity?.identity?.rawValue ?? 0
    )
  }
}

extension SearchHit {
  /// Creates a hit from a result, after reading its donation or item.
  package init(_ result: SearchRanking.Result, donation: Donation?, item: SearchableItem?) {
    self.init(
      donation: donation, item: item, link: result.link, uses: result.uses, score: result.score,
      program: result.activity?.program ?? result.item?.program ?? "")
  }
}
