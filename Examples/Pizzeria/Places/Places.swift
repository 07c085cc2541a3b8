import Continuation
import Hunch

/// Everything that can be done with pizzerias.
enum Places: Feature {
  static let description = "Pizzerias and where they are"

  static func prepare(_ actions: inout FeatureActions) {
    actions.declare(BrowsePlaces.self)
    actions.declare(ViewPlace.self)
  }
}

/// The URLs that lead to it: `pizzeria://place/da-nina`, and the same path on the program's web
/// site.
extension Places: URLMapped {
  static func mapURLs(_ routes: inout FeatureRoutes) {
    routes.send("places", to: BrowsePlaces.self)
    routes.send("place/$(place)", to: ViewPlace.self)
  }
}
