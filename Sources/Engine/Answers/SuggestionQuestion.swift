package import Activities
package import Foundation
package import Suggestions

/// A question for suggestions, as every wire asks it: the options of `hunch suggest`, a line of
/// JSON.
///
/// It says what was asked. ``request(in:at:)`` adds what a store and the clock know: the user, the
/// position of a named place, and the moment until which the user was observed.
package struct SuggestionQuestion: Hashable, Sendable {
  /// The user; `nil` for the only user of the store, else `me`.
  package var user: UserIdentifier?
  /// The moment asked about; `nil` for the present.
  package var instant: Instant?
  /// The time zone of the present moment and of calendars; `nil` for the machine's.
  package var timeZone: TimeZone?
  /// The place, if known.
  package var location: AskedPlace?
  /// The context attributes.
  package var attributes: [String: ActivityValue] = [:]
  /// The calendar files that have the appointment of the moment, which becomes a context attribute.
  package var calendars: [String] = []
  /// The moment until which the user was observed; `nil` for the present, or the moment asked about
  /// if that is earlier.
  package var observedUntil: Instant?
  /// The surface that shows the answer, if any.
  package var surface: Surface?
  /// The policy for the surfaces.
  package var policy = SuggestionPolicy()
  /// The horizon of the probabilities.
  package var horizon = HorizonChoice.ofSurface
  /// The maximum number of suggestions.
  package var limit = 8
  /// The minimum probability of a suggestion, 0 to 1.
  package var minimumProbability = 0.0
  /// A Boolean value that indicates whether each suggestion is explained.
  package var explains = false
  /// A Boolean value that indicates whether the answer also lists app catalog entries.
  ///
  /// Without it, they are listed only if there is nothing to predict.
  package var catalogue = false

  /// The maximum number of suggestions that a wire may ask for.
  package static let mostSuggestions = 4_096

  package init() {}

  /// The moment asked about.
  ///
  /// - Throws: `ActivityError` if the present is outside of the years 0 to 9999 in the zone.
  package func instant(at now: Instant) throws(ActivityError) -> Instant {
    if let instant { return instant }
    guard let timeZone else { return now }
    return try Instant(
      milliseconds: now.milliseconds, offsetMinutes: timeZone.secondsFromGMT(for: now.date) / 60,
      timeZone: timeZone.identifier)
  }

  /// Returns the request to an engine.
  ///
  /// It does not read the calendars.
  ///
  /// - Parameters:
  ///   - log: The store with the users, the named places, and the last records.
  ///   - now: The present moment.
  /// - Throws: ``QuestionError``, `ActivityError` for attributes that a context cannot have, or an
  ///   error of the store.
  package func request(in log: any DonationStore, at now: Instant) async throws -> SuggestionRequest {
    let user = try await user(in: log)
    var place: Place?
    if let location {
      place = try await location.place(for: user, in: log)
      if place == nil { throw QuestionError.unknownPlace }
    }
    let context = try Context(at: instant(at: now), place: place, attributes: attributes)
    for name in attributes.keys { try ControlCharacters.check(name, "context") }
    var request = SuggestionRequest(
      for: user, in: context, limit: limit, minimumProbability: minimumProbability, explains: explains,
      surface: surface, policy: policy)
    if case .stated(let seconds) = horizon { request.horizon = seconds }
    try await request.observe(until: observedUntil, now: now, in: log)
    return request
  }

  /// Returns the user that it is about.
  ///
  /// - Throws: ``QuestionError/severalUsers(_:)``, or an error of the store.
  private func user(in log: any DonationStore) async throws -> UserIdentifier {
    if let user { return user }
    let users = try await log.users().map(\.user)
    guard let user = UserIdentifier.unnamed(among: users) else {
      throw QuestionError.severalUsers(users.count)
    }
    return user
  }
}

extension UserIdentifier {
  /// Returns the user whom a question without a user is about: the only one, else `me`; `nil` if
  /// there are several and none is `me`.
  package static func unnamed(among users: [UserIdentifier]) -> UserIdentifier? {
    if users.count == 1 { return users[0] }
    return users.isEmpty || users.contains(.me) ? .me : nil
  }
}

extension SuggestionRequest {
  private static let pageSize = 4_096

  /// Sets the moment until which the user was observed.
  ///
  /// If none is given, it is the earlier of the request's moment and the present one. A log from
  /// another clock may have records in between; then it is the time of the last of these.
  ///
  /// - Parameter given: The moment in the question, if it has one.
  /// - Throws: ``QuestionError/observedAfterMoment``, or an error of the log.
  package mutating func observe(
    until given: Instant?, now: Instant, in log: any DonationStore
  ) async throws {
    let asked = context.instant
    if let given {
      guard given.milliseconds <= asked.milliseconds else { throw QuestionError.observedAfterMoment }
      observedUntil = given
    } else if asked.milliseconds > now.milliseconds {
      observedUntil = try await lastRecord(in: log, after: now, upTo: asked) ?? now
    } else {
      observedUntil = asked
    }
  }

  /// Returns the time of the user's last donation or feedback after a moment, up to another; `nil`
  /// if there is none.
  private func lastRecord(
    in log: any DonationStore, after start: Instant, upTo end: Instant
  ) async throws -> Instant? {
    let times = start.milliseconds + 1..<end.milliseconds + 1
    var (cursor, last): (LogCursor?, Instant?)
    while true {
      let page = try await log.donations(of: user, in: times, after: cursor, limit: Self.pageSize)
      guard let newest = page.last else { break }
      (cursor, last) = (newest.cursor, newest.donation.context.instant)
    }
    let said = try await log.feedback(of: user).map(\.instant).filter { times.contains($0.milliseconds) }
    return (said + [last].compactMap(\.self)).max { $0.milliseconds < $1.milliseconds }
  }
}

extension SuggestionPolicy.QuietHours {
  /// Reads two times of day with a hyphen between them, like `22:00-07:00`; `nil` if the text is
  /// anything else.
  package init?(_ text: String) {
    let minutes = text.split(separator: "-", omittingEmptySubsequences: false).map(Self.minuteOfDay)
    guard minutes.count == 2, let start = minutes[0], let end = minutes[1],
      let hours = try? Self(from: start, to: end)
    else { return nil }
    self = hours
  }

  private static func minuteOfDay(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2,
      parts.allSatisfy({ $0.count == 2 && $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
    else { return nil }
    return hour * 60 + minute
  }
}
