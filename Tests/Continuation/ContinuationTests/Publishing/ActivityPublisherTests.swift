import Activities
import Continuation
import Foundation
import Testing

@Suite("Publishing performed actions")
struct ActivityPublisherTests {
  @Test("P8: a failing action publishes nothing, and the current activity stays")
  func failure() async throws {
    let process = try Kiosk.Process()
    try await process.read(Kiosk.Book("Emma"))
    await #expect(throws: Kiosk.Failure()) { try await process.read(Kiosk.Book("Broken")) }
    #expect(try await process.donations().count == 1)
    #expect(await process.current?.userInfo == ["name": "Emma"])
  }

  @Test(
    "rows 32, 124: an error of the hook is reported with the outcome; nothing is published or changed"
  )
  func hookThrows() async throws {
    let process = try Kiosk.Process()
    try await process.read(Kiosk.Book("Emma"))
    let before = await process.current
    var book = Kiosk.Book("Ulysses")
    book.prepare = { _ in throw Kiosk.Failure() }
    let outcome = try await process.read(book, at: 1)
    #expect(throws: Kiosk.Failure()) { try outcome.publication.get() }
    #expect(process.screen.items.last == .book("Ulysses", page: nil), "the action did happen")
    #expect(try await process.donations().count == 1)
    #expect(await process.current == before)
    #expect(process.dispatcher.publisher.trace.entries.last?.decision == .failed(errorType: "Failure"))
  }

  @Test("rows 36, 125: a veto stores and donates nothing, and is in the trace")
  func veto() async throws {
    let process = try Kiosk.Process()
    var book = Kiosk.Book("Emma")
    book.prepare = {
      $0.cancel()
      $0.title = "Read it"
    }
    let outcome = try await process.read(book)
    #expect(try outcome.publication.get() == nil)
    #expect(try await process.donations().isEmpty)
    let entry = try #require(process.dispatcher.publisher.trace.entries.last)
    #expect(entry.decision == .omitted(.vetoed))
    #expect(entry.description == "Shelf / \(Kiosk.Read.name): vetoed by the action")
    #expect(try entry.instant == Kiosk.context(0).instant)
  }

  @Test(
    "after a veto the previous activity is no longer current, unless the program wants it",
    arguments: [true, false])
  func vetoAndCurrent(resigns: Bool) async throws {
    let process = try Kiosk.Process { $0.resignsWhenVetoed = resigns }
    try await process.read(Kiosk.Book("Emma"))
    var book = Kiosk.Book("Ulysses")
    book.prepare = { $0.cancel() }
    try await process.read(book, at: 1)
    #expect((await process.current == nil) == resigns)
  }

  @Test("the next action's activity replaces the previous one")
  func successor() async throws {
    let process = try Kiosk.Process()
    for name in ["Emma", "Ulysses", "Emma"] {
      try await process.read(Kiosk.Book(name))
      #expect(await process.current?.userInfo == ["name": .string(name)])
    }
    #expect(try await process.donations().count == 3)
  }

  @Test(
    "row 11: switched off, nothing is published or continued; switched on again, it works without a restart")
  func switchedOff() async throws {
    let switches = ActivitySwitches()
    let process = try Kiosk.Process(switches: switches)
    let activity = try #require(try await process.activity(of: Kiosk.Book("Emma")))
    switches.areActivitiesEnabled = false
    let outcome = try await process.read(Kiosk.Book("Ulysses"), at: 1)
    #expect(try outcome.publication.get() == nil)
    #expect(try await process.goOn(activity).words == "disabled")
    #expect(try await process.donations().count == 1)
    #expect(process.dispatcher.publisher.trace.entries.last?.decision == .omitted(.switchedOff))
    switches.areActivitiesEnabled = true
    #expect(try await process.goOn(activity, at: 61).words == "success")
    #expect(try await process.donations().count == 2)
  }

  @Test(
    "row 1: the activity has the input at the end of the action, whatever it becomes later")
  func snapshot() async throws {
    let gate = Gate()
    let process = try Kiosk.Process(hasLinks: true, recorder: SlowRecorder(gate: gate))
    let sketch = Kiosk.Sketch("cat")
    let task = Task { try await process.draw(sketch) }
    await gate.waitForArrivals(1)
    sketch.name = "dog"
    await gate.open()
    let activity = try #require(try await task.value.publication.get()?.activity)
    #expect(activity.title == "Draw cat")
    #expect(activity.userInfo.values.map { "\($0)" }.joined().contains("cat"))
  }

  @Test(
    "row 1: an activity waiting for its turn has the input at the end of the action", .timeLimit(.minutes(5)))
  func snapshotWhileWaiting() async throws {
    let gate = Gate()
    let process = try Kiosk.Process(hasLinks: true, recorder: SlowRecorder(gate: gate))
    let first = Task { try await process.read(Kiosk.Book("Emma")) }
    await gate.waitForArrivals(1)
    let prepared = Latch()
    let sketch = Kiosk.Sketch("cat") { _ in prepared.open() }
    let second = Task { try await process.draw(sketch, at: 1) }
    await prepared.wait()  // till the time is over, if it were made in its turn
    sketch.name = "dog"
    await gate.open()
    _ = try await first.value
    let activity = try #require(try await second.value.publication.get()?.activity)
    #expect(activity.title == "Draw cat")
    #expect(
      activity.userInfo == ["hunch.action.url": .url(try #require(URL(string: "kiosk://draw?name=cat")))])
  }

  @Test(
    "row 11: an activity waiting for its turn is not published if activities are switched off meanwhile",
    .timeLimit(.minutes(5)))
  func switchedOffWhileWaiting() async throws {
    let gate = Gate()
    let switches = ActivitySwitches()
    let process = try Kiosk.Process(recorder: SlowRecorder(gate: gate), switches: switches)
    let first = Task { try await process.read(Kiosk.Book("Emma")) }
    await gate.waitForArrivals(1)
    let prepared = Latch()
    var book = Kiosk.Book("Ulysses")
    book.prepare = {
      $0.title = "Read it"
      prepared.open()
    }
    let second = Task { [book] in try await process.read(book, at: 1) }
    await prepared.wait()
    switches.areActivitiesEnabled = false
    await gate.open()
    #expect(try await first.value.publication.get() != nil)
    #expect(try await second.value.publication.get() == nil)
    #expect(process.dispatcher.publisher.trace.entries.last?.decision == .omitted(.switchedOff))
  }

  @Test("concurrent equal actions are each donated once, even in one millisecond")
  func concurrency() async throws {
    let process = try Kiosk.Process()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for page in 0..<60 {
        group.addTask { try await process.read(Kiosk.Book("Emma", page: page), at: 1) }
      }
      try await group.waitForAll()
    }
    let donations = try await process.donations()
    #expect(Set(donations.map(\.identifier)).count == 60)
    #expect(Set(donations.map(\.identity)).count == 1)
    #expect(Set(donations.map { $0.activity.userInfo["page"] }).count == 60)
    #expect(donations.allSatisfy { $0.program == "org.example.kiosk" })
  }

  @Test("a refusing recorder is distinguished from a failing action, and leaves nothing current")
  func refused() async throws {
    let process = try Kiosk.Process(recorder: FullRecorder())
    let outcome = try await process.read(Kiosk.Book("Emma"))
    #expect(throws: Kiosk.Failure()) { try outcome.publication.get() }
    #expect(process.screen.items.count == 1)
    #expect(process.dispatcher.publisher.trace.entries.last?.decision == .failed(errorType: "Failure"))
  }

  @Test("the trace keeps the newest hundred decisions")
  func boundedTrace() async throws {
    let process = try Kiosk.Process()
    for number in 0..<103 { try await process.read(Kiosk.Book("Emma"), at: Int64(number)) }
    let entries = process.dispatcher.publisher.trace.entries
    #expect(entries.count == 100)
    #expect(try entries.first?.instant == Kiosk.context(3).instant)
    #expect(entries.allSatisfy { $0.decision == .published })
  }
}

private struct SlowRecorder: DonationRecorder {
  let gate: Gate
  func donate(_ donations: [Donation], now: Instant) async throws -> AppendReceipt {
    await gate.pass()
    return AppendReceipt(added: donations.count)
  }
  func forget(_ deletion: Deletion) async throws -> Int { 0 }
}

private struct FullRecorder: DonationRecorder {
  func donate(_ donations: [Donation], now: Instant) async throws -> AppendReceipt { throw Kiosk.Failure() }
  func forget(_ deletion: Deletion) async throws -> Int { 0 }
}
