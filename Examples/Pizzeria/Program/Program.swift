import Continuation
import Foundation
import Hunch

/// All layers, put together once at the start.
struct Program {
  let context: Context
  let log: SQLiteDonationStore
  let engine: SuggestionEngine
  let center: ActivityCenter
  let dispatcher: ActionDispatcher
  let continuer: ActivityContinuer
  let screen = Screen()

  init(_ options: Options) throws {
    // The program's actions and its manifest must agree.
    let registry = try ActionRegistry.pizzeria()
    let manifest = try options.readManifest()
    try registry.check(manifest)

    // The context, the engine that learns, and the center where activities become current.
    let context = try options.context()
    let key = try StoreKey.given(environment: ProcessInfo.processInfo.environment)
    log = try SQLiteDonationStore(path: options.storePath(), key: key)
    engine = try SuggestionEngine.open(log: log)
    center = ActivityCenter(
      application: registry.application, recorder: engine, circumstances: { context },
      declaredActivityTypes: manifest.types)

    // The translation from actions to activities, and back.
    var activities = ActivityConfiguration()
    activities.declaredTypes = manifest.names
    activities.links = try ActionRoutes(of: registry, schemes: manifest.schemes, domains: manifest.domains)
    dispatcher = ActionDispatcher(registry: registry, center: center, activities: activities)
    continuer = ActivityContinuer(dispatcher: dispatcher, feedback: engine)
    self.context = context
  }

  /// The router to the screen on which activities are continued.
  var router: ScreenRouter { ScreenRouter(screen: screen) }

  /// Shows a pizzeria at the user's request.
  ///
  /// - Throws: An error also if it could not be remembered: this program is about remembering.
  func view(_ pizzeria: Pizzeria) async throws {
    let outcome = try await dispatcher.perform(
      Places.action(ViewPlace.self).with(pizzeria, on: screen), circumstances: context)
    _ = try outcome.publication.get()
  }
}
