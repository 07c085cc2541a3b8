internal import Activities

/// Words for what a gate asks and found.
enum GateWording {
  /// Words like "quiet hours are 22:00 to 07:00".
  static func words(for finding: GateFinding) -> String {
    switch finding.measure {
    case .nothing: words(for: finding.gate, isPassed: finding.isPassed)
    case .times(let count): "it was done \(count == 1 ? "once" : "\(count) times")"
    case .restraint(let restraint): words(for: restraint)
    case .likelihood(let probability, let horizon, let threshold, let isPinned):
      likelihood(probability, within: horizon, threshold: threshold, isPinned: isPinned)
    case .practice(let least): "to interrupt, it must have been done \(least) times"
    case .quietHours(let hours): quietHours(hours)
    case .budget(let used, let all): "\(used) of \(all) interruptions today"
    case .rest(let minutesSinceLast, let minutesBetween, let hours):
      rest(minutesSinceLast: minutesSinceLast, minutesBetween: minutesBetween, hoursOfRest: hours)
    case .rank(let rank, let limit):
      "ranked \(rank); the list shows \(limit)"
    }
  }

  private static func words(for gate: SuggestionGate, isPassed: Bool) -> String {
    switch gate {
    case .eligible:
      isPassed ? "its program allows suggestions" : "its program does not allow suggestions of it"
    case .current: isPassed ? "it has not expired" : "it has expired"
    case .permitted:
      isPassed ? "you never said \"never\" about it" : "you said \"never\" about it, its type or its program"
    case .readable:
      isPassed
        ? "its program could open it again"
        : "its program could not open it last time; doing it again brings it back"
    case .due:
      isPassed ? "no recent \"not now\"" : "you said \"not now\" within the last four hours"
    case .known, .discreet, .likely, .practised, .awake, .withinBudget, .rested, .placed: gate.rawValue
    }
  }

  private static func words(for restraint: Restraint?) -> String {
    switch restraint {
    case nil: "nothing keeps it out of suggestions"
    case .rule(let number): "your rule \(number) keeps it out of suggestions"
    case .sensitive(let kind):
      "it is on the list of sensitive sites (\(kind.rawValue)), which are suggested only if a rule shows them"
    }
  }

  private static func likelihood(
    _ probability: Double, within horizon: Double?, threshold: Double, isPinned: Bool
  ) -> String {
    let asked = threshold > 0 ? "at least \(percent(threshold)) needed" : "any probability is enough"
    let likely = ["\(percent(probability)) likely", horizon.map(HorizonWording.words)].compactMap(\.self)
    return likely.joined(separator: " ") + "; "
      + (isPinned ? "you pinned it, so any probability is enough" : asked)
  }

  private static func quietHours(_ hours: SuggestionPolicy.QuietHours?) -> String {
    guard let hours else { return "no quiet hours are set" }
    return "quiet hours are \(clock(hours.start)) to \(clock(hours.end))"
  }

  private static func rest(minutesSinceLast: Double?, minutesBetween: Int, hoursOfRest: Double) -> String {
    if hoursOfRest > 0 {
      return
        "you ignored its last interruption; it may interrupt again in \(Int(clamping: hoursOfRest.rounded(.up))) h"
    }
    guard let minutesSinceLast else { return "no interruption yet" }
    return
      "the last interruption was \(Int(clamping: minutesSinceLast)) min ago; the minimum is \(minutesBetween)"
  }

  /// With a decimal where it matters.
  static func percent(_ share: Double) -> String {
    let tenths = Int(clamping: (share * 1_000).rounded())
    return tenths >= 100 || tenths % 10 == 0 ? "\((tenths + 5) / 10) %" : "\(tenths / 10).\(tenths % 10) %"
  }

  private static func clock(_ minute: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(minute / 60)):\(two(minute % 60))"
  }
}
