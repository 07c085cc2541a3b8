import Activities
import Continuation
import Testing

@Suite("Performing actions")
struct DispatcherTests {
  @Test("rows 1, 2: an action is performed, published and kept exactly once, without code at the call site")
  func endToEnd() async throws {
    let workshop = try Workshop()
    let outcome = try await workshop.run("plane", at: 5)
    let donation = try #require(try outcome.publication.get())
    #expect(try await workshop.donations() == [donation])
    #expect(donation.activity.activityType == "org.example.workshop.workshop.run-script")
    #expect(donation.details.source == .user)
    #expect(donation.program == "org.example.workshop")
    #expect(donation.context == (try Workshop.now(5)))
    #expect(!outcome.terminatesFeature)
  }

  @Test("row 3: an action without eligibility is performed, and never published")
  func notEligible() async throws {
    let workshop = try Workshop()
    let notes = Notes()
    let call = WorkshopFeature.action(RunQuietlyAction.self).with(
      Script("sand") { context in
        notes.add(context.input.name)
        return .success
      })
    let outcome = try await workshop.dispatcher.perform(call, circumstances: Workshop.now())
    #expect(try outcome.publication.get() == nil)
    #expect(notes.all == ["sand"])
    #expect(try await workshop.donations().isEmpty)
  }

  static let failures: [Script.Body] = [
    { _ in throw Broken() }, { _ in .failure(Broken()) }, { _ in .failureWithFeatureTermination(Broken()) },
  ]

  @Test(
    "P8: a failure, thrown or returned, is not published, and its error reaches the caller",
    arguments: 0..<3)
  func failure(way: Int) async throws {
    let workshop = try Workshop()
    await #expect(throws: Broken()) { try await workshop.run("plane", body: Self.failures[way]) }
    #expect(try await workshop.donations().isEmpty)
  }

  static let cancellations: [Script.Body] = [
    { _ in
      try await Task.sleep(for: .seconds(3_600))
      return .success
    },
    { _ in
      while !Task.isCancelled { await Task.yield() }
      return .success
    },
    { _ in
      while !Task.isCancelled { await Task.yield() }
      return .successWithFeatureTermination
    },
  ]

  @Test("P8, row 118: a cancelled action counts as not done, even if it returns", arguments: 0..<20)
  func cancellation(number: Int) async throws {
    let workshop = try Workshop()
    let started = Latch()
    let task = Task {
      try await workshop.run("plane \(number)") { context in
        started.open()
        return try await Self.cancellations[number % 3](context)
      }
    }
    await started.wait()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await workshop.donations().isEmpty)
  }

  @Test("P8: a cancelled task does not begin an action")
  func cancelledBefore() async throws {
    let workshop = try Workshop()
    let notes = Notes()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      try await workshop.run("plane") { _ in
        notes.add("performed")
        return .success
      }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(notes.all.isEmpty)
  }

  enum StrangerFeature: Feature {
    static func prepare(_ actions: inout FeatureActions) {}
  }

  @Test("an action that the feature does not declare is refused, with an error")
  func undeclared() async throws {
    let workshop = try Workshop()
    let notes = Notes()
    let script = Script("plane") { _ in
      notes.add("performed")
      return .success
    }
    await #expect(
      throws: ActionPerformError.actionNotDeclared(action: "RunQuietlyAction", feature: "AtticFeature")
    ) {
      try await workshop.dispatcher.perform(
        AtticFeature.action(RunQuietlyAction.self).with(script), circumstances: Workshop.now())
    }
    await #expect(
      throws: ActionPerformError.actionNotDeclared(action: "RunScriptAction", feature: "StrangerFeature")
    ) {
      try await workshop.dispatcher.perform(
        StrangerFeature.action(RunScriptAction.self).with(script), circumstances: Workshop.now())
    }
    #expect(notes.all.isEmpty)
  }

  @Test("row 1: concurrent equal actions are each published exactly once, even in one millisecond")
  func concurrency() async throws {
    let ada = try UserIdentifier("ada")
    let workshop = try Workshop(user: ada)
    let notes = Notes()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<60 {
        group.addTask {
          try await workshop.run("plane") { context in
            notes.add(context.user.name)
            return .success
          }
        }
      }
      try await group.waitForAll()
    }
    let donations = try await workshop.donations(of: ada)
    #expect(donations.count == 60)
    #expect(Set(donations.map(\.identifier)).count == 60)
    #expect(Set(donations.map(\.identity)).count == 1)
    #expect(notes.all == Array(repeating: "ada", count: 60))
    #expect(try await workshop.donations().isEmpty)
  }

  @Test("row 108: the same action in two features is two activities")
  func twoFeatures() async throws {
    let workshop = try Workshop()
    try await workshop.run("plane")
    try await workshop.dispatcher.perform(
      AtticFeature.action(RunScriptAction.self).with(Script("plane")), circumstances: Workshop.now(1))
    #expect(
      try await workshop.donations().map(\.activity.activityType) == [
        "org.example.workshop.workshop.run-script", "org.example.workshop.attic.run-script",
      ])
  }

  @Test("a refusing log is distinguished from a failing action")
  func refused() async throws {
    let workshop = try Workshop(recorder: Refusing())
    let outcome = try await workshop.run("plane")
    #expect(throws: Broken.self) { try outcome.publication.get() }
    #expect("\(outcome)" == "performed, not published (Broken), 0 hints")
  }

  private struct Refusing: DonationRecorder {
    func donate(_ donations: [Donation], now: Instant) async throws -> AppendReceipt { throw Broken() }
    func forget(_ deletion: Deletion) async throws -> Int { 0 }
  }

  @Test("row 11: switched off, nothing is published; switched on again, it works at once")
  func switchedOff() async throws {
    let workshop = try Workshop()
    workshop.dispatcher.switches.areActivitiesEnabled = false
    #expect(try await workshop.run("plane").publication.get() == nil)
    #expect(try await workshop.donations().isEmpty)
    workshop.dispatcher.switches.areActivitiesEnabled = true
    #expect(try await workshop.run("plane").publication.get() != nil)
    #expect(try await workshop.donations().count == 1)
  }

  @Test("only an activity continued from a suggestion is marked")
  func sources() async throws {
    let workshop = try Workshop()
    let type = "org.example.workshop.workshop.run-script"
    let sources: [ActionSource] = [
      .application, .intent, .openURL, .continueActivity(type: type, from: .search),
      .continueActivity(type: type, from: .suggestion),
    ]
    for (second, source) in sources.enumerated() {
      try await workshop.run("plane", at: Int64(second), source: source)
    }
    #expect(
      try await workshop.donations().map(\.details.source) == [.user, .user, .user, .user, .suggestion])
  }

  @Test("errors of performing name types, and how to fix them")
  func errors() {
    let error = ActionPerformError.actionNotDeclared(action: "Play", feature: "Music")
    #expect(
      error.description == "Music does not declare Play; declare it in `prepare`, and register the feature")
    let other = ActionPerformError.requiredFeatureNotAvailable(feature: "Music")
    #expect(other.description.hasPrefix("Music is not available"))
  }
}
