internal import Activities
internal import Foundation

/// Writing the fields of a record as its table lists them.
extension JSONWriter {
  /// Writes a field, if there is anything to write.
  ///
  /// - Parameter usual: The default of a flag, which depends on the record and is not written.
  mutating func write<Root>(
    _ field: LogField<Root>, of root: Root, usually usual: Bool = false
  ) throws(RecordError) {
    switch field.kind {
    case .text(let get, _), .parsed(let get, _): text(field.name, get(root))
    case .texts(let get, _):
      guard let texts = get(root) else { return }
      name(field.name)
      try strings(texts)
    case .words(let get, _):
      let words = get(root)
      guard !words.isEmpty else { return }
      name(field.name)
      try strings(Set(words))
    case .flag(let stated, let get, _): flag(field.name, get(root), unless: stated ?? usual)
    case .number(let get, _): try number(field.name, get(root))
    case .date(let get, _):
      guard let date = get(root) else { return }
      name(field.name)
      do { try self.date(date) } catch { throw error.inside(field.name) }
    case .instant(let get, _): moment(field.name, get(root))
    case .url(let get, _): text(field.name, get(root)?.absoluteString)
    case .object(let get, _): try object(field.name, get(root))
    case .storedObject(let get, _): try object(field.name, get(root) ?? [:])
    case .storedList(let get, _):
      let values = get(root)
      guard !values.isEmpty else { return }
      name(field.name)
      do { try value(.array(values)) } catch { throw error.inside(field.name) }
    case .place(let get, _): if let place = get(root) { try write(place, named: field.name) }
    case .area(let get, _): if let area = get(root) { try write(area, named: field.name) }
    case .user, .time, .activity: break  // written by the record; the table only sets their order
    }
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
      if let number = FieldTable.shared.number(of: name.utf8.span), known.contains(number) {
        throw RecordError(FieldTable.shared.names[number], .reservedName)
      }
    }
    try members(fields)
  }
}
