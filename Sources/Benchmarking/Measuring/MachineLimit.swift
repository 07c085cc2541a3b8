/// The shortest time in which the machine could do some work: bare arithmetic and bare reading, measured beside it.
struct MachineLimit {
  private let work: Work
  private let peak: Shared<PeakCase>

  init(of work: Work, seed: UInt64) throws {
    self.work = work
    peak = Shared(try PeakCase(bytes: Int(work.bytes), seed: seed))
  }

  /// What has to take its turn beside the case: arithmetic first, then memory.
  var sides: [Side] {
    var multiply = Side.sync("sgemm", peak) { try $0.multiply() }
    var read = Side.sync("read", peak) { try $0.read() }
    multiply.samplesPerRound = 1
    read.samplesPerRound = 1
    return [multiply, read]
  }

  /// The limit by what was measured; `nil` if nothing was.
  func limit(arithmetic: Timing, memory: Timing, of median: Double) -> BenchmarkResult.Limit? {
    let computing = arithmetic.median * work.operations / Double(PeakCase.operations)
    let reading = memory.median * work.bytes / Double(peak.value.bytes)
    let longest = max(computing, reading)
    guard longest > 0 else { return nil }
    return BenchmarkResult.Limit(
      nanoseconds: longest, ratio: median / longest, bound: computing >= reading ? .arithmetic : .memory)
  }
}
