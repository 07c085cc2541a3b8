extension Benchmarks {
  /// Measures kernels, scoring, whole queries and donations of generated people.
  ///
  /// - Parameter progress: Called before each case with its name.
  /// - Throws: ``BenchmarkError/repetitionsNotPositive``.
  public static func ranking(
    _ plan: BenchmarkPlan, clock: @escaping BenchmarkClock, progress: (String) -> Void = { _ in }
  ) async throws -> BenchmarkReport {
    var recorder = BenchmarkRecorder(try plan.checked(), clock: clock)
    progress("peaks")
    try await peaks(&recorder)
    progress("kernels")
    try await kernels(&recorder)
    progress("scoring")
    try await scoring(&recorder)
    for size in people(of: plan) {
      progress("a person with \(amount(size.activities)) activities, \(amount(size.donations)) donations")
      try await person(size, &recorder)
    }
    progress("calls after idleness, and two threads")
    try await circumstances(&recorder)
    return recorder.report("ranking")
  }

  /// The number of activities of people with histories of varying length: fewer if histories are
  /// shorter than usual.
  private static func usual(_ plan: BenchmarkPlan) -> Int {
    min(BenchmarkPlan.usualActivities, plan.donations.min() ?? 1)
  }

  /// The people to measure, each once, in the order of the growing quantity.
  private static func people(of plan: BenchmarkPlan) -> [PersonSize] {
    var sizes: [PersonSize] = []
    func add(_ activities: Int, _ donations: Int, _ parameter: PersonSize.Parameter) {
      let known = sizes.firstIndex { $0.activities == activities && $0.donations == donations }
      if let known {
        sizes[known].grows.append(parameter)
      } else {
        sizes.append(PersonSize(activities: activities, donations: donations, grows: [parameter]))
      }
    }
    for donations in plan.donations { add(usual(plan), donations, .donations) }
    for activities in plan.activities {
      add(activities, max(activities, BenchmarkPlan.usualDonations), .activities)
    }
    return sizes
  }

  /// Measures the machine's limit as separate figures.
  private static func peaks(_ recorder: inout BenchmarkRecorder) async throws {
    let side = PeakCase.side
    let peak = Shared(try PeakCase(bytes: 0, seed: recorder.plan.seed))
    try await recorder.measure(
      .sync("peak: sgemm \(side) x \(side) x \(side)", peak) { try $0.multiply() },
      work: Work(PeakCase.operations, "operations"))
    for (words, bytes) in [
      ("16 KiB", 16 << 10), ("256 KiB", 256 << 10), ("4 MiB", 4 << 20), ("64 MiB", 64 << 20),
    ] {
      let peak = Shared(try PeakCase(bytes: bytes, seed: recorder.plan.seed))
      try await recorder.measure(
        .sync("peak: read \(words)", peak) { try $0.read() }, work: Work(peak.value.bytes, "bytes"))
    }
  }

  private static func circumstances(_ recorder: inout BenchmarkRecorder) async throws {
    let plan = recorder.plan
    let (activities, donations) = (usual(plan), min(BenchmarkPlan.usualDonations, plan.donations.max() ?? 1))
    let person = try PersonCase(activities: activities, donations: donations, seed: plan.seed)
    var caller = person
    recorder.add(
      try await ColdCalls(plan: plan, clock: recorder.turns.clock).measure(
        "query, \(amount(activities)) activities", work: caller.work
      ) { try caller.suggest() })
    let speedUp = try await Parallel(plan: plan, clock: recorder.turns.clock)
      .speedUp(of: person, calls: min(200, plan.repetitions)) { try $0.suggest() }
    recorder.quantities.append(
      Quantity(name: "queries a second of 2 threads over 1", value: speedUp, unit: "times"))
  }

  /// Returns a number with separated thousands.
  static func amount(_ number: Int) -> String {
    let digits = String(number)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text
  }
}
