public import Activities
public import Kernels

/// What speaks for each candidate, in numbers: everything that is known of one user, learned donation by donation.
///
/// A candidate is a *row*: rows are numbered in the order in which activities were first donated. Observing costs time
/// independent of the history, and describing the candidates costs time proportional to their number. The same code makes
/// features for training, evaluation and serving. It is a value: copying it makes a checkpoint.
public struct EvidenceState: Sendable {
  /// The activity of each row.
  public private(set) var identities: [ActivityIdentity] = []
  private var rows: [ActivityIdentity: Int32] = [:]

  private(set) var history = History()
  private(set) var panel = ExpertPanel()
  private(set) var recency = RecencyEvidence()
  private(set) var rhythm = RhythmEvidence()
  private(set) var returns = ReturnEvidence()
  private(set) var kinship = KinshipEvidence()
  private(set) var novelty = NoveltyEvidence()

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
  public func count(ofRow row: Int) -> Int { recency.uses[row].count }

  /// Learns a donation; donations have to come in the order of time.
  ///
  /// An accepted suggestion is what was just done, but teaches no habit: else suggestions would feed themselves.
  ///
  /// - Complexity: O(experts + rank of the activity by recency), independent of the history.
  public mutating func observe(_ donation: Donation) {
    let context = donation.context
    let known = rows[donation.identity]
    if let known, donation.details.source == .suggestion {
      history.follow(row: known, in: context)
      kinship.follow(row: known)
      return
    }
    let asked = Occasion(context, placeKnown: false, after: history)
    let cells = CellMap(asked)
    let ownPlace = context.place.map { _ in CellMap(Occasion(context, placeKnown: true, after: history)) }
    let clock = Clock(hours: asked.hours, donations: history.count)
    let row = known ?? Int32(identities.count)
    if known == nil {
      rows[donation.identity] = row
      identities.append(donation.identity)
    }
    let use = known.map { recency.uses[Int($0)] }
    panel.observe(
      row: row, asked: cells, happened: ownPlace ?? cells,
      share: use.map { Double($0.count) / Double(history.count) },
      at: clock)
    novelty.observe(isNew: known == nil, isSecond: use?.count == 1)
    let hoursSince = use.map { max(0, asked.hours - $0.lastHours) }
    rhythm.observe(
      row: row, hoursSince: hoursSince, donationsSince: use.map { history.count - $0.lastDonation })
    returns.observe(row: row, hoursSince: hoursSince)
    recency.observe(row: row, at: asked, donation: history.count)
    kinship.observe(row: row, activity: donation.activity, at: asked, clock: clock)
    history.append(row: row, in: context)
  }

  /// Describes every candidate in a context.
  ///
  /// - Parameters:
  ///   - context: The circumstances of the query. Its place is the last known one if it names none.
  ///   - matrix: Becomes rows x ``FeatureSchema/width``, row-major, a row for each of ``identities``.
  ///   - novelty: Becomes the numbers that describe "none of these".
  ///   - scratch: Buffers to reuse.
  /// - Complexity: O(rows x columns).
  public func describe(
    _ context: Context, into matrix: inout Matrix, novelty numbers: inout [Float],
    scratch: inout FeatureScratch
  ) {
    matrix.resize(rows: identities.count, columns: FeatureSchema.current.width)
    let occasion = Occasion(context, placeKnown: true, after: history)
    let clock = Clock(hours: occasion.hours, donations: history.count)
    let cells = CellMap(occasion)
    numbers = novelty.values(
      occasion, cells: cells, panel: panel, donations: history.count, rows: identities.count, at: clock)
    guard !identities.isEmpty else { return }
    let shares = recency.uses.map { Double($0.count) / Double(history.count) }
    var column = 0
    panel.write(cells, shares: shares, at: clock, into: &matrix, from: column, scratch: &scratch)
    column += ExpertPanel.columns.count
    recency.write(occasion, shares: shares, donations: history.count, into: &matrix, from: column)
    column += RecencyEvidence.columns.count
    rhythm.write(occasion, uses: recency.uses, donations: history.count, into: &matrix, from: column)
    column += RhythmEvidence.columns.count
    returns.write(occasion, uses: recency.uses, into: &matrix, from: column)
    column += ReturnEvidence.columns.count
    kinship.write(
      occasion, at: clock, attributes: context.attributes.values.map { StableHash.entry("", $0) },
      into: &matrix,
      from: column)
    column += KinshipEvidence.columns.count
    SituationEvidence.write(
      occasion, donations: history.count, rows: identities.count, noveltyRate: novelty.rate, into: &matrix,
      from: column)
  }
}
