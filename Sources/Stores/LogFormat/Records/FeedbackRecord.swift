internal import Activities

extension RecordDecoder {
  mutating func feedback(_ members: borrowing Members) throws(RecordError) -> Feedback {
    let instant = try time(in: members)
    let user = try user(in: members)
    let suggestion = try json.string(Field.suggestion, in: members)
    let shown = try impressions(members)
    let chosen = try json.wholeNumber(Field.chosen, in: members)
    let verdict: Feedback.Verdict? = try json.word(Field.verdict, in: members)
    guard let verdict else { throw RecordError("verdict", .missing) }
    let scope: Feedback.Scope? = try json.word(Field.scope, in: members)
    let surface: Surface? = try json.word(Field.surface, in: members)
    let horizon = try json.number(Field.withinSeconds, in: members)
    let additionalFields = try json.additionalFields(of: members, besides: .feedback)
    do {
      return try Feedback(
        by: user, at: instant, suggestion: suggestion, shown: shown, chosen: chosen, verdict: verdict,
        scope: scope ?? .activity, surface: surface, horizon: horizon, additionalFields: additionalFields)
    } catch {
      throw RecordError(error.field, .invalid(error))
    }
  }

  private mutating func impressions(_ members: borrowing Members) throws(RecordError) -> [Feedback.Impression]
  {
    guard let position = members.position(of: Field.shown, on: json.tape) else {
      throw RecordError("shown", .missing)
    }
    guard json.tape.kind(at: position) == .array else {
      throw RecordError("shown", .wrongType(expected: .objects))
    }
    var impressions: [Feedback.Impression] = []
    let content = json.tape.content(of: position)
    var index = content.lowerBound
    while index < content.upperBound {
      guard json.tape.kind(at: index) == .object else {
        throw RecordError("shown", .wrongType(expected: .objects))
      }
      do { impressions.append(try impression(at: index)) } catch {
        throw error.inside("shown[\(impressions.count)]")
      }
      index = json.tape.index(after: index)
    }
    return impressions
  }

  private mutating func impression(at position: Int) throws(RecordError) -> Feedback.Impression {
    let members = try Members(of: position, on: json.tape)
    let type = try json.requiredString(Field.activityType, in: members)
    let userInfo = try json.object(Field.userInfo, in: members)
    let keys = try requiredKeys(in: members)
    let probability = try json.number(Field.probability, in: members)
    do {
      return try Feedback.Impression(
        activityType: type, userInfo: userInfo, requiredUserInfoKeys: keys, probability: probability)
    } catch {
      throw RecordError(error.field, .invalid(error))
    }
  }
}

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
    try number("within_seconds", feedback.horizon)
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
}
