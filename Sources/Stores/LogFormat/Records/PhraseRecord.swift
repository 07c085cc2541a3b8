internal import Activities

extension RecordDecoder {
  mutating func phrase(_ members: borrowing Members) throws(RecordError) -> OwnPhrase {
    let instant = try time(in: members)
    let user = try user(in: members)
    let type = try json.requiredString(Field.activityType, in: members)
    let userInfo = try json.object(Field.userInfo, in: members)
    let keys = try requiredKeys(in: members)
    let title = try json.string(Field.title, in: members)
    let phrase = try json.string(Field.phrase, in: members)
    let additionalFields = try json.additionalFields(of: members, besides: .phrase)
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

extension JSONWriter {
  mutating func write(_ phrase: OwnPhrase) throws(RecordError) {
    text("type", "phrase")
    write(phrase.user)
    write(time: phrase.instant)
    text("activityType", phrase.activityType)
    text("title", phrase.title)
    try object("userInfo", phrase.userInfo)
    try write(requiredKeys: phrase.requiredUserInfoKeys)
    text("phrase", phrase.phrase)
    try write(additional: phrase.additionalFields, besides: .phrase)
  }
}
