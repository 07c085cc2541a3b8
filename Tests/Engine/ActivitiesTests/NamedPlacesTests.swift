import Activities
import Testing

@Suite("Named places")
struct NamedPlacesTests {
  private static func place(_ latitude: Double = 52.52, _ longitude: Double = 13.405) throws -> Place {
    try Place(latitude: latitude, longitude: longitude, horizontalAccuracy: 8)
  }

  private static func named(_ name: String, _ latitude: Double = 52.52, at time: Int64 = 1) throws
    -> NamedPlace
  {
    try NamedPlace(name, at: place(latitude), milliseconds: time)
  }

  @Test("a name is trimmed and otherwise kept as written, and the place has it")
  func kept() throws {
    let home = try Self.named("  My Home\n")
    #expect(home.name == "My Home" && home.place.name == "My Home" && home.place.horizontalAccuracy == 8)
    #expect(throws: Never.self) { try Self.named("Straße 17") }
    #expect(throws: Never.self) { try Self.named("🏠") }
    #expect(throws: Never.self) { try Self.named(String(repeating: "a", count: 64)) }
  }

  @Test(
    "a name must not read like a position or a number",
    arguments: [
      "52.52,13.405", "52.52", "52,5; 13,4", "-33.9, 151.2", "17", "nan,1", "1e2,3", "0x1p3,4", "+",
    ])
  func positions(_ name: String) throws {
    #expect(throws: PlaceNameError.position) { try Self.named(name) }
  }

  @Test("names that are empty, too long, or have control characters or too many marks are rejected")
  func refused() throws {
    #expect(throws: PlaceNameError.invalid(.empty(field: "name"))) { try Self.named(" \n ") }
    #expect(throws: PlaceNameError.tooLong) { try Self.named(String(repeating: "a", count: 65)) }
    #expect(throws: PlaceNameError.invalid(.controlCharacter(field: "name", codePoint: 0x1B))) {
      try Self.named("a\u{1B}b")
    }
    #expect(throws: PlaceNameError.invalid(.controlCharacter(field: "name", codePoint: 0))) {
      try Self.named("a\u{0}b")
    }
    #expect(throws: PlaceNameError.invalid(.tooManyMarks(field: "name"))) {
      try Self.named("a" + String(repeating: "\u{301}", count: 31))
    }
  }

  @Test("a name is found in any case and composition, and belongs to one place only")
  func lookup() throws {
    var places = NamedPlaces()
    try places.add(Self.named("Büro"))
    try places.add(Self.named("home", 52.6))
    #expect(places["BU\u{308}RO "]?.name == "Büro")
    #expect(places["bur"] == nil && places[""] == nil)
    #expect(places["a" + String(repeating: "\u{301}", count: 100)] == nil)
    try places.add(Self.named("HOME", 52.7, at: 2))
    #expect(places.places.map(\.name) == ["Büro", "HOME"], "it took the place of the other one")
    #expect(places["home"]?.place.latitude == 52.7)
  }

  @Test("renaming keeps position and time, and rejects the name of another place")
  func rename() throws {
    var places = NamedPlaces()
    try places.add(Self.named("work"))
    try places.add(Self.named("home", 52.6))
    #expect(throws: PlaceNameError.taken) { try places.rename("work", to: "HOME") }
    #expect(throws: PlaceNameError.unknown) { try places.rename("gym", to: "club") }
    #expect(throws: PlaceNameError.position) { try places.rename("work", to: "1,2") }
    #expect(try places.rename("WORK", to: "Work") == Self.named("Work"))
    #expect(try places.rename("work", to: "office") == Self.named("office"))
    #expect(places.places.map(\.name) == ["home", "office"])
    #expect(places.remove("Office") == (try Self.named("office")) && places.remove("office") == nil)
  }

  @Test("the nearest named place within reach is found")
  func nearest() throws {
    var places = NamedPlaces()
    try places.add(Self.named("a"))
    try places.add(Self.named("b", 52.522))  // 222 m north of it
    #expect(places.nearest(to: try Self.place(52.5205))?.name == "a")
    #expect(places.nearest(to: try Self.place(52.5213))?.name == "b")
    #expect(places.nearest(to: try Self.place(52.5234)) == nil, "156 m from b")
  }

  @Test("the number of places is limited; existing ones can still be moved")
  func limit() throws {
    var places = NamedPlaces()
    for number in 0..<NamedPlaces.limit { try places.add(Self.named("place \(number)")) }
    #expect(throws: PlaceNameError.tooMany) { try places.add(Self.named("one more")) }
    try places.add(Self.named("Place 7", 10))
    #expect(places.places.count == NamedPlaces.limit && places["place 7"]?.place.latitude == 10)
  }
}
