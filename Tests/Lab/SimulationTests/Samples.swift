import Activities
import Foundation
import TestSupport
import Testing

@testable import Simulation

/// A persona from JSON text.
func persona(_ json: String) throws -> Persona {
  try Persona(json: Data(json.utf8), file: "sample.json")
}

/// A persona with given sections besides two places and three activities.
func persona(sections: String) throws -> Persona {
  try persona(
    """
    {
      "user": "sample", "timeZone": "Europe/Berlin", "start": "2026-03-02",
      "places": {
        "home": {"latitude": 52.5, "longitude": 13.4, "name": "Home", "attributes": {"wifi": "home"}},
        "office": {"latitude": 52.6, "longitude": 13.5, "attributes": {"wifi": "office"}},
        "hotel": {"latitude": 40.7, "longitude": -74.0}
      },
      "activities": {
        "soup": {
          "activityType": "org.example.soup.order", "title": "Order {item}",
          "userInfo": {"item": "soup", "scrollOffset": {"$noise": "number", "to": 4000}, "cart": {"$noise": "identifier"}},
          "requiredUserInfoKeys": ["item"]
        },
        "mail": {"activityType": "org.example.mail.inbox"},
        "news": {"activityType": "org.example.news.read", "context": {"headphones": true}}
      },
      \(sections)
    }
    """)
}

extension [Donation] {
  func of(_ lastPart: String) -> [Donation] {
    filter { $0.activity.activityType.hasSuffix("." + lastPart) }
  }
}

/// The folder `datasets` of the project.
let datasets = Repository.file("datasets")

func shippedPersona(_ name: String, in folder: String = "personas") throws -> Persona {
  let file = datasets.appending(path: "\(folder)/\(name).json")
  return try Persona(json: Data(contentsOf: file), file: "\(name).json")
}

let placeNames = [
  "amara", "bruno", "chloe", "dev", "elif", "finn", "goran", "hiro", "ines", "joon", "kira", "lena",
]

let shippedNames = ["ada", "greta", "kai", "milo", "noor", "rosa", "tomas"]
