import Activities
import Continuation
import Foundation
import Testing

@testable import Handoff

@Suite("Time-outs", .timeLimit(.minutes(5)))
struct TimeoutTests {
  @Test("row 100: an origin that never answers times out with 4610")
  func silentOrigin() async throws {
    let transport = InMemoryTransport()
    let listener = try await transport.listen(as: "org.example.origin", limits: HandoffLimits())
    let gate = Gate()
    let browser = HandoffBrowser(
      application: try application("receiver"), activityTypes: [editing], transport: transport,
      timing: .passing(.seconds(30), at: gate))
    let offer = HandoffOffer(
      token: HandoffToken(), activityType: editing, supportsContinuationStreams: false,
      application: "org.example.origin",
      address: listener.address)
    let receiver = RecordedReceiver()
    async let pending = browser.accept(offer, within: .seconds(30), receiver: receiver)
    var arrivals = listener.connections.makeAsyncIterator()
    let connection = try #require(await arrivals.next())
    #expect(try await connection.receive() != nil, "it has said hello, and waits")
    gate.open()
    let result = await pending
    #expect(result.name == "timedOut")
    #expect(result.cocoaError?.code.rawValue == 4610)
    #expect(await receiver.events == ["will continue org.example.edit", "failed org.example.edit"])
    #expect(try await connection.receive() == nil)
  }

  @Test("row 100: a source that does not return its activity times out, and the offer is available again")
  func slowSource() async throws {
    let gate = Gate()
    let source = RecordedSource([try HandoffAdvertisement(activityType: editing)]) { _ in
      gate.open()
      try await Task.sleep(for: .seconds(7_200))
      return try activity()
    }
    let scene = try await Scene(source, timing: .passing(HandoffTiming.patient.verdict, at: gate))
    let browser = try scene.browser()
    let offer = try #require(try await browser.offers().first)
    #expect(await browser.accept(offer).name == "failed \(HandoffError.originFailed)")
    #expect(await browser.accept(offer).name == "failed \(HandoffError.originFailed)", "not withdrawn")
  }

  @Test("a receiver that does not report its result times out; a later report counts, once")
  func slowReceiver() async throws {
    let gate = Gate()
    let source = RecordedSource([try HandoffAdvertisement(activityType: editing)])
    let scene = try await Scene(source, timing: .passing(HandoffTiming.patient.verdict, at: gate))
    let browser = try scene.browser()
    let offer = try #require(try await browser.offers().first)
    let receiver = RecordedReceiver { _ in
      gate.open()
      while await source.notices.isEmpty { await Task.yield() }
      return true
    }
    #expect(await browser.accept(offer, receiver: receiver).name == "delivered true")
    #expect(await source.notices == [.connectionEnded(.timedOut)])
    #expect(await source.events == ["asked", "continued by org.example.receiver"])
  }

  @Test("a peer that connects without a hello times out, and does not delay others")
  func slowHandshake() async throws {
    let gate = Gate()
    var limits = HandoffLimits()
    limits.connections = 2
    let source = RecordedSource([try HandoffAdvertisement(activityType: editing)])
    let scene = try await Scene(
      source, limits: limits, timing: .passing(HandoffTiming.patient.answer, at: gate))
    let idle = try await scene.conversation(afterHandshake: false)
    #expect(try await scene.browser().offers().count == 1)
    gate.open()
    await #expect(throws: HandoffError.timedOut) { try await idle.receive() }
    try await eventually { await source.notices == [.connectionEnded(.timedOut)] }
  }

  @Test("cancelling an acceptance ends it, and the offer stays valid")
  func cancelled() async throws {
    let gate = Gate()
    let source = RecordedSource([try HandoffAdvertisement(activityType: editing)]) { _ in
      await gate.wait()
      return try activity()
    }
    let scene = try await Scene(source)
    let browser = try scene.browser()
    let offer = try #require(try await browser.offers().first)
    let accepting = Task { await browser.accept(offer) }
    try await eventually { await source.events == ["asked"] }
    accepting.cancel()
    let result = await accepting.value
    #expect(result.name == "failed \(HandoffError.cancelled)")
    #expect(result.cocoaError?.code.rawValue == 3072)
    gate.open()
    try await eventually { await browser.accept(offer).name == "delivered true" }
  }

  @Test("more connections than the limit are turned away, and are served when others have gone")
  func connectionLimit() async throws {
    var limits = HandoffLimits()
    limits.connections = 3
    let scene = try await Scene(
      RecordedSource([try HandoffAdvertisement(activityType: editing)]), limits: limits)
    var held: [Conversation] = []
    for _ in 0..<3 {
      let conversation = try await scene.conversation()
      try await conversation.send(.watch)
      #expect(try await conversation.receiveOffers().count == 1)
      held.append(conversation)
    }
    let refused = try await scene.conversation(afterHandshake: false)
    await #expect(throws: HandoffError.tooManyConnections) { try await refused.receive() }
    for conversation in held { await conversation.connection.close() }
    try await eventually { try await scene.browser().offers().count == 1 }
  }

  @Test("more offers than the limit are not sent")
  func offerLimit() async throws {
    let source = RecordedSource(MessageTests.offers(100))
    let scene = try await Scene(source)
    #expect(try await scene.browser().offers().count == 64)
  }
}
