public import Foundation

/// A place that an activity shows: its name and whatever else is known of it.
///
/// It is what `MKMapItem` is to `NSUserActivity`, without maps.
public struct MapItem: Hashable, Sendable {
  /// What people call it; maps and keyboards cannot offer a place without a name.
  public let name: String
  /// Its address.
  public var address: PostalAddress
  /// Where it is.
  public var place: Place?
  /// Its telephone number.
  public var phoneNumber: String?
  /// Its own page.
  public var url: URL?

  /// Makes a place.
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
  /// Directions and calls are said to be supported exactly if there is what they need: a coordinate or an address, a
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
