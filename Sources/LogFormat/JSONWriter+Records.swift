internal import Activities

/// Writing feedback, deletions, and what all records have.
extension JSONWriter {
  mutating func write(_ feedback: Feedback) throws(RecordError) {
    text("type", "feedback")
    write(feedback.user)
    write(time: feedback.instant)
    text("suggestion", feedback.suggestion)
    name("shown")
    try open("[")
    for impression in feedback.shown {
      separate()
      try write(impression)
    }
    close("]")
    if let chosen = feedback.chosen {
      name("chosen")
      integer(Int64(chosen))
    }
    text("verdict", feedback.verdict.rawValue)
    if feedback.scope != .activity { text("scope", feedback.scope.rawValue) }
    text("surface", feedback.surface?.rawValue)
    try write(additional: feedback.additionalFields, besides: .feedback)
  }

  private mutating func write(_ impression: Feedback.Impression) throws(RecordError) {
    try open("{")
    text("activityType", impression.activityType)
    try object("userInfo", impression.userInfo)
    try write(requiredKeys: impression.requiredUserInfoKeys)
    try number("probability", impression.probability)
    close("}")
  }

  mutating func write(_ deletion: Deletion) throws(RecordError) {
    text("type", "delete")
    write(deletion.user)
    write(time: deletion.instant)
    let criteria = deletion.criteria
    text("persistentIdentifier", criteria.persistentIdentifier)
    text("id", criteria.externalIdentifier)
    text("relatedUniqueIdentifier", criteria.relatedUniqueIdentifier)
    text("activityType", criteria.activityType)
    text("program", criteria.program)
    text("identity", criteria.identity?.description)
    text("donation", criteria.donation?.description)
    text("userInfoKey", criteria.userInfoKey)
    if let area = criteria.area { try write(area) }
    text("match", criteria.text)
    moment("expired", criteria.expiredBy)
    moment("since", criteria.since)
    moment("until", criteria.until)
    flag("all", criteria.all, unless: false)
    if deletion.origin != criteria.usualOrigin { text("origin", deletion.origin.rawValue) }
    try write(additional: deletion.additionalFields, besides: .deletion)
  }

  private mutating func write(_ area: Deletion.Area) throws(RecordError) {
    name("near")
    try open("{")
    try number("latitude", area.latitude)
    try number("longitude", area.longitude)
    close("}")
    try number("within", area.radius)
  }

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

  mutating func write(_ user: UserIdentifier) {
    if user != .me { text("user", user.name) }
  }

  mutating func write(time: Instant) {
    moment("time", time)
    text("timeZone", time.timeZone)
  }

  mutating func write(requiredKeys: Set<String>?) throws(RecordError) {
    guard let requiredKeys else { return }
    name("requiredUserInfoKeys")
    try strings(requiredKeys)
  }

  mutating func write(
    additional fields: [String: ActivityValue], besides known: FieldSet
  ) throws(RecordError) {
    guard !fields.isEmpty else { return }
    for name in fields.keys {
      if let field = FieldTable.shared.field(named: name.utf8.span), known.contains(field) {
        throw RecordError(field.name, .reservedName)
      }
    }
    try members(fields)
  }
}

/// Writing one field, if there is anything to write.
extension JSONWriter {
  mutating func text(_ field: StaticString, _ text: String?) {
    guard let text else { return }
    name(field)
    string(text)
  }

  mutating func moment(_ field: StaticString, _ instant: Instant?) {
    guard let instant else { return }
    name(field)
    self.instant(instant)
  }

  mutating func flag(_ field: StaticString, _ flag: Bool, unless usual: Bool) {
    guard flag != usual else { return }
    name(field)
    boolean(flag)
  }

  mutating func number(_ field: StaticString, _ number: Double?) throws(RecordError) {
    guard let number else { return }
    name(field)
    do { try double(number) } catch { throw error.inside(field.description) }
  }

  mutating func object(_ field: StaticString, _ members: [String: ActivityValue]) throws(RecordError) {
    guard !members.isEmpty else { return }
    name(field)
    do { try object(members) } catch { throw error.inside(field.description) }
  }
}
