import Continuation
import Hunch

/// The keys by which an activity identifies a pizzeria.
///
/// Only required keys decide whether two activities are the same, and only they come back on
/// continuation.
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

/// The description that users see wherever its activities are shown.
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
