internal import Activities

/// Learning from the log, as little of it as there is to learn.
extension PersonalEngine {
  private static let pageSize = 4_096
  /// After how many pages of a replay the checkpoints taken so far are kept.
  ///
  /// 16: that many take some ten seconds. Who does not wait for the end need not begin from the start the next time.
  private static let pagesBetweenSaves = 16

  /// Learns what has arrived, or everything from the last checkpoint on if that does not belong at the end.
  func advance(to current: LogVersion) async throws {
    if let arrivals = try await arrivalsInOrder(since: version, now: current) {
      let hasFeedback = version?.feedbackCount != current.feedbackCount
      version = nil  // until all is learned: after an error the profile is built anew
      if hasFeedback { learned.obey(try await log.feedback(of: user)) }
      try learn(arrivals, into: &learned, at: current)
    } else {
      learned = try await replay(before: .max, at: current)
    }
    version = current
    await checkpoints?.save(learned.handOver(), of: user, at: current)
  }

  /// Builds a profile from the log, from the last checkpoint on.
  ///
  /// - Parameters:
  ///   - end: Milliseconds since 1970; what happened then or later is left out.
  ///   - current: Where the log stood before; what arrived later is left to the next time.
  func replay(before end: Int64, at current: LogVersion) async throws -> LearnedHistory {
    var learned =
      await checkpoints?.learned(by: user, before: end, at: current) ?? LearnedHistory(Profile(model))
    learned.obey(
      try await log.feedback(of: user).filter { end == .max || $0.instant.milliseconds < end })
    var (cursor, pages) = (learned.cursor, 0)
    while true {
      let page = try await log.donations(
        of: user, in: Int64.min..<end, after: cursor, limit: Self.pageSize)
      try learn(page.filter { $0.sequence <= current.lastSequence }, into: &learned, at: current)
      guard page.count == Self.pageSize else { break }
      (cursor, pages) = (page.last?.cursor, pages + 1)
      if pages % Self.pagesBetweenSaves == 0 {
        await checkpoints?.save(learned.handOver(), of: user, at: current)
      }
    }
    checkpoints?.take(from: &learned, at: current, .arrived)
    await checkpoints?.save(learned.handOver(), of: user, at: current)
    return learned
  }

  /// Keeps what was learned since the last checkpoint, before the engine is put away.
  func putAway() async {
    guard let version else { return }
    checkpoints?.take(from: &learned, at: version, .leaving)
    await checkpoints?.save(learned.handOver(), of: user, at: version)
  }

  /// Learns donations, and takes a checkpoint wherever a rebuilding would take as long as keeping one.
  private func learn(
    _ donations: [LoggedDonation], into learned: inout LearnedHistory, at current: LogVersion
  ) throws {
    for logged in donations {
      try learned.observe(logged, scratch: &scratch)
      checkpoints?.take(from: &learned, at: current, .onTheWay)
    }
  }

  /// The donations that only have to be appended; `nil` if one does not belong at the end, or something was forgotten.
  private func arrivalsInOrder(
    since before: LogVersion?, now current: LogVersion
  ) async throws -> [LoggedDonation]? {
    guard let before, before.generation == current.generation else { return nil }
    var arrivals: [LoggedDonation] = []
    var last = before.lastSequence
    while last < current.lastSequence {
      let page = try await log.arrivals(of: user, after: last, limit: Self.pageSize)
      guard let newest = page.last?.sequence else { break }
      arrivals += page.filter { $0.sequence <= current.lastSequence }
      last = newest
    }
    let places = (learned.cursor.map { [$0] } ?? []) + arrivals.map(\.cursor)
    guard zip(places, places.dropFirst()).allSatisfy(<) else { return nil }
    return arrivals
  }
}
