internal import Kernels

/// The evidence of how regularly each activity comes back, in time and in donations, and of how due
/// it is.
///
/// An interval in time lies between two consecutive uses that both have a time. A use without a
/// time only counts as a donation, and until the next one with a time nothing is due in time.
struct RhythmEvidence: EvidencePart {
  static let columns: [FeatureSchema.Column] = [
    ("due/time", 0), ("due/donations", 0), ("regularity", nil), ("interval-known", nil),
  ].map { FeatureSchema.Column(name: $0, group: .rhythm, neutral: $1) }

  /// The running mean and variance of the logarithm of intervals; later intervals count more once
  /// there are several.
  struct Interval: BitwiseCopyable {
    private(set) var count: Float = 0
    private(set) var mean: Float = 0
    private(set) var variance: Float = 0

    mutating func observe(_ value: Float) {
      count += 1
      let rate = max(1 / count, 0.1)
      let difference = value - mean
      mean += rate * difference
      variance = (1 - rate) * (variance + rate * difference * difference)
    }

    /// Returns the number of standard deviations by which a value exceeds the mean, clamped to
    /// -4…4; 0 while nothing is known.
    func deviation(of value: Float) -> Float {
      guard count > 0 else { return 0 }
      return max(-4, min(4, (value - mean) / (variance + 0.25).squareRoot()))
    }

    var isSound: Bool { count >= 0 && count.isFinite && mean.isFinite && variance >= 0 && variance.isFinite }
  }

  private(set) var time: [Interval] = []
  private(set) var donations: [Interval] = []

  init() {}

  /// Learns the interval that ended, if it exists and is known; O(1).
  mutating func observe(_ use: ObservedUse) {
    guard let previous = use.previous else {
      time.append(Interval())
      donations.append(Interval())
      return
    }
    let item = Int(use.item)
    if let hours = use.hoursSince { time[item].observe(Float(Elementary.logarithm(1 + hours * 60))) }
    let passed = use.donation - Int(previous.lastDonation)
    donations[item].observe(Float(Elementary.logarithm(Double(passed))))
  }

  /// Writes the columns of all candidates; O(candidates).
  ///
  /// - Parameter scratch: Holds candidates and ages.
  func write(
    _ asked: AskedCandidates, into matrix: inout Matrix, from column: Int, scratch: inout FeatureScratch
  ) {
    let (width, items) = (matrix.columns, scratch.candidates.items)
    scratch.numbers.resize(to: items.count)
    for (candidate, item) in items.enumerated() {
      scratch.numbers[candidate] = Float(asked.donations - Int(asked.uses[Int(item)].lastDonation))
    }
    VectorLoops.logarithm(inPlace: &scratch.numbers)
    let (ages, passed) = (scratch.logarithmicAges.span, scratch.numbers.span)
    matrix.withElements { elements in
      for (candidate, item) in items.enumerated() {
        let (first, known) = (candidate * width + column, time[Int(item)])
        elements[first] = RecencyEvidence.isKnown(ages[candidate]) ? known.deviation(of: ages[candidate]) : 0
        elements[first + 1] = donations[Int(item)].deviation(of: passed[candidate])
        elements[first + 2] = known.count > 1 ? 1 / (1 + known.variance) : 0
        elements[first + 3] = known.count / (known.count + 3)
      }
    }
  }
}

extension RhythmEvidence {
  func write(into writer: inout StateWriter) {
    writer.write(time)
    writer.write(donations)
  }

  init(from reader: inout StateReader, of known: StateSize) throws(StateError) {
    time = try reader.readTable(count: known.items)
    donations = try reader.readTable(count: known.items)
    guard (time + donations).allSatisfy(\.isSound) else { throw StateError() }
  }

  /// The size of its tables in bytes.
  var memoryFootprint: Int { MemoryLayout<Interval>.stride * (time.capacity + donations.capacity) }
}
