internal import Activities
internal import Kernels

/// What activities have in common: the same document in another program, the same kind of activity.
///
/// An entry is one key with its value in userInfo; entries of keys that are not required count too. It says something
/// about activities that were rarely done themselves but share what was just worked on.
struct KinshipEvidence: Sendable {
  static let columns: [FeatureSchema.Column] = [
    "shared-with-previous", "shared-lately", "key-persistence", "type-after-type", "type-at-hour",
    "in-context",
  ].map { FeatureSchema.Column(name: $0, group: .kinship) }

  /// One key with its value, as an activity has it.
  struct Entry: Sendable {
    /// The number of the pair.
    let number: Int
    /// The number of the key.
    let key: Int
    /// A hash of the value alone.
    let value: UInt64
  }

  /// What is counted of an entry.
  struct Use: Sendable {
    /// How many donations had it.
    private(set) var count = 0.0
    private var recent = 0.0
    /// The number of donations up to and with the last that had it.
    private var last = 0

    mutating func observe(donation: Int) {
      count += 1
      recent = recentCount(before: donation + 1) + 1
      last = donation + 1
    }

    /// How often it was seen, by weights that halve every ``KinshipEvidence/latelyHalfLife`` donations.
    func recentCount(before donation: Int) -> Double {
      recent * Elementary.powerOfTwo(-Double(donation - last) / latelyHalfLife)
    }
  }

  /// How often a key kept its value from one donation that has it to the next.
  struct Persistence: Sendable {
    /// The number of the entry that the key was last seen in.
    private(set) var last: Int?
    private var kept = 0.0
    private(set) var total = 0.0
    /// The probability that the value stays, with a prior of one half worth two donations.
    var rate: Double { (kept + 1) / (total + 2) }

    mutating func observe(entry: Int) {
      if let last {
        total += 1
        if last == entry { kept += 1 }
      }
      last = entry
    }
  }

  static let latelyHalfLife = 10.0
  /// The sum of all weights of such a memory, if every donation counts.
  private static let latelyTotal = 1 / (1 - Elementary.powerOfTwo(-1 / latelyHalfLife))

  /// The entries of each row when it was last donated.
  private(set) var entries: [[Entry]] = []
  private var entryNumbers = KeyNumbers()
  /// For each entry that ever was.
  private(set) var uses: [Use] = []
  private var keyNumbers = KeyNumbers()
  /// For each key that ever was.
  private(set) var persistence: [Persistence] = []
  private(set) var types: [Int32] = []
  private var typeNumbers = KeyNumbers()
  private(set) var typeCounts: [Double] = []
  private(set) var afterType = CellTable(memory: .unlimited)
  private(set) var atHour = CellTable(memory: .unlimited)
  private(set) var previousRow: Int32?
  private(set) var donations = 0.0

  /// Counts a donation's entries and type; O(entries).
  mutating func observe(row: Int32, activity: UserActivity, at occasion: Occasion, clock: Clock) {
    // Sorted, so that sums over entries are the same to the last bit in every process.
    let hashes = activity.userInfo.filter { $0.value != .null }.map {
      (key: StableHash.text($0.key), value: StableHash.entry("", $0.value))
    }.sorted { $0 < $1 }
    let own = hashes.map { entry(key: $0.key, value: $0.value) }
    let type = typeNumber(StableHash.text(activity.activityType))
    if Int(row) == entries.count {
      entries.append(own)
      types.append(type)
    } else {
      entries[Int(row)] = own
    }
    for entry in own {
      uses[entry.number].observe(donation: clock.donations)
      persistence[entry.key].observe(entry: entry.number)
    }
    afterType.add(row: type, in: typeCells(), at: clock)
    atHour.add(row: type, in: Self.hourCells(occasion), at: clock)
    typeCounts[Int(type)] += 1
    donations += 1
    previousRow = row
  }

  /// Notes what was just done, without counting it; O(1).
  mutating func follow(row: Int32) {
    previousRow = row
  }

  /// Writes the columns for all rows; O(rows x entries).
  func write(
    _ occasion: Occasion, at clock: Clock, attributes: [UInt64], into matrix: inout Matrix, from column: Int
  ) {
    guard let previousRow else { return }
    let before = KeyNumbers(entries[Int(previousRow)].map { UInt64($0.number) })
    let beforeRarity = entries[Int(previousRow)].reduce(0.0) { $0 + rarity($1) }
    let inContext = KeyNumbers(attributes)
    let afterTypes = typeRatios(afterType, typeCells(), at: clock)
    let hourTypes = typeRatios(atHour, Self.hourCells(occasion), at: clock)
    let width = matrix.columns
    matrix.withElements { elements in
      for row in entries.indices {
        var (shared, lately, kept) = (0.0, 0.0, 0.0)
        var fits = false
        for entry in entries[row] {
          // What was just done shares everything with itself, which tells no more than that it was just done: it counts as a
          // stranger does.
          if row != previousRow, before[UInt64(entry.number)] != nil { shared += rarity(entry) }
          lately = max(lately, warmth(entry, at: clock))
          kept += persistenceOdds(entry)
          fits = fits || inContext[entry.value] != nil
        }
        let first = row * width + column
        elements[first] = Float(shared / (beforeRarity + 0.1))
        elements[first + 1] = Float(lately)
        elements[first + 2] = Float(max(-4, min(4, kept)))
        elements[first + 3] = Float(afterTypes[Int(types[row])])
        elements[first + 4] = Float(hourTypes[Int(types[row])])
        elements[first + 5] = fits ? 1 : 0
      }
    }
  }

  /// The share of all donations that had an entry.
  private func share(_ entry: Entry) -> Double { uses[entry.number].count / donations }

  /// The information of an entry in nats: what all donations share says nothing.
  private func rarity(_ entry: Entry) -> Double {
    -Elementary.logarithm(share(entry))
  }

  /// How much more often than usual an entry was seen in the last donations, as a logarithm.
  private func warmth(_ entry: Entry, at clock: Clock) -> Double {
    let recent = uses[entry.number].recentCount(before: clock.donations)
    return Elementary.logarithm((recent / share(entry) + 1) / (Self.latelyTotal + 1))
  }

  /// The logarithm of how much likelier a value is than usual, given what the same key held last.
  private func persistenceOdds(_ entry: Entry) -> Double {
    let kept = persistence[entry.key]
    guard kept.total > 0 else { return 0 }
    let share = min(0.98, share(entry))
    let isKept = kept.last == entry.number
    return Elementary.logarithm(isKept ? kept.rate / max(share, 0.01) : (1 - kept.rate) / (1 - share))
  }

  private func typeRatios(_ table: CellTable, _ cells: [WeightedCell], at clock: Clock) -> [Double] {
    let total = table.total(in: cells, at: clock)
    return typeCounts.indices.map { type in
      let share = typeCounts[type] / donations
      let weight = table.weight(of: Int32(type), in: cells, at: clock)
      return Elementary.logarithm((weight / share + 2) / (total + 2))
    }
  }

  private func typeCells() -> [WeightedCell] {
    previousRow.map { [WeightedCell(key: UInt64(types[Int($0)]), weight: 1)] } ?? []
  }

  private static func hourCells(_ occasion: Occasion) -> [WeightedCell] {
    Circumstance.timeOfDay(binHours: 3).cells(of: occasion)
  }

  private mutating func entry(key: UInt64, value: UInt64) -> Entry {
    let (number, isNew) = entryNumbers.insert(StableHash.mix(key, value))
    if isNew { uses.append(Use()) }
    let (keyNumber, isNewKey) = keyNumbers.insert(key)
    if isNewKey { persistence.append(Persistence()) }
    return Entry(number: number, key: keyNumber, value: value)
  }

  private mutating func typeNumber(_ hash: UInt64) -> Int32 {
    let (number, isNew) = typeNumbers.insert(hash)
    if isNew { typeCounts.append(0) }
    return Int32(number)
  }
}
