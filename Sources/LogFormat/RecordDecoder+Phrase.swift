internal import Activities

extension RecordDecoder {
  mutating func phrase(_ members: borrowing Members) throws(RecordError) -> OwnPhrase {
    let instant = try time(in: members)
    let user = try user(in: members)
    let type = try requiredString(.activityType, in: members)
    let userInfo = try object(.userInfo, in: members)
    let keys = try requiredKeys(in: members)
    let title = try string(.title, in: members)
    let phrase = try string(.phrase, in: members)
    let additionalFields = try additionalFields(of: members, besides: .phrase)
    do {
      return try OwnPhrase(
        by: user, at: instant, activityType: type, userInfo: userInfo, requiredUserInfoKeys: keys,
        title: title,
        phrase: phrase, additionalFields: additionalFields)
    } catch {
      throw RecordError(error.field, .invalid(error))
    }
  }
}
