public import Activities
internal import Foundation

/// Reads one line of a donation log, version 1.
///
/// It is strict: a field of the wrong type, a name that is there twice or a value out of range is an error of the line.
/// Null means absent for every field; in userInfo and context it is a value. Names it does not know are kept in
/// `additionalFields`, except inside `location` and `shown`. Whole numbers beyond Int64 become doubles. How dates, data
/// and URLs travel in userInfo is told at ``TypedValue``.
///
/// A decoder keeps its buffers and is made for one thread; make one for each.
public struct RecordDecoder {
  private var json: JSONLine
  /// The last required keys: most lines of a program have the same.
  private var lastKeys: (names: [String], set: Set<String>) = ([], [])
  private var clock = LocalClock()
  /// The last user: most lines have the same.
  private var lastUser = UserIdentifier.me
  /// A Boolean value that indicates whether the last record says less than its line: names in it were
  /// ignored, or may have been.
  private var passedNamesOver = false

  /// The limits of a line.
  public var limits: LineLimits { json.limits }

  /// Makes a decoder.
  public init(limits: LineLimits = LineLimits()) {
    json = JSONLine(limits: limits)
  }

  /// Reads a line, without its line feed.
  ///
  /// A donation without `id` gets the identifier of the first among equals; ``LogReader`` tells equals apart.
  ///
  /// - Throws: ``RecordError``.
  /// - Complexity: O(length of the line).
  public mutating func decode(_ line: Span<UInt8>) throws(RecordError) -> LogRecord {
    switch try read(line) {
    case .donation(let draft): .donation(try draft.donation(ordinal: 0))
    case .feedback(let feedback): .feedback(feedback)
    case .deletion(let deletion): .deletion(deletion)
    case .phrase(let phrase): .phrase(phrase)
    }
  }

  /// Reads back a donation that was written as a line and stored under its identifier.
  ///
  /// - Parameters:
  ///   - line: What ``RecordEncoder`` wrote.
  ///   - identifier: The identifier that was stored with it.
  ///   - identity: The identity that was stored with it; computed if absent, which takes as long as the rest.
  /// - Throws: ``RecordError``; the reason is ``RecordError/Reason/unknownWord(known:)`` if it is no donation.
  public mutating func decodeDonation(
    _ line: Span<UInt8>, identifier: DonationIdentifier, identity: ActivityIdentity? = nil
  ) throws(RecordError) -> Donation {
    guard case .donation(let draft) = try read(line) else {
      throw RecordError("type", .unknownWord(known: ["donation"]))
    }
    return try draft.donation(identifier: identifier, identity: identity ?? draft.activity.identity)
  }

  /// Returns whether the line that was decoded last can be kept as it came, in the place of what
  /// ``RecordEncoder`` writes.
  ///
  /// It can if it has everything that the record says, and nothing else; if every reader with the usual limits takes it; and if no
  /// text in it is escaped, so that a line in which a word does not stand as it is does not have the word.
  ///
  /// - Complexity: O(length of the line).
  func isVerbatim(_ line: Span<UInt8>) -> Bool {
    let usual = LineLimits()
    guard !passedNamesOver, limits.depth <= usual.depth, line.count <= usual.length, line.count >= 2,
      line[0] == UInt8(ascii: "{"), line[line.count - 1] == UInt8(ascii: "}")
    else { return false }
    for index in line.indices where line[index] < 0x20 || line[index] == UInt8(ascii: "\\") { return false }
    return true
  }

  /// A line whose donation has no identifier yet.
  enum Draft {
    case donation(DonationDraft)
    case feedback(Feedback)
    case deletion(Deletion)
    case phrase(OwnPhrase)
  }

  mutating func read(_ line: Span<UInt8>) throws(RecordError) -> Draft {
    passedNamesOver = false
    let members = try members(of: line)
    switch try json.string(.type, in: members) ?? "donation" {
    case "donation": return .donation(try donation(members))
    case "feedback": return .feedback(try feedback(members))
    case "delete": return .deletion(try deletion(members))
    case "phrase": return .phrase(try phrase(members))
    default: throw RecordError("type", .unknownWord(known: ["donation", "feedback", "delete", "phrase"]))
    }
  }

  /// The members of a line's object, whose version is known.
  private mutating func members(of line: Span<UInt8>) throws(RecordError) -> Members {
    try json.parse(line)
    guard json.tape.kind(at: JSONTape.root) == .object else {
      throw RecordError("", .wrongType(expected: .object))
    }
    let members = try Members(of: JSONTape.root, on: json.tape)
    if let position = members.position(of: .v, on: json.tape) {
      guard let version = json.tape.integer(at: position) else {
        throw RecordError("v", .wrongType(expected: .wholeNumber))
      }
      guard version == 1 else { throw RecordError("v", .unsupportedVersion) }
    }
    return members
  }

  /// The `time` of a record, with its `timeZone`, which says what the clocks showed if the time is in UTC.
  private mutating func time(in members: borrowing Members) throws(RecordError) -> Instant {
    let timeZone = try json.string(.timeZone, in: members)
    guard let instant = try json.instant(.time, timeZone: timeZone, in: members) else {
      throw RecordError("time", .missing)
    }
    return timeZone == nil ? instant : clock.located(instant)
  }

  /// The `user` of a record; `me` if absent.
  private mutating func user(in members: borrowing Members) throws(RecordError) -> UserIdentifier {
    guard let position = members.position(of: .user, on: json.tape) else { return .me }
    guard json.tape.kind(at: position) == .string else {
      throw RecordError("user", .wrongType(expected: .string))
    }
    if StringPool.isEqual(lastUser.name, json.tape.textRange(at: position), of: json.tape.text) {
      return lastUser
    }
    do {
      lastUser = try UserIdentifier(json.text(at: position))
      return lastUser
    } catch {
      throw RecordError("user", .invalid(error))
    }
  }

  /// The `requiredUserInfoKeys` of an activity.
  private mutating func requiredKeys(in members: borrowing Members) throws(RecordError) -> Set<String>? {
    if let position = members.position(of: .requiredUserInfoKeys, on: json.tape), areLastKeys(at: position) {
      return lastKeys.set
    }
    guard let names = try json.strings(.requiredUserInfoKeys, in: members) else { return nil }
    lastKeys = (names, Set(names))
    return lastKeys.set
  }

  private func areLastKeys(at position: Int) -> Bool {
    guard json.tape.kind(at: position) == .array else { return false }
    let content = json.tape.content(of: position)
    guard content.count == lastKeys.names.count else { return false }
    for (index, name) in zip(content, lastKeys.names) {
      guard json.tape.kind(at: index) == .string,
        StringPool.isEqual(name, json.tape.textRange(at: index), of: json.tape.text)
      else { return false }
    }
    return true
  }
}

extension RecordDecoder {
  /// Reads an activity alone, as ``RecordEncoder`` writes one; fields that belong to a donation are passed over.
  ///
  /// Of the line of a donation, which has a `time`, it reads what the donation says of the activity.
  ///
  /// - Throws: ``RecordError``.
  /// - Complexity: O(length of the line).
  public mutating func decodeActivity(_ line: Span<UInt8>) throws(RecordError) -> UserActivity {
    let members = try members(of: line)
    return try activity(members, isFoundUnlessSaid: members.position(of: .time, on: json.tape) != nil)
  }
}

extension RecordDecoder {
  /// Reads a value alone, as one of userInfo stands in a line.
  ///
  /// - Throws: ``RecordError`` without a field.
  /// - Complexity: O(length of the text).
  package mutating func decodeValue(_ text: Span<UInt8>) throws(RecordError) -> ActivityValue {
    try json.parse(text)
    return try json.value(at: JSONTape.root)
  }

  private mutating func donation(_ members: borrowing Members) throws(RecordError) -> DonationDraft {
    let instant = try time(in: members)
    let user = try user(in: members)
    let activity = try activity(members, isFoundUnlessSaid: true)
    let place = try place(members)
    let attributes = try json.object(.context, in: members)
    let details = try details(members)
    do {
      let context = try Context(at: instant, place: place, attributes: attributes)
      return DonationDraft(activity: activity, user: user, context: context, details: details)
    } catch {
      throw RecordError("context", .invalid(error))
    }
  }

  /// - Parameter isFoundUnlessSaid: Whether a search finds what the line says nothing else of, as in a donation.
  private mutating func activity(
    _ members: borrowing Members, isFoundUnlessSaid: Bool = false
  ) throws(RecordError) -> UserActivity {
    let type = try json.requiredString(.activityType, in: members)
    let title = try json.string(.title, in: members)
    let userInfo = try json.object(.userInfo, in: members)
    let keys = try requiredKeys(in: members)
    var activity: UserActivity
    do {
      activity = try UserActivity(
        activityType: type, title: title, userInfo: userInfo, requiredUserInfoKeys: keys)
    } catch {
      throw RecordError(error.field, .invalid(error))
    }
    try readDisplay(of: &activity, from: members)
    try readEligibility(of: &activity, from: members, isFoundUnlessSaid: isFoundUnlessSaid)
    if members.hasAny(of: .rare) { try readRare(of: &activity, from: members) }
    return activity
  }

  private mutating func readDisplay(
    of activity: inout UserActivity, from members: borrowing Members
  ) throws(RecordError) {
    activity.subtitle = try json.string(.subtitle, in: members)
    activity.keywords = Set(try json.strings(.keywords, in: members) ?? [])
    activity.persistentIdentifier = try json.string(.persistentIdentifier, in: members)
    activity.targetContentIdentifier = try json.string(.targetContentIdentifier, in: members)
    activity.relatedUniqueIdentifier = try json.string(.relatedUniqueIdentifier, in: members)
    activity.suggestedInvocationPhrase = try json.string(.suggestedInvocationPhrase, in: members)
    activity.contentAttributes = try json.object(.contentAttributes, in: members)
    if let url = try json.url(.webpageURL, in: members) {
      do { try activity.setWebpageURL(url) } catch { throw RecordError(error.field, .invalid(error)) }
    }
    if let position = members.position(of: .expirationDate, on: json.tape) {
      guard let date = json.date(at: position) else {
        throw RecordError("expirationDate", .wrongType(expected: .date))
      }
      activity.expirationDate = date
    }
  }

  private func readEligibility(
    of activity: inout UserActivity, from members: borrowing Members, isFoundUnlessSaid: Bool
  ) throws(RecordError) {
    activity.isEligibleForPrediction = try json.boolean(.isEligibleForPrediction, in: members) ?? true
    activity.isEligibleForSearch = try json.boolean(.isEligibleForSearch, in: members) ?? isFoundUnlessSaid
    activity.isEligibleForHandoff = try json.boolean(.isEligibleForHandoff, in: members) ?? false
    activity.isEligibleForPublicIndexing =
      try json.boolean(.isEligibleForPublicIndexing, in: members) ?? false
    activity.runsInBackground = try json.boolean(.runsInBackground, in: members) ?? false
    activity.effortSaved = try json.number(.effortSaved, in: members)
  }

  private mutating func place(_ members: borrowing Members) throws(RecordError) -> Place? {
    guard let position = members.position(of: .location, on: json.tape) else { return nil }
    guard json.tape.kind(at: position) == .object else {
      throw RecordError("location", .wrongType(expected: .object))
    }
    do throws(RecordError) {
      let location = try Members(of: position, on: json.tape)
      if location.hasOthers(than: .location) { passedNamesOver = true }
      let latitude = try json.requiredNumber(.latitude, in: location)
      let longitude = try json.requiredNumber(.longitude, in: location)
      let accuracy = try json.number(.horizontalAccuracy, in: location)
      let name = try json.string(.name, in: location)
      do {
        return try Place(latitude: latitude, longitude: longitude, horizontalAccuracy: accuracy, name: name)
      } catch {
        throw RecordError(error.field, .invalid(error))
      }
    } catch {
      throw error.inside("location")
    }
  }

  private mutating func details(_ members: borrowing Members) throws(RecordError) -> Donation.Details {
    var details = Donation.Details()
    details.externalIdentifier = try json.string(.id, in: members)
    details.program = try json.string(.program, in: members)
    details.device = try json.string(.device, in: members)
    details.duration = try json.number(.duration, in: members)
    if let word = try json.string(.source, in: members) {
      guard let source = DonationSource(word) else {
        throw RecordError("source", .unknownWord(known: ["user", "suggestion", "import:NAME"]))
      }
      details.source = source
    }
    if let precision: TimePrecision = try json.word(.timePrecision, in: members) {
      details.timePrecision = precision
    }
    details.additionalFields = try json.additionalFields(of: members, besides: .donation)
    return details
  }
}

/// Reading what few activities have.
extension RecordDecoder {
  private mutating func readRare(
    of activity: inout UserActivity, from members: borrowing Members
  ) throws(RecordError) {
    passedNamesOver = true  // the objects among them have names of their own, and others are not kept
    if let url = try json.url(.referrerURL, in: members) {
      do { try activity.setReferrerURL(url) } catch { throw RecordError(error.field, .invalid(error)) }
    }
    activity.publisher = try json.string(.publisher, in: members)
    activity.appEntityIdentifier = try json.string(.appEntityIdentifier, in: members)
    if let words = try json.strings(.shortcutAvailability, in: members) {
      guard let availability = ShortcutAvailability(words: words) else {
        throw RecordError("shortcutAvailability", .unknownWord(known: ShortcutAvailability.allWords))
      }
      activity.shortcutAvailability = availability
    }
    if members.position(of: .interaction, on: json.tape) != nil {
      let stored = try json.object(.interaction, in: members)
      do { activity.interaction = try Interaction(storedValue: stored) } catch {
        throw RecordError(error.field, .invalid(error))
      }
    }
    if members.position(of: .mapItem, on: json.tape) != nil {
      let stored = try json.object(.mapItem, in: members)
      do { activity.mapItem = try MapItem(storedValue: stored) } catch {
        throw RecordError(error.field, .invalid(error))
      }
    }
    if let position = members.position(of: .parameterCombinations, on: json.tape) {
      try readCombinations(of: &activity, at: position)
    }
  }

  /// A list of parameter combinations.
  private mutating func readCombinations(
    of activity: inout UserActivity, at position: Int
  ) throws(RecordError) {
    guard case .array(let values) = try json.value(at: position) else {
      throw RecordError("parameterCombinations", .wrongType(expected: .objects))
    }
    do throws(ActivityError) {
      var combinations: [ParameterCombination] = []
      for value in values { combinations.append(try ParameterCombination(storedValue: value)) }
      try activity.setParameterCombinations(combinations)
    } catch {
      throw RecordError("parameterCombinations", .invalid(error))
    }
  }

}

extension RecordDecoder {
  private mutating func feedback(_ members: borrowing Members) throws(RecordError) -> Feedback {
    let instant = try time(in: members)
    let user = try user(in: members)
    let suggestion = try json.string(.suggestion, in: members)
    let shown = try impressions(members)
    let chosen = try json.wholeNumber(.chosen, in: members)
    let verdict: Feedback.Verdict? = try json.word(.verdict, in: members)
    guard let verdict else { throw RecordError("verdict", .missing) }
    let scope: Feedback.Scope? = try json.word(.scope, in: members)
    let surface: Surface? = try json.word(.surface, in: members)
    let horizon = try json.number(.withinSeconds, in: members)
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
    guard let position = members.position(of: .shown, on: json.tape) else {
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
    let type = try json.requiredString(.activityType, in: members)
    let userInfo = try json.object(.userInfo, in: members)
    let keys = try requiredKeys(in: members)
    let probability = try json.number(.probability, in: members)
    do {
      return try Feedback.Impression(
        activityType: type, userInfo: userInfo, requiredUserInfoKeys: keys, probability: probability)
    } catch {
      throw RecordError(error.field, .invalid(error))
    }
  }
}

extension RecordDecoder {
  private mutating func deletion(_ members: borrowing Members) throws(RecordError) -> Deletion {
    let instant = try time(in: members)
    let user = try user(in: members)
    var criteria = Deletion.Criteria()
    criteria.persistentIdentifier = try json.string(.persistentIdentifier, in: members)
    criteria.externalIdentifier = try json.string(.id, in: members)
    criteria.relatedUniqueIdentifier = try json.string(.relatedUniqueIdentifier, in: members)
    criteria.activityType = try json.string(.activityType, in: members)
    criteria.program = try json.string(.program, in: members)
    criteria.identity = try identity(for: criteria.activityType, in: members)
    if let donation = try json.string(.donation, in: members) {
      guard let identifier = DonationIdentifier(donation) else {
        throw RecordError("donation", .wrongType(expected: .digits))
      }
      criteria.donation = identifier
    }
    criteria.userInfoKey = try json.string(.userInfoKey, in: members)
    criteria.area = try area(in: members)
    criteria.text = try json.string(.match, in: members)
    if let text = try json.string(.site, in: members) {
      guard let site = Site(text) else { throw RecordError("site", .invalid(.notHost(field: "site"))) }
      criteria.site = site
    }
    criteria.siteKind = try json.word(.siteKind, in: members)
    criteria.folder = try json.string(.folder, in: members)
    criteria.expiredBy = try json.instant(.expired, in: members)
    criteria.since = try json.instant(.since, in: members)
    criteria.until = try json.instant(.until, in: members)
    criteria.all = try json.boolean(.all, in: members) ?? false
    let origin: Deletion.Origin? = try json.word(.origin, in: members)
    let additionalFields = try json.additionalFields(of: members, besides: .deletion)
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
    if let digits = try json.string(.identity, in: members) {
      guard let identity = ActivityIdentity(digits) else {
        throw RecordError("identity", .wrongType(expected: .digits))
      }
      return identity
    }
    guard members.position(of: .userInfo, on: json.tape) != nil else {
      guard try requiredKeys(in: members) == nil else { throw RecordError("userInfo", .missing) }
      return nil
    }
    guard let activityType else { throw RecordError("activityType", .missing) }
    let userInfo = try json.object(.userInfo, in: members)
    return ActivityIdentity(
      activityType: activityType, userInfo: userInfo, requiredUserInfoKeys: try requiredKeys(in: members))
  }

  /// A place with a distance in metres; neither says anything without the other.
  private mutating func area(in members: borrowing Members) throws(RecordError) -> Deletion.Area? {
    let within = try json.number(.within, in: members)
    guard let position = members.position(of: .near, on: json.tape) else {
      guard within == nil else { throw RecordError("near", .missing) }
      return nil
    }
    guard let within else { throw RecordError("within", .missing) }
    guard json.tape.kind(at: position) == .object else {
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
    let members = try Members(of: position, on: json.tape)
    return (
      latitude: try json.requiredNumber(.latitude, in: members),
      longitude: try json.requiredNumber(.longitude, in: members)
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

extension RecordDecoder {
  private mutating func phrase(_ members: borrowing Members) throws(RecordError) -> OwnPhrase {
    let instant = try time(in: members)
    let user = try user(in: members)
    let type = try json.requiredString(.activityType, in: members)
    let userInfo = try json.object(.userInfo, in: members)
    let keys = try requiredKeys(in: members)
    let title = try json.string(.title, in: members)
    let phrase = try json.string(.phrase, in: members)
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

extension RecordDecoder {
  /// Reads back an object of values.
  ///
  /// - Throws: ``RecordError`` if it is no object, or not one that ``RecordEncoder/encode(object:)`` would write.
  /// - Complexity: O(length).
  public mutating func decodeObject(_ bytes: Span<UInt8>) throws(RecordError) -> [String: ActivityValue] {
    try json.parse(bytes)
    guard json.tape.kind(at: JSONTape.root) == .object else {
      throw RecordError("", .wrongType(expected: .object))
    }
    return try json.object(at: JSONTape.root)
  }
}

extension RecordDecoder {
  /// Reads a hint; without `program` it is the program that the activity type names.
  ///
  /// A hint that says something that nobody reads would be silent without a reason, so names that it does not know are an
  /// error here, unlike in a donation.
  ///
  /// - Throws: ``RecordError``.
  /// - Complexity: O(length of the line).
  public mutating func decodeHint(_ line: Span<UInt8>) throws(RecordError) -> StatedHint {
    let members = try members(of: line)
    if let type = try json.string(.type, in: members), type != "hint" {
      throw RecordError("type", .unknownWord(known: ["hint"]))
    }
    let activity = try activity(members)
    let program = try json.string(.program, in: members) ?? activity.defaultProgram
    guard !program.isEmpty else { throw RecordError("program", .invalid(.empty(field: "program"))) }
    let own = try json.additionalFields(of: members, besides: .hint)
    guard Set(own.keys).isSubset(of: ["relevance", "role", "kind"]) else {
      throw RecordError("", .unknownName(known: ["activityType", "program", "relevance", "role", "kind"]))
    }
    do {
      return StatedHint(by: program, try Hint(of: activity, storedValue: own))
    } catch let error as HintError {
      throw RecordError("relevance", .invalidHint(error))
    } catch let error as ActivityError {
      // `hint.role` is the member `role` of the line, `hint.relevance.date.from` is in `relevance`.
      let path = error.field.split(separator: ".")
      throw RecordError(path.count > 1 && path[0] == "hint" ? String(path[1]) : "relevance", .invalid(error))
    } catch {
      throw RecordError("relevance", .invalid(.malformed(field: "relevance")))
    }
  }
}

extension FieldSet {
  /// Every field of a hint that a donation has too.
  fileprivate static let hint = FieldSet(
    .v, .type, .program, .activityType, .title, .subtitle, .keywords, .webpageURL, .expirationDate,
    .persistentIdentifier, .targetContentIdentifier, .relatedUniqueIdentifier, .suggestedInvocationPhrase,
    .contentAttributes, .runsInBackground, .effortSaved, .userInfo, .requiredUserInfoKeys,
    .isEligibleForPrediction, .isEligibleForSearch, .isEligibleForHandoff, .isEligibleForPublicIndexing,
    .referrerURL, .publisher, .appEntityIdentifier, .shortcutAvailability, .interaction, .mapItem)
}
