public import Activities

/// The routines of a user's day, as far as donations show them.
///
/// It is a function of donations alone, so forgotten donations leave nothing behind, and callers
/// that keep it rebuild it when the log changes. Nothing is guessed: with too few days, or days
/// that vary too much, a routine is unknown and its hints abstain.
///
/// - Days are cut at the user's quietest hour. *Waking* and *bedtime* are the medians of the first
///   and of the last donation of days with three or more, separately for Monday to Friday (five
///   such days) and for weekends (four).
/// - *Home* is where nights begin and end (three), *work* where two hours or more of workdays are
///   spent (five days); each needs a third of the known ones. Places that donations name take
///   precedence over learned ones. Networks count like places.
/// - The *commute* is between the two, on Monday to Friday, from the usual last donation at one to
///   the usual first one at the other within three hours (five days).
/// - Donations without an exact time (`TimePrecision`) are ignored.
/// - Attributes of the context give the other routines: ``RoutineAttribute``.
public struct LearnedRoutines: RoutineDetector, Hashable, Sendable {
  /// The number of donations that it was learned from.
  public let donations: Int
  /// The number of days on which they were made.
  public let days: Int
  /// The times of the first donation of a day.
  public let waking: UsualTimes
  /// The times of the last donation of a day.
  public let bedtime: UsualTimes
  /// Home, work, school and gym, if known.
  public let places: [DailyRoutine: RoutinePlace]
  /// The way from home to work.
  public let wayToWork: CommuteLeg?
  /// The way from work to home.
  public let wayHome: CommuteLeg?
  private let cut: Double

  /// The maximum number of donations to learn from, the newest.
  ///
  /// 4,096: it takes about five milliseconds, and is enough for a user who does that much in less
  /// than eight weeks.
  package static let donationLimit = 4_096
  /// The maximum age of donations relative to the newest, in seconds: eight weeks.
  package static let period = 56 * 86_400.0

  /// Learns from donations.
  ///
  /// - Parameter donations: One user's donations in order of time. It uses those within ``period``
  ///   of the newest, at most the ``donationLimit`` newest ones.
  /// - Complexity: O(n log n) for n donations used.
  package init(_ donations: [Donation]) {
    let recent = Self.recent(donations)
    let log = RoutineLog(recent)
    let anchored = AnchoredLog(log)
    self.donations = recent.count
    days = log.days.count
    cut = log.cut
    waking = log.usualTimes(ofFirst: true)
    bedtime = log.usualTimes(ofFirst: false)
    places = Self.places(of: anchored)
    let presence = Self.presence(recent, at: places)
    wayToWork = CommuteLeg(in: log, presence: presence, from: .home)
    wayHome = CommuteLeg(in: log, presence: presence, from: .work)
  }

  /// Returns the donations to learn from, in order of local time.
  ///
  /// - Parameter donations: The donations, in order of time.
  static func recent(_ donations: [Donation]) -> [Donation] {
    let timed = donations.filter(\.hasExactTime)
    let newest = timed.last?.context.instant
    return timed.suffix(donationLimit).filter { donation in
      newest.map { $0.seconds(since: donation.context.instant) <= period } ?? false
    }.sorted { $0.context.instant.localMilliseconds < $1.context.instant.localMilliseconds }
  }

  private static func places(of log: AnchoredLog) -> [DailyRoutine: RoutinePlace] {
    var tallies: [DailyRoutine: [Anchor.Sense: AnchoredLog.Tally]] = [:]
    var places: [DailyRoutine: RoutinePlace] = [:]
    func take(
      _ routine: DailyRoutine, _ found: [Anchor.Sense: AnchoredLog.Tally], _ basis: RoutinePlace.Basis
    ) {
      guard places[routine] == nil,
        let place = RoutinePlace(found, in: log.clusters, basis: basis)
      else { return }
      tallies[routine] = found
      places[routine] = place
    }
    for routine in DailyRoutine.allCases where routine.isPlace {
      take(routine, log.labelled(routine), .named)
    }
    take(.home, log.nights(), .nights)
    take(.work, log.workdays(except: Set(tallies.values.flatMap(\.values).map(\.anchor))), .workdays)
    return places
  }

  /// Returns whether each donation was at home or at work.
  private static func presence(
    _ donations: [Donation], at places: [DailyRoutine: RoutinePlace]
  ) -> [DailyRoutine?] {
    donations.map { donation in
      [DailyRoutine.home, .work].first { places[$0]?.relevance(in: donation.context) ?? 0 > 0.5 }
    }
  }

  /// Returns the relevance of a routine: how well a moment fits it.
  ///
  /// Around waking and bedtime it is 1 for at least an hour before and after, or as far as the
  /// user's own times vary, and fades outside like a hint for that time. On the commute it is 1
  /// from leaving to arriving. Places fade with the distance.
  public func relevance(of routine: DailyRoutine, in context: Context) -> Double? {
    if let flag = RoutineAttribute.flag(of: routine, in: context) { return flag }
    let isWorkday = RoutineLog.Day.isWorkday(
      RoutineLog.day(ofHours: Double(context.instant.localMilliseconds) / 3_600_000, cut: cut))
    switch routine {
    case .morning: return Self.around(waking.on(workday: isWorkday), at: context.instant)
    case .evening: return Self.around(bedtime.on(workday: isWorkday), at: context.instant)
    case .home, .work, .school, .gym:
      if let label = RoutineAttribute.label(of: context) { return label == routine ? 1 : 0 }
      return places[routine]?.relevance(in: context)
    case .commute: return commuteRelevance(at: context.instant, isWorkday: isWorkday)
    case .headphones, .workout, .activityIncomplete: return nil
    }
  }

  /// The minimum reach of a usual time to each side, in hours.
  private static let margin = 1.0

  private static func around(_ usual: UsualTime?, at instant: Instant) -> Double? {
    guard let usual else { return nil }
    let margin = max(margin, usual.spread)
    return RelevanceCurve.relevance(
      fromHour: usual.hour - margin, toHour: usual.hour + margin, at: instant)
  }

  private func commuteRelevance(at instant: Instant, isWorkday: Bool) -> Double? {
    let legs = [wayToWork, wayHome].compactMap(\.self)
    guard !legs.isEmpty else { return nil }
    guard isWorkday else { return 0 }
    return legs.map {
      RelevanceCurve.relevance(fromHour: $0.leaving.hour, toHour: $0.arriving.hour, at: instant)
    }.max()
  }
}
