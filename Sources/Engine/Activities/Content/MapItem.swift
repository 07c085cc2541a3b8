public import Foundation

/// A place that an activity shows, with its known properties.
///
/// It corresponds to the `MKMapItem` of an `NSUserActivity`, without maps.
public struct MapItem: Hashable, Sendable {
  /// A common name of the place; maps and keyboards cannot offer a place without a name.
  public let name: String
  /// Its address.
  public var address: PostalAddress
  /// The location of the item.
  public var place: Place?
  /// Its telephone number.
  public var phoneNumber: String?
  /// Its own page.
  public var url: URL?

  /// Creates a place.
  ///
  /// - Throws: ``ActivityError/empty(field:)`` if it has no name.
  public init(
    name: String, address: PostalAddress = PostalAddress(), place: Place? = nil, phoneNumber: String? = nil,
    url: URL? = nil
  ) throws(ActivityError) {
    guard !name.isEmpty else { throw .empty(field: "mapItem.name") }
    self.name = name
    self.address = address
    self.place = place
    self.phoneNumber = phoneNumber
    self.url = url
  }

  /// The content attributes that follow from it.
  ///
  /// Directions and calls are supported exactly if their data exists: a coordinate or an address, a
  /// number that can be dialled.
  public var contentAttributes: [String: ActivityValue] {
    var content = ContentAttributeSet()
    content.namedLocation = name
    content.fullyFormattedAddress = address.line
    content.thoroughfare = address.thoroughfare
    content.city = address.city
    content.stateOrProvince = address.stateOrProvince
    content.postalCode = address.postalCode
    content.country = address.country
    content.latitude = place?.latitude
    content.longitude = place?.longitude
    content.phoneNumbers = phoneNumber.map { [$0] }
    content.contentURL = url
    if content.directionsData != nil { content.supportsNavigation = true }
    if content.callData != nil { content.supportsPhoneCall = true }
    return content.attributes
  }
}

/// The stored form of a place: an object keyed by the names of its content attributes, and `name`,
/// `phoneNumber`, `url`.
extension MapItem {
  /// Reads the form of ``storedValue``; unknown members are dropped.
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
