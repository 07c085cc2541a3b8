internal import Kernels

/// The share of each activity's returns that came just now, among those that took at least this
/// long.
///
/// It is the hazard of a life table (Cutler & Ederer: Maximum utilization of the life table method
/// in analyzing survival, Journal of Chronic Diseases 8, 1958) over past returns. Unfinished pauses
/// are ignored, so it tells when an activity comes back, not whether. Times between two uses fall
/// into bins:
///
///     h(bin) = (returns(bin) + s · prior) / (atRisk(bin) + s)
///
/// The prior is a constant for all activities of a user together; for each single activity it is
/// that common hazard. The hazard separates activities that return every quarter of an hour, every
/// night or every week from those that return at any time. A usual interval and its deviation
/// cannot.
///
/// A return is the time between two consecutive uses that both have a time. If the age of an
/// activity is unknown, its hazard is the common one, which is the prior.
struct ReturnEvidence: EvidencePart {
  static let columns: [FeatureSchema.Column] = [
    ("returns/own", 0), ("returns/any", Float(Elementary.logarithm(Double(prior)))),
  ].map { FeatureSchema.Column(name: $0, group: .rhythm, neutral: $1) }

  /// The number of returns that each prior is worth: the constant to the common hazard, and the
  /// common hazard to an activity's own.
  static let smoothing: (any: Float, own: Float) = (any: 5, own: 4)
  /// The constant prior of the common hazard.
  static let prior: Float = 0.1

  /// Bins on the scale 2 · log₂(1 + minutes): a factor of √2 each except the first; the last starts
  /// at 2.8 years.
  static let bins = 42
  /// The length of a table: one entry for each bin, and two that are always empty.
  private static let stride = bins + 2

  /// The life tables, one after the other: that of all activities, a blank one for activities that
  /// never returned, then one per activity.
  ///
  /// Each bin has the number of returns that took at least that long; the returns in a bin are the
  /// difference to the next one.
  private var atRisk = [Float](repeating: 0, count: 2 * stride)
  /// The index of each item's table.
  private var tables: [Int32] = []
  /// The table of activities that never returned.
  private static let blank: Int32 = 1

  init() {}

  /// The position of a time between the midpoints of two bins.
  struct Position {
    let bin: Int
    let fraction: Float

    /// - Parameter scaled: 2 · log₂(1 + minutes), at least 0.
    init(scaled: Float) {
      let held = min(scaled, Float(bins - 1))
      bin = Int(held)
      fraction = held - Float(bin)
    }

    func mix(_ here: Float, _ next: Float) -> Float { here + fraction * (next - here) }
  }

  private func table(ofItem item: Int) -> Int { Int(tables[item]) }

  /// Learns how long an activity took to return; O(bins).
  mutating func observe(_ use: ObservedUse) {
    if use.isNew { tables.append(Self.blank) }
    guard let hoursSince = use.hoursSince else { return }
    let item = use.item
    let position = Position(scaled: Float(2 * Elementary.logarithm2(1 + hoursSince * 60)))
    if tables[Int(item)] == Self.blank {
      tables[Int(item)] = Int32(atRisk.count / Self.stride)
      atRisk.reserveGrowth(of: Self.stride)
      atRisk.append(contentsOf: repeatElement(0, count: Self.stride))
    }
    for table in [0, table(ofItem: Int(item))] {
      let first = table * Self.stride
      for bin in 0...position.bin { atRisk[first + bin] += 1 }
      atRisk[first + position.bin + 1] += position.fraction
    }
  }

  /// Returns the smoothed share of the returns at a position among those that took at least as
  /// long; O(1).
  private func hazard(table: Int, at position: Position, prior: Float, smoothing: Float) -> Float {
    let first = table * Self.stride + position.bin
    let (lower, upper, beyond) = (atRisk[first], atRisk[first + 1], atRisk[first + 2])
    let returns = position.mix(lower - upper, upper - beyond)
    return (returns + smoothing * prior) / (position.mix(lower, upper) + smoothing)
  }

  /// A length of time after the moment.
  struct Span {
    /// When it begins, and how long it is.
    let start: Double
    let minutes: Double
  }

  /// Returns the share of returns within a span among those that took at least this long, smoothed:
  /// of an activity, and of all together; O(1).
  ///
  /// - Parameter age: The logarithm of the minutes since the activity was last done, plus one. If
  ///   it is unknown (``RecencyEvidence/isKnown(_:)``), all returns count.
  func probabilities(ofItem item: Int, age: Float, within span: Span) -> (own: Float, any: Float) {
    // From the natural logarithm to twice the logarithm to base 2.
    let start = 2.885_390_081_777_927 * Double(max(0, age))
    let here = Position(scaled: Float(start))
    let minutes = Elementary.powerOfTwo(start / 2) + span.start
    let begin = span.start > 0 ? Position(scaled: Float(2 * Elementary.logarithm2(minutes))) : here
    let there = Position(scaled: Float(2 * Elementary.logarithm2(minutes + span.minutes)))
    func lasting(_ table: Int, _ position: Position) -> Float {
      let first = table * Self.stride + position.bin
      return position.mix(atRisk[first], atRisk[first + 1])
    }
    let table = table(ofItem: item)
    let (all, own) = (lasting(0, here), lasting(table, here))
    let any =
      (lasting(0, begin) - lasting(0, there) + Self.smoothing.any * Self.prior) / (all + Self.smoothing.any)
    return (
      (lasting(table, begin) - lasting(table, there) + Self.smoothing.own * any) / (own + Self.smoothing.own),
      any
    )
  }

  /// Writes the columns of all candidates: the logarithms of the ratio of an activity's hazard to
  /// the common one, and of the common one; O(candidates).
  ///
  /// - Parameter scratch: Holds candidates and ages.
  func write(
    _ asked: AskedCandidates, into matrix: inout Matrix, from column: Int, scratch: inout FeatureScratch
  ) {
    let (width, candidates) = (matrix.columns, scratch.candidates.count)
    scratch.buffer.resize(to: 2 * candidates)
    writeRatios(ages: scratch.logarithmicAges, items: scratch.candidates.items, into: &scratch.buffer)
    VectorLoops.logarithm(inPlace: &scratch.buffer)
    let logarithms = scratch.buffer.span
    matrix.withElements { elements in
      for candidate in 0..<candidates {
        elements[candidate * width + column] = logarithms[2 * candidate]
        elements[candidate * width + column + 1] = logarithms[2 * candidate + 1]
      }
    }
  }

  /// Writes the arguments of the columns' logarithms.
  private func writeRatios(ages: [Float], items: [Int32], into ratios: inout [Float]) {
    var ratios = ratios.mutableSpan
    for (candidate, age) in ages.enumerated() {
      guard RecencyEvidence.isKnown(age) else {
        (ratios[2 * candidate], ratios[2 * candidate + 1]) = (1, Self.prior)
        continue
      }
      // From the natural logarithm to twice the logarithm to base 2.
      let position = Position(scaled: max(0, age) * 2.885_390_1)
      let common = hazard(table: 0, at: position, prior: Self.prior, smoothing: Self.smoothing.any)
      let own = hazard(
        table: table(ofItem: Int(items[candidate])), at: position, prior: common,
        smoothing: Self.smoothing.own)
      ratios[2 * candidate] = own / common
      ratios[2 * candidate + 1] = common
    }
  }
}

extension ReturnEvidence {
  func write(into writer: inout StateWriter) {
    writer.write(tables)
    writer.write(atRisk)
  }

  init(from reader: inout StateReader, of known: StateSize) throws(StateError) {
    tables = try reader.readTable(count: known.items)
    atRisk = try reader.readTable()
    let count = atRisk.count / Self.stride
    guard atRisk.count == count * Self.stride, count >= 2, atRisk.allSatisfy({ $0 >= 0 && $0.isFinite }),
      tables.allSatisfy({ $0 >= Self.blank && $0 < count }),
      atRisk[Self.stride..<2 * Self.stride].allSatisfy({ $0 == 0 })
    else { throw StateError() }
  }

  /// The size of its tables in bytes.
  var memoryFootprint: Int { 4 * (atRisk.capacity + tables.capacity) }
}
