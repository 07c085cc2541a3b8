internal import Activities

/// The required keys that donations of one type speak for.
///
/// What never repeats is left out. Of the rest, the smallest set that tells as well as all of them
/// which title an activity has: a title is what the user takes for one thing. If titles tell
/// nothing (there are none, there is one, or they never repeat), all that repeats is kept. What
/// always has a value and follows from that set (a constant, a name beside its number) is added: it
/// splits nothing, and may be needed to do it again; but not text that only says the same once
/// more.
struct KeyProposal {
  /// The keys, in order.
  let keys: [String]
  /// The repetition of activities with these keys.
  let repetition: RepetitionTest
  /// Keys that say in words what another key says.
  let displayTexts: [DisplayText]

  struct DisplayText {
    let key: String
    /// The key that says the same; absent: the title does.
    let other: String?
  }

  /// The share by which a smaller set may tell the title worse: one donation in a hundred.
  private static let tolerance = 0.01
  /// The number of values on which two keys have to agree before one is said to follow from the
  /// other.
  private static let fewestValues = 3

  init(of table: LintTable, measures: [KeyMeasure]) {
    let telling = measures.filter { $0.verdict == .tells }.map(\.key)
    let constant = measures.filter { $0.verdict == .constant && $0.donations == table.rows }.map(\.key)
    let displayTexts = Self.displayTexts(of: table, among: telling)
    let plain = telling.filter { key in !displayTexts.contains { $0.key == key } }
    var partition = RowPartition(table)
    let repeatsTitle = table.titles.varies && !table.titles.repetition.isNoise
    var core = repeatsTitle ? Self.smallest(of: plain, telling: table) : plain
    // Each key may repeat and yet all of them together never: then what tells apart the most has to
    // go.
    while core.count > 1, partition.by(core).repetition.isNoise {
      let entropy = Dictionary(measures.map { ($0.key, $0.entropy) }) { first, _ in first }
      guard let worst = core.max(by: { (entropy[$0] ?? 0, $1) < (entropy[$1] ?? 0, $0) }) else { break }
      core.removeAll { $0 == worst }
    }
    let found = partition.by(core)
    let following = plain.filter { key in
      // A required key always has a value.
      !core.contains(key) && table.keys[key]?.count == table.rows && found.determines(key, in: table)
    }
    keys = (core + following + constant).sorted()
    repetition = partition.by(core + following).repetition
    self.displayTexts = displayTexts
  }

  /// Greedily the key that helps most, until the title is told as well as by all keys; then
  /// whatever is not needed goes.
  private static func smallest(of keys: [String], telling table: LintTable) -> [String] {
    var partition = RowPartition(table)
    let best = partition.by(keys).misfits(of: table)
    let enough = best + Int(clamping: (Double(table.titles.count) * tolerance).rounded(.down))
    var chosen: [String] = []
    var misfits = partition.by([]).misfits(of: table)
    while misfits > enough {
      var next: (key: String, misfits: Int)?
      for key in keys where !chosen.contains(key) {
        let left = partition.by(chosen + [key]).misfits(of: table)
        if next.map({ left < $0.misfits }) ?? true { next = (key, left) }
      }
      guard let next, next.misfits < misfits else { return keys }  // only several together help
      chosen.append(next.key)
      misfits = next.misfits
    }
    for key in chosen where chosen.count > 1 {
      let rest = chosen.filter { $0 != key }
      if partition.by(rest).misfits(of: table) <= enough { chosen = rest }
    }
    return chosen
  }

  /// Keys of text that follow from another key and the other from them, or are the title.
  private static func displayTexts(of table: LintTable, among keys: [String]) -> [DisplayText] {
    var found: [DisplayText] = []
    for key in keys {
      guard let column = table.keys[key] else { continue }
      if column.equalsTitle == column.count, column.distinct >= fewestValues {
        found.append(DisplayText(key: key, other: nil))
        continue
      }
      guard column.words * 2 > column.count, column.distinct >= fewestValues else { continue }
      let other = keys.first { other in
        guard other != key, let twin = table.keys[other], twin.distinct == column.distinct,
          twin.words * 2 <= twin.count, twin.count == column.count
        else { return false }
        var partition = RowPartition(table)
        return partition.by([key]).determines(other, in: table)
          && partition.by([other]).determines(key, in: table)
      }
      if let other { found.append(DisplayText(key: key, other: other)) }
    }
    return found
  }
}

/// The rows of a table in groups of equal values of some keys.
struct RowPartition {
  private let table: LintTable
  private let users: Int
  private var cache: [[String]: Groups] = [:]
  /// The number of sets of keys that are remembered.
  private static let mostGroups = 64

  init(_ table: LintTable) {
    self.table = table
    users = table.users.count
  }

  mutating func by(_ keys: [String]) -> Groups {
    if let known = cache[keys] { return known }
    let groups =
      keys.isEmpty
      ? Groups(numbers: table.owners, count: users, users: users)
      : by(Array(keys.dropLast())).refined { table.code(keys[keys.count - 1], $0) }
    if cache.count >= Self.mostGroups { cache = [:] }
    cache[keys] = groups
    return groups
  }

  /// Rows in numbered groups.
  struct Groups {
    let numbers: [UInt32]
    let count: Int
    let users: Int

    var repetition: RepetitionTest {
      RepetitionTest(trials: numbers.count - users, repeats: numbers.count - count)
    }

    func refined(_ code: (Int) -> UInt32) -> Groups {
      var known: [UInt64: UInt32] = [:]
      let refined = numbers.indices.map { row in
        let pair = UInt64(numbers[row]) << 32 | UInt64(code(row))
        if let number = known[pair] { return number }
        let number = UInt32(known.count + 1)
        known[pair] = number
        return number
      }
      return Groups(numbers: refined, count: known.count, users: users)
    }

    /// Returns whether all rows of a group have the same value of a key.
    func determines(_ key: String, in table: LintTable) -> Bool {
      refined { table.code(key, $0) }.count == count
    }

    /// The number of rows that have another title than most of their group.
    func misfits(of table: LintTable) -> Int {
      let finer = refined { table.titles.code($0) }
      var sizes = [Int](repeating: 0, count: finer.count + 1)
      for number in finer.numbers { sizes[Int(number)] += 1 }
      var largest: [UInt32: Int] = [:]
      for row in numbers.indices {
        largest[numbers[row]] = max(largest[numbers[row]] ?? 0, sizes[Int(finer.numbers[row])])
      }
      return numbers.count - largest.values.reduce(0, +)
    }
  }
}
