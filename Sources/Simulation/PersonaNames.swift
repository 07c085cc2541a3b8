/// What a persona file describes by name, so that each mention can be checked.
struct PersonaNames {
  let places: Section
  let activities: Section
  let variables: Section
  let periods: Section
  let routines: Section

  struct Section {
    let title: String
    let names: Set<String>
  }

  init(_ fields: PersonaFields) throws(PersonaError) {
    places = Section(title: "places", names: Set(try fields.members("places").map(\.name)))
    activities = Section(title: "activities", names: Set(try fields.members("activities").map(\.name)))
    variables = Section(title: "variables", names: Set(try fields.members("variables").map(\.name)))
    var periods: Set<String> = []
    for section in ["periods", "holidays", "drift", "travel"] {
      for (name, reader) in try Self.names(in: section, of: fields) {
        guard periods.insert(name).inserted else { throw reader.error(.repeatedName(name)) }
      }
    }
    self.periods = Section(title: "periods", names: periods)
    routines = Section(title: "routines", names: Set(try Self.names(in: "routines", of: fields).map(\.name)))
  }

  /// The names that the elements of a list have, as far as they have any.
  private static func names(
    in section: String, of fields: PersonaFields
  ) throws(PersonaError) -> [(name: String, reader: PersonaReader)] {
    try fields.list(section).compactMap { reader in
      guard case .object(let members) = reader.node, case .string(let name)? = members["name"] else {
        return nil
      }
      return (name, reader)
    }
  }
}
