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
  struct Entry: BitwiseCopyable {
    /// The number of the pair.
    var number: Int32
    /// The number of the key.
    let key: Int32
    /// A hash of the value alone.
    let value: UInt64
  }

  /// What is counted of an entry.
  struct Use: BitwiseCopyable {
    /// A hash of the pair.
    let hash: UInt64
    /// How many donations had it.
    private(set) var count: Float = 0
    /// The same by weights that halve every ``latelyHalfLife`` donations, as it was after the last one.
    private(set) var recent: Float = 0
    /// The number of donations up to and with the last that had it.
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

  /// How often a key kept its value from one donation that has it to the next.
  struct Persistence: BitwiseCopyable {
    /// A hash of the key.
    let hash: UInt64
    /// The ``last`` of a key that was never seen.
    static let never: Int32 = -2

    /// The number of the entry that the key was last seen in; -1 if that is forgotten.
    var last = never
    private var kept: Float = 0
    private(set) var total: Float = 0
    private let unused: Int32 = 0
    /// The probability that the value stays, with a prior of one half worth two donations.
    var rate: Float { (kept + 1) / (total + 2) }

    init(hash: UInt64) { self.hash = hash }

    /// How much likelier an entry is than usual, given what its key held last.
    ///
    /// - Parameter share: The entry's share of all donations.
    func ratio(of entry: Int32, share: Float) -> Float {
      guard total > 0 else { return 1 }
      // Of kept + 1 or what is missing to total + 2: a division less than by the rate.
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

  /// What is known of a type of activity.
  struct TypeUse: BitwiseCopyable {
    /// A hash of its name.
    let hash: UInt64
    /// How many donations were of it.
    var count: Double
  }

  static let latelyHalfLife = 10.0
  /// The sum of all weights of such a memory, if every donation counts.
  static let latelyTotal = Float(1 / (1 - Elementary.powerOfTwo(-1 / latelyHalfLife)))
  /// So many more entries than activities have now are kept of what they had earlier.
  private static let slack = 256

  /// The entries of each row when it was last donated, row after row; where each row's begin, and where the last one's end.
  var entries: [Entry] = []
  var starts: [Int32] = [0]
  var uses: [Use] = []
  var useNumbers = KeyNumbers()
  var persistence: [Persistence] = []
  var keyNumbers = KeyNumbers()
  var types: [Int32] = []
  var typeUses: [TypeUse] = []
  var typeNumbers = KeyNumbers()
  var previousRow: Int32?
  var donations = 0.0

  init() {}

  /// Counts a donation's entries and type; O(entries), and O(rows) if there are more or fewer than last time.
  mutating func observe(row: Int32, activity: UserActivity, donation: Int) {
    // Sorted, so that sums over entries are the same to the last bit in every process.
    let hashes = activity.userInfo.filter { $0.value != .null }.map {
      (key: StableHash.text($0.key), value: StableHash.entry("", $0.value))
    }.sorted { $0 < $1 }
    let own = hashes.map { entry(key: $0.key, value: $0.value) }
    if Int(row) == types.count {
      types.append(0)
      starts.append(starts[Int(row)])
    }
    let type = typeNumber(StableHash.text(activity.activityType))
    types[Int(row)] = type
    replaceEntries(ofRow: Int(row), by: own)
    for entry in own {
      uses[Int(entry.number)].observe(donation: donation)
      see(entry)
    }
    typeUses[Int(type)].count += 1
    donations += 1
    previousRow = row
    if uses.count > entries.count + Self.slack { forgetUnusedEntries() }
  }

  /// Notes what was just done, without counting it; O(1).
  mutating func follow(row: Int32) {
    previousRow = row
  }

  func range(ofRow row: Int) -> Range<Int> { Int(starts[row])..<Int(starts[row + 1]) }

  private mutating func replaceEntries(ofRow row: Int, by own: [Entry]) {
    let old = range(ofRow: row)
    entries.replaceSubrange(old, with: own)
    let growth = Int32(own.count - old.count)
    guard growth != 0 else { return }
    for later in row + 1..<starts.count { starts[later] += growth }
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

  /// Forgets entries that no activity has now, so that values which never come back do not pile up.
  private mutating func forgetUnusedEntries() {
    var numbers = [Int32](repeating: -1, count: uses.count)
    let old = uses
    uses.removeAll(keepingCapacity: true)
    for index in entries.indices {
      let number = Int(entries[index].number)
      if numbers[number] < 0 {
        numbers[number] = Int32(uses.count)
        uses.append(old[number])
      }
      entries[index].number = numbers[number]
    }
    useNumbers = KeyNumbers(uses.lazy.map(\.hash))
    for key in persistence.indices where persistence[key].last >= 0 {
      persistence[key].last = numbers[Int(persistence[key].last)]
    }
  }
}
