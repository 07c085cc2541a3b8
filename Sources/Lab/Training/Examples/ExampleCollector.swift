internal import Activities
internal import Evaluation
internal import Features
internal import Kernels
internal import Ranking

/// A part of a user's donations, in the order of time, by its purpose.
public enum ExamplePart: String, CaseIterable, Sendable {
  /// The part to fit a model to: the first share, `FittingPlan.until`.
  case fit
  /// The part to choose epoch and temperature by: the next share, `FittingPlan.validationShare`.
  case choose
  /// The part for reports: the rest.
  case report
}

/// A collector of the evidence before each donation of a user in a replay, with the outcome.
///
/// It uses the same code as queries, so a model sees the same evidence in training and in service.
struct ExampleCollector: ReplaySink {
  /// The examples of each part.
  private(set) var sets: [ExamplePart: TrainingSet]
  /// The rank of each row, from 0, among the rows of its query in the order of identity; kept on
  /// request.
  private(set) var ranks: [ExamplePart: [Int32]] = [:]
  /// The number of donations before each query to choose by.
  private(set) var chooseNumbers: [Int32] = []

  private let plan: FittingPlan
  /// The weight of each query of this log.
  private let weight: Float
  /// The maximum number of candidates per query of each part; `nil` for all.
  private let candidateLimits: [ExamplePart: Int]
  /// The interval between kept queries of the choosing part.
  private let validationStride: Int
  private let keepsRanks: Bool
  /// The number of donations to fit to, and the number to fit to or choose by.
  private let ends: (fit: Int, choose: Int)

  private let donations: [Donation]
  private var modes: QuestionModes
  private let seed: UInt64
  private var random: SeededRandom
  private var evidence = EvidenceState()
  private var matrix = Matrix()
  private var novelty: [Float] = []
  private var scratch = FeatureScratch()
  /// The evidence just before a donation, without and with its place and attributes, to judge
  /// experts by.
  private var (bare, named) = (FeatureScratch(), FeatureScratch())
  private var order = IdentityOrder()

  /// Returns the examples to fit a model to and choose it by.
  ///
  /// - Parameter donations: All donations of one user, in the order of time.
  /// - Complexity: O(donations x activities).
  static func fitting(
    _ donations: [Donation], by plan: FittingPlan, weight: Float, validationStride: Int, seed: UInt64
  ) async throws -> ExampleCollector {
    var collector = ExampleCollector(
      plan: plan, donations, weight: weight,
      candidateLimits: [.fit: plan.candidateLimit, .choose: plan.validationCandidateLimit],
      validationStride: validationStride, keepsRanks: false, seed: seed)
    try await collector.replay(donations.prefix(collector.ends.choose))
    return collector
  }

  /// Returns all examples; those to choose by and to report on have every candidate.
  ///
  /// - Parameter donations: All donations of one user, in the order of time.
  /// - Complexity: O(donations x activities).
  static func exporting(
    _ donations: [Donation], by plan: FittingPlan, weight: Float, seed: UInt64
  ) async throws -> ExampleCollector {
    var collector = ExampleCollector(
      plan: plan, donations, weight: weight, candidateLimits: [.fit: plan.candidateLimit],
      validationStride: 1, keepsRanks: true, seed: seed)
    try await collector.replay(donations[...])
    return collector
  }

  private init(
    plan: FittingPlan, _ donations: [Donation], weight: Float, candidateLimits: [ExamplePart: Int],
    validationStride: Int, keepsRanks: Bool, seed: UInt64
  ) {
    self.plan = plan
    self.donations = donations
    modes = QuestionModes(of: donations, seed: seed)
    let count = donations.count
    self.weight = weight
    self.candidateLimits = candidateLimits
    self.validationStride = validationStride
    self.keepsRanks = keepsRanks
    ends = (Replay.first(plan.until, of: count), Replay.first(plan.until + plan.validationShare, of: count))
    self.seed = seed
    random = SeededRandom(seed: seed)
    sets = Dictionary(
      ExamplePart.allCases.map { ($0, .emptyOfFeatures) }, uniquingKeysWith: { first, _ in first })
  }

  private mutating func replay(_ donations: ArraySlice<Donation>) async throws {
    var history = ReplayHistory(donations)
    var replay = Replay(.eachDonation)
    replay.knowsPlace = true
    try await replay.run(&history, into: &self)
  }

  /// Returns the examples of a part.
  subscript(part: ExamplePart) -> TrainingSet { sets[part] ?? .emptyOfFeatures }

  mutating func ask(_ query: ReplayQuery) throws {
    guard let next = query.upcoming.first else { return }
    try describeForJudging(next)
    let part: ExamplePart =
      query.number < ends.fit ? .fit : query.number < ends.choose ? .choose : .report
    let other = part == .report ? nil : try otherQuery(next, number: query.number, part)
    guard part != .choose || query.number % validationStride == 0 else { return }
    // Queries to choose by draw on their own, so that a query has the same candidates whichever of
    // the others are kept.
    if part == .choose { random = SeededRandom(seed: seed, parts: Self.choosing, query.number) }
    try append(QuestionModes.usual(next), next, part, weight: weight)
    if let other { try append(other.moment, other.donation, part, weight: weight / 2) }
    if part == .choose {
      chooseNumbers += repeatElement(Int32(clamping: query.number), count: other == nil ? 1 : 2)
    }
  }

  /// The part of the seed for the candidates of queries to choose by.
  private static let choosing = 0x63_68_6f_6f_73_65

  /// Appends the evidence at a moment, with the outcome.
  private mutating func append(
    _ moment: AskedMoment, _ donation: Donation, _ part: ExamplePart, weight: Float
  ) throws {
    evidence.describe(moment, into: &matrix, novelty: &novelty, scratch: &scratch)
    let target = evidence.item(of: donation.identity)
    let rows = selectedRows(target: target, limit: candidateLimits[part])
    try sets[part]?.append(
      candidates: matrix.selecting(rows), novelty: novelty, target: target.flatMap(rows.firstIndex(of:)),
      weight: weight)
    if keepsRanks {
      order.update(evidence.identities)
      ranks[part, default: []].append(contentsOf: order.ranks(of: rows))
    }
  }

  /// Draws another query, about the next donation or a later one.
  private mutating func otherQuery(_ next: Donation, number: Int, _ part: ExamplePart) throws
    -> (moment: AskedMoment, donation: Donation)?
  {
    guard let drawn = modes.drawLead() else { return nil }
    let (donation, lead) = asked(next, ahead: drawn, number: number, part)
    let tells = donation.context.place != nil || !donation.context.attributes.isEmpty
    guard lead > 0 || tells else { return nil }
    var moment = try tells ? modes.draw(donation) : QuestionModes.usual(donation)
    moment.lead = lead
    return (moment, donation)
  }

  mutating func learn(_ step: ReplayStep) {
    for donation in step.donations {
      let tells = donation.context.place != nil || !donation.context.attributes.isEmpty
      if tells {
        evidence.observe(donation, foreseenBy: bare, naming: named)
      } else {
        evidence.observe(donation, foreseenBy: bare, naming: bare)
      }
    }
  }

  /// Describes the candidates just before a donation, without and with its context, to judge
  /// experts by.
  private mutating func describeForJudging(_ donation: Donation) throws {
    let (context, precision) = (donation.context, donation.details.timePrecision)
    evidence.describe(
      AskedMoment(Context(at: context.instant), precision: precision), into: &matrix, novelty: &novelty,
      scratch: &bare)
    guard context.place != nil || !context.attributes.isEmpty else { return }
    evidence.describe(
      AskedMoment(context, precision: precision), into: &matrix, novelty: &novelty, scratch: &named)
  }

  /// Returns the donation to predict, the next or a later one, and the unobserved time before it.
  ///
  /// A later one is from the same part, so that nothing is learned from judged donations.
  private func asked(_ next: Donation, ahead lead: Double, number: Int, _ part: ExamplePart) -> (
    Donation, Double
  ) {
    guard lead > 0, next.hasExactTime else { return (next, 0) }
    let end = part == .fit ? ends.fit : ends.choose
    let now = next.context.instant
    guard
      let ahead = donations[min(number, end)..<end].first(where: {
        $0.hasExactTime && $0.context.instant.seconds(since: now) >= lead
      })
    else { return (next, 0) }
    return (ahead, ahead.context.instant.seconds(since: now))
  }

  /// Returns all rows if they are few, or else the experts' favourites, random ones and the
  /// outcome.
  ///
  /// - Returns: Rows, ascending.
  private mutating func selectedRows(target: Int?, limit: Int?) -> [Int] {
    guard let limit, matrix.rows > limit else { return Array(0..<matrix.rows) }
    let liking = (0..<matrix.rows).map { matrix[$0, Self.likingColumn] }
    // Keep at least one place for the outcome.
    var rows = Set(TopRows.select(liking, limit: limit - max(1, plan.randomCandidates)))
    if let target { rows.insert(target) }
    while rows.count < limit { rows.insert(random.integer(below: matrix.rows)) }
    return rows.sorted()
  }

  private static let likingColumn =
    FeatureSchema.current.columns.firstIndex { $0.name == "agreement/share" } ?? 0
}

/// The rank of each of a user's activities in the order of identity.
private struct IdentityOrder {
  private var places: [Int] = []

  /// Recomputes the ranks if there are new activities.
  mutating func update(_ identities: [ActivityIdentity]) {
    guard identities.count != places.count else { return }
    places = [Int](repeating: 0, count: identities.count)
    for (place, row) in identities.indices.sorted(by: { identities[$0] < identities[$1] }).enumerated() {
      places[row] = place
    }
  }

  /// Returns the rank of each of some rows among them.
  func ranks(of rows: [Int]) -> [Int32] {
    guard rows.count < places.count else { return places.map { Int32($0) } }
    var ranks = [Int32](repeating: 0, count: rows.count)
    for (rank, index) in rows.indices.sorted(by: { places[rows[$0]] < places[rows[$1]] }).enumerated() {
      ranks[index] = Int32(rank)
    }
    return ranks
  }
}

extension TrainingSet {
  /// Creates a set for the features of this version.
  static var emptyOfFeatures: TrainingSet {
    TrainingSet(
      featureCount: FeatureSchema.current.width,
      noveltyFeatureCount: FeatureSchema.current.noveltyNames.count)
  }
}

extension Matrix {
  /// Returns the matrix of some of the rows.
  func selecting(_ rows: [Int]) -> Matrix {
    guard rows.count < self.rows else { return self }
    var selected = Matrix(rows: rows.count, columns: columns)
    for (index, row) in rows.enumerated() {
      for column in 0..<columns { selected[index, column] = self[row, column] }
    }
    return selected
  }
}
