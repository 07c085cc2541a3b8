import Activities
import Continuation
import Testing

@Suite("Stacks: the user's work in progress")
struct StackTests {
  private let workshop: Workshop
  private var stacks: ActionStacks { workshop.dispatcher.stacks }

  init() throws {
    var configuration = DispatchConfiguration()
    configuration.stacks = ActionStacks(isEnabled: true)
    workshop = try Workshop(configuration: configuration)
  }

  private func runInAttic(at seconds: Int64 = 0) async throws {
    try await workshop.dispatcher.perform(
      AtticFeature.action(RunScriptAction.self).with(Script("attic")),
      circumstances: Workshop.now(seconds))
  }

  @Test("they are off unless switched on, and gone when switched off")
  func offByDefault() async throws {
    let plain = try Workshop()
    try await plain.run("plane")
    #expect(!plain.dispatcher.stacks.isEnabled)
    #expect(plain.dispatcher.stacks.open.isEmpty)
    try await workshop.run("plane")
    #expect(stacks.open.count == 1)
    stacks.isEnabled = false
    stacks.isEnabled = true
    #expect(stacks.open.isEmpty)
  }

  @Test("a feature has a stack in each session")
  func bySessionAndFeature() async throws {
    let window = ActionSession(name: "Window 2")
    try await workshop.run("plane", at: 1)
    try await workshop.run("plane", at: 2, session: window)
    try await workshop.run("plane", at: 3)
    #expect(stacks.open.map(\.session) == [.main, window])
    #expect(stacks.open.map(\.parent) == [nil, nil])
    #expect(
      stacks.open.map(\.entries) == [
        [
          .action(name: "Run Script", number: 1, at: try Workshop.now(1).instant),
          .action(name: "Run Script", number: 2, at: try Workshop.now(3).instant),
        ], [.action(name: "Run Script", number: 1, at: try Workshop.now(2).instant)],
      ])
  }

  @Test("a new stack is a child of the one opened last, which records it")
  func substacks() async throws {
    try await workshop.run("plane", at: 1)
    try await runInAttic(at: 2)
    try await runInAttic(at: 3)
    #expect(stacks.open.map(\.feature) == ["WorkshopFeature", "AtticFeature"])
    #expect(stacks.open.map(\.parent) == [nil, stacks.open[0].id])
    #expect(
      stacks.open[0].entries == [
        .action(name: "Run Script", number: 1, at: try Workshop.now(1).instant),
        .substack(id: stacks.open[1].id, feature: "AtticFeature"),
      ])
  }

  @Test("at most 100 entries are kept, the oldest go first")
  func capacity() async throws {
    for number in 1...103 { try await workshop.run("plane", at: Int64(number)) }
    let entries = try #require(stacks.open.first?.entries)
    #expect(entries.count == 100)
    #expect(entries.first == .action(name: "Run Script", number: 4, at: try Workshop.now(4).instant))
    #expect(entries.last == .action(name: "Run Script", number: 103, at: try Workshop.now(103).instant))
  }

  static let endings: [(body: Script.Body, isOpen: Bool)] = [
    ({ _ in .success }, true), ({ _ in .failure(Broken()) }, true), ({ _ in throw Broken() }, true),
    ({ _ in .successWithFeatureTermination }, false),
    ({ _ in .failureWithFeatureTermination(Broken()) }, false),
  ]

  @Test(
    "an outcome with feature termination closes the stack of the feature and session, success or not",
    arguments: 0..<5)
  func termination(way: Int) async throws {
    try await runInAttic()
    try await workshop.run("plane")
    _ = try? await workshop.run("plane", body: Self.endings[way].body)
    let features = ["AtticFeature"] + (Self.endings[way].isOpen ? ["WorkshopFeature"] : [])
    #expect(stacks.open.map(\.feature) == features)
  }

  @Test("a continuation from outside closes the stacks that it opened, however it ends", arguments: 0..<5)
  func continuation(way: Int) async throws {
    let sources: [ActionSource] = [
      .openURL, .continueActivity(type: "org.example.workshop.workshop.run-script", from: .handoff),
    ]
    for source in sources {
      _ = try? await workshop.run("plane", source: source) { context in
        #expect(stacks.open.map(\.feature) == ["WorkshopFeature"])
        return try await Self.endings[way].body(context)
      }
      #expect(stacks.open.isEmpty)
    }
    let outcome = try await workshop.run("plane", source: .openURL)
    #expect(outcome.terminatesFeature)
    try await workshop.run("plane", source: .intent)
    #expect(stacks.open.count == 1)
  }
}
