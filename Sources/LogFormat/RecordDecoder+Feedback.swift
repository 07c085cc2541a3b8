internal import Activities

extension RecordDecoder {
  mutating func feedback(_ members: borrowing Members) throws(RecordError) -> Feedback {
    let instant = try time(in: members)
    let user = try user(in: members)
    let suggestion = try string(.suggestion, in: members)
    let shown = try impressions(members)
    let chosen = try wholeNumber(.chosen, in: members)
    let verdict: Feedback.Verdict? = try word(.verdict, in: members)
    guard let verdict else { throw RecordError("verdict", .missing) }
    let scope: Feedback.Scope? = try word(.scope, in: members)
    let surface: Surface? = try word(.surface, in: members)
    let additionalFields = try additionalFields(of: members, besides: .feedback)
    do {
      return try Feedback(
        by: user, at: instant, suggestion: suggestion, shown: shown, chosen: chosen, verdict: verdict,
        scope: scope ?? .activity, surface: surface, additionalFields: additionalFields)
    } catch {
      throw RecordError(error.field, .invalid(error))
    }
  }

  /// A field that is one of a few words.
  mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ field: Field, in members: borrowing Members
  ) throws(RecordError) -> Word? {
    guard let text = try string(field, in: members) else { return nil }
    guard let word = Word(rawValue: text) else {
      throw RecordError(field.name, .unknownWord(known: Word.allCases.map(\.rawValue)))
    }
    return word
  }

  private mutating func impressions(_ members: borrowing Members) throws(RecordError) -> [Feedback.Impression]
  {
    guard let position = members.position(of: .shown, on: tape) else { throw RecordError("shown", .missing) }
    guard tape.kind(at: position) == .array else {
      throw RecordError("shown", .wrongType(expected: .objects))
    }
    var impressions: [Feedback.Impression] = []
    let content = tape.content(of: position)
    var index = content.lowerBound
    while index < content.upperBound {
      guard tape.kind(at: index) == .object else {
        throw RecordError("shown", .wrongType(expected: .objects))
      }
      do { impressions.append(try impression(at: index)) } catch {
        throw error.inside("shown[\(impressions.count)]")
      }
      index = tape.index(after: index)
    }
    return impressions
  }

  private mutating func impression(at position: Int) throws(RecordError) -> Feedback.Impression {
    let members = try Members(of: position, on: tape)
    let type = try requiredString(.activityType, in: members)
    let userInfo = try object(.userInfo, in: members)
    let keys = try requiredKeys(in: members)
    let probability = try number(.probability, in: members)
    do {
      return try Feedback.Impression(
        activityType: type, userInfo: userInfo, requiredUserInfoKeys: keys, probability: probability)
    } catch {
      throw RecordError(error.field, .invalid(error))
    }
  }
}
