extension Benchmarks {
  /// Each kernel beside BLAS, where BLAS has it, and its plain twin.
  static func kernels(_ recorder: inout BenchmarkRecorder) async throws {
    let sizes = recorder.plan.candidates.filter { $0 <= 10_000 }
    for rows in sizes { try await product(rows: rows, &recorder) }
    for rows in sizes { try await layer(rows: rows, &recorder) }
    for rows in sizes { try await activation(rows: rows, &recorder) }
    for scores in sizes { try await softmax(scores: scores, &recorder) }
    for scores in recorder.plan.candidates { try await selection(scores: scores, &recorder) }
    for queries in [1, 64] { try await dotLayer(queries: queries, &recorder) }
  }

  private static func product(rows: Int, _ recorder: inout BenchmarkRecorder) async throws {
    let state = Shared(try MatrixVectorCase(rows: rows, columns: 128, seed: recorder.plan.seed))
    try await recorder.measure(
      .sync("gemv \(amount(rows)) x 128", state) { try $0.serve() }, work: state.value.work,
      in: [.init(name: "gemv n x 128", parameter: "rows", size: rows)],
      against: [.sync("cblas_sgemv", state) { try $0.blas() }, .sync("plain", state) { try $0.plain() }])
  }

  private static func layer(rows: Int, _ recorder: inout BenchmarkRecorder) async throws {
    let state = Shared(try DenseLayerCase(rows: rows, inputs: 64, units: 32, seed: recorder.plan.seed))
    try await recorder.measure(
      .sync("gemm and activation \(amount(rows)) x 64 x 32", state) { try $0.serve() },
      work: state.value.work,
      in: [.init(name: "gemm and activation n x 64 x 32", parameter: "rows", size: rows)],
      against: [
        .sync("cblas_sgemm and activation", state) { try $0.blas() },
        .sync("cblas_sgemm", state) { try $0.multiply() }, .sync("plain", state) { try $0.plain() },
      ])
  }

  private static func activation(rows: Int, _ recorder: inout BenchmarkRecorder) async throws {
    let state = Shared(try ActivationCase(rows: rows, columns: 64, seed: recorder.plan.seed))
    try await recorder.measure(
      .sync("activation \(amount(rows)) x 64", state) { try $0.activate() }, work: state.value.work,
      in: [.init(name: "activation n x 64", parameter: "rows", size: rows)],
      against: [.sync("plain", state) { try $0.plain() }])
  }

  private static func softmax(scores: Int, _ recorder: inout BenchmarkRecorder) async throws {
    let state = Shared(SoftmaxCase(scores: scores, seed: recorder.plan.seed))
    try await recorder.measure(
      .sync("softmax of \(amount(scores))", state) { $0.normalize() }, work: state.value.work,
      in: [.init(name: "softmax", parameter: "scores", size: scores)],
      against: [.sync("plain", state) { $0.plain() }])
  }

  private static func selection(scores: Int, _ recorder: inout BenchmarkRecorder) async throws {
    let state = Shared(SelectionCase(scores: scores, limit: limit, seed: recorder.plan.seed))
    try await recorder.measure(
      .sync("top \(limit) of \(amount(scores))", state) { $0.select() }, work: state.value.work,
      in: [.init(name: "top \(limit)", parameter: "scores", size: scores)],
      against: [.sync("a full sort", state) { $0.plain() }])
  }

  private static func dotLayer(queries: Int, _ recorder: inout BenchmarkRecorder) async throws {
    let state = Shared(
      try DotLayerCase(items: 1_000, columns: 128, queries: queries, seed: recorder.plan.seed))
    try await recorder.measure(
      .sync(
        "dot products and top \(limit), 1,000 x 128, \(queries) \(queries == 1 ? "query" : "queries")", state
      ) { try $0.search() }, work: state.value.work)
  }
}
