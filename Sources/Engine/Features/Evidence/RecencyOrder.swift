internal import Kernels

/// The items by recency: the most recent comes first.
///
/// An array of items in the order of their last use, with gaps where moved items were, and a
/// Fenwick tree that counts the items up to a position (Fenwick: A new data structure for
/// cumulative frequency tables, Software: Practice and Experience 24, 1994). The array is compacted
/// when half of it is gaps.
struct RecencyOrder: Sendable {
  /// The item at each position, the oldest first; ``gap`` if there is none.
  private var items: [Int32] = []
  /// The position of each item.
  private var places: [Int32] = []
  /// Sums of the number of items at positions, by Fenwick's scheme, starting at index 1.
  private var sums: [Int32] = [0]

  private static let gap: Int32 = -1

  /// Creates an empty order.
  init() {}

  /// The number of items.
  var count: Int { places.count }

  /// Returns the rank of an item, 0 for the newest; O(log n).
  func rank(of item: Int32) -> Int {
    var index = Int(places[Int(item)]) + 1
    var upTo: Int32 = 0
    while index > 0 {
      upTo += sums[index]
      index &= index - 1
    }
    return places.count - Int(upTo)
  }

  /// Writes the rank of each of some items; O(n) for all items in order, otherwise O(items · log
  /// n).
  func rank(_ some: [Int32], areAll: Bool, into ranks: inout [Int32]) {
    ranks.resize(to: some.count)
    var ranks = ranks.mutableSpan
    guard areAll else {
      for (index, item) in some.enumerated() { ranks[index] = Int32(rank(of: item)) }
      return
    }
    var (rank, place) = (Int32(0), items.count)
    let items = items.span
    while place > 0 {
      place -= 1
      guard items[place] != Self.gap else { continue }
      ranks[Int(items[place])] = rank
      rank += 1
    }
  }

  /// Makes an item the newest; a new item has the next index; O(log n), amortised.
  mutating func moveToFront(_ item: Int32) {
    if items.count >= 2 * places.count + 64 { closeGaps() }
    if Int(item) < places.count {
      let place = Int(places[Int(item)])
      items[place] = Self.gap
      add(-1, at: place)
      places[Int(item)] = Int32(items.count)
    } else {
      places.append(Int32(items.count))
    }
    append(item)
  }

  /// Appends a position for an item.
  private mutating func append(_ item: Int32) {
    items.append(item)
    // The sum at an index covers as many positions as the value of its lowest bit.
    let index = items.count
    var (sum, other): (Int32, Int) = (1, index - 1)
    let end = index & (index - 1)
    while other > end {
      sum += sums[other]
      other &= other - 1
    }
    sums.append(sum)
  }

  private mutating func add(_ amount: Int32, at place: Int) {
    var index = place + 1
    while index < sums.count {
      sums[index] += amount
      index += index & -index
    }
  }

  private mutating func closeGaps() {
    let old = items
    items.removeAll(keepingCapacity: true)
    sums.removeAll(keepingCapacity: true)
    sums.append(0)
    for item in old where item != Self.gap {
      places[Int(item)] = Int32(items.count)
      append(item)
    }
  }

  /// The items, the newest first; O(n).
  var newestFirst: [Int32] { newest(count) }

  /// Returns the newest items, at most `limit`, the newest first; O(limit), amortised over gaps.
  func newest(_ limit: Int) -> [Int32] {
    var newest: [Int32] = []
    for item in items.reversed() where item != Self.gap {
      if newest.count == limit { break }
      newest.append(item)
    }
    return newest
  }

  /// Creates an order of items.
  ///
  /// - Parameter newestFirst: The items 0, 1, 2, …, each exactly once.
  init(newestFirst: [Int32]) {
    places = [Int32](repeating: 0, count: newestFirst.count)
    for item in newestFirst.reversed() {
      places[Int(item)] = Int32(items.count)
      append(item)
    }
  }

  /// The size of its tables in bytes.
  var memoryFootprint: Int { 4 * (items.capacity + places.capacity + sums.capacity) }
}
