/// Something that will happen at a moment: a step of the plan that ``DonationWriter`` turns into donations.
struct PlannedEvent {
  /// Whole seconds since 1970.
  let second: Int64
  let kind: Kind
  let timeZone: String
  let offsetMinutes: Int

  enum Kind {
    /// From now on the person is at this place.
    case move(to: String)
    /// The person does this, at a place if it is known by plan, and only if at one of `places`, if there are any.
    case act(String, at: String?, onlyAt: [String])
  }

  init(_ kind: Kind, at moment: Double, on day: SimulatedDay) {
    let second = moment.rounded(.down)
    self.second = Int64(second)
    self.kind = kind
    timeZone = day.timeZone
    offsetMinutes = Int(day.clock.offset(at: second)) / 60
  }
}
