/// How a place is stored: as an object under the names of its content attributes, and `name`, `phoneNumber`, `url`.
extension MapItem {
  /// Reads what ``storedValue`` gave; members that it does not know are dropped.
  ///
  /// - Throws: ``ActivityError/malformed(field:)`` if a member is missing or of the wrong type,
  ///   ``ActivityError/coordinateOutOfRange(field:)`` or ``ActivityError/empty(field:)``.
  public init(storedValue: [String: ActivityValue]) throws(ActivityError) {
    let members = StoredMembers(storedValue, field: "mapItem")
    guard let name = try members.string("name") else { throw members.malformed("name") }
    let address = PostalAddress(
      thoroughfare: try members.string("thoroughfare"), city: try members.string("city"),
      stateOrProvince: try members.string("stateOrProvince"), postalCode: try members.string("postalCode"),
      country: try members.string("country"))
    var place: Place?
    if let located = try members.object("place") { place = try Self.place(located) }
    try self.init(
      name: name, address: address, place: place, phoneNumber: try members.string("phoneNumber"),
      url: try members.url("url"))
  }

  private static func place(_ stored: [String: ActivityValue]) throws(ActivityError) -> Place {
    let members = StoredMembers(stored, field: "mapItem.place")
    guard let latitude = try members.number("latitude") else { throw members.malformed("latitude") }
    guard let longitude = try members.number("longitude") else { throw members.malformed("longitude") }
    let accuracy = try members.number("horizontalAccuracy")
    let name = try members.string("name")
    do {
      return try Place(latitude: latitude, longitude: longitude, horizontalAccuracy: accuracy, name: name)
    } catch .coordinateOutOfRange(let field) {
      throw .coordinateOutOfRange(field: "mapItem.place.\(field)")
    } catch {
      throw error
    }
  }

  /// The members that are known.
  public var storedValue: [String: ActivityValue] {
    var members: [String: ActivityValue] = ["name": .string(name)]
    let texts = [
      "thoroughfare": address.thoroughfare, "city": address.city, "stateOrProvince": address.stateOrProvince,
      "postalCode": address.postalCode, "country": address.country, "phoneNumber": phoneNumber,
    ]
    for case (let key, let text?) in texts { members[key] = .string(text) }
    members["url"] = url.map(ActivityValue.url)
    if let place {
      var located: [String: ActivityValue] = [
        "latitude": .double(place.latitude), "longitude": .double(place.longitude),
      ]
      located["horizontalAccuracy"] = place.horizontalAccuracy.map(ActivityValue.double)
      located["name"] = place.name.map(ActivityValue.string)
      members["place"] = .object(located)
    }
    return members
  }
}
