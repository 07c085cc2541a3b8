import Activities
import Kernels

@testable import Features

/// Sample donations and contexts.
enum Samples {
  /// Monday 2024-01-01, 08:00 in UTC.
  static let monday = 1_704_096_000_000 as Int64
  static let hour = 3_600_000 as Int64

  static func context(
    _ milliseconds: Int64, offset: Int = 0, place: Place? = nil, attributes: [String: ActivityValue] = [:]
  ) throws -> Context {
    try Context(
      at: Instant(milliseconds: milliseconds, offsetMinutes: offset), place: place, attributes: attributes)
  }

  static func donation(
    _ name: String, in context: Context, userInfo: [String: ActivityValue] = [:],
    precision: TimePrecision = .exact
  ) throws -> Donation {
    var details = Donation.Details()
    details.timePrecision = precision
    return try Donation(
      of: UserActivity(activityType: "org.example.\(name)", userInfo: userInfo), in: context, details: details
    )
  }

  static func state(after donations: some Sequence<Donation>) -> EvidenceState {
    var state = EvidenceState()
    for donation in donations { state.observe(donation) }
    return state
  }
}

/// The buffers for the queries before a donation is learned.
struct LearningScratch {
  var (bare, named) = (FeatureScratch(), FeatureScratch())
}

extension EvidenceState {
  /// Learns a donation as a user's model does: after a query without its place and attributes, and
  /// one with them.
  mutating func learn(_ donation: Donation, scratch: inout LearningScratch) {
    var (matrix, novelty) = (Matrix(), [Float]())
    let (context, precision) = (donation.context, donation.details.timePrecision)
    describe(
      AskedMoment(Context(at: context.instant), precision: precision), into: &matrix, novelty: &novelty,
      scratch: &scratch.bare)
    guard context.place != nil || !context.attributes.isEmpty else {
      return observe(donation, foreseenBy: scratch.bare, naming: scratch.bare)
    }
    describe(
      AskedMoment(context, precision: precision), into: &matrix, novelty: &novelty, scratch: &scratch.named)
    observe(donation, foreseenBy: scratch.bare, naming: scratch.named)
  }

  /// Returns the fact behind a group of evidence in a context.
  func fact(for group: FeatureGroup, item: Int, in context: Context) -> Fact? {
    factFinder(at: AskedMoment(context)).finding(for: group, about: [item])?.fact
  }
}

/// A state's description of a context, with new buffers and a poisoned matrix.
struct Description: Equatable {
  var matrix = Matrix()
  var novelty: [Float] = []

  init(_ state: EvidenceState, _ context: Context) {
    self.init(state, at: AskedMoment(context))
  }

  init(_ state: EvidenceState, at moment: AskedMoment) {
    var scratch = FeatureScratch()
    self.init(state, at: moment, &scratch)
  }

  init(_ state: EvidenceState, _ context: Context, _ scratch: inout FeatureScratch) {
    self.init(state, at: AskedMoment(context), &scratch)
  }

  init(_ state: EvidenceState, at moment: AskedMoment, _ scratch: inout FeatureScratch) {
    matrix = Matrix(
      rows: state.identities.count + 1, columns: FeatureSchema.current.width + 1, repeating: .nan)
    state.describe(moment, into: &matrix, novelty: &novelty, scratch: &scratch)
  }

  /// The columns and numbers that are NaN or infinite.
  var unfinished: [String] {
    let columns = FeatureSchema.current.columns.indices.filter { column in
      (0..<matrix.rows).contains { !matrix[$0, column].isFinite }
    }
    let numbers = novelty.indices.filter { !novelty[$0].isFinite }
    return columns.map { FeatureSchema.current.columns[$0].name }
      + numbers.map { FeatureSchema.current.noveltyNames[$0] }
  }

  /// The bits of all numbers.
  var bits: [UInt32] { matrix.elements.map(\.bitPattern) + novelty.map(\.bitPattern) }

  /// Returns a column by name.
  func column(_ name: String) -> [Float] {
    guard let column = FeatureSchema.current.columns.firstIndex(where: { $0.name == name }) else { return [] }
    return (0..<matrix.rows).map { matrix[$0, column] }
  }

  /// Returns a novelty number by name.
  func number(_ name: String) -> Float? {
    FeatureSchema.current.noveltyNames.firstIndex(of: name).map { novelty[$0] }
  }
}
