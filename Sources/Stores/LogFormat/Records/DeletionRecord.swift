internal import Activities

extension RecordDecoder {
  mutating func deletion(_ members: borrowing Members) throws(RecordError) -> Deletion {
    let instant = try time(in: members)
    let user = try user(in: members)
    var criteria = Deletion.Criteria()
    try read(.criteria, into: &criteria, from: members)
    if criteria.identity == nil {
      criteria.identity = try statedIdentity(for: criteria.activityType, in: members)
    }
    if criteria.area == nil, try json.number(Field.within, in: members) != nil {
      throw RecordError("near", .missing)
    }
    let origin: Deletion.Origin? = try json.word(Field.origin, in: members)
    let additionalFields = try json.additionalFields(of: members, besides: .deletion)
    do {
      return try Deletion(
        by: user, at: instant, matching: criteria, origin: origin ?? criteria.usualOrigin,
        additionalFields: additionalFields)
    } catch {
      throw RecordError(error.field, .invalid(error))
    }
  }

  /// Returns the identity of a deletion that gives userInfo.
  private mutating func statedIdentity(
    for activityType: String?, in members: borrowing Members
  ) throws(RecordError) -> ActivityIdentity? {
    guard members.position(of: Field.userInfo, on: json.tape) != nil else {
      guard try requiredKeys(in: members) == nil else { throw RecordError("userInfo", .missing) }
      return nil
    }
    guard let activityType else { throw RecordError("activityType", .missing) }
    let userInfo = try json.object(Field.userInfo, in: members)
    return ActivityIdentity(
      activityType: activityType, userInfo: userInfo, requiredUserInfoKeys: try requiredKeys(in: members))
  }

  /// Returns the area of a deletion whose line has `near`.
  mutating func area(at position: Int, in members: borrowing Members) throws(RecordError) -> Deletion.Area {
    guard let within = try json.number(Field.within, in: members) else {
      throw RecordError("within", .missing)
    }
    guard json.tape.kind(at: position) == .object else {
      throw RecordError("near", .wrongType(expected: .object))
    }
    let (latitude, longitude): (Double, Double)
    do throws(RecordError) {
      let center = try Members(of: position, on: json.tape)
      latitude = try json.requiredNumber(Field.latitude, in: center)
      longitude = try json.requiredNumber(Field.longitude, in: center)
    } catch {
      throw error.inside("near")
    }
    do throws(ActivityError) {
      return try Deletion.Area(latitude: latitude, longitude: longitude, within: within)
    } catch {
      throw RecordError(error.field == "within" ? "within" : "near.\(error.field)", .invalid(error))
    }
  }
}

extension Deletion.Criteria {
  /// The origin of a deletion whose line does not name one.
  ///
  /// Only programs know the names that they gave to their activities and items.
  var usualOrigin: Deletion.Origin {
    persistentIdentifier != nil || relatedUniqueIdentifier != nil ? .program : .user
  }
}

extension JSONWriter {
  mutating func write(_ deletion: Deletion) throws(RecordError) {
    text("type", "delete")
    write(deletion.user)
    write(time: deletion.instant)
    for field in Deletion.Criteria.fields { try write(field, of: deletion.criteria) }
    if deletion.origin != deletion.criteria.usualOrigin { text("origin", deletion.origin.rawValue) }
    try write(additional: deletion.additionalFields, besides: .deletion)
  }

  mutating func write(_ area: Deletion.Area, named field: String) throws(RecordError) {
    name(field)
    try open("{")
    try number("latitude", area.latitude)
    try number("longitude", area.longitude)
    close("}")
    try number("within", area.radius)
  }
}
