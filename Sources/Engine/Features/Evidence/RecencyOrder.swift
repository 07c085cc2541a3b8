internal import Kernels

/// The rows by recency: what was done last comes first.
///
/// An array of rows in the order of their last use, with gaps where moved rows were, and a Fenwick tree that counts the rows up to a place
/// (Fenwick: A new data structure for cumulative frequency tables, Software: Practice and Experience 24, 1994). When half of the places are
/// gaps, the array is compacted.
struct RecencyOrder: Sendable {
  /// The row at each place, the oldest first; ``gap`` where there is none.
  private var rows: [Int32] = []
  /// For each row its place.
  private var places: [Int32] = []
  /// Sums of how many rows stand at places, by Fenwick's scheme, from index 1 on.
  private var sums: [Int32] = [0]

  private static let gap: Int32 = -1

  /// No rows.
  init() {}

  /// The number of rows.
  var count: Int { places.count }

  /// The rank of a row, 0 for the newest; O(log n).
  func rank(of row: Int32) -> Int {
    var index = Int(places[Int(row)]) + 1
    var upTo: Int32 = 0
    while index > 0 {
      upTo += sums[index]
      index &= index - 1
    }
    return places.count - Int(upTo)
  }

  /// Writes the rank of each of some rows; O(n) for all rows in the order of their numbers, else O(rows · log n).
  func rank(_ some: [Int32], areAll: Bool, into ranks: inout [Int32]) {
    ranks.resize(to: some.count)
    var ranks = ranks.mutableSpan
    guard areAll else {
      for (index, row) in some.enumerated() { ranks[index] = Int32(rank(of: row)) }
      return
    }
    var (rank, place) = (Int32(0), rows.count)
    let rows = rows.span
    while place > 0 {
      place -= 1
      guard rows[place] != Self.gap else { continue }
      ranks[Int(rows[place])] = rank
      rank += 1
    }
  }

  /// Makes a row the newest; a row that is new has the next number; O(log n), amortised.
  mutating func moveToFront(_ row: Int32) {
    if rows.count >= 2 * places.count + 64 { closeGaps() }
    if Int(row) < places.count {
      let place = Int(places[Int(row)])
      rows[place] = Self.gap
      add(-1, at: place)
      places[Int(row)] = Int32(rows.count)
    } else {
      places.append(Int32(rows.count))
    }
    append(row)
  }

  /// Appends a place for a row.
  private mutating func append(_ row: Int32) {
    rows.append(row)
    // The sum at an index covers as many places as its lowest bit says.
    let index = rows.count
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
    let old = rows
    rows.removeAll(keepingCapacity: true)
    sums.removeAll(keepingCapacity: true)
    sums.append(0)
    for row in old where row != Self.gap {
      places[Int(row)] = Int32(rows.count)
      append(row)
    }
  }

  /// The rows, the newest first; O(n).
  var newestFirst: [Int32] { newest(count) }

  /// The newest rows, at most so many, the newest first; O(limit), amortised over gaps.
  func newest(_ limit: Int) -> [Int32] {
    var newest: [Int32] = []
    for row in rows.reversed() where row != Self.gap {
      if newest.count == limit { break }
      newest.append(row)
    }
    return newest
  }

  /// Makes an order of rows, the newest first.
  ///
  /// - Parameter newestFirst: Each of the rows 0, 1, 2 and on once.
  init(newestFirst: [Int32]) {
    places = [Int32](repeating: 0, count: newestFirst.count)
    for row in newestFirst.reversed() {
      places[Int(row)] = Int32(rows.count)
      append(row)
    }
  }

  /// The bytes of its tables.
  var memoryFootprint: Int { 4 * (rows.capacity + places.capacity + sums.capacity) }
}
