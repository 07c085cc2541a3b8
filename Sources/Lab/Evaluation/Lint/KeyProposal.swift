internal import Activities

/// The required keys that the donations of one type suggest.
///
/// Keys that never repeat are omitted. Of the others, it takes the smallest set that predicts the
/// title as well as all of them: to the user, a title stands for one activity. If titles are
/// uninformative (there is none or only one, or they never repeat), it keeps all keys that repeat.
/// It then adds keys that always have a value and follow from the set (a constant, a name with a
/// number): they split no activity, and may be needed to do it again. It does not add text that
/// only repeats another key.
struct KeyProposal {
  /// The keys, in order.
  let keys: [String]
  /// The repetition of activities with these keys.
  let repetition: RepetitionTest
  /// The keys whose text repeats another key.
  let displayTexts: [DisplayText]

  struct DisplayText {
    let key: String
    /// The key with the same meaning; absent if it is the title.
    let other: String?
  }

  /// The share by which a smaller set may predict the title worse: one donation in a hundred.
  private static let tolerance = 0.01
  /// The minimum number of values on which two keys agree, for one to follow from the other.
  private static let fewestValues = 3

  init(of table: LintTable, measures: [KeyMeasure]) {
    let telling = measures.filter { $0.verdict == .tells }.map(\.key)
    let constant = measures.filter { $0.verdict == .constant && $0.donations == table.rows }.map(\.key)
    let displayTexts = Self.displayTexts(of: table, among: telling)
    let plain = telling.filter { key in !displayTexts.contains { $0.key == key } }
    var partition = RowPartition(table)
    let repeatsTitle = table.titles.varies && !table.titles.repetition.isNoise
    var core = repeatsTitle ? Self.smallest(of: plain, telling: table) : plain
    // Each key may repeat while all together never do. Then remove the key that distinguishes most.
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

  /// Adds the most helpful key until the title is predicted as well as by all keys; then removes
  /// keys that are not needed.
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

  /// Returns text keys that are equivalent to another key, or to the title.
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

/// The rows of a table, grouped by equal values of some keys.
struct RowPartition {
  private let table: LintTable
  private let users: Int
  private var cache: [[String]: Groups] = [:]
  /// The maximum number of cached sets of keys.
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

    /// The number of rows whose title differs from the most frequent one of their group.
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
