internal import Kernels

/// The items of a window, numbered from 0: at most as many as the window has records, however many
/// the user has.
///
/// So the size of the counts per item depends on the window, and not on the history.
struct WindowItems: Sendable {
  /// The window's records, with numbers in place of items.
  private(set) var records: [WindowRecord] = []
  /// The item of each number, in the order of their first records.
  private(set) var items: [Int32] = []
  /// For each number, the number of the item's type.
  private(set) var types: [Int32] = []
  /// For each item, one more than its number; 0 if the window does not have it.
  private var numbers: [Int32] = []

  init() {}

  /// Numbers the items of a window.
  ///
  /// - Parameters:
  ///   - slice: The window.
  ///   - types: The number of each item's type.
  /// - Complexity: O(records + new items).
  mutating func number(_ slice: ArraySlice<WindowRecord>, types all: [Int32]) {
    for item in items where item < numbers.count { numbers[Int(item)] = 0 }
    if numbers.count > all.count { numbers.removeLast(numbers.count - all.count) }
    numbers.reserveGrowth(of: all.count - numbers.count)
    while numbers.count < all.count { numbers.append(0) }
    WindowScan.numberRows(of: slice, numbers: &numbers, items: &items, into: &records)
    types.resize(to: items.count)
    let items = items
    var types = types.mutableSpan
    for number in items.indices { types[number] = all[Int(items[number])] }
  }

  /// The number of an item; -1 if the window does not have it.
  func number(ofItem item: Int32) -> Int32 { Int(item) < numbers.count ? numbers[Int(item)] - 1 : -1 }
}
