package import Activities
internal import Foundation

/// The ranking: the entries that are found, as which results, in which order.
///
/// How the worst word of the query stands in a text comes first: as a word, at the beginning of
/// one, within one, or with a typing error (3, 2, 1, 0: the `match`). Then come words, use and
/// recency: the score of a result is
/// `(match + ½ · weight · (1 + ½ · uses / (uses + 4) + ½ · 2^(−age / 7 days))) / 4`, where `weight`
/// is that of ``SearchPattern/score(of:)``. If nothing was typed, it is the recency alone. Equal
/// scores are ordered by the newest use, then by program, then by what it is.
package struct SearchRanking: Sendable {
  package let query: SearchQuery
  package var pattern: SearchPattern
  /// A Boolean value that indicates whether what has expired is found all the same.
  package var findsExpired = false

  /// Seconds after which a use counts half: 7 days.
  static let halfLife = 7 * 86_400.0
  /// The number of entries of which the results are chosen, at least; see ``mostEntries``.
  package static let usualEntries = 2_000

  package init(_ query: SearchQuery) {
    self.query = query
    pattern = SearchPattern(query.text)
  }

  /// The number of entries of which the results are chosen: of each degree of match those that were
  /// used last.
  ///
  /// So a search for what stands everywhere does not weigh all that a person ever did.
  package var mostEntries: Int { max(Self.usualEntries, query.limit) }

  /// A result before it is read.
  package struct Result: Sendable {
    package let activity: SearchEntry?
    package let item: SearchEntry?
    package let link: SearchHit.Link
    package let uses: Int
    package let score: Double
  }

  /// An entry, and how well it has the words.
  private struct Candidate {
    let entry: SearchEntry
    let score: SearchPattern.Score?
  }

  /// The best results.
  ///
  /// - Parameter entries: All of the user's entries, or at least those that have the words, with
  ///   the items that they are linked to and whatever else is linked to those.
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

  /// Returns whether an entry can be found at the moment of the query, in the program that it
  /// names.
  private func isWanted(_ entry: SearchEntry) -> Bool {
    entry.latest.milliseconds <= query.now.milliseconds && (query.program.map { $0 == entry.program } ?? true)
      && (findsExpired || !entry.isExpired(at: query.now))
  }

  /// The candidates that are ranked: of each degree of match those that were used last, with what
  /// they are linked to.
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

  /// Returns one result of an item and the activities that are linked to it; `nil` if none of them
  /// has the words.
  ///
  /// Each is searched by itself; the best text counts. Of the activities the one that was used last
  /// is offered.
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

  /// Tells results apart, however the index numbers its entries.
  private var key: (String, String, UInt128) {
    (
      activity?.program ?? item?.program ?? "", item?.item ?? "", activity?.identity?.rawValue ?? 0
    )
  }
}

extension SearchHit {
  /// Creates a hit out of a result, once what it is about has been read.
  package init(_ result: SearchRanking.Result, donation: Donation?, item: SearchableItem?) {
    self.init(
      donation: donation, item: item, link: result.link, uses: result.uses, score: result.score,
      program: result.activity?.program ?? result.item?.program ?? "")
  }
}
