import Foundation
import Hunch

// Pizzeria: a program that remembers where you like to eat.
//
// Start here: `Pizzeria` is the subject of the program, `ViewPlace` is its main action, `Places`
// maps both to URLs, `Program` puts everything together, and `Commands` has a file for each
// command.

/// A place to eat.
struct Pizzeria: Hashable, Sendable {
  /// The key in URLs and activities; it stays the same when the name changes.
  let identifier: String
  let name: String
  let address: PostalAddress
  let phoneNumber: String
  let latitude: Double
  let longitude: Double

  init(
    _ identifier: String, _ name: String, street: String, city: String, postalCode: String, country: String,
    phoneNumber: String, at coordinate: (latitude: Double, longitude: Double)
  ) {
    self.identifier = identifier
    self.name = name
    self.address = PostalAddress(thoroughfare: street, city: city, postalCode: postalCode, country: country)
    self.phoneNumber = phoneNumber
    self.latitude = coordinate.latitude
    self.longitude = coordinate.longitude
  }

  /// Its page on the web.
  var website: URL? { URL(string: "https://pizza.example.org/place/\(identifier)") }

  /// The coordinates.
  var place: Place {
    get throws { try Place(latitude: latitude, longitude: longitude, name: name) }
  }

  /// The address for maps and keyboards.
  var mapItem: MapItem {
    get throws {
      try MapItem(name: name, address: address, place: place, phoneNumber: phoneNumber, url: website)
    }
  }
}
