internal import Activities
internal import Kernels

extension KinshipEvidence {
  /// Writes the columns for all rows; O(rows x entries).
  ///
  /// - Parameter scratch: Holds the weights of the query.
  func write(
    attributes: [String: ActivityValue], donations: Int, into matrix: inout Matrix, from column: Int,
    scratch: inout FeatureScratch
  ) {
    guard let previousRow else { return }
    rateEntries(donations: donations, scratch: &scratch)
    rateTypes(&scratch)
    scratch.flags.resize(to: uses.count)
    for entry in entries[range(ofRow: Int(previousRow))] { scratch.flags[Int(entry.number)] = true }
    defer {
      for entry in entries[range(ofRow: Int(previousRow))] { scratch.flags[Int(entry.number)] = false }
    }
    let before = range(ofRow: Int(previousRow)).reduce(0) { $0 - scratch.entryRatios[3 * $1] }
    let width = matrix.columns
    scratch.values.removeAll(keepingCapacity: true)
    for value in attributes.values { scratch.values.append(StableHash.entry("", value)) }
    let (rates, ofTypes, flags, values) = (
      scratch.entryRatios.span, scratch.numbers.span, scratch.flags.span, scratch.values.span
    )
    matrix.withElements { elements in
      for row in types.indices {
        var (shared, lately, kept): (Float, Float, Float) = (0, 0, 0)
        var fits = false
        for index in range(ofRow: row) {
          // What was just done shares everything with itself, which tells no more than that it was just done: it counts as a
          // stranger does.
          if row != previousRow, flags[Int(entries[index].number)] {
            shared -= rates[3 * index]
          }
          lately = max(lately, rates[3 * index + 1])
          kept += rates[3 * index + 2]
          for value in values.indices where values[value] == entries[index].value { fits = true }
        }
        let first = row * width + column
        elements[first] = shared / (before + 0.1)
        elements[first + 1] = lately
        elements[first + 2] = max(-4, min(4, kept))
        elements[first + 3] = ofTypes[2 * Int(types[row])]
        elements[first + 4] = ofTypes[2 * Int(types[row]) + 1]
        elements[first + 5] = fits ? 1 : 0
      }
    }
  }

  /// For each entry of each row three logarithms, into the scratch: of its share of all donations; of how much more often than
  /// usual it was seen in the last ones; and of how much likelier its value is than usual, given what its key held last.
  private func rateEntries(donations: Int, scratch: inout FeatureScratch) {
    let rate = Float(Elementary.logarithm(2) / Self.latelyHalfLife)
    scratch.numbers.resize(to: uses.count)
    var ages = scratch.numbers.mutableSpan
    for (number, use) in uses.enumerated() { ages[number] = -rate * Float(donations - Int(use.last)) }
    _ = VectorLoops.exponentiate(&scratch.numbers, in: scratch.numbers.indices, shift: 0)
    scratch.entryRatios.resize(to: 3 * entries.count)
    writeRatios(recencies: scratch.numbers, into: &scratch.entryRatios)
    VectorLoops.logarithm(inPlace: &scratch.entryRatios)
  }

  /// Writes what ``rateEntries(donations:scratch:)`` takes logarithms of.
  ///
  /// - Parameter recencies: What is left of each use's recent count.
  private func writeRatios(recencies: [Float], into ratios: inout [Float]) {
    let (recencies, uses, persistence) = (recencies.span, uses.span, persistence.span)
    var ratios = ratios.mutableSpan
    let (all, lately) = (Float(donations), 1 / (Self.latelyTotal + 1))
    for (index, entry) in entries.enumerated() {
      let number = Int(entry.number)
      let use = uses[number]
      let (share, kept) = (use.count / all, persistence[Int(entry.key)])
      ratios[3 * index] = share
      ratios[3 * index + 1] = (use.recent * recencies[number] / share + 1) * lately
      ratios[3 * index + 2] = kept.ratio(of: entry.number, share: share)
    }
  }

  /// For each type the logarithms of how much likelier it is than usual after the last one's type, and at this time of day,
  /// into the numbers.
  private func rateTypes(_ scratch: inout FeatureScratch) {
    scratch.numbers.resize(to: 2 * typeUses.count)
    scratch.numbers.fill(with: 0)
    sumByType(scratch.weights, into: &scratch.numbers)
    let (after, atHour) = (scratch.totals[ExpertLanes.sameType], scratch.totals[Self.partOfDay])
    for (type, use) in typeUses.enumerated() {
      let share = Float(use.count / donations)
      scratch.numbers[2 * type] = (scratch.numbers[2 * type] / share + 2) / (after + 2)
      scratch.numbers[2 * type + 1] = (scratch.numbers[2 * type + 1] / share + 2) / (atHour + 2)
    }
    VectorLoops.logarithm(inPlace: &scratch.numbers)
  }

  /// Adds up the weights of each type's rows in the two lanes that ``rateTypes(_:)`` asks.
  private func sumByType(_ weights: LaneTable, into sums: inout [Float]) {
    let (sameType, partOfDay) = (weights.lane(ExpertLanes.sameType), weights.lane(Self.partOfDay))
    var sums = sums.mutableSpan
    weights.numbers { weights in
      for (row, type) in types.enumerated() {
        sums[2 * Int(type)] += weights[sameType.place(ofLine: row)]
        sums[2 * Int(type) + 1] += weights[partOfDay.place(ofLine: row)]
      }
    }
  }

  /// The lane of the expert that tells what is done at such a time of day.
  private static let partOfDay = ExpertPanel.lane(of: "part-of-day") ?? 0
}

extension KinshipEvidence {
  func write(into writer: inout StateWriter) {
    writer.write(entries)
    writer.write(starts)
    writer.write(uses)
    writer.write(persistence)
    writer.write(types)
    writer.write(typeUses)
    writer.write(previousRow ?? -1)
    writer.write(donations)
  }

  init(from reader: inout StateReader, rows: Int) throws(StateError) {
    self.init()
    entries = try reader.readTable()
    starts = try reader.readTable(count: rows + 1)
    uses = try reader.readTable()
    persistence = try reader.readTable()
    types = try reader.readTable(count: rows)
    typeUses = try reader.readTable()
    let previous = try reader.read(Int32.self)
    previousRow = previous < 0 ? nil : previous
    donations = try reader.read()
    useNumbers = KeyNumbers(uses.lazy.map(\.hash))
    keyNumbers = KeyNumbers(persistence.lazy.map(\.hash))
    typeNumbers = KeyNumbers(typeUses.lazy.map(\.hash))
    let known = (uses: Int32(clamping: uses.count), keys: Int32(clamping: persistence.count))
    guard useNumbers.count == uses.count, keyNumbers.count == persistence.count,
      typeNumbers.count == typeUses.count, previous < rows, (previous < 0) == (rows == 0), starts.first == 0,
      rows == 0 || (donations > 0 && donations.isFinite),
      typeUses.allSatisfy({ $0.count > 0 && $0.count.isFinite }),
      uses.allSatisfy(\.isSound), persistence.allSatisfy(\.isSound),
      starts.last == Int32(clamping: entries.count), zip(starts, starts.dropFirst()).allSatisfy(<=),
      entries.allSatisfy({ (0..<known.uses).contains($0.number) && (0..<known.keys).contains($0.key) }),
      persistence.allSatisfy({ (-2..<known.uses).contains($0.last) }),
      types.allSatisfy({ (0..<typeUses.count).contains(Int($0)) })
    else { throw StateError() }
  }

  /// The bytes of its tables.
  var memoryFootprint: Int {
    MemoryLayout<Entry>.stride * entries.capacity + MemoryLayout<Use>.stride * uses.capacity
      + MemoryLayout<Persistence>.stride * persistence.capacity
      + MemoryLayout<TypeUse>.stride * typeUses.capacity + 4 * (starts.capacity + types.capacity)
      + useNumbers.memoryFootprint + keyNumbers.memoryFootprint + typeNumbers.memoryFootprint
  }
}
