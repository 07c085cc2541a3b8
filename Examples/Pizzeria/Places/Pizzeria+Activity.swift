import Continuation
import Hunch

/// The keys by which an activity finds a pizzeria again.
///
/// Only what is required makes two activities the same, and only that comes back when one is
/// continued.
extension Pizzeria: ActivityCodable {
  var requiredUserInfoKeys: Set<String>? { ["place"] }

  var userInfo: [String: ActivityValue] {
    ["place": .string(identifier), "phoneNumber": .string(phoneNumber)]
  }

  init(userInfo: [String: ActivityValue]) throws(ActivityCodableError) {
    let identifier = try userInfo.value(String.self, forKey: "place")
    guard let known = Pizzeria.identified(by: identifier) else { throw .invalidValue(key: "place") }
    self = known
  }
}

/// The description that people see, wherever its activities are shown.
extension Pizzeria: ActivityMetadataRepresentable {
  var metadata: ActivityMetadata {
    .build {
      $0.title = name
      $0.subtitle = address.line
      $0.keywords = ["pizza", "restaurant"]
    }
  }
}

/// The parameters in its URLs.
extension Pizzeria: RouteParametersCodable {
  var routeParameters: RouteParameters { ["place": identifier] }

  init(routeParameters: RouteParameters) throws {
    try self.init(userInfo: routeParameters.mapValues(ActivityValue.string))
  }
}
