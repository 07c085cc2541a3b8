internal import Kernels

/// The rows of a window, numbered from 0 on: at most as many as the window has records, however many a person has.
///
/// What is counted of each row of the window takes as much room as the window, then, and not as the history.
struct WindowRows: Sendable {
  /// The window's records, with numbers in place of rows.
  private(set) var records: [WindowRecord] = []
  /// The row of each number, those whose first record is older first.
  private(set) var rows: [Int32] = []
  /// For each number the number of the row's type.
  private(set) var types: [Int32] = []
  /// For each row one more than its number; 0 if the window does not have it.
  private var numbers: [Int32] = []

  init() {}

  /// Numbers the rows of a window.
  ///
  /// - Parameters:
  ///   - slice: The window.
  ///   - types: The number of each row's type.
  /// - Complexity: O(records), and O(rows that are new).
  mutating func number(_ slice: ArraySlice<WindowRecord>, types all: [Int32]) {
    for row in rows where row < numbers.count { numbers[Int(row)] = 0 }
    if numbers.count > all.count { numbers.removeLast(numbers.count - all.count) }
    numbers.reserveGrowth(of: all.count - numbers.count)
    while numbers.count < all.count { numbers.append(0) }
    WindowScan.numberRows(of: slice, numbers: &numbers, rows: &rows, into: &records)
    types.resize(to: rows.count)
    let rows = rows
    var types = types.mutableSpan
    for number in rows.indices { types[number] = all[Int(rows[number])] }
  }

  /// The number of a row; -1 if the window does not have it.
  func number(ofRow row: Int32) -> Int32 { Int(row) < numbers.count ? numbers[Int(row)] - 1 : -1 }
}
