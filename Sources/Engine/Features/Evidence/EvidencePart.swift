internal import Activities
internal import Kernels

/// A part of the evidence: what it keeps of donations, and the columns that it writes about
/// candidates.
///
/// To add one, write a file like those beside this one, and name the property that holds it in
/// ``EvidenceState/parts``.
protocol EvidencePart: Sendable {
  /// The columns that it writes, in order.
  static var columns: [FeatureSchema.Column] { get }

  /// Knows nothing yet.
  init()

  /// Learns a donation.
  mutating func observe(_ use: ObservedUse)

  /// Notes that something was done that teaches no habit.
  mutating func follow(item: Int32, at happened: borrowing QueryContext)

  /// Writes its columns for all candidates.
  ///
  /// - Parameters:
  ///   - asked: What is known of the user that more than one part needs.
  ///   - column: The column of the matrix that is its first.
  ///   - scratch: Holds the moment, the candidates, weights, totals and shares, and what earlier
  ///     parts found.
  func write(
    _ asked: AskedCandidates, into matrix: inout Matrix, from column: Int, scratch: inout FeatureScratch)

  /// Writes what it keeps; see ``init(from:of:)``.
  func write(into writer: inout StateWriter)

  /// Reads what ``write(into:)`` wrote.
  ///
  /// - Throws: `StateError` for what no state of so many items and donations can be.
  init(from reader: inout StateReader, of known: StateSize) throws(StateError)

  /// The bytes of its tables.
  var memoryFootprint: Int { get }
}

extension EvidencePart {
  static var columns: [FeatureSchema.Column] { [] }

  mutating func observe(_ use: ObservedUse) {}
  mutating func follow(item: Int32, at happened: borrowing QueryContext) {}
  func write(
    _ asked: AskedCandidates, into matrix: inout Matrix, from column: Int, scratch: inout FeatureScratch
  ) {}
  func write(into writer: inout StateWriter) {}
  var memoryFootprint: Int { 0 }
}

/// A donation that is learned.
struct ObservedUse {
  /// The item of its activity.
  let item: Int32
  let activity: UserActivity
  let happened: QueryContext
  /// The number of donations before it.
  let donation: Int
  /// The last use of the activity before it; `nil` for one that was never done.
  let previous: RecencyEvidence.Use?

  /// The hours since that use; `nil` if there was none, or one of the two has no time.
  var hoursSince: Double? { happened.hasTime ? previous?.hours(until: happened) : nil }

  /// A Boolean value that indicates whether the activity was never done before.
  var isNew: Bool { previous == nil }
}

/// What is known of a user when candidates are described.
struct AskedCandidates {
  /// The number of donations.
  let donations: Int
  /// The number of activities.
  let items: Int
  /// The last use of each item.
  let uses: [RecencyEvidence.Use]
  /// The rate at which new things have been done lately.
  let noveltyRate: Double
  /// What is left of sequences and gaps.
  let sequenceRemainder: Double
  /// The attributes of the context.
  let attributes: [String: ActivityValue]
}

/// The size of a state that is read back.
struct StateSize {
  let items: Int
  let donations: Int
}

/// The way from a state to one of its parts.
struct EvidencePartPath: Sendable {
  let columns: [FeatureSchema.Column]
  let observe: @Sendable (inout EvidenceState, ObservedUse) -> Void
  let follow: @Sendable (inout EvidenceState, Int32, borrowing QueryContext) -> Void
  let write: @Sendable (EvidenceState, AskedCandidates, inout Matrix, Int, inout FeatureScratch) -> Void
  let keep: @Sendable (EvidenceState, inout StateWriter) -> Void
  let read: @Sendable (inout EvidenceState, inout StateReader, StateSize) throws(StateError) -> Void
  let memoryFootprint: @Sendable (EvidenceState) -> Int

  init<Part: EvidencePart>(_ path: any WritableKeyPath<EvidenceState, Part> & Sendable) {
    columns = Part.columns
    observe = { $0[keyPath: path].observe($1) }
    follow = { $0[keyPath: path].follow(item: $1, at: $2) }
    write = { $0[keyPath: path].write($1, into: &$2, from: $3, scratch: &$4) }
    keep = { $0[keyPath: path].write(into: &$1) }
    read = { state, reader, size throws(StateError) in
      state[keyPath: path] = try Part(from: &reader, of: size)
    }
    memoryFootprint = { $0[keyPath: path].memoryFootprint }
  }
}
