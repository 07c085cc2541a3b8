package import Foundation

/// One field of a record in the log: its name, its form in a line, and its properties for rules and
/// checks.
///
/// A record lists its fields once, in the order of the format. The log's decoder and encoder,
/// `Codable`, the checks of texts and names, redaction and the search for words all use that list.
package struct LogField<Root>: Sendable {
  /// The name in the log.
  package let name: String
  /// Its form in a line, with access to the record's property.
  package let kind: Kind
  /// The actions that a privacy rule can take on it.
  package let privacy: FieldPrivacy
  /// A Boolean value that indicates whether its text is a name, which must not have control
  /// characters.
  ///
  /// The keys of an object are always names.
  package let isName: Bool
  private let statedContent: FieldContent<Root>?

  package init(
    _ name: String, _ kind: Kind, privacy: FieldPrivacy = .fixed, isName: Bool = false,
    content: FieldContent<Root>? = nil
  ) {
    (self.name, self.kind, self.privacy, self.isName) = (name, kind, privacy, isName)
    statedContent = content
  }

  /// The forms that a field has in a line.
  ///
  /// A value that is nil or empty is not written. `set` receives the line's value, with its type.
  package enum Kind: Sendable {
    case text(get: @Sendable (Root) -> String?, set: @Sendable (inout Root, String?) -> Void)
    /// A text with a meaning, such as an identifier or one of a few words.
    case parsed(
      get: @Sendable (Root) -> String?, set: @Sendable (inout Root, String) throws(FieldRefusal) -> Void)
    case texts(get: @Sendable (Root) -> Set<String>?, set: @Sendable (inout Root, Set<String>?) -> Void)
    /// A list of a few known words.
    case words(
      get: @Sendable (Root) -> [String], set: @Sendable (inout Root, [String]) throws(FieldRefusal) -> Void)
    /// A flag with its default in a line; nil if the default depends on the surrounding record.
    case flag(usual: Bool?, get: @Sendable (Root) -> Bool, set: @Sendable (inout Root, Bool) -> Void)
    case number(get: @Sendable (Root) -> Double?, set: @Sendable (inout Root, Double?) -> Void)
    case date(get: @Sendable (Root) -> Date?, set: @Sendable (inout Root, Date?) -> Void)
    case instant(get: @Sendable (Root) -> Instant?, set: @Sendable (inout Root, Instant?) -> Void)
    case url(get: @Sendable (Root) -> URL?, set: @Sendable (inout Root, URL?) throws(ActivityError) -> Void)
    /// Values that a program may fill freely.
    case object(
      get: @Sendable (Root) -> [String: ActivityValue],
      set: @Sendable (inout Root, [String: ActivityValue]) -> Void)
    /// A value that is stored as an object with known members.
    case storedObject(
      get: @Sendable (Root) -> [String: ActivityValue]?,
      set: @Sendable (inout Root, [String: ActivityValue]) throws(ActivityError) -> Void)
    /// Values that are stored as a list of objects.
    case storedList(
      get: @Sendable (Root) -> [ActivityValue],
      set: @Sendable (inout Root, [ActivityValue]) throws(ActivityError) -> Void)
    case place(get: @Sendable (Root) -> Place?, set: @Sendable (inout Root, Place?) -> Void)
    /// The circle of a deletion, in the two fields `near` and `within`.
    case area(get: @Sendable (Root) -> Deletion.Area?, set: @Sendable (inout Root, Deletion.Area) -> Void)
    /// Parts that every record has: the user; the time with its zone; the fields of an activity.
    case user, time, activity
  }
}

/// The actions that a privacy rule can take on a field.
package enum FieldPrivacy: Sendable {
  /// No rule removes it by its name.
  case fixed
  /// A rule can remove it.
  ///
  /// Its words do not count: programs make them up as identifiers.
  case removable
  /// A rule can remove it, and its words count.
  case words
}

/// The reason why a field's text was rejected.
package enum FieldRefusal: Error {
  /// It is not one of the known words.
  case unknownWord(known: [String])
  /// It is not the digits of an identifier.
  case notDigits
  case invalid(ActivityError)
}

extension LogField {
  /// The field's content for rules: as given, or as follows from its kind.
  ///
  /// All words of a text or URL count; a set or object loses the elements with a forbidden text;
  /// other kinds have no words.
  var content: FieldContent<Root> {
    if let statedContent { return statedContent }
    switch kind {
    case .text(let get, let set):
      return FieldContent(texts: { [get($0)].compactMap(\.self) }, remove: { set(&$0, nil) })
    case .texts(let get, let set):
      return FieldContent(
        texts: { Array(get($0) ?? []) }, remove: { set(&$0, []) },
        removeTexts: { root, isForbidden in set(&root, get(root)?.filter { !isForbidden($0) }) })
    case .url(let get, let set):
      return FieldContent(
        texts: { [get($0)].compactMap(\.self).map(DonationWords.text) }, remove: { try? set(&$0, nil) })
    case .object(let get, let set):
      return FieldContent(
        texts: { get($0).values.flatMap(\.textsAndLinks) }, remove: { set(&$0, [:]) },
        removeTexts: { root, isForbidden in set(&root, get(root).without(isForbidden)) })
    case .number(_, let set): return FieldContent(texts: { _ in [] }, remove: { set(&$0, nil) })
    case .date(_, let set): return FieldContent(texts: { _ in [] }, remove: { set(&$0, nil) })
    case .place(_, let set): return FieldContent(texts: { _ in [] }, remove: { set(&$0, nil) })
    case .parsed, .words, .flag, .instant, .storedObject, .storedList, .area, .user, .time, .activity:
      return .nothing
    }
  }

  /// Rejects a text that would take too long to compare.
  ///
  /// Stored objects are checked when they are written.
  ///
  /// - Throws: ``ActivityError/tooManyMarks(field:)``.
  func checkMarks(in root: Root) throws(ActivityError) {
    switch kind {
    case .text(let get, _): try CombiningMarks.check(get(root), name)
    case .texts(let get, _): try CombiningMarks.check(get(root), name)
    case .object(let get, _): try CombiningMarks.check(get(root), name)
    case .parsed, .words, .flag, .number, .date, .instant, .url, .storedObject, .storedList, .place, .area,
      .user,
      .time, .activity:
      break
    }
  }

  /// A Boolean value that indicates whether it can hold names.
  var mayHoldNames: Bool {
    if case .object = kind { true } else { isName }
  }

  /// Rejects names with a control character: texts that are names, and keys of an object.
  ///
  /// - Throws: ``ActivityError/controlCharacter(field:codePoint:)``.
  func checkNames(in root: Root) throws(ActivityError) {
    switch kind {
    case .text(let get, _): if isName { try ControlCharacters.check(get(root), name) }
    case .texts(let get, _):
      if isName { for text in get(root) ?? [] { try ControlCharacters.check(text, name) } }
    case .object(let get, _): try ControlCharacters.check(keysOf: get(root), name)
    case .parsed, .words, .flag, .number, .date, .instant, .url, .storedObject, .storedList, .place, .area,
      .user,
      .time, .activity:
      break
    }
  }
}
