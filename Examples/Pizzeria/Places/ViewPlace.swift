import Continuation
import Hunch

/// Shows a pizzeria: the only action here that is worth suggesting.
enum ViewPlace: Action {
  static let description = "Shows a pizzeria"
  static let activityEligibility: ActivityEligibility = [.prediction, .search, .handoff]
  static let suggestedInvocationPhrase: String? = "Show my pizzeria"

  static func prepareActivity(_ activity: inout ActivityBuilder<Self>) throws {
    let pizzeria = activity.input
    activity.title = "View \(pizzeria.name)"
    activity.webpageURL = pizzeria.website
    activity.persistentIdentifier = pizzeria.identifier
    activity.mapItem = try pizzeria.mapItem
  }

  static func perform(
    _ context: ActionContext<Pizzeria>, presenter: Screen
  ) async throws -> ActionPerformOutcome {
    presenter.show(context.input)
    return .success
  }
}
