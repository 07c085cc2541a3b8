internal import Activities
internal import Foundation

/// What the user said and did about suggestions, as far as it decides what is shown and in which order.
///
/// It is a function of the records that stand: what was undone is left out before anything is counted (``init(_:)``), so an
/// answer after undoing is the answer of before, to the last bit. It is no part of a checkpoint, and read from the log each
/// time that a record is added.
///
/// The rules, which `Documentation/Feedback.md` states for users:
/// - *never* hides what it is about until it is undone; *not now* hides it for ``snooze``;
/// - each *dismissed* takes ``dismissal`` off the score of what it is about, and fades with ``dismissalHalfLife``;
/// - how often an activity was accepted when it was shown moves its score (``Engagement``);
/// - *pinned* comes before what is not, and needs no threshold in lists and searches.
struct Verdicts: Sendable {
  /// What a verdict is about; types and programs by the hashes of their names.
  enum Target: Hashable, Sendable {
    case activity(ActivityIdentity)
    case type(UInt64)
    case program(UInt64)
  }

  /// An activity that verdicts may be about: itself, the combinations of its parameters, its type and its program.
  struct Subject {
    let entry: Catalogue.Entry
    let identity: ActivityIdentity
    let combinations: [Combinations.Projection]

    /// Its own identity, and those of the combinations that leave something open.
    var identities: [ActivityIdentity] {
      [identity] + combinations.map(\.identity).filter { $0 != identity }
    }
  }

  /// What stands about one target.
  struct Standing: Sendable {
    var isForbidden = false
    var isPinned = false
    /// Until when it is hidden, in milliseconds since 1970.
    var hiddenUntil = Int64.min
    /// When it was dismissed.
    var dismissals: [Instant] = []
  }

  /// For how many seconds *not now* hides: four hours, so that it is another part of the day.
  static let snooze = 4 * 3_600.0
  /// What a dismissal adds to a score, in nats: it takes the odds to a third.
  static let dismissal = -1.0
  /// After so many seconds a dismissal weighs half: 14 days.
  static let dismissalHalfLife = 14 * 86_400.0
  /// What all dismissals of an activity, its type and its program can add, in nats.
  static let reach = -6.0

  /// When the last record was made, whether it stands or not.
  var lastInstant: Instant?
  /// What stands, by what it is about.
  var standing: [Target: Standing] = [:]
  /// When an activity was found to be unreadable for its program, the last time.
  var retirements: [ActivityIdentity: Instant] = [:]
  /// What became of activities that were shown.
  var engagements: [ActivityIdentity: Engagement] = [:]
  /// When the user was interrupted.
  var interruptions = Interruptions()

  /// Nothing was said.
  init() {}

  /// Whether "never" was said about an activity, its type or its program.
  ///
  /// A verdict names a program by the activity's type; a donation may name another program, and is covered by both.
  func forbids(_ subject: Subject) -> Bool {
    stands(for: subject) { $0.isForbidden }
  }

  /// Whether its program could not read it, and the user has not done it since.
  func retires(_ subject: Subject) -> Bool {
    retirements[subject.identity].map { subject.entry.milliseconds <= $0.milliseconds } ?? false
  }

  /// Whether "not now" was said lately.
  func snoozes(_ subject: Subject, at instant: Instant) -> Bool {
    stands(for: subject) { instant.milliseconds < $0.hiddenUntil }
  }

  /// Whether it, its type or its program is pinned.
  func pins(_ subject: Subject) -> Bool {
    stands(for: subject) { $0.isPinned }
  }

  /// What feedback adds to the score of an activity, in nats; 0 if nothing was said.
  func amount(_ subject: Subject, at instant: Instant) -> Double {
    let dismissals = targets(of: subject).reduce(0.0) { sum, target in
      sum + (standing[target]?.dismissals ?? []).reduce(0) { $0 + Self.weight(of: $1, at: instant) }
    }
    return max(Self.reach, dismissals * Self.dismissal)
      + subject.identities.reduce(0) { $0 + (engagements[$1]?.amount(at: instant) ?? 0) }
  }

  /// How often it was shown, by itself or as a combination, and how often it was accepted then.
  func showings(of subject: Subject) -> (shown: Int, accepted: Int) {
    subject.identities.compactMap { engagements[$0] }.reduce((0, 0)) {
      ($0.0 + $1.timesShown, $0.1 + $1.timesAccepted)
    }
  }

  /// How often an activity, its type and its program were dismissed.
  func dismissals(of subject: Subject) -> Int {
    targets(of: subject).reduce(0) { $0 + (standing[$1]?.dismissals.count ?? 0) }
  }

  /// Whether nothing moves any score.
  var movesNothing: Bool {
    engagements.isEmpty && standing.values.allSatisfy { $0.dismissals.isEmpty }
  }

  /// Whether anything is pinned.
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

  /// What a verdict may be about that covers an activity.
  private func targets(of subject: Subject) -> [Target] {
    let entry = subject.entry
    let program = Target.program(entry.program)
    let programs =
      entry.program == entry.defaultProgram ? [program] : [program, .program(entry.defaultProgram)]
    return subject.identities.map(Target.activity) + [.type(entry.activityType)] + programs
  }
}
