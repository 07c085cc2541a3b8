internal import Activities
internal import Foundation
internal import Kernels

/// The table of a user's items, as far as it decides whether they may be shown and where their
/// texts are.
///
/// It keeps numbers only: titles and payloads are in the log, and few of them are ever shown.
struct CandidateTable: Sendable {
  /// One activity of the user, described by its newest donation in 56 bytes without padding.
  struct Entry: BitwiseCopyable, Sendable {
    /// The position of the newest donation in the log: milliseconds since 1970, and its sequence
    /// number.
    let milliseconds: Int64
    private let sequence: Int64
    /// Seconds since 1970; infinite if it does not expire.
    private let expiration: Double
    /// Hashes of texts; two texts share one only by chance, once in 2⁶⁴.
    let activityType: UInt64
    let program: UInt64
    let defaultProgram: UInt64
    /// 1 if it may be suggested.
    private let eligibility: UInt32
    /// The amount that its program's statements add to its score, in nats (``Benefit``).
    let benefit: Float

    init(_ donation: Donation, sequence: Int64) {
      let activity = donation.activity
      milliseconds = donation.context.instant.milliseconds
      self.sequence = sequence
      expiration = activity.expirationDate?.timeIntervalSince1970 ?? .infinity
      activityType = StableHash.text(activity.activityType)
      program = StableHash.text(donation.program)
      defaultProgram = StableHash.text(activity.defaultProgram)
      eligibility = activity.isEligibleForPrediction ? 1 : 0
      benefit = Benefit.amount(of: activity)
    }

    /// The position of its newest donation in the log.
    var place: LogCursor { LogCursor(milliseconds: milliseconds, sequence: sequence) }

    var isEligible: Bool { eligibility == 1 }

    func isExpired(at instant: Instant) -> Bool { Double(instant.milliseconds) / 1_000 >= expiration }
  }

  /// The entries by item.
  private(set) var entries: [Entry] = []
  /// A Boolean value that indicates whether any program states a benefit for an activity.
  private(set) var hasBenefits = false

  /// The size of its table in bytes.
  var memoryFootprint: Int { entries.capacity * MemoryLayout<Entry>.stride }

  /// Creates an empty table.
  init() {}

  /// Records an item's newest donation, in O(1).
  mutating func observe(_ donation: Donation, sequence: Int64, item: Int) {
    let entry = Entry(donation, sequence: sequence)
    if entry.benefit != 0 { hasBenefits = true }
    if item == entries.count { entries.append(entry) } else { entries[item] = entry }
  }
}

/// The encoding for a checkpoint.
extension CandidateTable {
  /// Reads a table that ``write(into:)`` wrote.
  ///
  /// - Parameter items: The number of items in the evidence.
  /// - Throws: `StateError` if the bytes are for another number of items.
  init(items: Int, from reader: inout StateReader) throws(StateError) {
    entries = try reader.readTable(count: items)
    guard entries.allSatisfy({ Benefit.range.contains($0.benefit) }) else { throw StateError() }
    hasBenefits = entries.contains { $0.benefit != 0 }
  }

  func write(into writer: inout StateWriter) {
    writer.write(entries)
  }
}
