internal import Kernels

/// Decayed counts of activities by cell: the statistic behind every expert.
///
/// Weights are kept *inflated*: instead of shrinking all old weights at each donation, a new weight is written as
/// 2^(elapsed half-lives), and reading divides by the same power of now. An update is then O(1), whatever the history.
/// When the power grows beyond 2^512, everything is scaled down once (what underflows had no weight left).
struct CellTable: Sendable {
  private struct Cell {
    var total = 0.0
    /// How often the cell was visited; the clock of ``Memory/visits(halfLife:)``.
    var visits = 0.0
    /// How many different rows were counted in it.
    var rows: Int32 = 0
    var firstEntry: Int32 = -1
  }

  private struct Entry {
    var weight: Double
    let row: Int32
    let next: Int32
  }

  private static let largestExponent = 512.0

  let memory: Memory
  private var cellNumbers = KeyNumbers()
  private var entryNumbers = KeyNumbers()
  private var cells: [Cell] = []
  private var entries: [Entry] = []
  /// Where the clock of the table stood when its exponent was zero.
  private var origin: Double?

  init(memory: Memory) {
    self.memory = memory
  }

  /// Counts a row in cells; amortised O(1) a cell.
  mutating func add(row: Int32, in places: some Collection<WeightedCell>, at clock: Clock) {
    let inflation = startInflation(at: clock)
    for place in places {
      let number = cellNumber(place.key)
      let weight = place.weight * (inflation ?? visit(number))
      cells[number].total += weight
      let (entry, isNew) = entryNumbers.insert(Self.entryKey(cell: number, row: row))
      if isNew {
        entries.append(Entry(weight: weight, row: row, next: cells[number].firstEntry))
        cells[number].firstEntry = Int32(entry)
        cells[number].rows += 1
      } else {
        entries[entry].weight += weight
      }
    }
  }

  /// The decayed weight of all rows in cells; O(cells).
  func total(in places: some Collection<WeightedCell>, at clock: Clock) -> Double {
    places.reduce(0) { sum, place in
      guard let number = cellNumbers[place.key] else { return sum }
      let cell = cells[number]
      return sum + cell.total * place.weight * deflation(of: cell, at: clock)
    }
  }

  /// The decayed weight of one row in cells, and of all rows; O(cells).
  func count(
    of row: Int32, in places: some Collection<WeightedCell>, at clock: Clock
  ) -> (weight: Double, total: Double) {
    var (weight, total) = (0.0, 0.0)
    for place in places {
      guard let number = cellNumbers[place.key] else { continue }
      let cell = cells[number]
      let factor = place.weight * deflation(of: cell, at: clock)
      total += cell.total * factor
      guard let entry = entryNumbers[Self.entryKey(cell: number, row: row)] else { continue }
      weight += entries[entry].weight * factor
    }
    return (weight, total)
  }

  /// The decayed weight of one row in cells; O(cells).
  func weight(of row: Int32, in places: some Collection<WeightedCell>, at clock: Clock) -> Double {
    count(of: row, in: places, at: clock).weight
  }

  /// Adds the decayed weight of each row in cells to a column of numbers that are kept row after row.
  ///
  /// - Parameters:
  ///   - weights: A number for each row and column, row-major; long enough for all rows.
  ///   - columns: How many columns there are.
  /// - Returns: The decayed weight of all rows, as ``total(in:at:)``.
  /// - Complexity: O(rows that were ever counted in the cells).
  func accumulate(
    in places: some Collection<WeightedCell>, at clock: Clock, into weights: inout MutableSpan<Double>,
    column: Int, of columns: Int
  ) -> Double {
    var total = 0.0
    for place in places {
      guard let number = cellNumbers[place.key] else { continue }
      let cell = cells[number]
      let factor = place.weight * deflation(of: cell, at: clock)
      total += cell.total * factor
      var index = cell.firstEntry
      while index >= 0 {
        let entry = entries[Int(index)]
        weights[Int(entry.row) * columns + column] += entry.weight * factor
        index = entry.next
      }
    }
    return total
  }

  /// How many different rows were counted in cells, by the cells' weights; O(cells).
  func distinctRows(in places: some Collection<WeightedCell>) -> Double {
    places.reduce(0) { count, place in
      guard let number = cellNumbers[place.key] else { return count }
      return count + Double(cells[number].rows) * place.weight
    }
  }

  /// How many pairs of a cell and a row it holds: what a query may have to visit.
  var entryCount: Int { entries.count }

  private mutating func cellNumber(_ key: UInt64) -> Int {
    let (number, isNew) = cellNumbers.insert(key)
    if isNew { cells.append(Cell()) }
    return number
  }

  private static func entryKey(cell: Int, row: Int32) -> UInt64 { UInt64(cell) << 32 | UInt64(row) }

  /// The inflation of the table's clock, or `nil` if each cell has a clock of its own.
  private mutating func startInflation(at clock: Clock) -> Double? {
    guard let (now, halfLife) = reading(of: clock, counted: 1) else {
      if case .visits = memory { return nil }
      return 1
    }
    let origin = self.origin ?? now
    self.origin = origin
    let exponent = (now - origin) / halfLife
    guard exponent > Self.largestExponent else { return Elementary.powerOfTwo(exponent) }
    let shrink = Elementary.powerOfTwo(-exponent)
    for index in cells.indices { cells[index].total *= shrink }
    for index in entries.indices { entries[index].weight *= shrink }
    self.origin = now
    return 1
  }

  /// Moves a cell's own clock on by a visit and answers its inflation.
  private mutating func visit(_ number: Int) -> Double {
    guard case .visits(let halfLife) = memory else { return 1 }
    cells[number].visits += 1
    let exponent = cells[number].visits / halfLife
    guard exponent > Self.largestExponent else { return Elementary.powerOfTwo(exponent) }
    let shrink = Elementary.powerOfTwo(-exponent)
    cells[number].total *= shrink
    var index = cells[number].firstEntry
    while index >= 0 {
      entries[Int(index)].weight *= shrink
      index = entries[Int(index)].next
    }
    cells[number].visits = 0
    return 1
  }

  private func deflation(of cell: Cell, at clock: Clock) -> Double {
    if let (now, halfLife) = reading(of: clock) {
      return Elementary.powerOfTwo(-(now - (origin ?? now)) / halfLife)
    }
    if case .visits(let halfLife) = memory { return Elementary.powerOfTwo(-cell.visits / halfLife) }
    return 1
  }

  /// - Parameter counted: 1 for a donation that is being counted: it has its whole weight until another one comes after it.
  private func reading(of clock: Clock, counted: Int = 0) -> (now: Double, halfLife: Double)? {
    switch memory {
    case .hours(let halfLife): (clock.hours, halfLife)
    case .donations(let halfLife): (Double(clock.donations + counted), halfLife)
    case .unlimited, .visits: nil
    }
  }
}

/// What time it is for a ``Memory``.
struct Clock: Sendable {
  /// Hours since 1970.
  let hours: Double
  /// How many donations there were before.
  let donations: Int
}
