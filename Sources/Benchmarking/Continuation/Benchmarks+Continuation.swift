extension Benchmarks {
  /// An action performed and published, a suggestion taken back to its action, an activity decoded, URLs routed, words searched.
  ///
  /// - Parameter progress: Called before each case with its name.
  /// - Throws: ``BenchmarkError/repetitionsNotPositive``; what the temporary folder's store throws.
  public static func continuation(
    _ plan: BenchmarkPlan, clock: @escaping BenchmarkClock, progress: (String) -> Void = { _ in }
  ) async throws -> BenchmarkReport {
    var recorder = BenchmarkRecorder(try plan.checked(), clock: clock)
    for keepsDonations in [false, true] {
      progress("publishing and continuing")
      let kept = keepsDonations ? "donation kept in memory" : "donation dropped"
      let continuation = try await ContinuationCase(keepsDonations: keepsDonations)
      try await recorder.measure(
        Side(name: "build and publish an activity, \(kept)") { calls in
          for _ in 0..<calls { try await continuation.perform() }
        }, work: Work(1, "activities"))
      try await recorder.measure(
        Side(name: "continue a suggestion into its action, \(kept)") { calls in
          for _ in 0..<calls { try await continuation.continueSuggestion() }
        }, work: Work(1, "activities"))
    }
    progress("decoding")
    try await recorder.measure(
      .sync("decode an activity and its input", Shared(try DecodingCase())) { try $0.decode() },
      work: Work(1, "activities"))
    progress("routing")
    try await routing(&recorder)
    for activities in plan.stored {
      progress("searching")
      let search = try await SearchCase(activities: activities, seed: plan.seed)
      let count = Shared(0)
      try await recorder.measure(
        Side(name: "search among \(amount(activities)) activities") { calls in
          for _ in 0..<calls {
            count.value += 1
            count.sum = try await search.search(count.value)
          }
        }, work: Work(1, "searches"),
        in: [.init(name: "search", parameter: "activities", size: activities)])
    }
    return recorder.report("continuation")
  }

  /// Routing among many against routing among the fewest.
  private static func routing(_ recorder: inout BenchmarkRecorder) async throws {
    guard let fewest = recorder.plan.routes.min() else { return }
    for routes in recorder.plan.routes {
      let few = Shared(try RoutingCase(routes: fewest))
      try await recorder.measure(
        .sync("route a URL among \(amount(routes)) routes", Shared(try RoutingCase(routes: routes))) {
          try $0.route()
        }, work: Work(1, "URLs"), in: [.init(name: "route a URL", parameter: "routes", size: routes)],
        against: routes == fewest ? [] : [.sync("among \(amount(fewest))", few) { try $0.route() }])
    }
  }
}
