public import Activities
internal import Foundation

extension Simulation {
  /// A donation, and the name in the persona file of what was done.
  public struct NamedDonation: Hashable, Sendable {
    /// The donation.
    public let donation: Donation
    /// The name of the activity in the persona file.
    public let name: String
  }

  /// The instant that a moment of an expectation is, in the zone where the person is on that day.
  ///
  /// - Throws: ``SimulationError`` for a date that no donation can have.
  public func instant(of moment: Expectation.Moment) throws(SimulationError) -> Instant {
    guard case .local(let date, let second) = moment else {
      guard case .instant(let instant) = moment else { throw .startOutOfRange }
      return instant
    }
    guard Self.years.contains(date) else { throw .startOutOfRange }
    let index = date.daysSince1970 - persona.start.daysSince1970
    let day = SimulatedDay(index: index, of: persona, start: persona.start, seed: seed)
    let moment = day.clock.moment(of: date, second: second)
    do {
      return try Instant(
        milliseconds: Int64(moment) * 1_000, offsetMinutes: Int(day.clock.offset(at: moment)) / 60,
        timeZone: day.timeZone)
    } catch { throw .impossibleDonation(error) }
  }
}
