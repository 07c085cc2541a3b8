internal import Activities

extension RecordDecoder {
  mutating func deletion(_ members: borrowing Members) throws(RecordError) -> Deletion {
    let instant = try time(in: members)
    let user = try user(in: members)
    var criteria = Deletion.Criteria()
    criteria.persistentIdentifier = try string(.persistentIdentifier, in: members)
    criteria.externalIdentifier = try string(.id, in: members)
    criteria.relatedUniqueIdentifier = try string(.relatedUniqueIdentifier, in: members)
    criteria.activityType = try string(.activityType, in: members)
    criteria.program = try string(.program, in: members)
    criteria.identity = try identity(for: criteria.activityType, in: members)
    if let donation = try string(.donation, in: members) {
      guard let identifier = DonationIdentifier(donation) else {
        throw RecordError("donation", .wrongType(expected: .digits))
      }
      criteria.donation = identifier
    }
    criteria.userInfoKey = try string(.userInfoKey, in: members)
    criteria.area = try area(in: members)
    criteria.text = try string(.match, in: members)
    criteria.expiredBy = try self.instant(.expired, in: members)
    criteria.since = try self.instant(.since, in: members)
    criteria.until = try self.instant(.until, in: members)
    criteria.all = try boolean(.all, in: members) ?? false
    let origin: Deletion.Origin? = try word(.origin, in: members)
    let additionalFields = try additionalFields(of: members, besides: .deletion)
    do {
      return try Deletion(
        by: user, at: instant, matching: criteria, origin: origin ?? criteria.usualOrigin,
        additionalFields: additionalFields)
    } catch {
      throw RecordError(error.field, .invalid(error))
    }
  }

  /// An identity: its digits, or what it is made of.
  private mutating func identity(
    for activityType: String?, in members: borrowing Members
  ) throws(RecordError) -> ActivityIdentity? {
    if let digits = try string(.identity, in: members) {
      guard let identity = ActivityIdentity(digits) else {
        throw RecordError("identity", .wrongType(expected: .digits))
      }
      return identity
    }
    guard members.position(of: .userInfo, on: tape) != nil else {
      guard try requiredKeys(in: members) == nil else { throw RecordError("userInfo", .missing) }
      return nil
    }
    guard let activityType else { throw RecordError("activityType", .missing) }
    let userInfo = try object(.userInfo, in: members)
    return ActivityIdentity(
      activityType: activityType, userInfo: userInfo, requiredUserInfoKeys: try requiredKeys(in: members))
  }

  /// A place with a distance in metres; neither says anything without the other.
  private mutating func area(in members: borrowing Members) throws(RecordError) -> Deletion.Area? {
    let within = try number(.within, in: members)
    guard let position = members.position(of: .near, on: tape) else {
      guard within == nil else { throw RecordError("near", .missing) }
      return nil
    }
    guard let within else { throw RecordError("within", .missing) }
    guard tape.kind(at: position) == .object else {
      throw RecordError("near", .wrongType(expected: .object))
    }
    let (latitude, longitude): (Double, Double)
    do throws(RecordError) {
      (latitude, longitude) = try center(at: position)
    } catch {
      throw error.inside("near")
    }
    do throws(ActivityError) {
      return try Deletion.Area(latitude: latitude, longitude: longitude, within: within)
    } catch {
      throw RecordError(error.field == "within" ? "within" : "near.\(error.field)", .invalid(error))
    }
  }

  private mutating func center(
    at position: Int
  ) throws(RecordError) -> (latitude: Double, longitude: Double) {
    let members = try Members(of: position, on: tape)
    return (
      latitude: try requiredNumber(.latitude, in: members),
      longitude: try requiredNumber(.longitude, in: members)
    )
  }
}

extension Deletion.Criteria {
  /// The origin of a deletion whose line does not name one: only programs know the names that they gave to
  /// their activities and items.
  var usualOrigin: Deletion.Origin {
    persistentIdentifier != nil || relatedUniqueIdentifier != nil ? .program : .user
  }
}
