internal import Synchronization

/// The maximum work that one reading of a file may take, by the size of the file.
///
/// The file is a stranger's, and may be made so that a small one takes hours or fills the memory.
/// Whatever goes through it counts its steps here: lines and pieces of text by their bytes, a
/// database by its instructions, a rule of recurrence by the times it looks at.
/// ``HistoryImporter/readWithinBudget(_:_:receive:)`` begins a new count for each reading.
package final class ReadingBudget: Sendable {
  private struct Spent {
    var steps = 0
    var records = 0
  }

  /// The most steps of a reading: bytes, instructions of a database, times of a recurrence.
  package let steps: Int
  /// The most records of a reading.
  package let records: Int
  /// The maximum number of bytes of the temporary files in which a database sorts.
  package let memory: Int

  private let path: String
  private let spent = Mutex(Spent())

  /// The budget that every file has, however small.
  private static let (leastSteps, leastRecords, leastMemory) = (20_000_000, 10_000, 64 << 20)
  /// The budget that each byte adds.
  private static let (stepsOfByte, recordsOfByte, memoryOfByte) = (64, 1, 8)

  /// Creates the budget of a file.
  ///
  /// - Parameters:
  ///   - size: The number of bytes of the file.
  ///   - path: The path, for the error.
  package init(size: Int, path: String) {
    self.path = path
    steps = Self.sum(Self.leastSteps, size, times: Self.stepsOfByte)
    records = Self.sum(Self.leastRecords, size, times: Self.recordsOfByte)
    memory = Self.sum(Self.leastMemory, size, times: Self.memoryOfByte)
  }

  /// The steps that were spent since the count began.
  package var spentSteps: Int { spent.withLock(\.steps) }

  /// Begins the count again.
  package func begin() { spent.withLock { $0 = Spent() } }

  /// Counts steps.
  ///
  /// - Throws: ``HistoryError`` with `tooCostly` if they are more than the budget has.
  package func spend(steps count: Int) throws(HistoryError) {
    guard canSpend(steps: count) else { throw HistoryError(.tooCostly, at: path) }
  }

  /// Counts steps; returns whether the budget has them, for what cannot throw, like a handler that
  /// SQLite calls.
  package func canSpend(steps count: Int) -> Bool {
    spent.withLock { spent in
      spent.steps = Self.sum(spent.steps, max(0, count), times: 1)
      return spent.steps <= steps
    }
  }

  /// Counts pieces of work that cost some steps each, if the budget has all of them; else nothing
  /// is counted.
  ///
  /// For work that can be left out, so that the rest is still read.
  ///
  /// - Returns: Whether they were counted.
  package func reserve(_ count: Int, times steps: Int) -> Bool {
    spent.withLock { spent in
      let sum = Self.sum(spent.steps, max(0, count), times: steps)
      guard sum <= self.steps else { return false }
      spent.steps = sum
      return true
    }
  }

  /// Counts a record.
  ///
  /// - Throws: ``HistoryError`` with `tooCostly` if there are more than the budget has.
  package func spendRecord() throws(HistoryError) {
    let isWithin = spent.withLock { spent in
      spent.records += 1
      return spent.records <= records
    }
    guard isWithin else { throw HistoryError(.tooCostly, at: path) }
  }

  /// Returns `base + count · factor`, or the largest number if that is beyond it.
  private static func sum(_ base: Int, _ count: Int, times factor: Int) -> Int {
    let (product, isTooLarge) = max(0, count).multipliedReportingOverflow(by: factor)
    let (sum, isBeyond) = base.addingReportingOverflow(product)
    return isTooLarge || isBeyond ? .max : sum
  }
}
