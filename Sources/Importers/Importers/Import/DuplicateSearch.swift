internal import Activities

/// The search for donations of the same event from two sources, from two exports of one source, or
/// twice in one source.
///
/// A record is compared with the user's donations of the same activity. Its time is a span: a
/// moment for most sources, a minute or a day for some (``HistoryImporter/resolution(of:)``,
/// `TimePrecision`). Two records are the same event if
///
/// - they have different sources, and the spans are at most ``window`` apart; pages need the same
///   site, because each history decides by itself how specific a page is; or
/// - they are plays of the same song or film, from any source, and more than half of the shorter
///   play overlaps the other. If a duration is unknown, they began within ``shortestPlay``; if one
///   of them has only a day, the day is the same.
///
/// A donation is the duplicate of at most one record of another export, so that two events within a
/// second, a minute or a day remain two. A command that occurs twice in one history was run twice.
///
/// Programs are compared by ``ProgramName``, so that records imported under an older name are
/// recognised.
struct DuplicateSearch {
  private let store: any DonationStore
  private let user: UserIdentifier
  private let isNeeded: Bool

  /// The maximum difference between two sources in milliseconds: one notes the beginning of a
  /// visit, another one that the page was loaded.
  static let window: Int64 = 5_999
  /// The milliseconds after which the same song can begin again: shorter plays do not count.
  static let shortestPlay: Int64 = 29_999
  /// The maximum gap in milliseconds between two donations that one query covers.
  private static let longestGap: Int64 = 3_600_000
  private static let pageSize = 4_096

  /// Creates a search in a store; for a user without donations it finds nothing.
  ///
  /// - Throws: Errors of the store.
  init(in store: any DonationStore, of user: UserIdentifier) async throws {
    (self.store, self.user) = (store, user)
    isNeeded = try await !store.donations(of: user, in: Int64.min..<Int64.max, after: nil, limit: 1).isEmpty
  }

  /// Returns the user's donations near some donations.
  ///
  /// - Throws: Errors of the store.
  /// - Complexity: O(donations + stored donations near them).
  func index(near donations: some Sequence<Donation>) async throws -> DuplicateIndex {
    var index = DuplicateIndex()
    guard isNeeded else { return index }
    for times in Self.times(around: donations) {
      var cursor: LogCursor?
      repeat {
        let page = try await store.donations(of: user, in: times, after: cursor, limit: Self.pageSize)
        for logged in page { index.insert(logged.donation) }
        cursor = page.count == Self.pageSize ? page.last?.cursor : nil
      } while cursor != nil
    }
    return index
  }

  /// Returns the times that can contain duplicates of some donations, half-open, in ascending
  /// order.
  private static func times(around donations: some Sequence<Donation>) -> [Range<Int64>] {
    var times: [Range<Int64>] = []
    for occurrence in donations.compactMap(Occurrence.init).sorted(by: { $0.start < $1.start }) {
      let span = occurrence.surroundings
      if let last = times.last, span.lowerBound - last.upperBound <= longestGap {
        times[times.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
      } else {
        times.append(span)
      }
    }
    return times
  }
}

/// The activity, source and possible times of a donation's event.
///
/// It is small, because a rehearsal keeps one for each record. Texts are stored as hashes, which
/// are valid within this process.
private struct Occurrence: Hashable {
  /// The rule by which two donations have the same subject.
  enum Kind: UInt8 {
    case activity
    /// A song or film: its maker is the activity; its title distinguishes it.
    case play
    /// A page, compared by its site.
    case site
  }

  let kind: Kind
  let isDay: Bool
  let subject: Int
  let source: Int
  /// The first millisecond since 1970 at which it can have begun.
  let start: Int64
  /// The milliseconds from there to the last one.
  var length: Int32
  /// The duration in milliseconds; `nil` if it is not known.
  let duration: Int32?
  let title: Int32

  private static let day: Int64 = 86_400_000
  private static let importers = Dictionary(
    ImporterRegistry.all.map { ($0.source, $0) }, uniquingKeysWith: { first, _ in first })

  /// Creates the occurrence of a donation, or `nil` if only its order is known.
  init?(_ donation: Donation) {
    let instant = donation.context.instant
    switch donation.details.timePrecision {
    case .exact:
      let resolution = Self.importers[donation.details.source]?.resolution(of: donation) ?? 0
      (start, length) = (instant.milliseconds, Int32(clamping: max(0, resolution - 1)))
    case .day:
      start = Int64(instant.localDay) * Self.day - Int64(instant.offsetMinutes) * 60_000
      length = Int32(clamping: Self.day - 1)
    case .order: return nil
    }
    isDay = donation.details.timePrecision == .day
    // A command that the user accepted is from the hook like the others.
    source =
      (HookImporter.hasRecorded(donation) ? HookImporter().source : donation.details.source).hashValue
    let longest = Double(Self.day)
    duration = donation.details.duration.map {
      Int32(clamping: Int64(clamping: min($0 * 1_000, longest).rounded()))
    }
    let activity = donation.activity
    title = Int32(truncatingIfNeeded: activity.userInfo["title"].hashValue)
    if activity.activityType == ImportedActivityType.page,
      case .string(let page)? = activity.userInfo["page"]
    {
      (kind, subject) = (.site, page.prefix { $0 != "/" }.hashValue)
    } else {
      kind = activity.activityType == ImportedActivityType.media ? .play : .activity
      subject = Self.program(of: activity)?.name.identity.hashValue ?? activity.identity.hashValue
    }
  }

  /// The program of an activity, and whether an import now gives it this exact name.
  static func program(of activity: UserActivity) -> (name: ProgramName, isOfNow: Bool)? {
    guard activity.activityType == ImportedActivityType.application,
      case .string(let app)? = activity.userInfo["app"]
    else { return nil }
    let name = ProgramName(app)
    return (name, name.identity == app)
  }

  /// The last millisecond since 1970 at which it can have begun.
  private var latest: Int64 { start + Int64(length) }

  /// The occurrence with its time as written: within one export all times are equally exact.
  var asWritten: Self {
    var other = self
    if !isDay { other.length = 0 }
    return other
  }

  /// The length in milliseconds of the buckets for looking up occurrences.
  private var bucketLength: Int64 { kind == .play ? Self.day / 4 : 128_000 }
  /// The maximum time in milliseconds between the starts of two matching occurrences.
  private var reach: Int64 { kind == .play ? Self.day : 60_000 + DuplicateSearch.window }

  /// The times that can contain other records of the same event, with room for records that have
  /// only a day.
  var surroundings: Range<Int64> {
    let margin = reach + (kind == .play ? Self.day / 2 : 0)
    return start - margin..<latest + margin + 1
  }

  /// A hash of the activity, the time and the source.
  var moment: Int {
    var hasher = Hasher()
    hasher.combine(subject)
    hasher.combine(source)
    hasher.combine(start)
    return hasher.finalize()
  }

  /// The key under which it is kept.
  var key: Int { key(start / bucketLength) }

  /// The keys under which others of the same event are kept.
  var nearKeys: some Sequence<Int> {
    ((start - reach) / bucketLength...(latest + reach) / bucketLength).lazy.map(key)
  }

  private func key(_ bucket: Int64) -> Int {
    var hasher = Hasher()
    hasher.combine(kind)
    hasher.combine(subject)
    hasher.combine(bucket)
    return hasher.finalize()
  }

  /// Returns the distance to another occurrence of the same subject in milliseconds, or `nil` if
  /// they are two events.
  func distance(to other: Self) -> Int64? {
    guard kind == other.kind, subject == other.subject else { return nil }
    let distance = max(0, start - other.latest, other.start - latest)
    if source != other.source, distance <= DuplicateSearch.window, !isDay, !other.isDay { return distance }
    guard kind == .play, title == other.title else { return nil }
    if isDay || other.isDay {
      // Two equal days in one list may be two plays.
      return distance == 0 && (isDay != other.isDay || source != other.source) ? distance : nil
    }
    guard let duration, let otherDuration = other.duration else {
      return distance <= DuplicateSearch.shortestPlay ? distance : nil
    }
    let both = (Int64(duration), Int64(otherDuration))
    let (first, second) = start <= other.start ? both : (both.1, both.0)
    return min(first - distance, second) * 2 > min(first, second) ? distance : nil
  }
}

/// Occurrences by subject and time.
package struct DuplicateIndex: Sendable {
  /// Equal occurrences.
  private struct Entry: Sendable {
    let occurrence: Occurrence
    var count: Int32 = 1
    /// The number of those that records of the current history have taken.
    var taken: Int32 = 0
  }

  /// The first occurrence of each key, which is usually the only one.
  private var entries: [Int: Entry] = [:]
  /// The others.
  private var more: [Int: [Entry]] = [:]
  /// The times and sources of programs that were used under a name that imports no longer give, as
  /// hashes of ``Occurrence/moment``.
  private var formerNames: Set<Int> = []
  /// The maximum number of different occurrences kept per key, which bounds the cost of a lookup.
  private static let mostOfKey = 512

  package init() {}

  mutating func insert(_ donation: Donation) {
    guard let occurrence = Occurrence(donation) else { return }
    insert(occurrence)
    if Occurrence.program(of: donation.activity)?.isOfNow == false { formerNames.insert(occurrence.moment) }
  }

  /// Returns whether the same source has an occurrence under an earlier name of the program.
  fileprivate func hasFormerName(of occurrence: Occurrence) -> Bool {
    formerNames.contains(occurrence.moment)
  }

  fileprivate mutating func insert(_ occurrence: Occurrence) {
    let key = occurrence.key
    if entries[key] == nil {
      entries[key] = Entry(occurrence: occurrence)
    } else if let place = place(of: key, where: { $0.occurrence == occurrence }) {
      change(key, place) { $0.count += $0.count < .max ? 1 : 0 }
    } else if more[key]?.count ?? 0 < Self.mostOfKey {
      more[key, default: []].append(Entry(occurrence: occurrence))
    }
  }

  /// Begins another history, whose records may be duplicates of everything in the index.
  mutating func beginHistory() {
    for key in Array(entries.keys) { entries[key]?.taken = 0 }
    for key in Array(more.keys) {
      for place in (more[key] ?? []).indices { more[key]?[place].taken = 0 }
    }
  }

  /// Returns the position of an entry of a key: -1 for the first one.
  private func place(of key: Int, where fits: (Entry) -> Bool) -> Int? {
    if let first = entries[key], fits(first) { return -1 }
    return more[key]?.firstIndex(where: fits)
  }

  private mutating func change(_ key: Int, _ place: Int, _ body: (inout Entry) -> Void) {
    if place < 0 {
      if var entry = entries[key] {
        body(&entry)
        entries[key] = entry
      }
    } else if var others = more[key] {
      more[key] = nil
      body(&others[place])
      more[key] = others
    }
  }

  /// Takes an equal occurrence of the same source that no other record has taken; returns whether
  /// there was one.
  fileprivate mutating func takeEqual(_ occurrence: Occurrence) -> Bool {
    let key = occurrence.key
    guard let place = place(of: key, where: { $0.occurrence == occurrence && $0.taken < $0.count })
    else { return false }
    change(key, place) { $0.taken += 1 }
    return true
  }

  /// Returns whether it has an equal occurrence.
  fileprivate func contains(_ occurrence: Occurrence) -> Bool {
    place(of: occurrence.key, where: { $0.occurrence == occurrence }) != nil
  }

  /// Takes the nearest occurrence of the same event that no other record has taken, and returns the
  /// hash of its source.
  ///
  /// - Parameter own: The plays of the current history so far, which are skipped.
  fileprivate mutating func takeDuplicate(
    of occurrence: Occurrence, onlyOnce: Bool, besides own: DuplicateIndex = DuplicateIndex()
  ) -> Int? {
    var nearest: (key: Int, place: Int, distance: Int64, source: Int)?
    func look(at entry: Entry, _ key: Int, _ place: Int) {
      guard !onlyOnce || entry.taken < entry.count,
        let distance = occurrence.distance(to: entry.occurrence), distance < nearest?.distance ?? .max,
        !own.contains(entry.occurrence.asWritten)
      else { return }
      nearest = (key, place, distance, entry.occurrence.source)
    }
    for key in occurrence.nearKeys {
      guard let first = entries[key] else { continue }
      look(at: first, key, -1)
      for (place, entry) in (more[key] ?? []).enumerated() { look(at: entry, key, place) }
    }
    guard let nearest else { return nil }
    if onlyOnce { change(nearest.key, nearest.place) { $0.taken += 1 } }
    return nearest.source
  }
}

/// The filter for duplicates among the records of one history, in reading order.
struct DuplicateFilter {
  /// The plays of this history so far, because one export can contain a play twice.
  private var plays = DuplicateIndex()

  /// Returns the rule that skips a donation, or `nil` for a new event.
  ///
  /// - Parameters:
  ///   - donation: A donation of the history.
  ///   - stored: The donations near it in the store.
  ///   - rehearsed: The donations of histories that were rehearsed earlier.
  mutating func filter(
    _ donation: Donation, _ stored: inout DuplicateIndex, _ rehearsed: inout DuplicateIndex
  ) -> HistoryFilter? {
    guard let occurrence = Occurrence(donation) else { return nil }
    let isPlay = occurrence.kind == .play
    defer { if isPlay { plays.insert(occurrence.asWritten) } }
    if stored.hasFormerName(of: occurrence) { return .duplicate }
    // It was imported earlier and is recognised by its identifier.
    if stored.takeEqual(occurrence) { return nil }
    // A site stands for many pages.
    let onlyOnce = occurrence.kind != .site
    let source =
      stored.takeDuplicate(of: occurrence, onlyOnce: onlyOnce, besides: plays)
      ?? rehearsed.takeDuplicate(of: occurrence, onlyOnce: onlyOnce)
      ?? (isPlay ? plays.takeDuplicate(of: occurrence.asWritten, onlyOnce: false) : nil)
    return source.map { $0 == occurrence.source ? .recordedTwice : .duplicate }
  }
}
