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
  func forbids(_ entry: Catalogue.Entry, identity: ActivityIdentity) -> Bool {
    stands(for: entry, identity: identity) { $0.isForbidden }
  }

  /// Whether its program could not read it, and the user has not done it since.
  func retires(_ entry: Catalogue.Entry, identity: ActivityIdentity) -> Bool {
    retirements[identity].map { entry.milliseconds <= $0.milliseconds } ?? false
  }

  /// Whether "not now" was said lately.
  func snoozes(_ entry: Catalogue.Entry, identity: ActivityIdentity, at instant: Instant) -> Bool {
    stands(for: entry, identity: identity) { instant.milliseconds < $0.hiddenUntil }
  }

  /// Whether it, its type or its program is pinned.
  func pins(_ entry: Catalogue.Entry, identity: ActivityIdentity) -> Bool {
    stands(for: entry, identity: identity) { $0.isPinned }
  }

  /// What feedback adds to the score of an activity, in nats; 0 if nothing was said.
  func amount(_ entry: Catalogue.Entry, identity: ActivityIdentity, at instant: Instant) -> Double {
    let dismissals = targets(of: entry, identity: identity).reduce(0.0) { sum, target in
      sum + (standing[target]?.dismissals ?? []).reduce(0) { $0 + Self.weight(of: $1, at: instant) }
    }
    return max(Self.reach, dismissals * Self.dismissal)
      + (engagements[identity]?.amount(at: instant) ?? 0)
  }

  /// How often an activity, its type and its program were dismissed.
  func dismissals(of entry: Catalogue.Entry, identity: ActivityIdentity) -> Int {
    targets(of: entry, identity: identity).reduce(0) { $0 + (standing[$1]?.dismissals.count ?? 0) }
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
    for entry: Catalogue.Entry, identity: ActivityIdentity, _ holds: (Standing) -> Bool
  ) -> Bool {
    guard !standing.isEmpty else { return false }
    return targets(of: entry, identity: identity).contains { standing[$0].map(holds) ?? false }
  }

  /// What a verdict may be about that covers an activity.
  private func targets(of entry: Catalogue.Entry, identity: ActivityIdentity) -> [Target] {
    let program = Target.program(entry.program)
    let programs =
      entry.program == entry.defaultProgram ? [program] : [program, .program(entry.defaultProgram)]
    return [.activity(identity), .type(entry.activityType)] + programs
  }
}
