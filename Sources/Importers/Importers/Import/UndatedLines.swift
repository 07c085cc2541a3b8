internal import Activities
internal import Foundation

/// The undated records at the beginning of a history, with their times and their identifiers in the
/// store.
///
/// A shell without times keeps only an order. Its file grows at the end, and loses its beginning
/// when it is full, so neither a record's time nor its number in the file stays the same until the
/// next import. The rule is:
///
/// - The undated records of a history are a *series*, in which each has a fixed number. The
///   donation's `id` is `NAME:order:SERIES:NUMBER`, without any text of the record.
/// - An import searches the file for the last stored records of each series, and each series for
///   the last records of the file (``TailSearch``). At the best match, the file's records take the
///   numbers of the series. Records up to there are known; later ones are new, however often the
///   user did the same before.
/// - A history without a match begins its own series.
/// - Their times are a millisecond apart, after the stored records of the series. They end just
///   before the first dated record, or else at the file's last change, if that time is valid. Only
///   order and shares are learned from them (`TimePrecision.order`).
struct UndatedLines: Equatable {
  /// The number of undated records at the beginning.
  let count: Int
  /// The series that they belong to.
  private let series: Int
  /// The number of the first of them in the series.
  private let base: Int
  /// The numbers of the series that the store has.
  private let known: ClosedRange<Int>?
  /// The time of the last donation of the series.
  private let lastTime: Int64
  /// The time that the last of them is given.
  private let end: Int64
  private let name: String

  /// A Boolean value that indicates whether the store has no donation of the series.
  var isNew: Bool { known == nil }

  /// Returns the `id` of the donation of a record, counted from 0.
  func identifier(of index: Int) -> String { "\(name):order:\(series):\(base + index)" }

  /// Returns the time assigned to a record, counted from 0, in milliseconds since 1970.
  func time(of index: Int) -> Int64 {
    let time = max(0, end - Int64(count - 1 - index))
    guard let last = known?.upperBound, base + index > last else { return time }
    return max(time, lastTime + Int64(base + index - last))
  }

  /// Returns whether the store has a record, counted from 0.
  func isKnown(_ index: Int) -> Bool { known?.contains(base + index) ?? false }
}

extension UndatedLines {
  /// Looks for a history's undated records in a store; `nil` if the history begins with a dated
  /// one.
  ///
  /// It reads the undated beginning of the history up to twice.
  ///
  /// - Complexity: O(history + donations of the user), in constant memory.
  static func find(
    of file: HistoryFile, by importer: any HistoryImporter, _ settings: HistorySettings,
    in store: any DonationStore, of user: UserIdentifier, now: Instant
  ) async throws -> UndatedLines? {
    guard !importer.datesEveryRecord else { return nil }
    var tail = Tail()
    var firstDated: Int64?
    func visit(_ receive: (ActivityIdentity) -> Void) async throws {
      let stream = HistoryStream(of: file, by: importer, settings)
      defer { stream.close() }
      while let batch = try await stream.next() {
        for case .activity(let found) in batch.map(\.content) {
          switch found.time {
          case .order: receive(found.activity.identity)
          case .exact(let instant), .day(let instant):
            firstDated = instant.milliseconds
            return
          }
        }
      }
    }
    try await visit { tail.append($0) }
    guard tail.count > 0 else { return nil }
    let modified = file.modified.flatMap { TimePlaceholder.contains(milliseconds: $0) ? nil : $0 }
    let end = firstDated.map { $0 - 1 } ?? min(modified ?? now.milliseconds, now.milliseconds)

    var known = Series.Search(tail)
    try await known.read(store, of: user, from: importer)
    var found = known.series.compactMap { number, series -> (score: Int, number: Int, base: Int)? in
      guard let match = series.search.best else { return nil }
      let at = tail.count - tail.identities.count + match.tailIndex
      return (match.score, number, series.numberOfBest - at)
    }.max { ($0.score, $0.number) < ($1.score, $1.number) }
    if !known.series.isEmpty, found.map({ $0.score < tail.identities.count }) ?? true {
      var searches = known.series.mapValues { TailSearch($0.tail.identities, isWhole: $0.tail.isWhole) }
      try await visit { identity in
        for number in searches.keys { searches[number]?.append(identity) }
      }
      for (number, search) in searches {
        guard let match = search.best, let series = known.series[number], match.score > found?.score ?? 0
        else { continue }
        found = (match.score, number, series.numbers[match.tailIndex] - match.position)
      }
    }
    let series = found.flatMap { known.series[$0.number] }
    return UndatedLines(
      count: tail.count, series: found?.number ?? (known.series.keys.max() ?? 0) + 1, base: found?.base ?? 0,
      known: series?.range, lastTime: series?.lastTime ?? 0, end: end, name: importer.name)
  }

  /// The last activities of a sequence.
  private struct Tail {
    private(set) var identities: [ActivityIdentity] = []
    private(set) var count = 0
    var isWhole: Bool { count == identities.count }

    mutating func append(_ identity: ActivityIdentity) {
      if identities.count == TailSearch.tailLength { identities.removeFirst() }
      identities.append(identity)
      count += 1
    }
  }

  /// The stored donations of a series.
  private struct Series {
    /// The search for the end of the file in the series.
    var search: TailSearch
    /// The number of the donation at the best match of ``search``.
    var numberOfBest = 0
    var tail = Tail()
    var numbers: [Int] = []
    var range: ClosedRange<Int>
    var lastTime: Int64 = 0

    init(_ search: TailSearch, first: Int) { (self.search, range) = (search, first...first) }

    mutating func append(_ donation: Donation, number: Int) {
      let before = search.best
      search.append(donation.identity)
      if search.best != before { numberOfBest = number }
      if numbers.count == TailSearch.tailLength { numbers.removeFirst() }
      numbers.append(number)
      tail.append(donation.identity)
      range = min(range.lowerBound, number)...max(range.upperBound, number)
      lastTime = max(lastTime, donation.context.instant.milliseconds)
    }

    /// All series of a user, and the search in them.
    struct Search {
      var series: [Int: Series] = [:]
      private let search: TailSearch

      init(_ tail: Tail) { search = TailSearch(tail.identities, isWhole: tail.isWhole) }

      /// Reads the stored donations of an importer's series.
      mutating func read(
        _ store: any DonationStore, of user: UserIdentifier, from importer: any HistoryImporter
      ) async throws {
        let prefix = "\(importer.name):order:"
        var cursor: LogCursor?
        repeat {
          let page = try await store.donations(
            of: user, in: Int64.min..<Int64.max, after: cursor, limit: 4_096)
          for donation in page.lazy.map(\.donation) where donation.details.timePrecision == .order {
            guard let name = donation.details.externalIdentifier, name.hasPrefix(prefix) else { continue }
            let parts = name.dropFirst(prefix.count).split(separator: ":")
            guard parts.count == 2, let label = Int(parts[0]), let number = Int(parts[1]) else { continue }
            series[label, default: Series(search, first: number)].append(donation, number: number)
          }
          cursor = page.last?.cursor
        } while cursor != nil
      }
    }
  }
}
