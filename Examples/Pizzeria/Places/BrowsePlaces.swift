import Continuation
import Hunch

/// Lists the pizzerias.
///
/// A list is not worth suggesting, so it can only be found by a search.
enum BrowsePlaces: Action {
  static let description = "Lists the pizzerias, the nearest first"
  static let activityEligibility: ActivityEligibility = [.search]

  static func prepareActivity(_ activity: inout ActivityBuilder<Self>) {
    activity.title = "Browse pizzerias"
  }

  static func perform(
    _ context: ActionContext<NoInput>, presenter: Screen
  ) async throws -> ActionPerformOutcome {
    presenter.list(try Pizzeria.all(near: context.circumstances.place))
    return .success
  }
}
