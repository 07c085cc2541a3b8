internal import Activities
internal import Kernels

/// The evidence of the parameters that activities share: the same document in another program, or
/// the same kind of activity.
///
/// An entry is a key and its value in userInfo, whether the key is required or not. Entries give
/// evidence for activities that were rarely done themselves but share what the user just worked on.
struct SharedParameterEvidence: EvidencePart {
  static let columns: [FeatureSchema.Column] = [
    ("shared-with-previous", 0), ("shared-lately", 0), ("key-persistence", 0), ("type-after-type", 0),
    ("type-at-hour", nil), ("in-context", nil),
  ].map { FeatureSchema.Column(name: $0, group: .sharedParameters, neutral: $1) }

  /// A key and its value in an activity.
  private struct Entry: BitwiseCopyable {
    /// The index of the pair.
    var number: Int32
    /// The index of the key.
    let key: Int32
    /// A hash of the value alone.
    let value: UInt64
  }

  /// The counts of an entry.
  private struct Use: BitwiseCopyable {
    /// A hash of the pair.
    let hash: UInt64
    /// The number of donations with it.
    private(set) var count: Float = 0
    /// The same with weights that halve every ``latelyHalfLife`` donations, as of the last one.
    private(set) var recent: Float = 0
    /// The number of donations up to and including the last one with it.
    private(set) var last: Int32 = 0
    private let unused: Int32 = 0

    init(hash: UInt64) { self.hash = hash }

    var isSound: Bool { count >= 1 && count.isFinite && recent >= 0 && recent.isFinite && last > 0 }

    mutating func observe(donation: Int) {
      let passed = Double(donation - Int(last))
      recent = recent * Float(Elementary.powerOfTwo(-(passed + 1) / latelyHalfLife)) + 1
      count += 1
      last = Int32(clamping: donation + 1)
    }
  }

  /// The counts of how often a key kept its value between consecutive donations with that key.
  struct Persistence: BitwiseCopyable {
    /// A hash of the key.
    let hash: UInt64
    /// The ``last`` of a key that has not been seen.
    static let never: Int32 = -2

    /// The index of the entry that the key was last seen in; -1 if that entry was dropped.
    var last = never
    private var kept: Float = 0
    private(set) var total: Float = 0
    private let unused: Int32 = 0
    /// The probability that the value stays, with a prior of one half worth two donations.
    var rate: Float { (kept + 1) / (total + 2) }

    init(hash: UInt64) { self.hash = hash }

    /// Returns how many times more likely an entry is than usual, given its key's last value.
    ///
    /// - Parameter share: The entry's share of all donations.
    func ratio(of entry: Int32, share: Float) -> Float {
      guard total > 0 else { return 1 }
      // The quotient is written out, which saves a division by the rate.
      let usual = min(0.98, share)
      return last == entry
        ? (kept + 1) / ((total + 2) * max(usual, 0.01)) : (total + 1 - kept) / ((total + 2) * (1 - usual))
    }

    var isSound: Bool { kept >= 0 && total >= kept && total.isFinite }

    mutating func observe(entry: Int32) {
      total += 1
      if last == entry { kept += 1 }
      last = entry
    }
  }

  /// The counts of a type of activity.
  private struct TypeUse: BitwiseCopyable {
    /// A hash of its name.
    let hash: UInt64
    /// The number of donations of the type.
    var count: Double
  }

  static let latelyHalfLife = 10.0
  /// The sum of all weights under that decay, if every donation has the entry.
  static let latelyTotal = Float(1 / (1 - Elementary.powerOfTwo(-1 / latelyHalfLife)))
  /// The minimum number of outdated entries that makes it worth dropping them.
  private static let slack = 256

  /// The entries of each item at its last donation, item after item.
  ///
  /// ``starts`` has the start of each item's entries, and the end of the last one's.
  private var entries: [Entry] = []
  private var starts: [Int32] = [0]
  private var uses: [Use] = []
  private var useNumbers = IndexMap()
  private var persistence: [Persistence] = []
  private var keyNumbers = IndexMap()
  private(set) var types: [Int32] = []
  private var typeUses: [TypeUse] = []
  private var typeNumbers = IndexMap()
  private(set) var previousItem: Int32?
  private var donations = 0.0

  init() {}

  /// Counts a donation's entries and type; O(entries), and O(items) if their number changed since
  /// the item's last donation.
  mutating func observe(_ use: ObservedUse) {
    let (item, activity, donation) = (use.item, use.activity, use.donation)
    // Sorted, so that sums over entries are bit-identical in every process.
    let hashes = activity.userInfo.filter { $0.value != .null }.map {
      (key: StableHash.text($0.key), value: StableHash.entry("", $0.value))
    }.sorted { $0 < $1 }
    let own = hashes.map { entry(key: $0.key, value: $0.value) }
    if Int(item) == types.count {
      types.append(0)
      starts.append(starts[Int(item)])
    }
    let type = typeNumber(StableHash.text(activity.activityType))
    types[Int(item)] = type
    replaceEntries(ofItem: Int(item), by: own)
    for entry in own {
      uses[Int(entry.number)].observe(donation: donation)
      see(entry)
    }
    typeUses[Int(type)].count += 1
    donations += 1
    previousItem = item
    if uses.count > entries.count + max(Self.slack, entries.count / 4) { forgetUnusedEntries() }
  }

  /// Notes the activity just done, without counting it; O(1).
  mutating func follow(item: Int32, at happened: borrowing QueryContext) {
    previousItem = item
  }

  private func range(ofItem item: Int) -> Range<Int> { Int(starts[item])..<Int(starts[item + 1]) }

  private mutating func replaceEntries(ofItem item: Int, by own: [Entry]) {
    let old = range(ofItem: item)
    entries.replaceSubrange(old, with: own)
    let growth = Int32(truncatingIfNeeded: own.count - old.count)
    guard growth != 0 else { return }
    for later in item + 1..<starts.count { starts[later] += growth }
  }

  private mutating func entry(key: UInt64, value: UInt64) -> Entry {
    let hash = StableHash.mix(key, value)
    let (number, isNew) = useNumbers.insert(hash)
    if isNew { uses.append(Use(hash: hash)) }
    let (keyNumber, isNewKey) = keyNumbers.insert(key)
    if isNewKey { persistence.append(Persistence(hash: key)) }
    return Entry(number: Int32(number), key: Int32(keyNumber), value: value)
  }

  private mutating func see(_ entry: Entry) {
    if persistence[Int(entry.key)].last == Persistence.never {
      persistence[Int(entry.key)].last = entry.number
    } else {
      persistence[Int(entry.key)].observe(entry: entry.number)
    }
  }

  private mutating func typeNumber(_ hash: UInt64) -> Int32 {
    let (number, isNew) = typeNumbers.insert(hash)
    if isNew { typeUses.append(TypeUse(hash: hash, count: 0)) }
    return Int32(number)
  }

  /// Drops entries that no activity has any longer, so that values that never return do not pile
  /// up.
  private mutating func forgetUnusedEntries() {
    var numbers = [Int32](repeating: -1, count: uses.count)
    let old = uses
    uses.removeAll(keepingCapacity: true)
    for index in entries.indices {
      let number = Int(entries[index].number)
      if numbers[number] < 0 {
        numbers[number] = Int32(truncatingIfNeeded: uses.count)
        uses.append(old[number])
      }
      entries[index].number = numbers[number]
    }
    useNumbers = IndexMap(uses.lazy.map(\.hash))
    for key in persistence.indices where persistence[key].last >= 0 {
      persistence[key].last = numbers[Int(persistence[key].last)]
    }
  }

  /// Returns the rarest entry that two items share, as hashes.
  ///
  /// Entries in more than half of all donations do not count; nil if none remains.
  func rarestShared(_ item: Int, _ other: Int, donations: Int) -> (key: UInt64, value: UInt64)? {
    let others = Set(entries[range(ofItem: other)].map(\.number))
    let shared = entries[range(ofItem: item)].filter { entry in
      others.contains(entry.number) && 2 * uses[Int(entry.number)].count <= Float(donations)
    }
    return shared.min { uses[Int($0.number)].count < uses[Int($1.number)].count }.map {
      (persistence[Int($0.key)].hash, $0.value)
    }
  }

  // MARK: Columns

  /// Writes the columns of all candidates; O(candidates x entries).
  ///
  /// - Parameter scratch: Holds candidates and the weights of the query.
  func write(
    _ asked: AskedCandidates, into matrix: inout Matrix, from column: Int, scratch: inout FeatureScratch
  ) {
    guard let previousItem else { return }
    listEntries(&scratch)
    rateEntries(donations: asked.donations, scratch: &scratch)
    rateTypes(&scratch)
    let own = range(ofItem: Int(previousItem))
    scratch.flags.resize(to: uses.count)
    for entry in entries[own] { scratch.flags[Int(entry.number)] = true }
    defer { for entry in entries[own] { scratch.flags[Int(entry.number)] = false } }
    // The entries of the last activity, which always is a candidate, are adjacent.
    let first =
      scratch.candidates.isWhole ? own.lowerBound : scratch.entryIndices.firstIndex(of: Int32(own.lowerBound))
    let before = own.indices.reduce(0) { $0 - scratch.entryRatios[3 * ((first ?? 0) + $1 - own.lowerBound)] }
    let (width, items, isWhole) = (matrix.columns, scratch.candidates.items, scratch.candidates.isWhole)
    scratch.values.removeAll(keepingCapacity: true)
    for value in asked.attributes.values { scratch.values.append(StableHash.entry("", value)) }
    let (rates, ofTypes, flags, values) = (
      scratch.entryRatios.span, scratch.numbers.span, scratch.flags.span, scratch.values.span
    )
    matrix.withElements { elements in
      var slot = 0
      for (candidate, item) in items.enumerated() {
        var (shared, lately, kept): (Float, Float, Float) = (0, 0, 0)
        var fits = false
        for index in range(ofItem: Int(item)) {
          // The last activity shares everything with itself, which adds nothing to its being the
          // last one: it counts like an unrelated activity.
          if item != previousItem, flags[Int(entries[index].number)] {
            shared -= rates[3 * slot]
          }
          lately = max(lately, rates[3 * slot + 1])
          kept += rates[3 * slot + 2]
          for value in values.indices where values[value] == entries[index].value { fits = true }
          slot += 1
        }
        let (first, type) = (candidate * width + column, isWhole ? Int(types[Int(item)]) : candidate)
        elements[first] = shared / (before + 0.1)
        elements[first + 1] = lately
        elements[first + 2] = max(-4, min(4, kept))
        elements[first + 3] = ofTypes[2 * type]
        elements[first + 4] = ofTypes[2 * type + 1]
        elements[first + 5] = fits ? 1 : 0
      }
    }
  }

  /// Lists the entries of all candidates, one candidate after the other.
  private func listEntries(_ scratch: inout FeatureScratch) {
    if scratch.candidates.isWhole {
      scratch.entryIndices.resize(to: entries.count)
      var indices = scratch.entryIndices.mutableSpan
      for index in indices.indices { indices[index] = Int32(index) }
      return
    }
    scratch.entryIndices.removeAll(keepingCapacity: true)
    for item in scratch.candidates.items {
      for index in range(ofItem: Int(item)) { scratch.entryIndices.append(Int32(index)) }
    }
  }

  /// Writes three logarithms per listed entry into the scratch: its share of all donations; how
  /// much more often than usual it occurred lately; and how much more likely its value is than
  /// usual, given its key's last value.
  private func rateEntries(donations: Int, scratch: inout FeatureScratch) {
    let rate = Float(Elementary.logarithm(2) / Self.latelyHalfLife)
    // If not all items are described, candidates share few entries.
    let (isWhole, indices) = (scratch.candidates.isWhole, scratch.entryIndices)
    scratch.numbers.resize(to: isWhole ? uses.count : indices.count)
    var ages = scratch.numbers.mutableSpan
    if isWhole {
      for (number, use) in uses.enumerated() { ages[number] = -rate * Float(donations - Int(use.last)) }
    } else {
      for (slot, index) in indices.enumerated() {
        ages[slot] = -rate * Float(donations - Int(uses[Int(entries[Int(index)].number)].last))
      }
    }
    _ = VectorLoops.exponentiate(&scratch.numbers, in: scratch.numbers.indices, shift: 0)
    scratch.entryRatios.resize(to: 3 * indices.count)
    writeRatios(
      of: indices, recencies: scratch.numbers, byUse: isWhole, into: &scratch.entryRatios)
    VectorLoops.logarithm(inPlace: &scratch.entryRatios)
  }

  /// Writes the arguments of the logarithms of ``rateEntries(donations:scratch:)``.
  ///
  /// - Parameters:
  ///   - indices: The entries.
  ///   - recencies: The remaining part of the recent count of each use, or of the use of each
  ///     entry.
  private func writeRatios(
    of indices: [Int32], recencies: [Float], byUse: Bool, into ratios: inout [Float]
  ) {
    let (recencies, uses, persistence) = (recencies.span, uses.span, persistence.span)
    var ratios = ratios.mutableSpan
    let (all, lately) = (Float(donations), 1 / (Self.latelyTotal + 1))
    for (slot, index) in indices.enumerated() {
      let entry = entries[Int(index)]
      let number = Int(entry.number)
      let use = uses[number]
      let (share, kept) = (use.count / all, persistence[Int(entry.key)])
      ratios[3 * slot] = share
      ratios[3 * slot + 1] = (use.recent * recencies[byUse ? number : slot] / share + 1) * lately
      ratios[3 * slot + 2] = kept.ratio(of: entry.number, share: share)
    }
  }

  /// Writes two logarithms per type into the scratch's numbers, or per candidate if not all items
  /// are described.
  ///
  /// They tell how much more likely than usual the type is after the previous type, and at this
  /// time of day.
  private func rateTypes(_ scratch: inout FeatureScratch) {
    let (after, atHour) = (scratch.totals[ExpertLayout.sameType], scratch.totals[Self.partOfDay])
    func ratios(_ type: Int, _ sums: (Float, Float)) -> (Float, Float) {
      let share = Float(typeUses[type].count / donations)
      return ((sums.0 / share + 2) / (after + 2), (sums.1 / share + 2) / (atHour + 2))
    }
    if scratch.candidates.isWhole {
      scratch.numbers.resize(to: 2 * typeUses.count)
      scratch.numbers.fill(with: 0)
      sumByType(scratch.weights, of: scratch.candidates.items, into: &scratch.numbers)
      for type in typeUses.indices {
        let sums = (scratch.numbers[2 * type], scratch.numbers[2 * type + 1])
        (scratch.numbers[2 * type], scratch.numbers[2 * type + 1]) = ratios(type, sums)
      }
    } else {
      scratch.typeSums.resize(to: 2 * typeUses.count)
      sumByType(scratch.windowWeights, of: scratch.windowItems.items, into: &scratch.typeSums)
      scratch.numbers.resize(to: 2 * scratch.candidates.count)
      for (candidate, item) in scratch.candidates.items.enumerated() {
        let type = Int(types[Int(item)])
        (scratch.numbers[2 * candidate], scratch.numbers[2 * candidate + 1]) = ratios(
          type, (scratch.typeSums[2 * type], scratch.typeSums[2 * type + 1]))
      }
      for type in scratch.windowItems.types.lazy.map(Int.init) {
        (scratch.typeSums[2 * type], scratch.typeSums[2 * type + 1]) = (0, 0)
      }
    }
    VectorLoops.logarithm(inPlace: &scratch.numbers)
  }

  /// Sums the weights of each type's items, one candidate each, in the two lanes that
  /// ``rateTypes(_:)`` reads.
  private func sumByType(_ weights: SIMDTable, of items: [Int32], into sums: inout [Float]) {
    let (sameType, partOfDay) = (weights.lane(ExpertLayout.sameType), weights.lane(Self.partOfDay))
    var sums = sums.mutableSpan
    weights.numbers { weights in
      for (candidate, item) in items.enumerated() {
        let type = Int(types[Int(item)])
        sums[2 * type] += weights[sameType.place(ofLine: candidate)]
        sums[2 * type + 1] += weights[partOfDay.place(ofLine: candidate)]
      }
    }
  }

  /// The lane of the expert for the time of day.
  private static let partOfDay = ExpertPanel.lane(of: "part-of-day") ?? 0

  // MARK: Checkpoints

  func write(into writer: inout StateWriter) {
    writer.write(entries)
    writer.write(starts)
    writer.write(uses)
    writer.write(persistence)
    writer.write(types)
    writer.write(typeUses)
    writer.write(previousItem ?? -1)
    writer.write(donations)
  }

  init(from reader: inout StateReader, of known: StateSize) throws(StateError) {
    self.init()
    let items = known.items
    entries = try reader.readTable()
    starts = try reader.readTable(count: items + 1)
    uses = try reader.readTable()
    persistence = try reader.readTable()
    types = try reader.readTable(count: items)
    typeUses = try reader.readTable()
    let previous = try reader.read(Int32.self)
    previousItem = previous < 0 ? nil : previous
    donations = try reader.read()
    useNumbers = IndexMap(uses.lazy.map(\.hash))
    keyNumbers = IndexMap(persistence.lazy.map(\.hash))
    typeNumbers = IndexMap(typeUses.lazy.map(\.hash))
    let numbers = (uses: Int32(clamping: uses.count), keys: Int32(clamping: persistence.count))
    guard useNumbers.count == uses.count, keyNumbers.count == persistence.count,
      typeNumbers.count == typeUses.count, previous < items, (previous < 0) == (items == 0),
      starts.first == 0,
      items == 0 || (donations > 0 && donations.isFinite),
      typeUses.allSatisfy({ $0.count > 0 && $0.count.isFinite }),
      uses.allSatisfy(\.isSound), persistence.allSatisfy(\.isSound),
      starts.last == Int32(clamping: entries.count), zip(starts, starts.dropFirst()).allSatisfy(<=),
      entries.allSatisfy({ (0..<numbers.uses).contains($0.number) && (0..<numbers.keys).contains($0.key) }),
      persistence.allSatisfy({ (-2..<numbers.uses).contains($0.last) }),
      types.allSatisfy({ (0..<typeUses.count).contains(Int($0)) })
    else { throw StateError() }
  }

  /// The size of its tables in bytes.
  var memoryFootprint: Int {
    MemoryLayout<Entry>.stride * entries.capacity + MemoryLayout<Use>.stride * uses.capacity
      + MemoryLayout<Persistence>.stride * persistence.capacity
      + MemoryLayout<TypeUse>.stride * typeUses.capacity + 4 * (starts.capacity + types.capacity)
      + useNumbers.memoryFootprint + keyNumbers.memoryFootprint + typeNumbers.memoryFootprint
  }
}
