import Hunch

/// The pizzerias of the example: the cities are real, everything else is invented.
extension Pizzeria {
  static let all = [
    Pizzeria(
      "da-nina", "Da Nina", street: "Lindengasse 12", city: "Berlin", postalCode: "10999", country: "Germany",
      phoneNumber: "+49 30 555 0112", at: (52.4986, 13.4183)),
    Pizzeria(
      "forno-vecchio", "Forno Vecchio", street: "Am Speicher 4", city: "Berlin", postalCode: "10437",
      country: "Germany", phoneNumber: "+49 30 555 0147", at: (52.5420, 13.4120)),
    Pizzeria(
      "luna-rossa", "Luna Rossa", street: "Kanalweg 31", city: "Berlin", postalCode: "12045",
      country: "Germany", phoneNumber: "+49 30 555 0163", at: (52.4870, 13.4370)),
    Pizzeria(
      "il-gatto", "Il Gatto", street: "Hafentreppe 7", city: "Hamburg", postalCode: "20359",
      country: "Germany", phoneNumber: "+49 40 555 0121", at: (53.5480, 9.9630)),
    Pizzeria(
      "chez-paolo", "Chez Paolo", street: "18 rue des Tilleuls", city: "Paris", postalCode: "75011",
      country: "France", phoneNumber: "+33 1 55 50 01 34", at: (48.8590, 2.3790)),
    Pizzeria(
      "red-oven", "Red Oven", street: "240 Alder Street", city: "Portland", postalCode: "97205",
      country: "United States", phoneNumber: "+1 503 555 0178", at: (45.5210, -122.6790)),
  ]

  /// Returns the pizzeria with an identifier.
  static func identified(by identifier: String) -> Pizzeria? {
    all.first { $0.identifier == identifier }
  }

  /// Returns all pizzerias, the nearest first, or in alphabetical order if the position is unknown.
  static func all(near here: Place?) throws -> [(pizzeria: Pizzeria, metres: Double?)] {
    try all.map { ($0, try here?.distance(to: $0.place)) }
      .sorted { ($0.1 ?? 0, $0.0.name) < ($1.1 ?? 0, $1.0.name) }
  }
}
