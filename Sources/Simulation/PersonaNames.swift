/// What a persona file describes by name, so that each mention can be checked.
struct PersonaNames {
  let places: Section
  let activities: Section
  let variables: Section
  let periods: Section

  struct Section {
    let title: String
    let names: Set<String>
  }

  init(_ fields: PersonaFields) throws(PersonaError) {
    places = Section(title: "places", names: Set(try fields.members("places").map(\.name)))
    activities = Section(title: "activities", names: Set(try fields.members("activities").map(\.name)))
    variables = Section(title: "variables", names: Set(try fields.members("variables").map(\.name)))
    var periods: [String] = []
    for period in try fields.list("periods") {
      guard case .object(let members) = period.node, case .string(let name)? = members["name"] else {
        continue
      }
      guard !periods.contains(name) else { throw period.error(.repeatedName(name)) }
      periods.append(name)
    }
    self.periods = Section(title: "periods", names: Set(periods))
  }
}
