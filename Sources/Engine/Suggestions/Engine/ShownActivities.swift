internal import Activities

/// The activities recently shown to one user, kept so that repeated queries need not read the log.
struct ShownActivities: Sendable {
  /// The text of one donation, ready to show.
  struct Text: Sendable {
    let activity: UserActivity
    /// The program that donated it, if not the activity's own.
    let program: String?
    let instant: Instant
    /// The reason why it is not suggested, by the rules at the time of reading.
    let restraint: Restraint?

    init(_ donation: Donation, _ rules: PrivacyRules = PrivacyRules()) {
      restraint = rules.restraint(on: donation)
      (activity, program, instant) = (donation.activity, donation.details.program, donation.context.instant)
    }
  }

  /// The maximum number of activities kept.
  ///
  /// 24: the eight of a usual answer, those named in their reasons, and those of earlier answers.
  /// Each takes about a kilobyte.
  static let limit = 24

  private var texts: [LogCursor: (text: Text, lastUse: Int)] = [:]
  private var uses = 0

  /// Returns the text of the donation at a log position if it was shown recently.
  mutating func text(at place: LogCursor) -> Text? {
    guard let known = texts[place] else { return nil }
    uses += 1
    texts[place] = (known.text, uses)
    return known.text
  }

  /// Keeps a text and drops the one that was used least recently.
  ///
  /// - Complexity: O(``limit``).
  mutating func insert(_ text: Text, at place: LogCursor) {
    uses += 1
    texts[place] = (text, uses)
    guard texts.count > Self.limit else { return }
    if let oldest = texts.min(by: { $0.value.lastUse < $1.value.lastUse }) { texts[oldest.key] = nil }
  }

  /// Removes everything, because something was forgotten.
  mutating func removeAll() {
    texts = [:]
  }
}
