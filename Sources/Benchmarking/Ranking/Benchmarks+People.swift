extension Benchmarks {
  /// Features alone, a whole query, and what is learned from a donation, of one made-up person.
  static func person(_ size: PersonSize, _ recorder: inout BenchmarkRecorder) async throws {
    let (activities, donations) = (size.activities, size.donations)
    let seed = recorder.plan.seed
    let person = try PersonCase(activities: activities, donations: donations, seed: seed)
    let words = "\(amount(activities)) activities, \(amount(donations)) donations"
    recorder.quantities += [
      Quantity(name: "memory of a person, \(words)", value: Double(person.bytes), unit: "bytes"),
      Quantity(
        name: "checkpoint of a person, \(words)", value: Double(person.checkpointBytes), unit: "bytes"),
    ]
    let asking = Shared(person)
    let learning = Shared(person)
    let observing = Shared(person)
    let scoring = Shared(try RankingCase(candidates: activities, features: shippedFeatures, seed: seed))
    let query = Side.sync("a query", asking) { try $0.suggest() }
    try await recorder.measure(
      .sync("features, \(words)", asking) { $0.describe() }, work: person.describing,
      in: size.series("features"), against: [.sync("a query", asking) { try $0.suggest() }])
    try await recorder.measure(
      .sync("query, \(words)", asking) { try $0.suggest() }, work: person.work, in: size.series("query"),
      against: [.sync("scoring alone", scoring) { try $0.rank(limit: limit) }])
    try await recorder.measure(
      .sync("donation, evidence alone, \(words)", observing) { $0.observe() }, work: Work(1, "donations"),
      in: size.series("donation, evidence alone"), against: [query])
    try await recorder.measure(
      .sync("donation, evidence and adaptation, \(words)", learning) { try $0.learn() },
      work: Work(1, "donations"), in: size.series("donation, evidence and adaptation"), against: [query])
    try await recorder.measure(
      .sync("load a checkpoint, \(words)", asking) { try $0.load() }, work: Work(1, "people"),
      in: size.series("load a checkpoint"), against: [query])
  }
}
