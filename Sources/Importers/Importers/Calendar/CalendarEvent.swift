package import Activities

/// An appointment at the time of one of its occurrences.
///
/// The user did not do it, so it is not donated: `hunch hint import` turns it into a hint. Its
/// activity is the same for all occurrences:
///
/// - Type: `calendar.event`. Identity: the calendar's identifier (`event`, its UID). Title: its
///   summary. Subtitle: its location.
/// - Web page: its address without query, fragment and credentials, which grant access to meetings;
///   none if a part of its path grants access (a share, a meeting with a long identifier). The
///   number or words of a meeting (`/j/81234567890`, `/abc-defg-hij`) are kept.
/// - Texts with secrets are removed. Appointments that are private, cancelled, or have a secret in
///   the title are skipped.
package struct CalendarEvent: Sendable, Hashable {
  package let activity: UserActivity
  package let start: Instant
  package let end: Instant
  /// A Boolean value that indicates whether it lasts for whole days.
  package let isAllDay: Bool
  /// A Boolean value that indicates whether it takes the user's time.
  package let isBusy: Bool
}
