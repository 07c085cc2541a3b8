import Activities
import Continuation
import Synchronization
import Testing

private enum House: FeatureGroup, ConditionalFeature {
  static let subfeatures: [any Feature.Type] = [Cellar.self, Lamp.self, Group.self]
  static func constraints(_ requirements: inout FeatureConstraints) {
    requirements.require(.permission("enter"))
  }
}
private enum Cellar: ConditionalFeature {
  static func prepare(_ actions: inout FeatureActions) {
    actions.declare(Open.self)
  }
  static func constraints(_ requirements: inout FeatureConstraints) {
    requirements.require(.permission("descend"))
    requirements.require(.purchase(anyOf: ["key", "crowbar"]))
    requirements.require(.permission("descend"))
  }
  enum Open: Plain {}
}
private enum Lamp: ConditionalFeature {
  @TaskLocal static var isEnabled = true
  static func prepare(_ actions: inout FeatureActions) {}
  static func constraints(_ requirements: inout FeatureConstraints) {
    requirements.require(.runtimeEnabled)
    requirements.require(.capability(.search))
  }
}
private enum Group: FeatureGroup {
  static let subfeatures: [any Feature.Type] = [Drawer.self]
}
private enum Drawer: Feature {
  static func prepare(_ actions: inout FeatureActions) {}
}

@Suite("Availability of conditional features")
struct AvailabilityTests {
  private let noted = NotedConstraints()
  private let availability: FeatureAvailability
  private let registry: ActionRegistry

  init() throws {
    registry = try ActionRegistry(application: Workshop.application, features: [House.self])
    availability = FeatureAvailability(registry: registry, evaluator: noted)
    noted.note(.satisfied, of: .permission("enter"))
  }

  @Test(
    "an unknown constraint makes the feature unknown, even if another one is unsatisfied; it is not cached"
  )
  func unknown() {
    noted.note(.unsatisfied, of: .permission("descend"))
    #expect(availability.availability(of: Cellar.self) == .unknown)
    noted.note(.satisfied, of: .purchase(anyOf: ["key", "crowbar"]))
    #expect(availability.availability(of: Cellar.self) == .unavailable)
  }

  @Test("an unsatisfied constraint makes it unavailable")
  func unsatisfied() {
    noted.note(.satisfied, of: .permission("descend"))
    noted.note(.unsatisfied, of: .purchase(anyOf: ["key", "crowbar"]))
    #expect(availability.availability(of: Cellar.self) == .unavailable)
  }

  @Test("a change counts after it was invalidated, and not before", arguments: [0, 1, 2])
  func invalidation(way: Int) {
    noted.note(.unsatisfied, of: .permission("descend"))
    noted.note(.satisfied, of: .purchase(anyOf: ["key", "crowbar"]))
    #expect(availability.availability(of: Cellar.self) == .unavailable)
    noted.note(.satisfied, of: .permission("descend"))
    availability.invalidate(Drawer.self)
    availability.invalidate(.permission("something else"))
    #expect(availability.availability(of: Cellar.self) == .unavailable)
    switch way {
    case 0: availability.invalidate(.permission("descend"))
    case 1: availability.invalidate(Cellar.self)
    default: availability.invalidateAll()
    }
    #expect(availability.availability(of: Cellar.self) == .available)
  }

  @Test("a feature needs its own constraints and those of all groups that it is in")
  func ancestors() {
    noted.note(.satisfied, of: .permission("descend"))
    noted.note(.satisfied, of: .purchase(anyOf: ["key", "crowbar"]))
    #expect(availability.availability(of: Cellar.self) == .available)
    #expect(availability.availability(of: Drawer.self) == .available)
    noted.note(.unsatisfied, of: .permission("enter"))
    availability.invalidate(.permission("enter"))
    #expect(availability.availability(of: Cellar.self) == .unavailable)
    #expect(availability.availability(of: Drawer.self) == .unavailable)
    noted.note(.unknown, of: .permission("enter"))
    availability.invalidate(House.self)
    #expect(availability.availability(of: Cellar.self) == .unknown)
    #expect(availability.availability(of: Drawer.self) == .unknown)
  }

  @Test("a feature with a switch of the program is asked each time")
  func runtimeSwitch() {
    noted.note(.satisfied, of: .capability(.search))
    #expect(availability.availability(of: Lamp.self) == .available)
    Lamp.$isEnabled.withValue(false) {
      #expect(availability.availability(of: Lamp.self) == .unavailable)
    }
    #expect(availability.availability(of: Lamp.self) == .available)
    noted.note(.unsatisfied, of: .capability(.search))
    #expect(availability.availability(of: Lamp.self) == .unavailable)
  }

  @Test("a feature without conditions is available, one that is not registered is not")
  func unconditional() {
    #expect(availability.availability(of: Group.self) == .available)
    #expect(availability.availability(of: WorkshopFeature.self) == .unavailable)
  }

  @Test("answers from before an invalidation are not cached after it")
  func race() throws {
    let evaluator = Overtaken()
    let availability = FeatureAvailability(registry: registry, evaluator: evaluator)
    evaluator.invalidate.withLock { $0 = { availability.invalidateAll() } }
    #expect(availability.availability(of: Cellar.self) == .unavailable)
    #expect(availability.availability(of: House.self) == .available)
    #expect(availability.availability(of: Cellar.self) == .available)
  }

  /// Changes its answer, and invalidates, during the first call.
  private final class Overtaken: ConstraintEvaluator {
    let invalidate = Mutex<(@Sendable () -> Void)?>(nil)

    func status(
      of constraint: FeatureConstraint, for feature: (any ConditionalFeature.Type)?
    ) -> ConstraintStatus {
      let first = invalidate.withLock { action in
        defer { action = nil }
        return action
      }
      guard let first else { return .satisfied }
      first()
      return .unsatisfied
    }
  }

  @Test("row 129: programs can query the environment's capabilities")
  func capabilities() {
    #expect(availability.supports(.invocationPhrases) == .unknown)
    noted.note(.satisfied, of: .capability(.invocationPhrases))
    noted.note(.unsatisfied, of: .capability(.associatedIntents))
    #expect(availability.supports(.invocationPhrases) == .available)
    #expect(availability.supports(.associatedIntents) == .unavailable)
  }

  @Test("the constraints and products of a feature are known, each once")
  func metadata() throws {
    let metadata = try #require(registry.metadata(for: Cellar.self))
    #expect(metadata.constraints == [.permission("descend"), .purchase(anyOf: ["crowbar", "key"])])
    #expect(metadata.products == ["crowbar", "key"])
    #expect(registry.metadata(for: Drawer.self)?.constraints.isEmpty == true)
  }

  @Test("an action is returned only while its feature is available, and refused afterwards")
  func requests() async throws {
    var configuration = DispatchConfiguration()
    configuration.availability = availability
    let workshop = try Workshop(features: [House.self], configuration: configuration)
    let binding = Cellar.action(Cellar.Open.self)
    #expect(workshop.dispatcher.request(binding) == nil)
    noted.note(.satisfied, of: .permission("descend"))
    noted.note(.satisfied, of: .purchase(anyOf: ["key", "crowbar"]))
    let verified = try #require(workshop.dispatcher.request(binding))
    try await workshop.dispatcher.perform(verified.call, circumstances: Workshop.now())
    #expect(workshop.dispatcher.request(Cellar.action(RunScriptAction.self)) == nil)

    noted.note(.unsatisfied, of: .permission("enter"))
    availability.invalidate(.permission("enter"))
    #expect(workshop.dispatcher.request(binding) == nil)
    let refusal = ActionPerformError.requiredFeatureNotAvailable(feature: "Cellar")
    await #expect(throws: refusal) {
      try await workshop.dispatcher.perform(verified.call, circumstances: Workshop.now())
    }
    await #expect(throws: refusal) {
      try await workshop.dispatcher.perform(binding.call, circumstances: Workshop.now())
    }
  }
}
