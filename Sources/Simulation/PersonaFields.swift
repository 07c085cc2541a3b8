/// The fields of one object of a persona file.
struct PersonaFields {
  let owner: PersonaReader
  let values: [String: PersonaReader]

  /// A field that may be absent.
  subscript(_ name: String) -> PersonaReader? { values[name] }

  /// A field that has to be there.
  func required(_ name: String) throws(PersonaError) -> PersonaReader {
    guard let reader = values[name] else { throw owner.error(.missing(field: name)) }
    return reader
  }

  /// Which one of several fields is there.
  func one(of names: String...) throws(PersonaError) -> (name: String, reader: PersonaReader) {
    let present = names.compactMap { name in values[name].map { (name, $0) } }
    guard let first = present.first, present.count == 1 else { throw owner.error(.needsOne(of: names)) }
    return first
  }

  /// The elements of a list that may be absent.
  func list(_ name: String) throws(PersonaError) -> [PersonaReader] {
    try values[name]?.elements() ?? []
  }

  /// The members of an object that may be absent.
  func members(_ name: String) throws(PersonaError) -> [Named<PersonaReader>] {
    try values[name]?.members() ?? []
  }
}
