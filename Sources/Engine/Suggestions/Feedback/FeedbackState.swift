internal import Activities
internal import Foundation

/// The state of the user's feedback about suggestions, as far as it decides which are shown, and in
/// which order.
///
/// It is a function of the records in force: undone ones are dropped before anything is counted
/// (``init(_:)``), so an answer after undoing equals the earlier answer to the last bit. It is not
/// part of a checkpoint; it is read from the log whenever a record is added.
///
/// The rules, which the article *Explanations* states for users:
/// - *never* hides its target until it is undone; *not now* hides it for ``snooze``;
/// - each *dismissed* takes ``dismissal`` off the score of its target, and fades with
///   ``dismissalHalfLife``;
/// - the share of times that an activity was accepted when shown moves its score (``Engagement``);
/// - *pinned* activities come before others, and need no threshold in lists and searches.
struct FeedbackState: Sendable {
  /// The target of a verdict; types and programs are given by the hashes of their names.
  enum Target: Hashable, Sendable {
    case activity(ActivityIdentity)
    case type(UInt64)
    case program(UInt64)
  }

  /// An activity with the possible targets of verdicts about it: itself, the combinations of its
  /// parameters, its type and its program.
  struct Subject {
    let entry: CandidateTable.Entry
    let identity: ActivityIdentity
    let combinations: [Combinations.Projection]

    /// Its own identity, and those of the combinations that leave some parameter open.
    var identities: [ActivityIdentity] {
      [identity] + combinations.map(\.identity).filter { $0 != identity }
    }
  }

  /// The feedback in force about one target.
  struct Standing: Sendable {
    var isForbidden = false
    var isPinned = false
    /// The moment until which it is hidden, in milliseconds since 1970.
    var hiddenUntil = Int64.min
    /// The times at which it was dismissed.
    var dismissals: [Instant] = []
  }

  /// The seconds for which *not now* hides: four hours, so that it is another part of the day.
  static let snooze = 4 * 3_600.0
  /// The amount that a dismissal adds to a score, in nats: it reduces the odds to about a third.
  static let dismissal = -1.0
  /// The seconds after which a dismissal weighs half: 14 days.
  static let dismissalHalfLife = 14 * 86_400.0
  /// The limit of what all dismissals of an activity, its type and its program can add, in nats.
  static let reach = -6.0

  /// The time of the last record, whether or not it is in force.
  private(set) var lastInstant: Instant?
  /// The verdicts in force, by target.
  private var standing: [Target: Standing] = [:]
  /// The time at which each activity was last found to be unreadable for its program.
  private var retirements: [ActivityIdentity: Instant] = [:]
  /// The engagements of activities that were shown.
  private var engagements: [ActivityIdentity: Engagement] = [:]
  /// The interruptions of the user.
  private(set) var interruptions = Interruptions()

  /// Creates the state without any feedback.
  init() {}

  /// Returns whether the user said "never" about an activity, its type or its program.
  ///
  /// A verdict names a program by the activity's type; a donation may name another program, and
  /// both cover it.
  func forbids(_ subject: Subject) -> Bool {
    stands(for: subject) { $0.isForbidden }
  }

  /// Returns whether the user said "never" about the activity of a donation, its type or its
  /// program.
  func forbids(_ donation: Donation) -> Bool {
    guard !standing.isEmpty else { return false }
    let programs = [donation.program, donation.activity.defaultProgram]
    let targets =
      [Target.activity(donation.identity), .type(StableHash.text(donation.activity.activityType))]
      + programs.map { .program(StableHash.text($0)) }
    return targets.contains { standing[$0]?.isForbidden ?? false }
  }

  /// Returns whether its program could not read it and the user has not done it since.
  func retires(_ subject: Subject) -> Bool {
    retirements[subject.identity].map { subject.entry.milliseconds <= $0.milliseconds } ?? false
  }

  /// Returns whether the user said "not now" recently.
  func snoozes(_ subject: Subject, at instant: Instant) -> Bool {
    stands(for: subject) { instant.milliseconds < $0.hiddenUntil }
  }

  /// Returns whether it, its type or its program is pinned.
  func pins(_ subject: Subject) -> Bool {
    stands(for: subject) { $0.isPinned }
  }

  /// Returns the amount that feedback adds to the score of an activity, in nats; 0 without
  /// feedback.
  func amount(_ subject: Subject, at instant: Instant) -> Double {
    let dismissals = targets(of: subject).reduce(0.0) { sum, target in
      sum + (standing[target]?.dismissals ?? []).reduce(0) { $0 + Self.weight(of: $1, at: instant) }
    }
    return max(Self.reach, dismissals * Self.dismissal)
      + subject.identities.reduce(0) { $0 + (engagements[$1]?.amount(at: instant) ?? 0) }
  }

  /// Returns how many times it was shown, by itself or as a combination, and how many of these were
  /// accepted.
  func showings(of subject: Subject) -> (shown: Int, accepted: Int) {
    subject.identities.compactMap { engagements[$0] }.reduce((0, 0)) {
      ($0.0 + $1.timesShown, $0.1 + $1.timesAccepted)
    }
  }

  /// Returns the number of times that an activity, its type and its program were dismissed.
  func dismissals(of subject: Subject) -> Int {
    targets(of: subject).reduce(0) { $0 + (standing[$1]?.dismissals.count ?? 0) }
  }

  /// A Boolean value that indicates whether feedback moves no score.
  var movesNothing: Bool {
    engagements.isEmpty && standing.values.allSatisfy { $0.dismissals.isEmpty }
  }

  /// A Boolean value that indicates whether anything is pinned.
  var pinsSomething: Bool { standing.values.contains { $0.isPinned } }

  private static func weight(of dismissal: Instant, at instant: Instant) -> Double {
    Foundation.exp2(-max(0, instant.seconds(since: dismissal)) / dismissalHalfLife)
  }

  private func stands(
    for subject: Subject, _ holds: (Standing) -> Bool
  ) -> Bool {
    guard !standing.isEmpty else { return false }
    return targets(of: subject).contains { standing[$0].map(holds) ?? false }
  }

  /// Returns the targets of verdicts that cover an activity.
  private func targets(of subject: Subject) -> [Target] {
    let entry = subject.entry
    let program = Target.program(entry.program)
    let programs =
      entry.program == entry.defaultProgram ? [program] : [program, .program(entry.defaultProgram)]
    return subject.identities.map(Target.activity) + [.type(entry.activityType)] + programs
  }

  // MARK: Records

  /// Creates the state that follows from all records.
  ///
  /// - Parameter records: The records, in order of time.
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

  /// Returns the records that affect suggestions and can be undone, newest first.
  ///
  /// - Parameters:
  ///   - records: The records, in order of time.
  ///   - instant: The present moment; a "not now" that has ended affects nothing.
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

  /// Returns the records that are in force.
  ///
  /// An `undone` that names an impression undoes all feedback about it, limited to its activity if
  /// it names one. An `undone` that does not undoes the last dismissal, "not now", "never" or pin
  /// with the same target and scope. A repeated "never" or pin counts as one.
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

  /// Returns the impressions that records in force report, each with the identities that were
  /// accepted.
  ///
  /// - Parameter records: The records, in order of time.
  static func impressionsInForce(
    in records: [Feedback]
  ) -> [(record: Feedback, accepted: Set<ActivityIdentity>)] {
    impressions(in: withoutUndone(records))
  }

  /// Returns the impressions, each once: records that name the same suggestion belong to one
  /// impression.
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
  /// The target of the feedback.
  fileprivate var about: FeedbackState.Target? {
    guard let target else { return nil }
    switch scope {
    case .activity: return .activity(target.identity)
    case .type: return .type(StableHash.text(target.activityType))
    case .program: return .program(StableHash.text(target.defaultProgram))
    }
  }

  /// A Boolean value that indicates whether an undo that names no suggestion can apply to it.
  fileprivate var canBeTakenBack: Bool {
    switch verdict {
    case .never, .pinned, .notNow: true
    case .dismissed: !isRetirement
    case .accepted, .ignored, .shown, .undone: false
    }
  }

  /// A Boolean value that indicates whether repeating it changes nothing.
  fileprivate var setsState: Bool { verdict == .never || verdict == .pinned }

  /// A Boolean value that indicates whether it reports an impression.
  fileprivate var isImpression: Bool {
    switch verdict {
    case .shown, .ignored, .accepted, .notNow: true
    case .dismissed: !isRetirement
    case .never, .pinned, .undone: false
    }
  }
}
