internal import Activities

extension Verdicts {
  /// What records say together.
  ///
  /// - Parameter records: In the order of time.
  /// - Complexity: O(size of the records).
  init(_ records: [Feedback]) {
    lastInstant = records.last?.instant
    let standing = Self.withoutUndone(records)
    for record in standing { note(record) }
    for shown in Self.impressions(in: standing) {
      for (index, impression) in shown.record.shown.enumerated() {
        let identity = impression.identity
        let isAccepted = shown.accepted.contains(identity)
        engagements[identity, default: Engagement()]
          .show(probability: impression.probability, accepted: isAccepted, at: shown.record.instant)
        if shown.record.surface == .interrupt, index == 0 {
          interruptions.note(identity, accepted: isAccepted, at: shown.record.instant)
        }
      }
    }
  }

  /// The records that decide what is shown and can be taken back: what "undo" would undo, the last first.
  ///
  /// - Parameters:
  ///   - records: In the order of time.
  ///   - instant: When it is asked for; a "not now" that is over decides nothing.
  static func deciding(_ records: [Feedback], at instant: Instant) -> [Feedback] {
    withoutUndone(records).filter { record in
      record.canBeTakenBack
        && (record.verdict != .notNow || instant.seconds(since: record.instant) < snooze)
    }.reversed()
  }

  private mutating func note(_ record: Feedback) {
    guard let target = record.about, let shown = record.target else { return }
    if record.isRetirement {
      retirements[shown.identity] = record.instant
      return
    }
    switch record.verdict {
    case .never: standing[target, default: Standing()].isForbidden = true
    case .pinned: standing[target, default: Standing()].isPinned = true
    case .dismissed: standing[target, default: Standing()].dismissals.append(record.instant)
    case .notNow:
      standing[target, default: Standing()].hiddenUntil =
        record.instant.milliseconds + Int64(Self.snooze * 1_000)
    case .accepted, .ignored, .shown, .undone: break
    }
  }

  /// The records that stand.
  ///
  /// An `undone` that names what was shown takes back all that was said of it, of the activity that it is about if it names one.
  /// One that does not takes back the last standing dismissal, "not now", "never" or pin of the same target and scope;
  /// a "never" or a pin that was said twice is one.
  private static func withoutUndone(_ records: [Feedback]) -> [Feedback] {
    var isStanding = [Bool](repeating: true, count: records.count)
    var said: [Target: [Int]] = [:]
    var bySuggestion: [String: [Int]] = [:]
    for (number, record) in records.enumerated() {
      if record.verdict == .undone {
        isStanding[number] = false
        if let name = record.suggestion {
          for one in bySuggestion[name] ?? []
          where record.target == nil || records[one].target?.identity == record.target?.identity {
            isStanding[one] = false
          }
        } else if let target = record.about {
          while let last = said[target]?.popLast() {
            guard isStanding[last] else { continue }
            isStanding[last] = false
            break
          }
        }
        continue
      }
      if let name = record.suggestion { bySuggestion[name, default: []].append(number) }
      guard let target = record.about, record.canBeTakenBack else { continue }
      let isRepeated =
        record.setsState
        && (said[target] ?? []).contains { isStanding[$0] && records[$0].verdict == record.verdict }
      if isRepeated { isStanding[number] = false } else { said[target, default: []].append(number) }
    }
    return zip(records, isStanding).filter(\.1).map(\.0)
  }

  /// What was shown, each once: records that name the same suggestion are about one showing.
  private static func impressions(
    in records: [Feedback]
  ) -> [(record: Feedback, accepted: Set<ActivityIdentity>)] {
    var showings: [(record: Feedback, accepted: Set<ActivityIdentity>)] = []
    var numbers: [String: Int] = [:]
    for record in records where record.isImpression {
      let accepted = record.verdict == .accepted ? record.target?.identity : nil
      if let name = record.suggestion, let number = numbers[name] {
        if let accepted { showings[number].accepted.insert(accepted) }
        continue
      }
      if let name = record.suggestion { numbers[name] = showings.count }
      showings.append((record, accepted.map { [$0] } ?? []))
    }
    return showings
  }
}

extension Feedback {
  /// What it is about.
  fileprivate var about: Verdicts.Target? {
    guard let target else { return nil }
    switch scope {
    case .activity: return .activity(target.identity)
    case .type: return .type(StableHash.text(target.activityType))
    case .program: return .program(StableHash.text(target.defaultProgram))
    }
  }

  /// Whether undoing without naming a suggestion can mean it.
  fileprivate var canBeTakenBack: Bool {
    switch verdict {
    case .never, .pinned, .notNow: true
    case .dismissed: !isRetirement
    case .accepted, .ignored, .shown, .undone: false
    }
  }

  /// Whether saying it twice says no more than saying it once.
  fileprivate var setsState: Bool { verdict == .never || verdict == .pinned }

  /// Whether it tells what was shown.
  fileprivate var isImpression: Bool {
    switch verdict {
    case .shown, .ignored, .accepted, .notNow: true
    case .dismissed: !isRetirement
    case .never, .pinned, .undone: false
    }
  }
}
