/// What is measured and its reference, call by call in turn, so that whatever else the machine does hits both alike.
enum Comparison {
  /// Measures two ways with the same state.
  ///
  /// The one that goes first changes at each repetition, so that neither always finds the caches as the other left them.
  static func measure<State>(
    _ plan: BenchmarkPlan, clock: BenchmarkClock, with state: inout State,
    subject: (inout State) throws -> Float, reference: (inout State) throws -> Float
  ) rethrows -> (subject: Timing, reference: Timing) {
    var samples: (subject: [UInt64], reference: [UInt64]) = ([], [])
    func time(_ work: (inout State) throws -> Float) rethrows -> UInt64 {
      let start = clock()
      _ = try work(&state)
      return clock() &- start
    }
    let warmUp = Benchmarks.warmUp(plan)
    for call in 0..<warmUp + plan.repetitions {
      let times: (subject: UInt64, reference: UInt64)
      if call % 2 == 0 {
        times.subject = try time(subject)
        times.reference = try time(reference)
      } else {
        times.reference = try time(reference)
        times.subject = try time(subject)
      }
      guard call >= warmUp else { continue }
      samples.subject.append(times.subject)
      samples.reference.append(times.reference)
    }
    return (Timing(samples.subject), Timing(samples.reference))
  }
}
