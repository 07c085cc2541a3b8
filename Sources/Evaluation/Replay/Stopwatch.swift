/// Adds up the time that queries take, by a clock that the caller hands in: nanoseconds since any fixed moment.
struct Stopwatch {
  let nanoseconds: (@Sendable () -> UInt64)?
  private var started: UInt64 = 0
  private(set) var total: UInt64 = 0
  private(set) var laps = 0

  init(nanoseconds: (@Sendable () -> UInt64)?) {
    self.nanoseconds = nanoseconds
  }

  mutating func start() { started = nanoseconds?() ?? 0 }

  mutating func stop() {
    total += (nanoseconds?() ?? 0) &- started
    laps += 1
  }
}
