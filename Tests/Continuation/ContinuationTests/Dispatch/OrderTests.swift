import Activities
import Continuation
import Storage
import Synchronization
import Testing

/// Records its events, under its own name.
struct NotingObserver: ActionDispatchObserver {
  var name = ""
  let notes: Notes
  var before: @Sendable (String) async -> Void = { _ in }

  func actionWillBegin<Performed: Action>(_ request: ActionRequest<Performed>) async {
    await before("begin")
    notes.add("\(name)begin \(request.number)")
  }
  func actionDidComplete<Performed: Action>(
    _ request: ActionRequest<Performed>, with completion: ActionCompletion
  ) async {
    await before("complete")
    notes.add("\(name)complete \(request.number) \(completion.ending)")
  }
}

@Suite("The order of events")
struct OrderTests {
  private func configuration(_ observers: any ActionDispatchObserver...) -> DispatchConfiguration {
    var configuration = DispatchConfiguration()
    configuration.observers = observers
    return configuration
  }

  @Test("row 2: observers are notified in order of registration, with beginning before completion")
  func registrationOrder() async throws {
    let notes = Notes()
    let workshop = try Workshop(
      configuration: configuration(
        NotingObserver(name: "a ", notes: notes), NotingObserver(name: "b ", notes: notes)))
    try await workshop.run("plane")
    await #expect(throws: Broken.self) { try await workshop.run("plane") { _ in throw Broken() } }
    await workshop.dispatcher.observersSettled()
    #expect(
      notes.all == [
        "a begin 1", "b begin 1", "a complete 1 success", "b complete 1 success", "a begin 2", "b begin 2",
        "a complete 2 failure (Broken)", "b complete 2 failure (Broken)",
      ])
  }

  @Test("row 1: actions are published and reported in the order in which they end")
  func completionOrder() async throws {
    let notes = Notes()
    let workshop = try Workshop(configuration: configuration(NotingObserver(notes: notes)))
    let count = 20
    let begun = (0..<count).map { _ in Latch() }
    let go = (0..<count).map { _ in Latch() }
    var random = SystemRandomNumberGenerator()
    let order = (0..<count).shuffled(using: &random)
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<count {
        group.addTask {
          try await workshop.run("\(number)", at: Int64(number)) { _ in
            begun[number].open()
            await go[number].wait()
            return .success
          }
          return number
        }
        await begun[number].wait()
      }
      for number in order {
        go[number].open()
        let done = try await group.next()
        #expect(done == number)
      }
    }
    await workshop.dispatcher.observersSettled()
    let arrivals = await workshop.log.arrivals(of: .me, after: 0, limit: 100)
    let seconds = arrivals.map { ($0.donation.context.instant.milliseconds - Workshop.start) / 1_000 }
    #expect(seconds == order.map(Int64.init), "order \(order)")
    #expect(notes.all == (1...count).map { "begin \($0)" } + order.map { "complete \($0 + 1) success" })
  }

  @Test("row 1: while one activity is being published, the next one done waits, and is reported after it")
  func publishingOrder() async throws {
    let notes = Notes()
    let recorder = SlowRecorder()
    let workshop = try Workshop(
      recorder: recorder, configuration: configuration(NotingObserver(notes: notes)))
    let first = Task { try await workshop.run("first", at: 1) }
    await recorder.reached.wait()
    let done = Latch()
    let second = Task {
      try await workshop.run("second", at: 2) { _ in
        done.open()
        throw Broken()
      }
    }
    await done.wait()
    for _ in 0..<1_000 { await Task.yield() }  // enough for an unordered completion to be seen below
    #expect(!notes.all.contains { $0.hasPrefix("complete") })
    recorder.go.open()
    _ = try await first.value
    await #expect(throws: Broken.self) { try await second.value }
    await workshop.dispatcher.observersSettled()
    #expect(notes.all.suffix(2) == ["complete 1 success", "complete 2 failure (Broken)"])
  }

  /// Delays the first donation.
  private final class SlowRecorder: DonationRecorder {
    let reached = Latch()
    let go = Latch()

    func donate(_ donations: [Donation], now: Instant) async throws -> AppendReceipt {
      reached.open()
      await go.wait()
      return AppendReceipt(added: donations.count)
    }
    func forget(_ deletion: Deletion) async throws -> Int { 0 }
  }

  @Test("a finished action is kept, even if its caller is cancelled while it is being published")
  func calledOffWhilePublishing() async throws {
    let recorder = CallingOff()
    let workshop = try Workshop(recorder: recorder)
    let start = Latch()
    let task = Task {
      await start.wait()
      return try await workshop.run("first")
    }
    recorder.callOff.withLock { $0 = { task.cancel() } }
    start.open()
    #expect(try await task.value.publication.get() != nil)
  }

  /// Cancels the donating task, and checks for cancellation as a store would.
  private final class CallingOff: DonationRecorder {
    let callOff = Mutex<(@Sendable () -> Void)?>(nil)

    func donate(_ donations: [Donation], now: Instant) async throws -> AppendReceipt {
      callOff.withLock { $0 }?()
      try Task.checkCancellation()
      return AppendReceipt(added: donations.count)
    }
    func forget(_ deletion: Deletion) async throws -> Int { 0 }
  }

  @Test("an action that is performed because an activity becomes current does not wait for itself")
  func performedWhilePublishing() async throws {
    let recorder = Chained()
    let workshop = try Workshop(recorder: recorder)
    recorder.next.withLock { $0 = { try await workshop.run("second") } }
    let outcome = try await workshop.run("first")
    #expect(try outcome.publication.get() != nil)
    #expect(recorder.donated.all.count == 2)
  }

  @Test("an action that a delegate performs during a save does not wait for actions that wait for the save")
  func performedWhileSaving() async throws {
    let workshop = try Workshop()
    let (saving, outer) = (Latch(), Latch())
    let delegate = Performing {
      saving.open()
      await outer.wait()
      for _ in 0..<1_000 { await Task.yield() }  // enough for the outer one to wait for the end of the save
      _ = try? await workshop.run("inner", at: 1)
    }
    let activity = try LiveUserActivity(activityType: "org.example.workshop.saved", in: workshop.center)
    activity.delegate = delegate
    let saved = Task { try await activity.becomeCurrent() }
    await saving.wait()
    let other = Task {
      try await workshop.run("outer", at: 2) { _ in
        outer.open()
        return .success
      }
    }
    _ = try await (saved.value, other.value)
    let arrivals = await workshop.log.arrivals(of: .me, after: 0, limit: 100).map(\.donation.activity)
    #expect(arrivals.map { $0.userInfo["name"] } == ["inner", nil, "outer"])
  }

  /// Does something when its activity is saved.
  private final class Performing: LiveUserActivityDelegate {
    private let perform: @Sendable () async -> Void

    init(_ perform: @escaping @Sendable () async -> Void) { self.perform = perform }
    func userActivityWillSave(_ activity: LiveUserActivity) async { await perform() }
  }

  /// Performs an action on the first donation, and waits for it.
  private final class Chained: DonationRecorder {
    let next = Mutex<(@Sendable () async throws -> ActionOutcome)?>(nil)
    let donated = Notes()

    func donate(_ donations: [Donation], now: Instant) async throws -> AppendReceipt {
      donated.add("donation")
      let action = next.withLock { action in
        defer { action = nil }
        return action
      }
      _ = try await action?()
      return AppendReceipt(added: donations.count)
    }
    func forget(_ deletion: Deletion) async throws -> Int { 0 }
  }

  @Test("row 2: an observer that never returns delays no action, and other dispatchers' observers neither")
  func hangingObserver() async throws {
    let never = Latch()
    let notes = Notes()
    let workshop = try Workshop(
      configuration: configuration(NotingObserver(notes: notes) { _ in await never.wait() }))
    for number in 0..<5 { try await workshop.run("plane", at: Int64(number)) }
    #expect(try await workshop.donations().count == 5)
    #expect(notes.all.isEmpty)
    never.open()
    await workshop.dispatcher.observersSettled()
    #expect(notes.all.count == 10)
  }

  @Test("back-pressure: beyond the backlog, whole requests are not observed, and are counted")
  func backlog() async throws {
    let blocked = Latch()
    let notes = Notes()
    var configuration = configuration(NotingObserver(notes: notes) { _ in await blocked.wait() })
    configuration.observerBacklog = 3
    let workshop = try Workshop(configuration: configuration)
    for number in 0..<6 { try await workshop.run("plane", at: Int64(number)) }
    #expect(workshop.dispatcher.unobservedRequests == 4)
    blocked.open()
    await workshop.dispatcher.observersSettled()
    try await workshop.run("plane", at: 6)
    await workshop.dispatcher.observersSettled()
    #expect(
      notes.all == [
        "begin 1", "complete 1 success", "begin 2", "complete 2 success", "begin 7", "complete 7 success",
      ])
    #expect(workshop.dispatcher.unobservedRequests == 4)
  }

  @Test("observers get the duration of the action if the program can measure it")
  func duration() async throws {
    let uptime = Mutex(Duration.zero)
    let durations = Durations()
    var configuration = configuration(durations)
    configuration.uptime = { uptime.withLock { $0 } }
    let workshop = try Workshop(configuration: configuration)
    try await workshop.run("plane") { _ in
      uptime.withLock { $0 += .milliseconds(1_500) }
      return .success
    }
    await workshop.dispatcher.observersSettled()
    #expect(durations.all.withLock { $0 } == [.milliseconds(1_500)])
  }

  private final class Durations: ActionDispatchObserver {
    let all = Mutex<[Duration?]>([])
    func actionDidComplete<Performed: Action>(
      _ request: ActionRequest<Performed>, with completion: ActionCompletion
    ) async {
      all.withLock { $0.append(completion.duration) }
    }
  }
}
