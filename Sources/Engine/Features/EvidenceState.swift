public import Activities
public import Kernels

// Features: What speaks for each activity now, in numbers?
//
// Start here: `EvidenceState` learns one user's donations and describes the candidates of a
// question. Its parts are the files of `Evidence`; `Experts` has the weighted shares (a line of
// `Expert.all` each), which `Window` scans the last donations for, and `Horizon` the evidence of
// when something is done again. `FeatureSchema` names the columns.

/// The evidence of one user, in numbers: what speaks for each candidate, learned donation by
/// donation.
///
/// A candidate is a *item*: items are numbered in the order in which activities were first donated.
/// What donations were like is kept of the last ones (``DonationWindow``), how often and how
/// regularly each activity was done of all. So observing costs time independent of the history, and
/// describing the candidates costs time proportional to their number and to the window. The same
/// code makes features for training, evaluation and serving. It is a value: copying it makes a
/// checkpoint.
///
/// A donation whose time only tells the day or the order (`TimePrecision`) counts for how often
/// each activity is done, for what follows what, for places and attributes. Nothing of hours,
/// pauses, intervals, sessions and ages is learned of it: a pause lasts from the last donation that
/// has a time. Of `day` the day of the week counts.
///
/// Unknown is not absent. A donation that does not tell its time, its place or an attribute counts,
/// where an expert asks for that, as much as the average of those that tell it: it speaks neither
/// for its activity nor against it.
public struct EvidenceState: Sendable {
  /// The activity of each item.
  public private(set) var identities: [ActivityIdentity] = []
  private var items: [ActivityIdentity: Int32] = [:]

  private(set) var history = History()
  private(set) var window = DonationWindow()
  private(set) var panel = ExpertPanel()
  private var shares = ShareEvidence()
  private(set) var recency = RecencyEvidence()
  private(set) var rhythm = RhythmEvidence()
  private(set) var returns = ReturnEvidence()
  private var sharedParameters = SharedParameterEvidence()
  private var situation = SituationEvidence()
  private var novelty = NoveltyEvidence()

  /// The parts, in the order of their columns and of their bytes in a checkpoint; a part uses what
  /// those before it found.
  static let parts = [
    EvidencePartPath(\.panel), EvidencePartPath(\.shares), EvidencePartPath(\.recency),
    EvidencePartPath(\.rhythm), EvidencePartPath(\.returns), EvidencePartPath(\.sharedParameters),
    EvidencePartPath(\.situation), EvidencePartPath(\.novelty),
  ]

  /// Knows nothing yet.
  public init() {}

  /// The number of donations that were observed.
  public var donationCount: Int { history.count }

  /// The instant of the last observed donation, which may only tell where it stands.
  public var lastInstant: Instant? { history.lastInstant }

  /// The time of the last observed donation that has one, in milliseconds since 1970: pauses are
  /// counted from it.
  public var lastTime: Int64? { history.lastTime }

  /// The days of the week on which the user has off, as far as the donations tell.
  public var daysOff: DaysOff { history.daysOff }

  /// The item of an activity, if it was ever donated.
  public func item(of identity: ActivityIdentity) -> Int? {
    items[identity].map(Int.init)
  }

  /// The number of donations of an item.
  public func count(ofItem item: Int) -> Int { Int(recency.uses[item].count) }

  /// The items that were donated last, at most so many, in order of their numbers; O(limit · log
  /// limit).
  public func newestItems(limit: Int) -> [Int] {
    limit >= identities.count ? Array(identities.indices) : recency.order.newest(limit).map(Int.init).sorted()
  }

  /// Learns a donation; donations have to come in the order of time.
  ///
  /// An accepted suggestion is what was just done, but teaches no habit: else suggestions would
  /// feed themselves.
  ///
  /// - Parameters:
  ///   - bare: That of ``describe(_:limit:requiring:into:novelty:scratch:)`` for the moment just
  ///     before the donation, with its precision and without its place and attributes: by that the
  ///     experts are judged. Without it they are not.
  ///   - named: The same with place and attributes, if the donation has any: by that the experts
  ///     are judged that ask for them.
  /// - Complexity: O(experts + rank of the activity by recency), independent of the history;
  ///   O(window) more on a new day.
  public mutating func observe(
    _ donation: Donation, foreseenBy bare: FeatureScratch? = nil, naming named: FeatureScratch? = nil
  ) {
    let (context, precision) = (donation.context, donation.details.timePrecision)
    let known = items[donation.identity]
    learnDaysOff(before: context.instant, precision)
    let happened = QueryContext(AskedMoment(context, precision: precision), after: history)
    if let known, donation.details.source == .suggestion {
      follow(item: known, at: happened, in: context)
      return
    }
    let item = known ?? Int32(identities.count)
    if known == nil {
      items[donation.identity] = item
      identities.append(donation.identity)
    }
    let use = ObservedUse(
      item: item, activity: donation.activity, happened: happened, donation: history.count,
      previous: known.map { recency.uses[Int($0)] })
    if known != nil, let bare, bare.donations == history.count { judge(item, by: bare, named ?? bare) }
    window.append(item: item, at: happened, counts: true)
    for part in Self.parts { part.observe(&self, use) }
    history.append(item: item, in: context, precision: precision)
  }

  private mutating func follow(item: Int32, at happened: borrowing QueryContext, in context: Context) {
    window.append(item: item, at: happened, counts: false)
    for part in Self.parts { part.follow(&self, item, happened) }
    history.follow(item: item, in: context, precision: happened.precision)
  }

  private mutating func judge(_ item: Int32, by bare: FeatureScratch, _ named: FeatureScratch) {
    guard let bare = bare.testimony(ofItem: Int(item)), let named = named.testimony(ofItem: Int(item)) else {
      return
    }
    panel.learn(bare, named: named)
  }

  // MARK: Days off

  /// The days that are looked back at to find which days the user has off.
  private static let daysLookedBack = 56

  /// Finds anew which days the user has off, with the first donation of a day: by the days before.
  private mutating func learnDaysOff(before instant: Instant, _ precision: TimePrecision) {
    guard precision != .order, let last = history.lastInstant, last.localDay < instant.localDay else {
      return
    }
    let (items, days) = (recency.frequent, window.slice)
    var places: [Int32: Int] = [:]
    for (place, item) in items.enumerated() { places[item] = place }
    var done = [[Int]](repeating: [Int](repeating: 0, count: 7), count: items.count)
    var counted = [Int](repeating: .min, count: items.count)
    var first = Int.max
    for record in days {
      guard let day = window.localDay(of: record), day >= instant.localDay - Self.daysLookedBack,
        day < instant.localDay, let weekday = record.weekday
      else { continue }
      first = min(first, day)
      guard let place = places[record.item], counted[place] != day else { continue }
      counted[place] = day
      done[place][weekday] += 1
    }
    guard first < instant.localDay else { return }
    var all = [Int](repeating: 0, count: 7)
    for day in first..<instant.localDay { all[((day + 3) % 7 + 7) % 7] += 1 }
    // On journeys to the west a day may be counted twice.
    for place in done.indices {
      for weekday in 0..<7 { done[place][weekday] = min(done[place][weekday], all[weekday]) }
    }
    history.daysOff = DaysOff(done: done, days: all)
  }

  /// How much of what sequences and gaps tell is left at a moment: the probability that nothing was
  /// done unobserved, at the rate of the last week, and half as much after a day in any case.
  func sequenceRemainder(at moment: borrowing QueryContext) -> Double {
    guard moment.lead > 0 else { return 1 }
    let hours = moment.lead / 3_600
    let perHour = shares.total(Self.week, at: moment.hours) * Elementary.logarithm(2) / 168
    return Elementary.exponential(-perHour * hours) * Elementary.powerOfTwo(-hours / 24)
  }

  private static let week =
    ExpertLayout.shares.map { ExpertLayout.experts[$0].name }.firstIndex(of: "share/7d") ?? 0

  /// Describes the candidates in a context: every item, or of more than a limit those that can
  /// matter, and a sample of the rest.
  ///
  /// - Parameters:
  ///   - moment: The circumstances of the query, and what is known of them. What needs to know more
  ///     says nothing.
  ///   - limit: How many candidates there may be; at least 64.
  ///   - required: Items that get a candidate in any case; of more than half the limit the first.
  ///   - matrix: Becomes candidates x ``FeatureSchema/width``, row-major; which items they are of
  ///     is in ``FeatureScratch/candidates``. Without a limit that is one for each of
  ///     ``identities``.
  ///   - novelty: Becomes the numbers that describe "none of these".
  ///   - scratch: Buffers to reuse.
  /// - Complexity: O(candidates x columns + window).
  public func describe(
    _ moment: AskedMoment, limit: Int = .max, requiring required: [Int] = [],
    into matrix: inout Matrix, novelty numbers: inout [Float], scratch: inout FeatureScratch
  ) {
    scratch.moment.set(moment, after: history, in: window.learnedPlaces)
    scratch.sequenceRemainder = sequenceRemainder(at: scratch.moment)
    weigh(limit: max(limit, 64), requiring: required, &scratch)
    matrix.resize(rows: scratch.candidates.count, columns: FeatureSchema.current.width)
    scratch.donations = history.count
    if !identities.isEmpty { writeParts(moment, into: &matrix, scratch: &scratch) }
    if !scratch.candidates.isWhole { swap(&scratch.kinds, &scratch.windowKinds) }
    if !identities.isEmpty { panel.fade(&scratch.kinds, by: scratch.remainders) }
    novelty.write(
      scratch.moment, kinds: scratch.kinds, totals: scratch.totals, donations: history.count,
      items: identities.count, sequenceRemainder: scratch.sequenceRemainder, into: &numbers)
    if scratch.sequenceRemainder < 1 { fade(&matrix, to: Float(scratch.sequenceRemainder)) }
  }

  private func writeParts(_ moment: AskedMoment, into matrix: inout Matrix, scratch: inout FeatureScratch) {
    let asked = AskedCandidates(
      donations: history.count, items: identities.count, uses: recency.uses, noveltyRate: novelty.rate,
      sequenceRemainder: scratch.sequenceRemainder, attributes: moment.context.attributes)
    var column = 0
    for part in Self.parts {
      part.write(self, asked, &matrix, column, &scratch)
      column += part.columns.count
    }
  }

  /// Brings the columns that tell of the last donations nearer to their neutral value;
  /// O(candidates).
  private func fade(_ matrix: inout Matrix, to left: Float) {
    let (items, width) = (matrix.rows, matrix.columns)
    matrix.withElements { elements in
      for (column, neutral) in Self.neutral {
        for item in 0..<items {
          let place = item * width + column
          elements[place] = neutral + left * (elements[place] - neutral)
        }
      }
    }
  }

  private static let neutral: [(column: Int, value: Float)] = FeatureSchema.current.columns.enumerated()
    .compactMap { index, column in column.neutral.map { (index, $0) } }

  /// Chooses the candidates, counts for each of them and each expert what speaks for its item at
  /// the scratch's moment, and notes the shares.
  private func weigh(limit: Int, requiring required: [Int], _ scratch: inout FeatureScratch) {
    scratch.totals.fill(with: 0)
    scratch.kinds.fill(with: 0)
    if identities.count > limit {
      scratch.windowItems.number(window.slice, types: sharedParameters.types)
      scan(
        scratch.windowItems.records[...], types: scratch.windowItems.types,
        recent: scratch.moment.recent.map(scratch.windowItems.number), &scratch)
      swap(&scratch.weights, &scratch.windowWeights)
      choose(limit: limit, requiring: required, &scratch)
      WindowScan.gather(scratch.windowNumbers, of: scratch.windowWeights, into: &scratch.weights)
    } else {
      scratch.candidates.setWhole(items: identities.count)
      guard !identities.isEmpty else { return scratch.weights.reset(lines: 0) }
      scan(window.slice, types: sharedParameters.types, recent: scratch.moment.recent, &scratch)
    }
    noteShares(&scratch)
  }

  /// Counts for each item of some records, and each expert that looks at the window, what speaks
  /// for it; O(items + window).
  ///
  /// - Parameters:
  ///   - types: The number of each item's type.
  ///   - recent: The items of the last activities.
  ///   - scratch: Gets weights and totals.
  private func scan(
    _ records: ArraySlice<WindowRecord>, types: [Int32], recent: [Int32], _ scratch: inout FeatureScratch
  ) {
    scratch.weights.reset(lines: types.count)
    scratch.evidenceQuery.ask(
      window, at: scratch.moment, types: types, recent: recent,
      previousType: sharedParameters.previousItem.map { sharedParameters.types[Int($0)] })
    WindowScan.weigh(
      records, preceding: window.preceding, by: scratch.evidenceQuery.window, into: &scratch.weights,
      totals: &scratch.totals, buffer: &scratch.records)
    scratch.evidenceQuery.untold.fill(
      records, preceding: window.preceding, into: &scratch.weights, totals: &scratch.totals)
    if !scratch.moment.hasTime { silence(&scratch) }
  }

  /// Chooses which items of many have candidates; O(items of the window x experts).
  private func choose(limit: Int, requiring required: [Int], _ scratch: inout FeatureScratch) {
    panel.sumUp(&scratch)
    scratch.choice.choose(
      of: identities.count, required: Array(required.prefix(limit / 2)), recent: scratch.moment.recent,
      frequent: recency.frequent, window: scratch.windowItems, evidence: scratch.windowEvidence, limit: limit,
      into: &scratch.candidates)
    scratch.windowNumbers.removeAll(keepingCapacity: true)
    for item in scratch.candidates.items {
      scratch.windowNumbers.append(scratch.windowItems.number(ofItem: item))
    }
  }

  /// Notes the share of each candidate's item, and what the experts that look at all donations
  /// count for it; O(candidates).
  private func noteShares(_ scratch: inout FeatureScratch) {
    scratch.shares.resize(to: scratch.candidates.count)
    let items = scratch.candidates.items
    var shares = scratch.shares.mutableSpan
    for (candidate, item) in items.enumerated() {
      shares[candidate] = Float(Double(recency.uses[Int(item)].count) / Double(history.count))
    }
    self.shares.write(
      at: scratch.moment.hours, donations: history.count, uses: recency.uses, of: items,
      into: &scratch.weights, exponents: &scratch.exponents)
    for (index, number) in ExpertLayout.shares.enumerated() {
      scratch.totals[ExpertLayout.first + number] = Float(
        self.shares.total(index, at: scratch.moment.hours))
    }
    if recency.timeless > 0 { fillTimelessShares(&scratch) }
    if !scratch.moment.hasTime { silence(&scratch) }
  }

  /// Lets donations whose time is not known count as the others do on average, for the experts that
  /// forget by age and look at all donations, so that they speak neither for their activity nor
  /// against it; O(candidates).
  private func fillTimelessShares(_ scratch: inout FeatureScratch) {
    let known = history.count - recency.timeless
    guard known > 0 else { return }
    let items = scratch.candidates.items
    for number in ExpertLayout.shares where ExpertLayout.experts[number].decay.isByAge {
      let lane = ExpertLayout.first + number
      let mean = scratch.totals[lane] / Float(known)
      let place = scratch.weights.lane(lane)
      scratch.weights.changeNumbers { weights in
        for (candidate, item) in items.enumerated() {
          weights[place.place(ofLine: candidate)] += Float(recency.uses[Int(item)].timeless) * mean
        }
      }
      scratch.totals[lane] += Float(recency.timeless) * mean
    }
  }

  /// Takes back what the experts counted that need to know more of the moment's time than is known;
  /// O(candidates x experts).
  private func silence(_ scratch: inout FeatureScratch) {
    let candidates = scratch.weights.lines
    for number in ExpertLayout.silentLanes(at: scratch.moment.precision) {
      scratch.totals[number] = 0
      let lane = scratch.weights.lane(number)
      scratch.weights.changeNumbers { weights in
        for candidate in 0..<candidates { weights[lane.place(ofLine: candidate)] = 0 }
      }
    }
  }

  // MARK: Explaining

  /// The group that each column belongs to at a moment, in the order of the schema.
  ///
  /// Usually that is the column's own group. But an expert whose signal is missing (no place, no
  /// attributes) says just what it backs off to, and then its evidence counts for that one's
  /// question.
  ///
  /// - Complexity: O(columns).
  public func groups(at moment: AskedMoment) -> [FeatureGroup] {
    var groups = FeatureSchema.current.columns.map(\.group)
    let moment = QueryContext(moment, after: history)
    for (number, parent) in ExpertLayout.backOff.enumerated() {
      let isKnown = ExpertPanel.experts[number].circumstances.allSatisfy { $0.isKnown(at: moment) }
      if let parent, !isKnown { groups[number] = groups[parent] }
    }
    return groups
  }

  /// The rarest parameter that two activities have in common, as each was last donated, by hashes;
  /// `nil` if there is none, or only one that more than half of all donations have.
  ///
  /// - Complexity: O(parameters).
  func sharedEntry(ofItem item: Int, with other: Int) -> (key: UInt64, value: UInt64)? {
    sharedParameters.rarestShared(item, other, donations: history.count)
  }

  /// One donation of the window.
  public struct Occurrence: Hashable, Sendable {
    /// The day of the week, 0 is Monday; `nil` if it teaches no habit, or is not known.
    public let weekday: Int?
    /// The quarter of an hour of the local day, 0 to 95; `nil` if that is not known.
    public let quarterHour: Int?
    /// The place, if that was known, to about a metre.
    public let place: Place?
    /// The item of the donation before it, if there was one.
    public let previousItem: Int?
  }

  /// The donations of an item within the window, the oldest first.
  ///
  /// - Complexity: O(donations in the window).
  public func occurrences(ofItem item: Int) -> [Occurrence] {
    var previous: Int32?
    var found: [Occurrence] = []
    for record in window.slice {
      defer { previous = record.item }
      guard record.item == item else { continue }
      found.append(
        Occurrence(
          weekday: record.weekday, quarterHour: record.hasTime ? Int(record.hour) : nil,
          place: place(of: record), previousItem: previous.map(Int.init)))
    }
    return found
  }

  private func place(of record: WindowRecord) -> Place? {
    guard record.place != 0, let key = window.places.key(of: Int(record.place)) else { return nil }
    let place = PlaceKey(key: key)
    return try? Place(latitude: place.latitude, longitude: place.longitude)
  }

  // MARK: Checkpoints

  /// Writes everything that is known; see ``init(from:)``.
  ///
  /// - Complexity: O(size).
  public func write(into writer: inout StateWriter) {
    writer.write(identities.map(\.rawValue))
    history.write(into: &writer)
    window.write(into: &writer)
    for part in Self.parts { part.keep(self, &writer) }
  }

  /// Reads what ``write(into:)`` wrote: a state that answers and goes on learning bit for bit the
  /// same.
  ///
  /// - Throws: `StateError` for bytes that are not those of a state of this schema.
  /// - Complexity: O(size).
  public init(from reader: inout StateReader) throws(StateError) {
    identities = try reader.readTable(of: UInt128.self).map(ActivityIdentity.init)
    let count = identities.count
    items = Dictionary(identities.enumerated().map { ($1, Int32($0)) }) { first, _ in first }
    guard items.count == count else { throw StateError() }
    history = try History(from: &reader, items: count)
    window = try DonationWindow(from: &reader, items: count)
    let size = StateSize(items: count, donations: history.count)
    for part in Self.parts { try part.read(&self, &reader, size) }
    guard window.count > 0 || count == 0 else { throw StateError() }
  }

  /// A digest of what decides how donations become a state, beside the schema: experts, trust, and
  /// the window.
  ///
  /// A state of another one is not read back. What it does not cover (how a statistic is computed)
  /// is told by the format of whoever keeps states.
  public static let stateDigest = StableHash.text(
    (Expert.all.map(\.definition) + ExpertPanel.agreements.map(\.definition)
      + [String(DonationWindow.size), String(ReturnEvidence.bins)]).joined(separator: ";"))

  /// The bytes of its tables.
  ///
  /// - Complexity: O(attribute sets in the window).
  public var memoryFootprint: Int {
    let dictionaryEntry = 2 * (MemoryLayout<ActivityIdentity>.stride + MemoryLayout<Int32>.stride)
    return identities.capacity * MemoryLayout<ActivityIdentity>.stride + items.capacity * dictionaryEntry
      + window.memoryFootprint + Self.parts.reduce(0) { $0 + $1.memoryFootprint(self) }
  }
}

extension [Float] {
  /// Makes every number the same.
  mutating func fill(with value: Float) {
    var span = mutableSpan
    for index in span.indices { span[index] = value }
  }
}
