internal import Activities
internal import Answers
internal import ArgumentParser
internal import Suggestions

/// The option for the moment until which the user was observed.
struct ObservationOptions: ParsableArguments {
  /// The minimum lead, in seconds, for a heading about a moment ahead.
  private static let toldLead = 300.0
  private static let pageSize = 4_096

  @Option(
    help: ArgumentHelp(
      """
      Use only observations until this moment, at the latest the moment asked about: later donations are ignored, and a later pause \
      means nothing. Default: now, or the moment asked about if that is earlier.
      """, valueName: "time"),
    completion: .moments,
    transform: Arguments.moment)
  var observedUntil: MomentArgument?

  /// Sets the moment until which the user of a request was observed.
  ///
  /// Without the option it is the earlier of the request's moment and the present one. A log from
  /// another clock may have records in between; then it is the time of the last of these.
  ///
  /// - Throws: A ``Failure`` for a moment after that of the request, or an error of the log.
  func apply(
    to request: inout SuggestionRequest, now: Instant, in time: TimeOptions, of log: any DonationStore
  ) async throws {
    let asked = request.context.instant
    if let observedUntil {
      let instant = try time.instant(observedUntil, now: now)
      guard instant.milliseconds <= asked.milliseconds else {
        throw Failure(
          "--observed-until is after the moment asked about; give an earlier time, or a later --at",
          .usage)
      }
      request.observedUntil = instant
    } else if asked.milliseconds > now.milliseconds {
      let last = try await Self.lastRecord(of: request.user, in: log, after: now, upTo: asked)
      request.observedUntil = last ?? now
    } else {
      request.observedUntil = asked
    }
  }

  /// Returns a sentence about a moment ahead, for a terminal; none if it is only minutes ahead.
  func heading(_ request: SuggestionRequest) -> [String] {
    let terminal = Terminal.standardOutput
    guard request.lead > Self.toldLead, terminal.isInteractive else { return [] }
    let text = "\(Formatting.duration(request.lead)) ahead: what you do until then is not known"
    return [terminal.faint(terminal.wrapped(text))]
  }

  /// Returns the time of the last donation or feedback after a moment, up to another; `nil` if
  /// there is none.
  private static func lastRecord(
    of user: UserIdentifier, in log: any DonationStore, after start: Instant, upTo end: Instant
  ) async throws -> Instant? {
    let times = start.milliseconds + 1..<end.milliseconds + 1
    var (cursor, last): (LogCursor?, Instant?)
    while true {
      let page = try await log.donations(of: user, in: times, after: cursor, limit: pageSize)
      guard let newest = page.last else { break }
      (cursor, last) = (newest.cursor, newest.donation.context.instant)
    }
    let said = try await log.feedback(of: user).map(\.instant).filter { times.contains($0.milliseconds) }
    return (said + [last].compactMap(\.self)).max { $0.milliseconds < $1.milliseconds }
  }
}
