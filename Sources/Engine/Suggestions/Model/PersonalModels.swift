internal import Activities
internal import Features
internal import Kernels
internal import Ranking

/// The models that adapt to one user: a personal model for each kind of query, by the circumstances
/// that it names.
///
/// The value of evidence for a user depends on the named circumstances. Where attributes decide, a
/// query with attributes can be sure, and one without must rely on hours and habits. A model that
/// learned both from queries with attributes would underrate hours and habits in the others. So
/// each donation teaches every kind of query that could have been asked before it: with its place
/// and attributes, with one of them, and with neither. A query without attributes is answered as if
/// the log had none.
struct PersonalModels: Sendable {
  /// The circumstances that a query names.
  struct Mode: OptionSet, Hashable, Sendable {
    let rawValue: Int

    static let attributes = Mode(rawValue: 1)
    static let place = Mode(rawValue: 2)
    /// All kinds of query, those that name less first.
    static let all: [Mode] = (0..<4).map(Mode.init(rawValue:))

    init(rawValue: Int) { self.rawValue = rawValue }

    init(of context: Context) {
      self = []
      if !context.attributes.isEmpty { insert(.attributes) }
      if context.place != nil { insert(.place) }
    }
  }

  /// The opinion about activities at a place, which is pooled with the others if the query names
  /// one.
  ///
  /// The influence of place differs between users, and the pool learns it for each.
  struct PlaceOpinion: Sendable {
    /// The columns whose sum is the logarithm of an activity's share at the place.
    let evidenceColumns: [Int]
    /// The weights of the opinions.
    let pool: PersonalModel.PoolRates

    /// - Parameter rates: The rates of adaptation in queries that name no place.
    init(evidenceColumns: [Int], amongOpinionsOf rates: PersonalModel.Rates) {
      self.evidenceColumns = evidenceColumns
      var pool = rates.pool
      if pool.evidence > 0 { (pool.lastingEverybody, pool.lastingEvidence) = PersonalModels.lastingWeights }
      self.pool = pool
    }
  }

  /// The weights that the trained model's opinion and the place's opinion return to while no
  /// opinion does better than the others.
  ///
  /// 0.1 and 0.6, chosen on simulated people. For those whose activities depend on the place alone
  /// (scripts/trust.py, seeds 2 and 3) the most likely activity comes first in .95 of the queries,
  /// .89 without the opinion, .94 with 0.2 and 0.3. For those of datasets/places, for whom other
  /// things matter as well, the log loss rises from 1.322 to 1.328 nats and the MRR stays.
  private static let lastingWeights: (everybody: Float, place: Float) = (0.1, 0.6)

  /// A digest of everything that decides how the models of several kinds of query learn.
  static let stateDigest = StableHash.text("\(lastingWeights);\(FeatureSchema.placeEvidence)")

  private let placeOpinion: PlaceOpinion
  /// The model of queries that name nothing.
  private var bare: PersonalModel
  /// The models of queries that name something, as far as donations had it.
  private var naming: [Mode: PersonalModel] = [:]

  init(_ model: PersonalModel, places placeOpinion: PlaceOpinion) {
    bare = model
    self.placeOpinion = placeOpinion
  }

  /// The kinds of query that were learned, in order.
  var modes: [Mode] { Mode.all.filter { $0.isEmpty || naming[$0] != nil } }

  /// Returns the kind that answers a query: the named circumstances, as far as such queries were
  /// learned.
  func mode(of context: Context) -> Mode {
    let asked = Mode(of: context)
    if asked.isEmpty || naming[asked] != nil { return asked }
    // There are models of attributes, of places, or of both, and then of each.
    return [.attributes, .place].first { asked.contains($0) && naming[$0] != nil } ?? []
  }

  /// The model of a kind of query.
  subscript(mode: Mode) -> PersonalModel { naming[mode] ?? bare }

  /// Starts learning queries that name some of a donation's circumstances, beginning with the model
  /// of those that name nothing.
  mutating func begin(_ told: Mode) {
    for mode in Mode.all where !mode.isEmpty && mode.isSubset(of: told) && naming[mode] == nil {
      naming[mode] =
        mode.contains(.place)
        ? PersonalModel(
          continuing: bare, evidenceColumns: placeOpinion.evidenceColumns, pool: placeOpinion.pool)
        : bare
    }
  }

  /// Lets the model of a kind of query learn.
  mutating func learn(_ mode: Mode, by lesson: (inout PersonalModel) throws -> Void) rethrows {
    guard let position = naming.index(forKey: mode) else { return try lesson(&bare) }
    try lesson(&naming.values[position])
  }

  /// The size of their tables in bytes.
  var memoryFootprint: Int { naming.values.reduce(bare.memoryFootprint) { $0 + $1.memoryFootprint } }

  /// One more than the highest item that any of them needs.
  var itemCount: Int { naming.values.reduce(bare.itemCount) { max($0, $1.itemCount) } }
}

/// The encoding for a checkpoint.
extension PersonalModels {
  func write(into writer: inout StateWriter) {
    bare.write(into: &writer)
    writer.write(UInt8(modes.reduce(0) { $0 | 1 << $1.rawValue }))
    for mode in modes where !mode.isEmpty { self[mode].write(into: &writer) }
  }

  /// Reads models that were written for the same ranking model.
  ///
  /// - Throws: `StateError` if the bytes are not such models.
  init(
    _ model: RankingModel, evidenceColumns: [Int], rates: PersonalModel.Rates,
    places placeOpinion: PlaceOpinion,
    from reader: inout StateReader
  ) throws {
    self.placeOpinion = placeOpinion
    var placeRates = rates
    placeRates.pool = placeOpinion.pool
    bare = try PersonalModel(model, evidenceColumns: evidenceColumns, rates: rates, from: &reader)
    let known = try reader.read(UInt8.self)
    guard known & 1 == 1, known < 1 << Mode.all.count else { throw StateError() }
    for mode in Mode.all where !mode.isEmpty && known & 1 << mode.rawValue != 0 {
      let namesPlace = mode.contains(.place)
      naming[mode] = try PersonalModel(
        model, evidenceColumns: namesPlace ? placeOpinion.evidenceColumns : evidenceColumns,
        rates: namesPlace ? placeRates : rates, from: &reader)
    }
    guard naming[[.attributes, .place]] == nil || naming.count == 3 else { throw StateError() }
  }
}

extension Context {
  /// Returns the same moment with at most some of its circumstances.
  func naming(_ mode: PersonalModels.Mode) throws(ActivityError) -> Context {
    if PersonalModels.Mode(of: self).isSubset(of: mode) { return self }
    return try Context(
      at: instant, place: mode.contains(.place) ? place : nil,
      attributes: mode.contains(.attributes) ? attributes : [:])
  }
}
