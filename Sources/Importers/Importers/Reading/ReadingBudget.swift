internal import Synchronization

/// The maximum work of reading a file once, depending on its size.
///
/// The file is untrusted: a small one may be made to take hours or fill the memory. Every reader
/// counts its steps here: bytes of lines and pieces, instructions of a database, times that a
/// recurrence rule examines. ``HistoryImporter/readWithinBudget(_:_:receive:)`` starts a new count
/// for each reading.
package final class ReadingBudget: Sendable {
  private struct Spent {
    var steps = 0
    var records = 0
  }

  /// The maximum number of steps: bytes, instructions of a database, times of a recurrence.
  package let steps: Int
  /// The maximum number of records.
  package let records: Int
  /// The maximum size in bytes of the temporary files in which a database sorts.
  package let memory: Int

  private let path: String
  private let spent = Mutex(Spent())

  /// The minimum budget of a file.
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

  /// The steps since the count started.
  package var spentSteps: Int { spent.withLock(\.steps) }

  /// Starts the count again.
  package func begin() { spent.withLock { $0 = Spent() } }

  /// Counts steps.
  ///
  /// - Throws: ``HistoryError`` with `tooCostly` beyond the budget.
  package func spend(steps count: Int) throws(HistoryError) {
    guard canSpend(steps: count) else { throw HistoryError(.tooCostly, at: path) }
  }

  /// Counts steps; returns whether they are within the budget, for callers that cannot throw, like
  /// SQLite's handler.
  package func canSpend(steps count: Int) -> Bool {
    spent.withLock { spent in
      spent.steps = Self.sum(spent.steps, max(0, count), times: 1)
      return spent.steps <= steps
    }
  }

  /// Counts pieces of work with a cost in steps if the budget has all of them; otherwise counts
  /// nothing.
  ///
  /// It is for optional work, so that the rest can still be read.
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
  /// - Throws: ``HistoryError`` with `tooCostly` beyond the budget.
  package func spendRecord() throws(HistoryError) {
    let isWithin = spent.withLock { spent in
      spent.records += 1
      return spent.records <= records
    }
    guard isWithin else { throw HistoryError(.tooCostly, at: path) }
  }

  /// Returns `base + count · factor`, or the largest number on overflow.
  private static func sum(_ base: Int, _ count: Int, times factor: Int) -> Int {
    let (product, isTooLarge) = max(0, count).multipliedReportingOverflow(by: factor)
    let (sum, isBeyond) = base.addingReportingOverflow(product)
    return isTooLarge || isBeyond ? .max : sum
  }
}
