package import Activities

/// An appointment at the time of one of its occurrences.
///
/// It is nothing that the user did, so no donation is made of it: it is what `hunch hint import`
/// makes hints of. Its activity is the same for all occurrences:
///
/// - Type: `calendar.event`. Identity: what the calendar calls it by (`event`, its UID). Title: its
///   summary. Subtitle: its location.
/// - Web page: its address, without query, fragment and credentials, which let people into
///   meetings; none if its path has a part that lets somebody in (a share, a meeting by a long
///   identifier). The number or words of a meeting (`/j/81234567890`, `/abc-defg-hij`) stay.
/// - Texts that a rule for secrets hits are left away; an appointment whose title has one, is
///   private, or cancelled, is left out.
package struct CalendarEvent: Sendable, Hashable {
  package let activity: UserActivity
  package let start: Instant
  package let end: Instant
  /// A Boolean value that indicates whether it lasts for whole days.
  package let isAllDay: Bool
  /// A Boolean value that indicates whether it takes the user's time.
  package let isBusy: Bool
}
