public import Activities
public import Kernels

/// What speaks for each candidate, in numbers: everything that is known of one user, learned donation by donation.
///
/// A candidate is a *row*: rows are numbered in the order in which activities were first donated. What donations were like is
/// kept of the last ones (``DonationWindow``), how often and how regularly each activity was done of all. So observing costs
/// time independent of the history, and describing the candidates costs time proportional to their number and to the window.
/// The same code makes features for training, evaluation and serving. It is a value: copying it makes a checkpoint.
public struct EvidenceState: Sendable {
  /// The activity of each row.
  public internal(set) var identities: [ActivityIdentity] = []
  var rows: [ActivityIdentity: Int32] = [:]

  var history = History()
  var window = DonationWindow()
  var panel = ExpertPanel()
  var shares = ShareEvidence()
  var recency = RecencyEvidence()
  var rhythm = RhythmEvidence()
  var returns = ReturnEvidence()
  var kinship = KinshipEvidence()
  var novelty = NoveltyEvidence()

  /// Knows nothing yet.
  public init() {}

  /// How many donations were observed.
  public var donationCount: Int { history.count }

  /// When the last observed donation happened.
  public var lastInstant: Instant? { history.lastInstant }

  /// The row of an activity, if it was ever donated.
  public func row(of identity: ActivityIdentity) -> Int? {
    rows[identity].map(Int.init)
  }

  /// How often the activity of a row was donated.
  public func count(ofRow row: Int) -> Int { Int(recency.uses[row].count) }

  /// Learns a donation; donations have to come in the order of time.
  ///
  /// An accepted suggestion is what was just done, but teaches no habit: else suggestions would feed themselves.
  ///
  /// - Parameter scratch: That of ``describe(_:into:novelty:scratch:)`` for the moment just before the donation, with its
  ///   attributes and without its place: by that the experts are judged. Without it they are not.
  /// - Complexity: O(experts + rank of the activity by recency), independent of the history.
  public mutating func observe(_ donation: Donation, foreseenBy scratch: FeatureScratch? = nil) {
    let context = donation.context
    let known = rows[donation.identity]
    let happened = Occasion(context, placeKnown: true, after: history)
    if let known, donation.details.source == .suggestion {
      follow(row: known, at: happened, in: context)
      return
    }
    let row = known ?? Int32(identities.count)
    if known == nil {
      rows[donation.identity] = row
      identities.append(donation.identity)
    }
    let use = known.map { recency.uses[Int($0)] }
    if known != nil, let scratch, scratch.donations == history.count { judge(row, by: scratch) }
    shares.observe(row: row, since: use, at: happened.hours, donation: history.count)
    window.append(row: row, at: happened, counts: true)
    novelty.observe(isNew: known == nil, isSecond: use?.count == 1)
    let hoursSince = use.map { max(0, happened.hours - $0.lastHours) }
    rhythm.observe(
      row: row, hoursSince: hoursSince, donationsSince: use.map { history.count - Int($0.lastDonation) })
    returns.observe(row: row, hoursSince: hoursSince)
    recency.observe(row: row, at: happened, donation: history.count)
    kinship.observe(row: row, activity: donation.activity, donation: history.count)
    history.append(row: row, in: context)
  }

  /// Takes it that the activity of a row was just done, without learning anything from it: for questions that begin with "what if".
  ///
  /// - Parameter context: When and where.
  public mutating func suppose(row: Int, doneIn context: Context) {
    follow(row: Int32(row), at: Occasion(context, placeKnown: true, after: history), in: context)
  }

  private mutating func follow(row: Int32, at happened: borrowing Occasion, in context: Context) {
    recency.follow(at: happened)
    window.append(row: row, at: happened, counts: false)
    history.follow(row: row, in: context)
    kinship.follow(row: row)
  }

  private mutating func judge(_ row: Int32, by scratch: FeatureScratch) {
    let share = scratch.shares[Int(row)]
    let ratios = VectorLoops.ratios(ofRow: Int(row), scratch.weights, share: share, by: scratch.rule)
    panel.learn(ratios[scratch.rule.experts])
  }

  /// Describes every candidate in a context.
  ///
  /// - Parameters:
  ///   - context: The circumstances of the query. Its place is the last known one if it names none.
  ///   - matrix: Becomes rows x ``FeatureSchema/width``, row-major, a row for each of ``identities``.
  ///   - novelty: Becomes the numbers that describe "none of these".
  ///   - scratch: Buffers to reuse.
  /// - Complexity: O(rows x columns + window).
  public func describe(
    _ context: Context, into matrix: inout Matrix, novelty numbers: inout [Float],
    scratch: inout FeatureScratch
  ) {
    matrix.resize(rows: identities.count, columns: FeatureSchema.current.width)
    scratch.occasion.set(context, placeKnown: true, after: history)
    weigh(&scratch)
    scratch.donations = history.count
    if !identities.isEmpty { panel.write(into: &matrix, scratch: &scratch) }
    novelty.write(
      scratch.occasion, kinds: scratch.kinds, totals: scratch.totals, donations: history.count,
      rows: identities.count, into: &numbers)
    if identities.isEmpty { return }
    var column = ExpertPanel.columns.count
    recency.findAges(scratch: &scratch)
    recency.write(donations: history.count, into: &matrix, from: column, scratch: &scratch)
    column += RecencyEvidence.columns.count
    rhythm.write(uses: recency.uses, donations: history.count, into: &matrix, from: column, scratch: &scratch)
    column += RhythmEvidence.columns.count
    returns.write(into: &matrix, from: column, scratch: &scratch)
    column += ReturnEvidence.columns.count
    kinship.write(
      attributes: context.attributes, donations: history.count, into: &matrix, from: column, scratch: &scratch
    )
    column += KinshipEvidence.columns.count
    SituationEvidence.write(
      scratch.occasion, donations: history.count, rows: identities.count, noveltyRate: novelty.rate,
      into: &matrix, from: column)
  }

  /// Counts for each row and expert what speaks for it at the scratch's occasion, and notes the shares.
  private func weigh(_ scratch: inout FeatureScratch) {
    let count = identities.count
    scratch.weights.reset(lines: count)
    scratch.totals.fill(with: 0)
    scratch.kinds.fill(with: 0)
    scratch.shares.resize(to: count)
    var shares = scratch.shares.mutableSpan
    for (row, use) in recency.uses.enumerated() {
      shares[row] = Float(Double(use.count) / Double(history.count))
    }
    guard count > 0 else { return }
    scratch.question.ask(
      window, at: scratch.occasion, types: kinship.types,
      previousType: kinship.previousRow.map { kinship.types[Int($0)] })
    VectorLoops.weigh(
      window.slice, preceding: window.preceding, by: scratch.question.question, into: &scratch.weights,
      totals: &scratch.totals, buffer: &scratch.records)
    self.shares.write(
      at: scratch.occasion.hours, donations: history.count, uses: recency.uses, into: &scratch.weights,
      exponents: &scratch.exponents)
    for (index, number) in ExpertLanes.shares.enumerated() {
      scratch.totals[ExpertLanes.first + number] = Float(
        self.shares.total(index, at: scratch.occasion.hours))
    }
  }
}

extension [Float] {
  /// Makes every number the same.
  mutating func fill(with value: Float) {
    var span = mutableSpan
    for index in span.indices { span[index] = value }
  }
}
