internal import Activities
internal import Kernels

/// A part of the evidence: the state it keeps of donations, and the columns it writes about
/// candidates.
///
/// To add one, write a file like those next to this one, and list its property in
/// ``EvidenceState/parts``.
protocol EvidencePart: Sendable {
  /// The columns that it writes, in order.
  static var columns: [FeatureSchema.Column] { get }

  /// Creates a part without any evidence.
  init()

  /// Learns a donation.
  mutating func observe(_ use: ObservedUse)

  /// Notes that an activity was done that does not teach a habit.
  mutating func follow(item: Int32, at happened: borrowing QueryContext)

  /// Writes its columns for all candidates.
  ///
  /// - Parameters:
  ///   - asked: The facts about the user that several parts need.
  ///   - column: The index of its first column in the matrix.
  ///   - scratch: Holds the moment, the candidates, weights, totals, shares, and the results of
  ///     earlier parts.
  func write(
    _ asked: AskedCandidates, into matrix: inout Matrix, from column: Int, scratch: inout FeatureScratch)

  /// Writes its state; see ``init(from:of:)``.
  func write(into writer: inout StateWriter)

  /// Reads what ``write(into:)`` wrote.
  ///
  /// - Throws: `StateError` if no state with this number of items and donations can have these
  ///   bytes.
  init(from reader: inout StateReader, of known: StateSize) throws(StateError)

  /// The size of its tables in bytes.
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

/// A donation to be learned.
struct ObservedUse {
  /// The item of its activity.
  let item: Int32
  let activity: UserActivity
  let happened: QueryContext
  /// The number of donations before it.
  let donation: Int
  /// The previous use of the activity, or nil if it is new.
  let previous: RecencyEvidence.Use?

  /// The hours since that use, or nil if there was none or either of the two has no time.
  var hoursSince: Double? { happened.hasTime ? previous?.hours(until: happened) : nil }

  /// A Boolean value that indicates whether the activity had never been done before.
  var isNew: Bool { previous == nil }
}

/// The facts about a user that several parts need to describe candidates.
struct AskedCandidates {
  /// The number of donations.
  let donations: Int
  /// The number of activities.
  let items: Int
  /// The last use of each item.
  let uses: [RecencyEvidence.Use]
  /// The rate of new activities lately.
  let noveltyRate: Double
  /// The remaining information of sequences and gaps.
  let sequenceRemainder: Double
  /// The attributes of the context.
  let attributes: [String: ActivityValue]
}

/// The size of a state to be read back.
struct StateSize {
  let items: Int
  let donations: Int
}

/// The access from a state to one of its parts.
///
/// It has closures because reading through a key path copies the whole state.
struct EvidencePartAccess: Sendable {
  let columns: [FeatureSchema.Column]
  let observe: @Sendable (inout EvidenceState, ObservedUse) -> Void
  let follow: @Sendable (inout EvidenceState, Int32, borrowing QueryContext) -> Void
  let write: @Sendable (EvidenceState, AskedCandidates, inout Matrix, Int, inout FeatureScratch) -> Void
  let keep: @Sendable (EvidenceState, inout StateWriter) -> Void
  let read: @Sendable (inout EvidenceState, inout StateReader, StateSize) throws(StateError) -> Void
  let memoryFootprint: @Sendable (EvidenceState) -> Int

  /// Creates the access from closures that get the part and change it in place.
  init<Part: EvidencePart>(
    _ part: @escaping @Sendable (EvidenceState) -> Part,
    _ change: @escaping @Sendable (inout EvidenceState, (inout Part) -> Void) -> Void
  ) {
    columns = Part.columns
    observe = { state, use in change(&state) { $0.observe(use) } }
    follow = { state, item, happened in change(&state) { $0.follow(item: item, at: happened) } }
    write = { part($0).write($1, into: &$2, from: $3, scratch: &$4) }
    keep = { part($0).write(into: &$1) }
    read = { state, reader, size throws(StateError) in
      let read = try Part(from: &reader, of: size)
      change(&state) { $0 = read }
    }
    memoryFootprint = { part($0).memoryFootprint }
  }
}
