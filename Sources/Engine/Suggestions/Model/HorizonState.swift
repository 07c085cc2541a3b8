internal import Activities
internal import Features
internal import Kernels
internal import Ranking

/// What follows one person about horizons: the pool of opinions, and the moment whose outcome it
/// waits for.
///
/// The pool learns at whole hours of UTC, within a day after a donation: at each it is asked what
/// is done within the hour, and told when that has passed. Hours go by as donations come, so it is
/// a function of the log alone; what came after the last donation is not learned before the next
/// one tells that the log goes on.
struct HorizonState: Sendable {
  /// The hour that the pool learns by, in milliseconds, and the seconds of that horizon.
  static let hour: Int64 = 3_600_000
  static let horizon = 3_600.0
  /// So long after a donation hours are learned from, in milliseconds.
  private static let reach: Int64 = 86_400_000
  /// Of what no opinion gives so much probability nothing is kept: it hardly tells opinions apart.
  private static let least: Float = 0.01

  /// A digest of what decides how donations become a state: the pool's constants, the evidence, and
  /// the hours learned from.
  static let stateDigest = StableHash.text(
    "\(HorizonPool.definition);\(HorizonSchema.fingerprint);\(HorizonSchema.opinions);\(hour);\(reach);\(least)"
  )

  private(set) var pool: HorizonPool
  /// The hour that is waited for, in milliseconds since 1970; `nil` if none is.
  private var start: Int64?
  /// The items that opinions were asked of, what they said, and whether each was done since.
  private var items: [Int32] = []
  private var opinions: [Float] = []
  private var done: [Bool] = []

  init(_ pool: HorizonPool) { self.pool = pool }

  /// The bytes of its tables.
  var memoryFootprint: Int { items.capacity * 5 + opinions.capacity * 4 + pool.count * 16 }

  /// The hours to learn from before something is donated: after the last donation, up to the moment
  /// of this one.
  static func hours(after last: Int64, upTo time: Int64) -> StrideTo<Int64> {
    let first = (last.flooringDivision(by: hour) + 1) * hour
    return stride(from: first, to: min(time, last + reach) + 1, by: Int(hour))
  }

  /// Learns the outcome of the hour that is waited for, if it has passed at a moment; O(items ·
  /// opinions).
  mutating func settle(at time: Int64) {
    guard let start, time >= start + Self.hour else { return }
    pool.learn(opinions, done: done)
    self.start = nil
  }

  /// Waits for the outcome of an hour.
  ///
  /// - Parameters:
  ///   - items: What was asked.
  ///   - said: What each opinion said of each.
  mutating func wait(for hour: Int64, items asked: [Int], said: [Float]) {
    start = hour
    items.removeAll(keepingCapacity: true)
    opinions.removeAll(keepingCapacity: true)
    done.removeAll(keepingCapacity: true)
    for (candidate, item) in asked.enumerated() {
      let own = said[candidate * pool.count..<(candidate + 1) * pool.count]
      guard own.contains(where: { $0 > Self.least }) else { continue }
      items.append(Int32(item))
      opinions.append(contentsOf: own)
      done.append(false)
    }
  }

  /// Notes that an item was done.
  mutating func note(item: Int, at time: Int64) {
    guard let start, time >= start, time < start + Self.hour else { return }
    if let candidate = items.firstIndex(of: Int32(item)) { done[candidate] = true }
  }
}

/// As bytes, for a checkpoint.
extension HorizonState {
  func write(into writer: inout StateWriter) {
    pool.write(into: &writer)
    writer.write(start ?? .min)
    writer.write(start == nil ? [] : items)
    writer.write(start == nil ? [] : opinions)
    writer.write(start == nil ? [] : done.map { $0 ? UInt8(1) : 0 })
  }

  /// Reads what ``write(into:)`` wrote.
  ///
  /// - Throws: `StateError` if it is none, or of an item that there is not.
  init(_ pool: HorizonPool, items count: Int, from reader: inout StateReader) throws(StateError) {
    self.pool = pool
    try self.pool.read(from: &reader)
    let start = try reader.read(Int64.self)
    self.start = start == .min ? nil : start
    items = try reader.readTable()
    opinions = try reader.readTable(count: items.count * pool.count)
    done = try reader.readTable(of: UInt8.self).map { $0 != 0 }
    guard done.count == items.count, items.allSatisfy({ $0 >= 0 && Int($0) < count }),
      opinions.allSatisfy({ (0...1).contains($0) }), start == .min || abs(start) < 1 << 52
    else { throw StateError() }
  }
}
