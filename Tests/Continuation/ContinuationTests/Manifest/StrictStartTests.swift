import Activities
import Continuation
import Storage
import Testing

@Suite("A program that starts with its manifest")
struct StrictStartTests {
  /// The kiosk, which publishes and continues what a manifest lists.
  private struct Program {
    let center: ActivityCenter
    let dispatcher: ActionDispatcher
    let continuer: ActivityContinuer
    let log = InMemoryDonationStore()
    let screen = Kiosk.Screen()

    init(_ registry: ActionRegistry, _ manifest: Manifest) throws {
      let start = try Kiosk.context(0)
      center = ActivityCenter(
        application: registry.application, recorder: LogRecorder(log: log), circumstances: { start },
        declaredActivityTypes: manifest.types)
      var configuration = ActivityConfiguration()
      configuration.declaredTypes = manifest.names
      dispatcher = ActionDispatcher(registry: registry, center: center, activities: configuration)
      continuer = ActivityContinuer(dispatcher: dispatcher)
    }

    func perform<Performed: Action>(_ action: Performed.Type, on presenter: Performed.Presenter) async throws
      -> ActionOutcome where Performed.Input == Kiosk.Book
    {
      try await dispatcher.perform(
        action, in: Kiosk.Shelf.self, input: Kiosk.Book("Emma"), presenter: presenter,
        circumstances: Kiosk.context(1))
    }

    func goOn(_ type: String) async throws -> String {
      let activity = try UserActivity(activityType: type, userInfo: ["name": "Emma"])
      return await continuer.continueActivity(
        activity, in: try Kiosk.context(2), with: Kiosk.Router(screen: screen)
      ).words
    }
  }

  private func registry() throws -> ActionRegistry {
    try ActionRegistry(application: Kiosk.application(), features: [Kiosk.Shelf.self])
  }

  @Test("rows 26, 55: listed types are published and continued, by a former type too")
  func listed() async throws {
    let registry = try registry()
    let manifest = try registry.manifest()
    try registry.check(manifest)
    let program = try Program(registry, manifest)
    #expect(try await program.perform(Kiosk.Read.self, on: program.screen).faults == nil)
    #expect(try await program.perform(Kiosk.Lend.self, on: NoPresenter()).faults == nil)
    #expect(try await program.log.allDonations(of: .me).count == 2)
    #expect(try await program.goOn(Kiosk.readType) == "success")
    #expect(try await program.goOn("org.example.kiosk.shelf.read") == "success")
  }

  @Test("rows 26, 55: a type that the manifest does not list is refused for publishing and for continuing")
  func undeclared() async throws {
    let registry = try registry()
    let full = try registry.manifest()
    let manifest = try Manifest(
      application: full.application, activityTypes: full.activityTypes.filter { $0.type != Kiosk.lendType })
    #expect(throws: ManifestMismatch.self) { try registry.check(manifest) }
    let program = try Program(registry, manifest)
    let outcome = try await program.perform(Kiosk.Lend.self, on: NoPresenter())
    #expect(outcome.faults == [.undeclaredType(Kiosk.lendType)])
    await #expect(throws: LiveActivityError.undeclaredActivityType(Kiosk.lendType)) {
      try await program.center.publish(UserActivity(activityType: Kiosk.lendType))
    }
    #expect(try await program.log.allDonations(of: .me).isEmpty)
    #expect(try await program.goOn(Kiosk.lendType) == "refused undeclaredType")
    #expect(try await program.perform(Kiosk.Read.self, on: program.screen).faults == nil)
    #expect(try await program.goOn(Kiosk.readType) == "success")
  }
}
