internal import Activities
internal import Hints

/// Routines as they were learned when the log stood somewhere.
struct KnownRoutines: Sendable {
  let version: LogVersion
  /// The newest donation that they were learned from, in milliseconds since 1970.
  let newest: Int64?
  let routines: LearnedRoutines
}

/// What programs say may matter.
extension PersonalEngine {
  /// What hints say in a context; empty if the log keeps none.
  ///
  /// Routines are learned only if a hint asks for one that no attribute tells.
  func hintPool(in context: Context) async throws -> HintPool {
    let assessed = try await assessedHints(in: context)
    return assessed.isEmpty ? .empty : HintPool(assessed)
  }

  /// All hints that have not expired, in their order, each with how relevant it is.
  func assessedHints(in context: Context) async throws -> [AssessedHint] {
    guard let log = log as? any HintLog else { return [] }
    let stated = try await log.hints(in: .hints, of: user)
      .filter { !$0.hint.activity.isExpired(at: context.instant) }
    let asksForRoutine = stated.contains { stated in
      stated.hint.relevance.contains { if case .routine = $0 { true } else { false } }
    }
    let routines = asksForRoutine ? try await routines(at: context.instant) : LearnedRoutines([])
    return stated.map { AssessedHint($0, in: context, by: routines) }
  }

  /// What a user's catalogue offers: what was never done by then, has not expired and is not forbidden.
  func catalogueEntries(at instant: Instant) async throws -> [StatedHint] {
    guard let log = log as? any HintLog else { return [] }
    let stated = try await log.hints(in: .catalogue, of: user)
    guard !stated.isEmpty else { return [] }
    let profile = try await profile(at: instant)
    return stated.filter { stated in
      profile.rows(of: stated.hint.activity.identity).isEmpty && profile.mayShow(stated, at: instant)
    }
  }

  /// The routines that were known at a moment, kept until the log changes.
  ///
  /// - Complexity: O(donations of eight weeks) when the log has changed, else O(1).
  func routines(at instant: Instant) async throws -> LearnedRoutines {
    let newest = try await profile(at: instant).lastInstant?.milliseconds
    let current = try await log.version(of: user)
    if let known, known.version == current, known.newest == newest { return known.routines }
    let learned = LearnedRoutines(try await donationsOfRoutines(upTo: newest))
    known = KnownRoutines(version: current, newest: newest, routines: learned)
    return learned
  }

  private func donationsOfRoutines(upTo newest: Int64?) async throws -> [Donation] {
    guard let newest else { return [] }
    let (pageSize, limit) = (LearnedRoutines.donationLimit, LearnedRoutines.donationLimit)
    let times = newest - Int64(LearnedRoutines.period * 1_000)..<newest + 1
    var (donations, cursor): ([Donation], LogCursor?) = ([], nil)
    while true {
      let page = try await log.donations(of: user, in: times, after: cursor, limit: pageSize)
      donations = Array((donations + page.map(\.donation)).suffix(limit))
      guard page.count == pageSize else { return donations }
      cursor = page.last?.cursor
    }
  }
}
