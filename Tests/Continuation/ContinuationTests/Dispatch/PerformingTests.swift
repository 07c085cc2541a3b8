import Activities
import Continuation
import Testing

/// The presenter of the actions; it belongs to the main actor, like user interfaces.
@MainActor
private final class Screen {
  private(set) var shown: [String] = []
  func show(_ text: String) { shown.append(text) }
}

private enum Beep: Plain {
  @TaskLocal static var notes = Notes()
  static func perform(
    _ context: ActionContext<NoInput>, presenter: NoPresenter
  ) async throws -> ActionPerformOutcome {
    notes.add("beep")
    return .success
  }
}
private enum Clear: Action {
  static func perform(
    _ context: ActionContext<NoInput>, presenter: Screen
  ) async throws -> ActionPerformOutcome {
    await presenter.show("")
    return .success
  }
}
private enum Show: Action {
  @MainActor static func perform(
    _ context: ActionContext<String>, presenter: Screen
  ) async throws -> ActionPerformOutcome {
    presenter.show(context.input)
    return .success
  }
}
private enum Canvas: Feature {
  static func prepare(_ actions: inout FeatureActions) {
    declareAll(&actions)
  }
}
private enum RentedCanvas: ConditionalFeature {
  static func prepare(_ actions: inout FeatureActions) {
    declareAll(&actions)
  }
  static func constraints(_ requirements: inout FeatureConstraints) {
    requirements.require(.userToggled(defaultValue: true))
  }
}
private func declareAll(_ actions: inout FeatureActions) {
  actions.declare(Beep.self)
  actions.declare(Clear.self)
  actions.declare(Show.self)
  actions.declare(RunQuietlyAction.self)
}

@Suite("Performing with and without input and presenter")
struct PerformingTests {
  private let workshop: Workshop
  private let screen: Screen
  private let notes = Notes()

  @MainActor init() throws {
    workshop = try Workshop(features: [Canvas.self, RentedCanvas.self])
    screen = Screen()
  }

  @Test("no input, no presenter", arguments: [false, true])
  func neither(isConditional: Bool) async throws {
    let dispatcher = workshop.dispatcher
    let now = try Workshop.now()
    try await Beep.$notes.withValue(notes) {
      if isConditional {
        let binding = try #require(dispatcher.request(RentedCanvas.action(Beep.self)))
        try await dispatcher.perform(binding.call, circumstances: now)
      } else {
        try await dispatcher.perform(Canvas.action(Beep.self).call, circumstances: now)
      }
    }
    #expect(notes.all == ["beep"])
  }

  @Test("no input, a presenter", arguments: [false, true])
  func presenterOnly(isConditional: Bool) async throws {
    let dispatcher = workshop.dispatcher
    let now = try Workshop.now()
    if isConditional {
      let binding = try #require(dispatcher.request(RentedCanvas.action(Clear.self)))
      try await dispatcher.perform(binding.on(screen), circumstances: now)
    } else {
      try await dispatcher.perform(Canvas.action(Clear.self).on(screen), circumstances: now)
    }
    #expect(await screen.shown == [""])
  }

  @Test("an input, no presenter", arguments: [false, true])
  func inputOnly(isConditional: Bool) async throws {
    let dispatcher = workshop.dispatcher
    let now = try Workshop.now()
    let script = Script("a") { [notes] context in
      notes.add(context.input.name)
      return .success
    }
    if isConditional {
      let binding = try #require(dispatcher.request(RentedCanvas.action(RunQuietlyAction.self)))
      try await dispatcher.perform(binding.with(script), circumstances: now)
    } else {
      try await dispatcher.perform(Canvas.action(RunQuietlyAction.self).with(script), circumstances: now)
    }
    #expect(notes.all == ["a"])
  }

  @Test("row 112: an input and a presenter, which belongs to the main actor", arguments: [false, true])
  func both(isConditional: Bool) async throws {
    let dispatcher = workshop.dispatcher
    let now = try Workshop.now()
    if isConditional {
      let binding = try #require(dispatcher.request(RentedCanvas.action(Show.self)))
      try await dispatcher.perform(binding.with("text", on: screen), circumstances: now)
    } else {
      try await dispatcher.perform(Canvas.action(Show.self).with("text", on: screen), circumstances: now)
    }
    #expect(await screen.shown == ["text"])
  }
}
