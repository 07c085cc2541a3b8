extension Benchmarks {
  /// Durable donations, import, reading, forgetting, and the first answer, in a temporary folder.
  ///
  /// What is durable waits for the disk: these figures say more about the disk than about us, and are reported only.
  ///
  /// - Parameters:
  ///   - log: The bytes of a donation log to import; `nil`: one is made up.
  ///   - progress: Called before each case with its name.
  /// - Throws: ``BenchmarkError/repetitionsNotPositive``; what the temporary folder's store throws.
  public static func store(
    _ plan: BenchmarkPlan, log: [UInt8]? = nil, clock: @escaping BenchmarkClock,
    progress: (String) -> Void = { _ in }
  ) async throws -> BenchmarkReport {
    var recorder = BenchmarkRecorder(try plan.checked(), clock: clock)
    for size in [1, 100, 1_000] {
      progress("appending \(size)")
      try await appending(size, &recorder)
    }
    progress("import")
    let imported =
      try log.map { try ImportCase(bytes: $0) } ?? ImportCase(donations: plan.imported, seed: plan.seed)
    try await importing(imported, &recorder)
    for donations in plan.stored {
      progress("a store of \(donations) donations")
      let person = try await StoredPersonCase(donations: donations, seed: plan.seed)
      try await stored(person, donations, &recorder)
    }
    for people in plan.people {
      progress("\(amount(people)) people")
      try await putAway(people, &recorder)
    }
    return recorder.report("store")
  }

  /// Preparing is not measured: every side does it before its calls, in a call of its own.
  private static func appending(_ size: Int, _ recorder: inout BenchmarkRecorder) async throws {
    let appending = try AppendingCase(size: size, seed: recorder.plan.seed)
    let ours = Side.prepared("append \(amount(size)) at once, durable") {
      try appending.prepare()
    } run: {
      try await appending.append()
    }
    let bare = Side.prepared("bare SQLite") {
      try appending.prepare()
    } run: {
      try appending.appendBare()
    }
    try await recorder.measure(
      ours, work: Work(size, "donations"),
      in: [.init(name: "append at once, durable", parameter: "donations", size: size)], against: [bare])
  }

  private static func importing(_ log: ImportCase, _ recorder: inout BenchmarkRecorder) async throws {
    try await recorder.measure(
      .single("import \(amount(log.donations)) lines") { try await log.run() },
      work: Work(log.donations, "donations"),
      against: [.single("bare SQLite") { try log.insertBare() }, .single("reading alone") { try log.read() }])
  }

  private static func stored(
    _ person: StoredPersonCase, _ donations: Int, _ recorder: inout BenchmarkRecorder
  ) async throws {
    let words = "\(amount(donations)) donations"
    func series(_ name: String) -> [BenchmarkResult.Series] {
      [.init(name: name, parameter: "donations", size: donations)]
    }
    let query = Side.single("an answer of the open engine") { try await person.answer() }
    try await recorder.measure(
      .single("scan \(words)") { try await person.scan() }, work: Work(donations, "donations"),
      in: series("scan"), against: [.single("bare SQLite") { try person.scanBare() }])
    try await recorder.measure(
      .single("answer of the open engine, \(words)") { try await person.answer() }, work: Work(1, "answers"),
      in: series("answer of the open engine"))
    try await recorder.measure(
      .single("open a store of \(words), first answer") { try await person.openAndAnswer() },
      work: Work(1, "answers"), in: series("open, first answer"), against: [query])
    try await recorder.measure(
      .single("late donation and answer, \(words)") { try await person.appendLateAndAnswer() },
      work: Work(1, "answers"), in: series("late donation and answer"), against: [query])
    try await recorder.measure(
      .single("forget one and answer, \(words)") { try await person.forgetAndAnswer() },
      work: Work(1, "answers"), in: series("forget one and answer"), against: [query])
  }

  /// People of usual size in a store: what asking one of them costs, and whether the others take memory.
  private static func putAway(_ people: Int, _ recorder: inout BenchmarkRecorder) async throws {
    let donations = min(BenchmarkPlan.usualDonations, recorder.plan.donations.max() ?? 1)
    let activities = min(BenchmarkPlan.usualActivities, recorder.plan.donations.min() ?? 1)
    let seed = recorder.plan.seed
    let stored = try await PutAwayCase(
      people: people, activities: activities, donations: donations, seed: seed)
    let person = Shared(
      try PersonCase(activities: activities, donations: donations, followed: 16, seed: seed))
    _ = try await stored.ask()
    let before = stored.heapBytes
    try await recorder.measure(
      .single("ask one of \(amount(people)) people put away") { _ = try await stored.ask() },
      work: Work(1, "answers"),
      in: [.init(name: "ask one of many put away", parameter: "people", size: people)],
      against: [.sync("a query", person) { try $0.suggest() }])
    let words = "\(amount(people)) people put away"
    recorder.quantities += [
      Quantity(name: "disk, a person, \(words)", value: Double(stored.bytesOnDisk), unit: "bytes"),
      Quantity(
        name: "heap left behind by asking, \(words)", value: Double(stored.heapBytes - before), unit: "bytes"),
    ]
  }
}
