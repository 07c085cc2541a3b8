import Continuation
import Hunch

/// Lists the pizzerias.
///
/// Nobody wants to be reminded of a list, so a search finds it, and that is all.
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
