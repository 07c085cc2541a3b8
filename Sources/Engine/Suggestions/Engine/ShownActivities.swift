internal import Activities

/// The activities that were shown lately of one user, kept so that asking again need not read the
/// log again.
struct ShownActivities: Sendable {
  /// The text of one donation that can be shown.
  struct Text: Sendable {
    let activity: UserActivity
    /// The program that donated it, if not the activity's own.
    let program: String?
    let instant: Instant
    /// The reason for which it is not suggested, by the rules as they were when it was read.
    let restraint: Restraint?

    init(_ donation: Donation, _ rules: PrivacyRules = PrivacyRules()) {
      restraint = rules.restraint(on: donation)
      (activity, program, instant) = (donation.activity, donation.details.program, donation.context.instant)
    }
  }

  /// The number of activities that are kept.
  ///
  /// 24: the eight of a usual answer, what their reasons name, and what the answers before showed.
  /// One takes about a kilobyte.
  static let limit = 24

  private var texts: [LogCursor: (text: Text, lastUse: Int)] = [:]
  private var uses = 0

  /// The text of the donation at a place, if it was shown lately.
  mutating func text(at place: LogCursor) -> Text? {
    guard let known = texts[place] else { return nil }
    uses += 1
    texts[place] = (known.text, uses)
    return known.text
  }

  /// Keeps a text; the one that was not asked for the longest time goes.
  ///
  /// - Complexity: O(``limit``).
  mutating func insert(_ text: Text, at place: LogCursor) {
    uses += 1
    texts[place] = (text, uses)
    guard texts.count > Self.limit else { return }
    if let oldest = texts.min(by: { $0.value.lastUse < $1.value.lastUse }) { texts[oldest.key] = nil }
  }

  /// Drops all, because something was forgotten.
  mutating func removeAll() {
    texts = [:]
  }
}
