internal import Activities
internal import Features
internal import Kernels
internal import Ranking

/// The state that adapts horizons to one user: the pool of opinions, and the moment whose outcome
/// is pending.
///
/// The pool learns at whole hours of UTC, within a day after a donation. At each it predicts the
/// activities of that hour, and it learns the outcome when the hour has passed. Hours pass as
/// donations arrive, so the state is a function of the log alone. The time after the last donation
/// is not learned until the next one shows that the log continues.
struct HorizonState: Sendable {
  /// The hour that the pool learns by, in milliseconds, and its horizon in seconds.
  static let hour: Int64 = 3_600_000
  static let horizon = 3_600.0
  /// The time after a donation within which hours are learned from, in milliseconds.
  private static let reach: Int64 = 86_400_000
  /// The minimum probability, by any opinion, to keep an item: less hardly distinguishes opinions.
  private static let least: Float = 0.01

  /// A digest of everything that decides how donations become a state: the pool's constants, the
  /// evidence, and the hours learned from.
  static let stateDigest = StableHash.text(
    "\(HorizonPool.definition);\(HorizonSchema.fingerprint);\(HorizonSchema.opinions);\(hour);\(reach);\(least)"
  )

  private(set) var pool: HorizonPool
  /// The hour whose outcome is pending, in milliseconds since 1970; `nil` if none is.
  private var start: Int64?
  /// The items with pending opinions, the opinions, and whether each item was done since.
  private var items: [Int32] = []
  private var opinions: [Float] = []
  private var done: [Bool] = []

  init(_ pool: HorizonPool) { self.pool = pool }

  /// The size of its tables in bytes.
  var memoryFootprint: Int { items.capacity * 5 + opinions.capacity * 4 + pool.count * 16 }

  /// Returns the hours to learn from before a donation: after the last donation, up to this one's
  /// moment.
  static func hours(after last: Int64, upTo time: Int64) -> StrideTo<Int64> {
    let first = (last.flooringDivision(by: hour) + 1) * hour
    return stride(from: first, to: min(time, last + reach) + 1, by: Int(hour))
  }

  /// Learns the outcome of the pending hour if it has passed at a moment, in O(items · opinions).
  mutating func settle(at time: Int64) {
    guard let start, time >= start + Self.hour else { return }
    pool.learn(opinions, done: done)
    self.start = nil
  }

  /// Starts waiting for the outcome of an hour.
  ///
  /// - Parameters:
  ///   - items: The items that were predicted.
  ///   - said: Each opinion about each item.
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

  /// Records that an item was done.
  mutating func note(item: Int, at time: Int64) {
    guard let start, time >= start, time < start + Self.hour else { return }
    if let candidate = items.firstIndex(of: Int32(item)) { done[candidate] = true }
  }
}

/// The encoding for a checkpoint.
extension HorizonState {
  func write(into writer: inout StateWriter) {
    pool.write(into: &writer)
    writer.write(start ?? .min)
    writer.write(start == nil ? [] : items)
    writer.write(start == nil ? [] : opinions)
    writer.write(start == nil ? [] : done.map { $0 ? UInt8(1) : 0 })
  }

  /// Reads a state that ``write(into:)`` wrote.
  ///
  /// - Throws: `StateError` if the bytes are not such a state, or have unknown items.
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
