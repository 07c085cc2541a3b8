import Activities
import Continuation
import Synchronization
import Testing

@Suite("Deliveries: each is continued once")
struct DeliveryTests {
  func delivery(_ identifier: String?, of name: String = "Emma", type: String = Kiosk.readType) throws
    -> IncomingActivity
  {
    var incoming = IncomingActivity(try UserActivity(activityType: type, userInfo: ["name": .string(name)]))
    incoming.deliveryIdentifier = identifier
    return incoming
  }

  func send(_ incoming: IncomingActivity, to process: Kiosk.Process, answer: Kiosk.Router.Answer = .ready)
    async throws
    -> String
  {
    let router = Kiosk.Router(screen: process.screen, answer: answer)
    return await process.continuer.continueActivity(incoming, in: try Kiosk.context(1), with: router).words
  }

  @Test("row 100: a repeated delivery is performed and donated once; another delivery is performed again")
  func once() async throws {
    let process = try Kiosk.Process()
    #expect(try await send(delivery("1"), to: process) == "success")
    #expect(try await send(delivery("1"), to: process) == "already delivered")
    #expect(try await send(delivery("2"), to: process) == "success")
    #expect(try await send(delivery(nil), to: process) == "success")
    #expect(try await send(delivery(nil), to: process) == "success")
    #expect(process.screen.items.count == 4)
    #expect(try await process.donations().count == 4)
  }

  @Test("row 100: deliveries repeated at the same time are performed once, too")
  func atOnce() async throws {
    let process = try Kiosk.Process()
    let results = await withTaskGroup(of: String?.self) { group in
      for _ in 0..<32 { group.addTask { try? await send(delivery("1"), to: process) } }
      return await group.reduce(into: [String?]()) { $0.append($1) }
    }
    #expect(results.count { $0 == "success" } == 1)
    #expect(results.count { $0 == "already delivered" } == 31)
    #expect(process.screen.items.count == 1)
  }

  @Test(
    "a delivery without a result may come again; one with a final result may not",
    arguments: [
      (Kiosk.Router.Answer.unsupported, true), (.applicationCancelled, true), (.userCancelled, false),
      (.alreadySatisfied, false),
    ])
  func again(answer: Kiosk.Router.Answer, isTriedAgain: Bool) async throws {
    let process = try Kiosk.Process()
    _ = try await send(delivery("1"), to: process, answer: answer)
    #expect(try await send(delivery("1"), to: process) == (isTriedAgain ? "success" : "already delivered"))
    #expect(try await send(delivery("2", of: "Broken"), to: process) == "failed Failure")
    #expect(try await send(delivery("2", of: "Broken"), to: process) == "already delivered")
    #expect(try await send(delivery("3", type: "org.example.other"), to: process) == "no mapping")
    #expect(try await send(delivery("3"), to: process) == "success")
  }

  @Test("only the newest deliveries are remembered")
  func bounded() async throws {
    let process = try Kiosk.Process(deliveries: 3)
    for identifier in ["1", "2", "3", "4"] { _ = try await send(delivery(identifier), to: process) }
    #expect(try await send(delivery("2"), to: process) == "already delivered")
    #expect(try await send(delivery("1"), to: process) == "success", "forgotten: the memory is bounded")
    #expect(try await send(delivery("3"), to: process) == "already delivered")
  }

  @Test("row 100: early activities are delivered once the program is ready, in order, each once")
  func coldStart() async throws {
    let process = try Kiosk.Process()
    let inbox = ActivityInbox()
    let early = ["Emma", "Persuasion", "Ulysses"]
    var acknowledgements: [Task<String, Never>] = []
    for (number, name) in early.enumerated() {
      let incoming = try delivery("\(number)", of: name)
      acknowledgements.append(Task { await inbox.deliver(incoming).words })
      while await inbox.count <= number { await Task.yield() }
    }
    #expect(process.screen.items.isEmpty)
    let now = try Kiosk.context(1)
    await inbox.open { await process.continuer.continueActivity($0, in: now, with: process.router) }
    #expect(process.screen.items == early.map { .book($0, page: nil) })
    for acknowledgement in acknowledgements { #expect(await acknowledgement.value == "success") }
    #expect(await inbox.deliver(try delivery("9", of: "Middlemarch")).words == "success")
    #expect(await inbox.deliver(try delivery("0", of: "Emma")).words == "already delivered")
    #expect(process.screen.items.count == 4)
    #expect(await inbox.count == 0)
  }

  @Test("row 100: a receiver that gives up withdraws its activity; a full inbox rejects more")
  func timeOut() async throws {
    let inbox = ActivityInbox(capacity: 1)
    let incoming = try delivery("1")
    let waiting = Task { await inbox.deliver(incoming).words }
    while await inbox.count == 0 { await Task.yield() }
    #expect(await inbox.deliver(try delivery("2")).words == "refused inboxFull")
    waiting.cancel()
    #expect(await waiting.value == "cancelled")
    #expect(await inbox.count == 0)
    let late = Task {
      while !Task.isCancelled { await Task.yield() }
      return await inbox.deliver(incoming).words
    }
    late.cancel()
    #expect(await late.value == "cancelled")
    let delivered = Mutex(0)
    await inbox.open { _ in
      delivered.withLock { $0 += 1 }
      return .noMapping
    }
    #expect(delivered.withLock(\.self) == 0)
  }
}
