internal import Activities

extension RecordDecoder {
  mutating func donation(_ members: borrowing Members) throws(RecordError) -> DonationDraft {
    let instant = try time(in: members)
    let user = try user(in: members)
    var donation = OpenDonation(try activity(members, isFoundUnlessSaid: true))
    try read(.donation, into: &donation, from: members)
    donation.details.additionalFields = try json.additionalFields(of: members, besides: .donation)
    do {
      let context = try Context(at: instant, place: donation.place, attributes: donation.attributes)
      return DonationDraft(
        activity: donation.activity, user: user, context: context, details: donation.details)
    } catch {
      throw RecordError("context", .invalid(error))
    }
  }

  /// Returns the place of a donation, whose value is at a position.
  mutating func place(at position: Int) throws(RecordError) -> Place {
    guard json.tape.kind(at: position) == .object else {
      throw RecordError("location", .wrongType(expected: .object))
    }
    do throws(RecordError) {
      let location = try Members(of: position, on: json.tape)
      if location.hasOthers(than: .location) { passedNamesOver = true }
      let latitude = try json.requiredNumber(Field.latitude, in: location)
      let longitude = try json.requiredNumber(Field.longitude, in: location)
      let accuracy = try json.number(Field.horizontalAccuracy, in: location)
      let name = try json.string(Field.name, in: location)
      do {
        return try Place(latitude: latitude, longitude: longitude, horizontalAccuracy: accuracy, name: name)
      } catch {
        throw RecordError(error.field, .invalid(error))
      }
    } catch {
      throw error.inside("location")
    }
  }
}

extension JSONWriter {
  /// Writes the fields of a donation, in the order of the format.
  mutating func write(_ donation: Donation) throws(RecordError) {
    let open = OpenDonation(donation)
    for field in OpenDonation.fields {
      switch field.kind {
      case .user: write(donation.user)
      case .time: write(time: donation.context.instant)
      case .activity: try write(donation.activity, isFoundUnlessSaid: true)
      default: try write(field, of: open)
      }
    }
    try write(additional: donation.details.additionalFields, besides: .donation)
  }

  mutating func write(_ place: Place, named field: String) throws(RecordError) {
    name(field)
    try open("{")
    try number("latitude", place.latitude)
    try number("longitude", place.longitude)
    try number("horizontalAccuracy", place.horizontalAccuracy)
    text("name", place.name)
    close("}")
  }
}
