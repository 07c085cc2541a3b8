public import Activities
public import Kernels

// Features: how much evidence is there for each activity now?
//
// Start here: `EvidenceState` learns one user's donations and describes the candidates of a query.
// Its parts are the files of `Evidence`. `Experts` has the weighted shares (one line of
// `Expert.all` each), for which `Window` scans the last donations. `Horizon` has the evidence of
// when something is done again, and `FeatureSchema` names the columns.

/// The evidence of one user for each candidate, in numbers, learned donation by donation.
///
/// A candidate is an *item* that a query describes; items are numbered in the order in which
/// activities were first donated. The circumstances of donations are kept for the last ones
/// (``DonationWindow``); the frequency and regularity of each activity cover all of them. So
/// observing a donation takes time independent of the history, and describing the candidates takes
/// time proportional to their number and to the window. Training, evaluation and serving compute
/// features with the same code. It is a value: copying it makes a checkpoint.
///
/// A donation may only have a day, or a position in the order (`TimePrecision`). It counts for how
/// often each activity is done, for sequences, for places and for attributes. It teaches nothing
/// about hours, pauses, intervals, sessions and ages: a pause starts at the last donation with a
/// time. With `day`, it also counts for the day of the week.
///
/// Unknown is not absent. A donation may lack the time, place or attribute that an expert uses. It
/// then counts as much as the average of the donations that have it, neither for its activity nor
/// against it.
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

  /// The parts, in the order of their columns and of their bytes in a checkpoint; a part uses the
  /// results of those before it.
  static let parts = [
    EvidencePartAccess({ $0.panel }, { $1(&$0.panel) }),
    EvidencePartAccess({ $0.shares }, { $1(&$0.shares) }),
    EvidencePartAccess({ $0.recency }, { $1(&$0.recency) }),
    EvidencePartAccess({ $0.rhythm }, { $1(&$0.rhythm) }),
    EvidencePartAccess({ $0.returns }, { $1(&$0.returns) }),
    EvidencePartAccess({ $0.sharedParameters }, { $1(&$0.sharedParameters) }),
    EvidencePartAccess({ $0.situation }, { $1(&$0.situation) }),
    EvidencePartAccess({ $0.novelty }, { $1(&$0.novelty) }),
  ]

  /// Creates a state without any donation.
  public init() {}

  /// The number of observed donations.
  public var donationCount: Int { history.count }

  /// The instant of the last observed donation, which may only be a position in the order.
  public var lastInstant: Instant? { history.lastInstant }

  /// The time of the last observed donation that has one, in milliseconds since 1970; pauses start
  /// there.
  public var lastTime: Int64? { history.lastTime }

  /// The user's days off, as far as the donations show.
  public var daysOff: DaysOff { history.daysOff }

  /// Returns the item of an activity, or nil if it was never donated.
  public func item(of identity: ActivityIdentity) -> Int? {
    items[identity].map(Int.init)
  }

  /// Returns the number of donations of an item.
  public func count(ofItem item: Int) -> Int { Int(recency.uses[item].count) }

  /// Returns the most recently donated items, at most `limit`, in ascending order; O(limit · log
  /// limit).
  public func newestItems(limit: Int) -> [Int] {
    limit >= identities.count ? Array(identities.indices) : recency.order.newest(limit).map(Int.init).sorted()
  }

  /// Learns a donation; donations must be in chronological order.
  ///
  /// An accepted suggestion counts as the last activity but teaches no habit, so that suggestions
  /// do not reinforce themselves.
  ///
  /// - Complexity: O(experts + rank of the activity by recency), independent of the history;
  ///   additionally O(window) on a new day.
  public mutating func observe(_ donation: Donation) {
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
    window.append(item: item, at: happened, counts: true)
    for part in Self.parts { part.observe(&self, use) }
    history.append(item: item, in: context, precision: precision)
  }

  /// Judges the experts by a donation, then learns it.
  ///
  /// - Parameters:
  ///   - bare: The scratch of ``describe(_:limit:requiring:into:novelty:scratch:)`` for the moment
  ///     just before the donation, with its precision and without its place and attributes. The
  ///     experts are not judged if it is of an earlier moment.
  ///   - named: The same with place and attributes; `bare` if the donation has neither. It judges
  ///     the experts that use them.
  public mutating func observe(
    _ donation: Donation, foreseenBy bare: borrowing FeatureScratch, naming named: borrowing FeatureScratch
  ) {
    if let item = item(of: donation.identity), donation.details.source != .suggestion,
      bare.donations == history.count, let bare = bare.testimony(ofItem: item),
      let named = named.testimony(ofItem: item)
    {
      panel.learn(bare, named: named)
    }
    observe(donation)
  }

  private mutating func follow(item: Int32, at happened: borrowing QueryContext, in context: Context) {
    window.append(item: item, at: happened, counts: false)
    for part in Self.parts { part.follow(&self, item, happened) }
    history.follow(item: item, in: context, precision: happened.precision)
  }

  // MARK: Days off

  /// The number of past days that decide which days are off.
  private static let daysLookedBack = 56

  /// Recomputes the user's days off from the days before, at the first donation of a day.
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
    // When travelling west, a day may be counted twice.
    for place in done.indices {
      for weekday in 0..<7 { done[place][weekday] = min(done[place][weekday], all[weekday]) }
    }
    history.daysOff = DaysOff(done: done, days: all)
  }

  /// Returns how much information of sequences and gaps remains at a moment: the probability that
  /// nothing happened unobserved, at the rate of the last week, and halved for each day in any
  /// case.
  func sequenceRemainder(at moment: borrowing QueryContext) -> Double {
    guard moment.lead > 0 else { return 1 }
    let hours = moment.lead / 3_600
    let perHour = shares.total(Self.week, at: moment.hours) * Elementary.logarithm(2) / 168
    return Elementary.exponential(-perHour * hours) * Elementary.powerOfTwo(-hours / 24)
  }

  private static let week =
    ExpertLayout.shares.map { ExpertLayout.experts[$0].name }.firstIndex(of: "share/7d") ?? 0

  /// Describes the candidates in a context: every item, or above a limit those that can matter and
  /// a sample of the rest.
  ///
  /// - Parameters:
  ///   - moment: The circumstances of the query, and how precisely they are known. Evidence that
  ///     needs more precision stays silent.
  ///   - limit: The maximum number of candidates; at least 64.
  ///   - required: Items that must become candidates; if they exceed half the limit, the first
  ///     ones.
  ///   - matrix: Becomes candidates x ``FeatureSchema/width``, row-major. The items of the rows are
  ///     in ``FeatureScratch/candidates``; without a limit they are all ``identities``.
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

  /// Moves the columns about the last donations towards their neutral values; O(candidates).
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

  /// Chooses the candidates, computes each expert's evidence for their items at the scratch's
  /// moment, and stores the shares.
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

  /// Computes the evidence of each windowed expert for each item of some records; O(items +
  /// window).
  ///
  /// - Parameters:
  ///   - types: The index of each item's type.
  ///   - recent: The items of the last activities.
  ///   - scratch: Receives weights and totals.
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

  /// Chooses the candidates among many items; O(items of the window x experts).
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

  /// Stores the share of each candidate's item, and the counts of the experts that use all
  /// donations; O(candidates).
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

  /// Counts donations without a time like the average of the others, for the experts that decay by
  /// age and use all donations.
  ///
  /// They then speak neither for their activity nor against it; O(candidates).
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

  /// Clears the results of experts that need the moment's time more precisely than it is known;
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

  /// Returns the group that each column belongs to at a moment, in the order of the schema.
  ///
  /// Usually that is the column's own group. But an expert whose signal is missing (no place, no
  /// attributes) only repeats the expert it backs off to, so its evidence counts for that expert's
  /// group.
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

  /// Returns the rarest parameter that two activities share, as each was last donated, as hashes.
  ///
  /// Returns nil if there is none, or if more than half of all donations have it.
  ///
  /// - Complexity: O(parameters).
  func sharedEntry(ofItem item: Int, with other: Int) -> (key: UInt64, value: UInt64)? {
    sharedParameters.rarestShared(item, other, donations: history.count)
  }

  /// A donation in the window.
  public struct Occurrence: Hashable, Sendable {
    /// The day of the week, 0 for Monday; nil if it teaches no habit or is unknown.
    public let weekday: Int?
    /// The quarter of an hour of the local day, 0 to 95; nil if unknown.
    public let quarterHour: Int?
    /// The place to about a metre, if known.
    public let place: Place?
    /// The item of the previous donation, if there was one.
    public let previousItem: Int?
  }

  /// Returns the donations of an item within the window, the oldest first.
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

  /// Writes the whole state; see ``init(from:)``.
  ///
  /// - Complexity: O(size).
  public func write(into writer: inout StateWriter) {
    writer.write(identities.map(\.rawValue))
    history.write(into: &writer)
    window.write(into: &writer)
    for part in Self.parts { part.keep(self, &writer) }
  }

  /// Reads what ``write(into:)`` wrote: a state that answers and continues to learn bit for bit the
  /// same.
  ///
  /// - Throws: `StateError` if the bytes are not a state of this schema.
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

  /// A digest of everything besides the schema that decides how donations become a state: experts,
  /// trust, and the window.
  ///
  /// A state with another digest is rejected. It does not cover how a statistic is computed; the
  /// format of the stored states has to.
  public static let stateDigest = StableHash.text(
    (Expert.all.map(\.definition) + ExpertPanel.agreements.map(\.definition)
      + [String(DonationWindow.size), String(ReturnEvidence.bins)]).joined(separator: ";"))

  /// The size of its tables in bytes.
  ///
  /// - Complexity: O(attribute sets in the window).
  public var memoryFootprint: Int {
    let dictionaryEntry = 2 * (MemoryLayout<ActivityIdentity>.stride + MemoryLayout<Int32>.stride)
    return identities.capacity * MemoryLayout<ActivityIdentity>.stride + items.capacity * dictionaryEntry
      + window.memoryFootprint + Self.parts.reduce(0) { $0 + $1.memoryFootprint(self) }
  }
}

extension [Float] {
  /// Sets every number to one value.
  mutating func fill(with value: Float) {
    var span = mutableSpan
    for index in span.indices { span[index] = value }
  }
}
