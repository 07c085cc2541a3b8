package import Activities
internal import Foundation

/// The ranking: the entries that are found, as which results, in which order.
///
/// The score of a result is `text · (1 + ½ · uses / (uses + 4) + ½ · 2^(−age / 7 days))`, where `text` is that of
/// ``SearchPattern/score(of:)``: use and recency together at most double what the words say. If nothing was typed, it is
/// the recency alone. Equal scores are ordered by the newest use, then by program, then by what it is.
package struct SearchRanking: Sendable {
  package let query: SearchQuery
  package let pattern: SearchPattern

  /// Seconds after which a use counts half: 7 days.
  static let halfLife = 7 * 86_400.0

  package init(_ query: SearchQuery) {
    self.query = query
    pattern = SearchPattern(query.text)
  }

  /// A result before it is read.
  package struct Result: Sendable {
    package let activity: SearchEntry?
    package let item: SearchEntry?
    package let link: SearchHit.Link
    package let uses: Int
    package let score: Double
  }

  /// The best results.
  ///
  /// - Parameter entries: All of the user's entries, or at least those that have the words, with the items that they are
  ///   linked to and whatever else is linked to those.
  /// - Complexity: O(words of the entries), and O(n log n) in the results.
  package func results(_ entries: [SearchEntry]) -> [Result] {
    var single: [SearchEntry] = []
    var groups: [Link: [SearchEntry]] = [:]
    for entry in entries where !entry.isExpired(at: query.now) && isWanted(entry.program) {
      if let item = entry.item {
        groups[Link(program: entry.program, item: item), default: []].append(entry)
      } else {
        single.append(entry)
      }
    }
    var results = single.compactMap { result(of: [$0], item: nil, link: .notLinked) }
    for group in groups.values {
      if let item = group.first(where: { $0.identity == nil }) {
        let activities = group.filter { $0.identity != nil }
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

  private struct Link: Hashable {
    let program: String
    let item: String
  }

  private func isWanted(_ program: String) -> Bool {
    query.program.map { $0 == program } ?? true
  }

  /// Returns one result of an item and the activities that are linked to it; `nil` if none of them has the
  /// words.
  ///
  /// Each is searched by itself; the best text counts. Of the activities the one that was used last is offered.
  private func result(of activities: [SearchEntry], item: SearchEntry?, link: SearchHit.Link) -> Result? {
    let texts = (activities + (item.map { [$0] } ?? [])).compactMap { pattern.score(of: $0.fields) }
    guard let text = texts.max() else { return nil }
    let newest = activities.max { $0.latest < $1.latest }
    let uses = activities.reduce(0) { $0 + $1.uses }
    let age = newest.map { max(0, Double(query.now.milliseconds - $0.latest.milliseconds) / 1_000) }
    let recency = age.map { exp2(-$0 / Self.halfLife) } ?? 0
    let use = Double(uses) / (Double(uses) + 4)
    return Result(
      activity: newest, item: item, link: link, uses: uses,
      score: pattern.isBlank ? recency : text * (1 + 0.5 * use + 0.5 * recency))
  }
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
