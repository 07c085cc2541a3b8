internal import Activities
internal import Foundation
internal import LogFormat

// This extension turns entries into appointments.
extension CalendarEntry {
  static let cancelled = HistoryFilter("cancelled")
  static let noTitle = HistoryFilter("without a title")
  static let answer = HistoryFilter("answers to invitations")

  /// Returns the appointment at one start.
  ///
  /// - Parameter activity: Its activity, which is the same for all starts.
  /// - Throws: ``HistoryProblem``.
  func event(
    _ activity: UserActivity, at start: Date, _ settings: HistorySettings
  ) throws(HistoryProblem) -> CalendarEvent {
    guard let end = end(from: start) else { throw .time }
    func instant(_ date: Date) throws(HistoryProblem) -> Instant {
      guard let milliseconds = Int64(exactly: (date.timeIntervalSince1970 * 1_000).rounded()) else {
        throw .time
      }
      return try settings.instant(ofPosition: milliseconds)
    }
    return CalendarEvent(
      activity: activity, start: try instant(start), end: try instant(end), isAllDay: isAllDay,
      isBusy: text("TRANSP")?.uppercased() != "TRANSPARENT")
  }

  /// Returns the rule that skips it; `nil` if none does.
  func filter(_ settings: HistorySettings) -> HistoryFilter? {
    if isCancelled { return Self.cancelled }
    if isAnswer { return Self.answer }
    if let visibility = text("CLASS")?.uppercased(), visibility != "PUBLIC" { return .isPrivate }
    guard let title = text("SUMMARY")?.asTitle() else { return Self.noTitle }
    return settings.secrets.firstMatch(in: title, kind: .unknown).map(HistoryFilter.secret)
  }

  /// Returns the activity of the appointment.
  ///
  /// - Throws: ``HistoryProblem``.
  func activity(_ settings: HistorySettings) throws(HistoryProblem) -> UserActivity {
    guard let title = text("SUMMARY")?.asTitle() else { throw .field("SUMMARY") }
    let identifier =
      identifier.flatMap { settings.secrets.firstMatch(in: $0, kind: .identifier) == nil ? $0 : nil } ?? title
    do {
      var activity = try UserActivity(
        activityType: ImportedActivityType.appointment, title: title,
        userInfo: ["event": .string(identifier.asTitle() ?? title)], requiredUserInfoKeys: ["event"])
      if let location = text("LOCATION")?.asTitle(),
        settings.secrets.firstMatch(in: location, kind: .unknown) == nil, !location.contains("://")
      {
        activity.subtitle = location
      }
      activity.keywords = [title]
      if let page = text("URL").flatMap({ Self.page($0, settings) }) { try activity.setWebpageURL(page) }
      // Many hints are stored together, and then none may fail.
      _ = try RecordEncoder().encode(activity)
      return activity
    } catch { throw HistoryProblem("\(error)") }
  }

  /// Returns a web address without the parts that grant access; `nil` if the rest has a secret.
  private static func page(_ text: String, _ settings: HistorySettings) -> URL? {
    guard var parts = URLComponents(string: text), ["http", "https"].contains(parts.scheme?.lowercased()),
      parts.host?.isEmpty == false
    else { return nil }
    (parts.query, parts.fragment, parts.user, parts.password) = (nil, nil, nil, nil)
    guard let url = parts.url, settings.secrets.firstMatch(in: url.absoluteString, kind: .url) == nil,
      !parts.percentEncodedPath.utf8.split(separator: UInt8(ascii: "/")).contains(where: {
        PathTemplate.isIdentifier(Array($0))
      })
    else { return nil }
    return url
  }
}
