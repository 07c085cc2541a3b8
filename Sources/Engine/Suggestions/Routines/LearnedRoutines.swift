public import Activities

/// The routines of a person's day, as far as their donations tell.
///
/// It is a function of donations alone, so what was forgotten leaves nothing behind, and whoever
/// keeps it makes it anew when the log changes. Nothing is guessed: where there are too few days,
/// or they vary too much, a routine is unknown and its hints abstain.
///
/// - Days are cut at the person's quietest hour. *Waking* and *bedtime* are the medians of the
///   first and of the last donation of days with three or more, for Monday to Friday (five such
///   days) and for weekends (four) apart.
/// - *Home* is where nights begin and end (three), *work* where two hours or more of workdays are
///   spent (five days); each a third of those that are known. Places that donations name come
///   before what is learned. Networks count as places do.
/// - The *commute* is between the two, on Monday to Friday, from the usual last donation at one to
///   the usual first one at the other within three hours (five days).
/// - Donations whose time is not exact (`TimePrecision`) are not looked at.
/// - The rest is told by attributes of the context: ``RoutineAttribute``.
public struct LearnedRoutines: RoutineDetector, Hashable, Sendable {
  /// The number of donations that it was learned from.
  public let donations: Int
  /// On how many days they were made.
  public let days: Int
  /// The times at which the first thing of a day is done.
  public let waking: UsualTimes
  /// The times at which the last thing of a day is done.
  public let bedtime: UsualTimes
  /// Home, work, school and gym, as far as they are known.
  public let places: [DailyRoutine: RoutinePlace]
  /// The way from home to work.
  public let wayToWork: CommuteLeg?
  /// The way from work to home.
  public let wayHome: CommuteLeg?
  private let cut: Double

  /// The number of donations that are looked at: the newest.
  ///
  /// 4,096: it takes about five milliseconds, and of somebody who does that much in less than eight
  /// weeks it is enough.
  package static let donationLimit = 4_096
  /// The distance that they may lie behind the newest, in seconds: eight weeks.
  package static let period = 56 * 86_400.0

  /// Learns from donations.
  ///
  /// - Parameter donations: Of one person, in the order of time; of these, the newest
  ///   ``donationLimit`` of the last ``period`` before the newest are looked at.
  /// - Complexity: O(n log n) for n donations that are looked at.
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

  /// Returns the donations that are looked at, in the order of local time.
  ///
  /// - Parameter donations: In the order of time.
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

  /// Returns which of home and work each donation was at.
  private static func presence(
    _ donations: [Donation], at places: [DailyRoutine: RoutinePlace]
  ) -> [DailyRoutine?] {
    donations.map { donation in
      [DailyRoutine.home, .work].first { places[$0]?.relevance(in: donation.context) ?? 0 > 0.5 }
    }
  }

  /// Returns the relevance of a routine: how much of it a moment is.
  ///
  /// Around waking and bedtime it is 1 from an hour before to an hour after at least, as far as the
  /// person's own times vary, and fades outside as a hint of that time would; on the way, from
  /// leaving to arriving. Places fade with the distance.
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

  /// The least that a usual time reaches to each side, in hours.
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
