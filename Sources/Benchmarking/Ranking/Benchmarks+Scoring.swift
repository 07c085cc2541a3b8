extension Benchmarks {
  /// Candidates scored and ranked, one query at a time and several together, beside the bare products of the network.
  static func scoring(_ recorder: inout BenchmarkRecorder) async throws {
    let plan = recorder.plan
    for features in [comparedFeatures, shippedFeatures] {
      for candidates in plan.candidates {
        let state = Shared(try RankingCase(candidates: candidates, features: features, seed: plan.seed))
        try await recorder.measure(
          .sync("score \(amount(candidates)), \(features)-64-32-1", state) { try $0.rank(limit: limit) },
          work: state.value.work,
          in: [.init(name: "score n, \(features)-64-32-1", parameter: "candidates", size: candidates)],
          against: [.sync("bare sgemm", state) { try $0.multiply() }])
      }
    }
    let candidates = min(BenchmarkPlan.usualActivities, plan.candidates.max() ?? 1)
    for queries in plan.batches {
      let state = Shared(
        try BatchCase(
          queries: queries, candidates: candidates, features: shippedFeatures, seed: plan.seed))
      try await recorder.measure(
        .sync("score a batch of \(queries), \(candidates) candidates each", state) { try $0.rank() },
        work: state.value.work,
        in: [.init(name: "score a batch", parameter: "queries", size: queries)])
    }
  }
}
