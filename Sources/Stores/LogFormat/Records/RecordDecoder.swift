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
  /// The limits of a line.
  public let limits: LineLimits
  private let parser: JSONParser
  private var tape = JSONTape()
  private var pool = StringPool()
  /// The last required keys: most lines of a program have the same.
  private var lastKeys: (names: [String], set: Set<String>) = ([], [])
  private var clock = LocalClock()
  /// The last user: most lines have the same.
  private var lastUser = UserIdentifier.me
  /// A Boolean value that indicates whether the last record says less than its line: names in it were
  /// ignored, or may have been.
  private var passedNamesOver = false

  /// Makes a decoder.
  public init(limits: LineLimits = LineLimits()) {
    self.limits = limits
    parser = JSONParser(limits: limits)
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
    switch try string(.type, in: members) ?? "donation" {
    case "donation": return .donation(try donation(members))
    case "feedback": return .feedback(try feedback(members))
    case "delete": return .deletion(try deletion(members))
    case "phrase": return .phrase(try phrase(members))
    default: throw RecordError("type", .unknownWord(known: ["donation", "feedback", "delete", "phrase"]))
    }
  }

  /// The members of a line's object, whose version is known.
  private mutating func members(of line: Span<UInt8>) throws(RecordError) -> Members {
    try parse(line)
    guard tape.kind(at: JSONTape.root) == .object else {
      throw RecordError("", .wrongType(expected: .object))
    }
    let members = try Members(of: JSONTape.root, on: tape)
    if let position = members.position(of: .v, on: tape) {
      guard let version = tape.integer(at: position) else {
        throw RecordError("v", .wrongType(expected: .wholeNumber))
      }
      guard version == 1 else { throw RecordError("v", .unsupportedVersion) }
    }
    return members
  }

  private mutating func parse(_ line: Span<UInt8>) throws(RecordError) {
    guard line.count <= limits.length else { throw RecordError("", .lineTooLong(limit: limits.length)) }
    do { try parser.parseWidening(line, into: &tape) } catch { throw self.error(for: error) }
    // Before any text of it is compared or hashed.
    if let position = tape.positionOfManyMarks {
      throw RecordError(
        tape.field(around: position)?.name ?? "", .tooManyMarks(limit: CombiningMarks.mostInARow))
    }
  }

  private func error(for fault: JSONFault) -> RecordError {
    switch fault {
    case .invalidUTF8: RecordError("", .invalidUTF8)
    case .tooDeep: RecordError("", .nestedTooDeep(limit: limits.depth))
    case .tooLong: RecordError("", .lineTooLong(limit: limits.length))
    default: RecordError("", .malformed(fault))
    }
  }
}

/// Reading values from the tape, each with the type that its field has to have.
extension RecordDecoder {
  private mutating func text(at position: Int) -> String {
    pool.string(tape.textRange(at: position), of: tape.text)
  }

  private mutating func string(_ field: Field, in members: borrowing Members) throws(RecordError) -> String? {
    guard let position = members.position(of: field, on: tape) else { return nil }
    guard tape.kind(at: position) == .string else {
      throw RecordError(field.name, .wrongType(expected: .string))
    }
    return text(at: position)
  }

  private mutating func requiredString(_ field: Field, in members: borrowing Members) throws(RecordError)
    -> String
  {
    guard let string = try string(field, in: members) else { throw RecordError(field.name, .missing) }
    return string
  }

  private func boolean(_ field: Field, in members: borrowing Members) throws(RecordError) -> Bool? {
    guard let position = members.position(of: field, on: tape) else { return nil }
    switch tape.kind(at: position) {
    case .yes: return true
    case .no: return false
    default: throw RecordError(field.name, .wrongType(expected: .boolean))
    }
  }

  private func number(_ field: Field, in members: borrowing Members) throws(RecordError) -> Double? {
    guard let position = members.position(of: field, on: tape) else { return nil }
    guard let number = tape.double(at: position) else {
      throw RecordError(field.name, .wrongType(expected: .number))
    }
    return number
  }

  private func requiredNumber(_ field: Field, in members: borrowing Members) throws(RecordError) -> Double {
    guard let number = try number(field, in: members) else { throw RecordError(field.name, .missing) }
    return number
  }

  private func wholeNumber(_ field: Field, in members: borrowing Members) throws(RecordError) -> Int? {
    guard let position = members.position(of: field, on: tape) else { return nil }
    guard let number = tape.integer(at: position) else {
      throw RecordError(field.name, .wrongType(expected: .wholeNumber))
    }
    return Int(truncatingIfNeeded: number)
  }

  private mutating func strings(_ field: Field, in members: borrowing Members) throws(RecordError)
    -> [String]?
  {
    guard let position = members.position(of: field, on: tape) else { return nil }
    guard tape.kind(at: position) == .array else {
      throw RecordError(field.name, .wrongType(expected: .strings))
    }
    var strings: [String] = []
    var index = tape.content(of: position).lowerBound
    let end = tape.content(of: position).upperBound
    while index < end {
      guard tape.kind(at: index) == .string else {
        throw RecordError(field.name, .wrongType(expected: .strings))
      }
      strings.append(text(at: index))
      index += 1
    }
    return strings
  }

  /// The moment of a field.
  ///
  /// A time zone is a field of its own.
  private func instant(_ field: Field, timeZone: String? = nil, in members: borrowing Members)
    throws(RecordError)
    -> Instant?
  {
    guard let position = members.position(of: field, on: tape) else { return nil }
    guard tape.kind(at: position) == .string else {
      throw RecordError(field.name, .wrongType(expected: .date))
    }
    do {
      return try Instant(rfc3339: tape.text.span.extracting(tape.textRange(at: position)), timeZone: timeZone)
    } catch {
      throw RecordError(field.name, .invalid(error))
    }
  }

  /// The `time` of a record, with its `timeZone`, which says what the clocks showed if the time is in UTC.
  private mutating func time(in members: borrowing Members) throws(RecordError) -> Instant {
    let timeZone = try string(.timeZone, in: members)
    guard let instant = try instant(.time, timeZone: timeZone, in: members) else {
      throw RecordError("time", .missing)
    }
    return timeZone == nil ? instant : clock.located(instant)
  }

  /// The `user` of a record; `me` if absent.
  private mutating func user(in members: borrowing Members) throws(RecordError) -> UserIdentifier {
    guard let position = members.position(of: .user, on: tape) else { return .me }
    guard tape.kind(at: position) == .string else { throw RecordError("user", .wrongType(expected: .string)) }
    if StringPool.isEqual(lastUser.name, tape.textRange(at: position), of: tape.text) { return lastUser }
    do {
      lastUser = try UserIdentifier(text(at: position))
      return lastUser
    } catch {
      throw RecordError("user", .invalid(error))
    }
  }

  /// The `requiredUserInfoKeys` of an activity.
  private mutating func requiredKeys(in members: borrowing Members) throws(RecordError) -> Set<String>? {
    if let position = members.position(of: .requiredUserInfoKeys, on: tape), areLastKeys(at: position) {
      return lastKeys.set
    }
    guard let names = try strings(.requiredUserInfoKeys, in: members) else { return nil }
    lastKeys = (names, Set(names))
    return lastKeys.set
  }

  private func areLastKeys(at position: Int) -> Bool {
    guard tape.kind(at: position) == .array else { return false }
    let content = tape.content(of: position)
    guard content.count == lastKeys.names.count else { return false }
    for (index, name) in zip(content, lastKeys.names) {
      guard tape.kind(at: index) == .string,
        StringPool.isEqual(name, tape.textRange(at: index), of: tape.text)
      else { return false }
    }
    return true
  }

  /// The object of a field, its members as values.
  private mutating func object(_ field: Field, in members: borrowing Members) throws(RecordError) -> [String:
    ActivityValue]
  {
    guard let position = members.position(of: field, on: tape) else { return [:] }
    guard tape.kind(at: position) == .object else {
      throw RecordError(field.name, .wrongType(expected: .object))
    }
    do { return try object(at: position) } catch { throw error.inside(field.name) }
  }

  /// The members that a record of this kind gives no meaning.
  private mutating func additionalFields(
    of members: borrowing Members, besides known: FieldSet
  ) throws(RecordError) -> [String: ActivityValue] {
    guard members.hasOthers(than: known) else { return [:] }
    var fields: [String: ActivityValue] = [:]
    let content = tape.content(of: members.object)
    var key = content.lowerBound
    while key < content.upperBound {
      let value = key + 1
      let field = FieldTable.shared.field(named: tape.text.span.extracting(tape.textRange(at: key)))
      if !(field.map(known.contains) ?? false) {
        let name = text(at: key)
        guard fields.updateValue(try self.value(at: value), forKey: name) == nil else {
          throw RecordError("", .repeatedKey)  // the name is the user's, so it is not told
        }
      }
      key = tape.index(after: value)
    }
    return fields
  }
}

/// Reading the values of userInfo and of everything else that a program may fill freely.
///
/// Errors have no field here: names inside of these objects are the user's and are not told.
extension RecordDecoder {
  /// - Complexity: O(size of the value); the depth of recursion is bounded by the limit of the line.
  private mutating func value(at position: Int) throws(RecordError) -> ActivityValue {
    switch tape.kind(at: position) {
    case .string: return .string(text(at: position))
    case .integer: return .integer(Int64(bitPattern: tape.words[position + 1]))
    case .unsigned: return .double(Double(tape.words[position + 1]))
    case .double: return .double(Double(bitPattern: tape.words[position + 1]))
    case .yes: return .boolean(true)
    case .no: return .boolean(false)
    case .array: return .array(try array(at: position))
    case .object:
      if let typed = try typedValue(at: position) { return typed }
      return .object(try object(at: position))
    case .null, .objectEnd, .arrayEnd, .root: return .null
    }
  }

  /// The members of an object, as they stand there.
  private mutating func object(at position: Int) throws(RecordError) -> [String: ActivityValue] {
    var object: [String: ActivityValue] = [:]
    let content = tape.content(of: position)
    var key = content.lowerBound
    while key < content.upperBound {
      let value = key + 1
      guard object.updateValue(try self.value(at: value), forKey: text(at: key)) == nil else {
        throw RecordError("", .repeatedKey)
      }
      key = tape.index(after: value)
    }
    return object
  }

  private mutating func array(at position: Int) throws(RecordError) -> [ActivityValue] {
    var array: [ActivityValue] = []
    let content = tape.content(of: position)
    var index = content.lowerBound
    while index < content.upperBound {
      array.append(try value(at: index))
      index = tape.index(after: index)
    }
    return array
  }

  /// The date, data, URL or wrapped object that an object stands for; nil if it stands for itself.
  private mutating func typedValue(at position: Int) throws(RecordError) -> ActivityValue? {
    let content = tape.content(of: position)
    let value = content.lowerBound + 1
    guard !content.isEmpty, tape.index(after: value) == content.upperBound,
      let type = TypedValue(onlyName: text(at: content.lowerBound))
    else { return nil }
    guard let decoded = try typed(type, at: value) else { throw RecordError("", .malformedTypedValue) }
    return decoded
  }

  private mutating func typed(
    _ type: TypedValue, at position: Int
  ) throws(RecordError) -> ActivityValue? {
    switch (type, tape.kind(at: position)) {
    case (.date, _): date(at: position).map(ActivityValue.date)
    case (.data, .string): Data(base64Encoded: text(at: position)).map(ActivityValue.data)
    case (.url, .string): TypedValue.url(text(at: position)).map(ActivityValue.url)
    case (.object, .object): .object(try object(at: position))
    default: nil
    }
  }

  /// A date as an RFC 3339 time or in seconds since 2001; nil if it is neither.
  private func date(at position: Int) -> Date? {
    guard tape.kind(at: position) == .string else {
      return tape.double(at: position).map(Date.init(timeIntervalSinceReferenceDate:))
    }
    let instant = try? Instant(rfc3339: tape.text.span.extracting(tape.textRange(at: position)))
    return instant?.date
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
    return try activity(members, isFoundUnlessSaid: members.position(of: .time, on: tape) != nil)
  }
}

extension RecordDecoder {
  /// Reads a value alone, as one of userInfo stands in a line.
  ///
  /// - Throws: ``RecordError`` without a field.
  /// - Complexity: O(length of the text).
  package mutating func decodeValue(_ text: Span<UInt8>) throws(RecordError) -> ActivityValue {
    try parse(text)
    return try value(at: JSONTape.root)
  }

  private mutating func donation(_ members: borrowing Members) throws(RecordError) -> DonationDraft {
    let instant = try time(in: members)
    let user = try user(in: members)
    let activity = try activity(members, isFoundUnlessSaid: true)
    let place = try place(members)
    let attributes = try object(.context, in: members)
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
    let type = try requiredString(.activityType, in: members)
    let title = try string(.title, in: members)
    let userInfo = try object(.userInfo, in: members)
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
    activity.subtitle = try string(.subtitle, in: members)
    activity.keywords = Set(try strings(.keywords, in: members) ?? [])
    activity.persistentIdentifier = try string(.persistentIdentifier, in: members)
    activity.targetContentIdentifier = try string(.targetContentIdentifier, in: members)
    activity.relatedUniqueIdentifier = try string(.relatedUniqueIdentifier, in: members)
    activity.suggestedInvocationPhrase = try string(.suggestedInvocationPhrase, in: members)
    activity.contentAttributes = try object(.contentAttributes, in: members)
    if let url = try url(.webpageURL, in: members) {
      do { try activity.setWebpageURL(url) } catch { throw RecordError(error.field, .invalid(error)) }
    }
    if let position = members.position(of: .expirationDate, on: tape) {
      guard let date = date(at: position) else {
        throw RecordError("expirationDate", .wrongType(expected: .date))
      }
      activity.expirationDate = date
    }
  }

  private func readEligibility(
    of activity: inout UserActivity, from members: borrowing Members, isFoundUnlessSaid: Bool
  ) throws(RecordError) {
    activity.isEligibleForPrediction = try boolean(.isEligibleForPrediction, in: members) ?? true
    activity.isEligibleForSearch = try boolean(.isEligibleForSearch, in: members) ?? isFoundUnlessSaid
    activity.isEligibleForHandoff = try boolean(.isEligibleForHandoff, in: members) ?? false
    activity.isEligibleForPublicIndexing = try boolean(.isEligibleForPublicIndexing, in: members) ?? false
    activity.runsInBackground = try boolean(.runsInBackground, in: members) ?? false
    activity.effortSaved = try number(.effortSaved, in: members)
  }

  private mutating func place(_ members: borrowing Members) throws(RecordError) -> Place? {
    guard let position = members.position(of: .location, on: tape) else { return nil }
    guard tape.kind(at: position) == .object else {
      throw RecordError("location", .wrongType(expected: .object))
    }
    do throws(RecordError) {
      let location = try Members(of: position, on: tape)
      if location.hasOthers(than: .location) { passedNamesOver = true }
      let latitude = try requiredNumber(.latitude, in: location)
      let longitude = try requiredNumber(.longitude, in: location)
      let accuracy = try number(.horizontalAccuracy, in: location)
      let name = try string(.name, in: location)
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
    details.externalIdentifier = try string(.id, in: members)
    details.program = try string(.program, in: members)
    details.device = try string(.device, in: members)
    details.duration = try number(.duration, in: members)
    if let word = try string(.source, in: members) {
      guard let source = DonationSource(word) else {
        throw RecordError("source", .unknownWord(known: ["user", "suggestion", "import:NAME"]))
      }
      details.source = source
    }
    if let precision: TimePrecision = try word(.timePrecision, in: members) {
      details.timePrecision = precision
    }
    details.additionalFields = try additionalFields(of: members, besides: .donation)
    return details
  }
}

/// Reading what few activities have.
extension RecordDecoder {
  private mutating func readRare(
    of activity: inout UserActivity, from members: borrowing Members
  ) throws(RecordError) {
    passedNamesOver = true  // the objects among them have names of their own, and others are not kept
    if let url = try url(.referrerURL, in: members) {
      do { try activity.setReferrerURL(url) } catch { throw RecordError(error.field, .invalid(error)) }
    }
    activity.publisher = try string(.publisher, in: members)
    activity.appEntityIdentifier = try string(.appEntityIdentifier, in: members)
    if let words = try strings(.shortcutAvailability, in: members) {
      guard let availability = ShortcutAvailability(words: words) else {
        throw RecordError("shortcutAvailability", .unknownWord(known: ShortcutAvailability.allWords))
      }
      activity.shortcutAvailability = availability
    }
    if members.position(of: .interaction, on: tape) != nil {
      let stored = try object(.interaction, in: members)
      do { activity.interaction = try Interaction(storedValue: stored) } catch {
        throw RecordError(error.field, .invalid(error))
      }
    }
    if members.position(of: .mapItem, on: tape) != nil {
      let stored = try object(.mapItem, in: members)
      do { activity.mapItem = try MapItem(storedValue: stored) } catch {
        throw RecordError(error.field, .invalid(error))
      }
    }
    if let position = members.position(of: .parameterCombinations, on: tape) {
      try readCombinations(of: &activity, at: position)
    }
  }

  /// A list of parameter combinations.
  private mutating func readCombinations(
    of activity: inout UserActivity, at position: Int
  ) throws(RecordError) {
    guard case .array(let values) = try value(at: position) else {
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

  private mutating func url(_ field: Field, in members: borrowing Members) throws(RecordError) -> URL? {
    guard let text = try string(field, in: members) else { return nil }
    guard let url = TypedValue.url(text) else { throw RecordError(field.name, .wrongType(expected: .url)) }
    return url
  }
}

extension RecordDecoder {
  private mutating func feedback(_ members: borrowing Members) throws(RecordError) -> Feedback {
    let instant = try time(in: members)
    let user = try user(in: members)
    let suggestion = try string(.suggestion, in: members)
    let shown = try impressions(members)
    let chosen = try wholeNumber(.chosen, in: members)
    let verdict: Feedback.Verdict? = try word(.verdict, in: members)
    guard let verdict else { throw RecordError("verdict", .missing) }
    let scope: Feedback.Scope? = try word(.scope, in: members)
    let surface: Surface? = try word(.surface, in: members)
    let horizon = try number(.withinSeconds, in: members)
    let additionalFields = try additionalFields(of: members, besides: .feedback)
    do {
      return try Feedback(
        by: user, at: instant, suggestion: suggestion, shown: shown, chosen: chosen, verdict: verdict,
        scope: scope ?? .activity, surface: surface, horizon: horizon, additionalFields: additionalFields)
    } catch {
      throw RecordError(error.field, .invalid(error))
    }
  }

  /// A field that is one of a few words.
  private mutating func word<Word: RawRepresentable<String> & CaseIterable>(
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

extension RecordDecoder {
  private mutating func deletion(_ members: borrowing Members) throws(RecordError) -> Deletion {
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
    if let text = try string(.site, in: members) {
      guard let site = Site(text) else { throw RecordError("site", .invalid(.notHost(field: "site"))) }
      criteria.site = site
    }
    criteria.siteKind = try word(.siteKind, in: members)
    criteria.folder = try string(.folder, in: members)
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

extension RecordDecoder {
  private mutating func phrase(_ members: borrowing Members) throws(RecordError) -> OwnPhrase {
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

extension RecordDecoder {
  /// Reads back an object of values.
  ///
  /// - Throws: ``RecordError`` if it is no object, or not one that ``RecordEncoder/encode(object:)`` would write.
  /// - Complexity: O(length).
  public mutating func decodeObject(_ bytes: Span<UInt8>) throws(RecordError) -> [String: ActivityValue] {
    try parse(bytes)
    guard tape.kind(at: JSONTape.root) == .object else {
      throw RecordError("", .wrongType(expected: .object))
    }
    return try object(at: JSONTape.root)
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
    if let type = try string(.type, in: members), type != "hint" {
      throw RecordError("type", .unknownWord(known: ["hint"]))
    }
    let activity = try activity(members)
    let program = try string(.program, in: members) ?? activity.defaultProgram
    guard !program.isEmpty else { throw RecordError("program", .invalid(.empty(field: "program"))) }
    let own = try additionalFields(of: members, besides: .hint)
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
