import Activities
import Foundation
import Synchronization
import Testing

@testable import Handoff

@Suite("From one program to another", .timeLimit(.minutes(5)))
struct HandoffTests {
  @Test("row 57: an activity is offered, accepted, delivered and acknowledged, and the origin is notified")
  func handOver() async throws {
    let offer = try HandoffAdvertisement(activityType: editing)
    let source = RecordedSource([offer])
    let scene = try await Scene(source)
    let browser = try scene.browser()
    let found = try #require(try await browser.offers().first)
    #expect(found.application == "org.example.origin")
    #expect(found.address == scene.address)
    #expect(await source.events == [], "nothing is asked before somebody accepts")
    let receiver = RecordedReceiver()
    guard case .delivered(let delivery) = await browser.accept(found, receiver: receiver) else {
      Issue.record("not delivered")
      return
    }
    #expect(delivery.isConfirmed)
    #expect(delivery.application == "org.example.origin")
    #expect(try delivery.activity == activity())
    #expect(await source.events == ["asked", "continued by org.example.receiver"])
    #expect(await receiver.events == ["will continue org.example.edit", "continue Edit a letter"])
    #expect(try await browser.offers() == [], "it is used up")
    #expect(await browser.accept(found).name == "withdrawn")
  }

  @Test("the type is known before the activity is requested, and the activity before the origin is notified")
  func callbackOrder() async throws {
    let source = RecordedSource([try HandoffAdvertisement(activityType: editing)])
    let scene = try await Scene(source)
    let browser = try scene.browser()
    let offer = try #require(try await browser.offers().first)
    let receiver = RecordedReceiver { _ in
      let events = await source.events
      return events == ["asked"]
    }
    #expect(await browser.accept(offer, receiver: receiver).name == "delivered true")
  }

  @Test("row 79: the activity is requested when it is accepted, not when it is offered")
  func freshActivity() async throws {
    let title = Mutex("Edit a letter")
    let source = RecordedSource([try HandoffAdvertisement(activityType: editing)]) { _ in
      try activity(title: title.withLock { $0 })
    }
    let scene = try await Scene(source)
    let browser = try scene.browser()
    let offer = try #require(try await browser.offers().first)
    title.withLock { $0 = "Edit a long letter" }
    guard case .delivered(let delivery) = await browser.accept(offer) else {
      Issue.record("not delivered")
      return
    }
    #expect(delivery.activity.title == "Edit a long letter")
  }

  @Test("row 5: an activity that is not eligible for hand-off does not leave, whatever the source offers")
  func ineligible() async throws {
    let source = RecordedSource([try HandoffAdvertisement(activityType: editing)]) { _ in
      var activity = try activity()
      activity.isEligibleForHandoff = false
      return activity
    }
    let scene = try await Scene(source)
    let browser = try scene.browser()
    let offer = try #require(try await browser.offers().first)
    #expect(await browser.accept(offer).name == "withdrawn")
    #expect(await source.events == ["asked"])
  }

  @Test("an activity of another type than was offered does not leave")
  func otherType() async throws {
    let source = RecordedSource([try HandoffAdvertisement(activityType: editing)]) { _ in
      try activity(reading)
    }
    let scene = try await Scene(source)
    let browser = try scene.browser()
    let offer = try #require(try await browser.offers().first)
    #expect(await browser.accept(offer).name == "failed \(HandoffError.originFailed)")
  }

  @Test("a source that fails or withdraws is not notified of a continuation, and can be asked again")
  func failingSource() async throws {
    struct Lost: Error {}
    let failures = Mutex<[any Error]>([Lost(), HandoffError.withdrawn])
    let source = RecordedSource([try HandoffAdvertisement(activityType: editing)]) { _ in
      if let failure = failures.withLock({ $0.popLast() }) { throw failure }
      return try activity()
    }
    let scene = try await Scene(source)
    let browser = try scene.browser()
    let offer = try #require(try await browser.offers().first)
    #expect(await browser.accept(offer).name == "withdrawn")
    #expect(await browser.accept(offer).name == "failed \(HandoffError.originFailed)")
    #expect(await source.events == ["asked", "asked"])
    #expect(await browser.accept(offer).name == "delivered true")
  }

  @Test("a declined activity stays with its origin, for this program and for others")
  func declined() async throws {
    let source = RecordedSource([try HandoffAdvertisement(activityType: editing)])
    let scene = try await Scene(source)
    let (one, other) = (try scene.browser(), try scene.browser(application("third")))
    let offer = try #require(try await one.offers().first)
    #expect(await one.accept(offer, receiver: RecordedReceiver { _ in false }).name == "declined")
    #expect(await other.accept(offer, receiver: RecordedReceiver { _ in false }).name == "declined")
    #expect(await source.events == ["asked", "asked"])
    #expect(await one.accept(offer).name == "delivered true")
  }

  @Test("an offer that was withdrawn after it was seen is refused")
  func withdrawn() async throws {
    let source = RecordedSource([try HandoffAdvertisement(activityType: editing)])
    let scene = try await Scene(source)
    let browser = try scene.browser()
    let offer = try #require(try await browser.offers().first)
    await source.stand([])
    await scene.advertiser.offersChanged()
    #expect(await browser.accept(offer).name == "withdrawn")
    #expect(await source.events == [])
  }

  @Test(
    "row 89: above the advised size the origin is notified, above the limit the activity is refused with 4611"
  )
  func size() async throws {
    let bytes = Mutex(10)
    let source = RecordedSource([try HandoffAdvertisement(activityType: editing)]) { _ in
      try activity(bytes: bytes.withLock { $0 })
    }
    let scene = try await Scene(source)
    let browser = try scene.browser()
    let offer = try #require(try await browser.offers().first)
    let decline = RecordedReceiver { _ in false }
    #expect(await browser.accept(offer, receiver: decline).name == "declined")
    #expect(await source.notices == [])
    bytes.withLock { $0 = 2_000 }
    #expect(await browser.accept(offer, receiver: decline).name == "declined")
    guard case .payloadAboveAdvice(editing, let size) = await source.notices.first else {
      Issue.record("not noticed")
      return
    }
    #expect((2_000..<2_300).contains(size))
    for tooMany in [65_536, 2_000_000] {
      bytes.withLock { $0 = tooMany }
      let result = await browser.accept(offer)
      #expect(result.name == "tooLarge")
      #expect(result.cocoaError?.code.rawValue == 4611)
    }
    #expect(await source.events.contains("continued by org.example.receiver") == false)
  }

  @Test("row 89: the smaller limit of the two counts", arguments: [(1_000, 65_536), (65_536, 1_000)])
  func smallerLimit(origin: Int, receiver: Int) async throws {
    var (originLimits, receiverLimits) = (HandoffLimits(), HandoffLimits())
    (originLimits.payload, receiverLimits.payload) = (origin, receiver)
    let source = RecordedSource([try HandoffAdvertisement(activityType: editing)]) { _ in
      try activity(bytes: 1_000)
    }
    let scene = try await Scene(source, limits: originLimits)
    let browser = try scene.browser(limits: receiverLimits)
    let offer = try #require(try await browser.offers().first)
    guard case .tooLarge(let bytes, limit: 1_000) = await browser.accept(offer) else {
      Issue.record("not refused")
      return
    }
    #expect(bytes > 1_000)
  }

  @Test("row 89: a program may raise the limit on both sides, beyond what a line of the log may have")
  func largerLimit() async throws {
    var limits = HandoffLimits()
    limits.payload = 3 << 20
    let source = RecordedSource([try HandoffAdvertisement(activityType: editing)]) { _ in
      try activity(bytes: 2 << 20)
    }
    let scene = try await Scene(source, limits: limits)
    let browser = try scene.browser(limits: limits)
    let offer = try #require(try await browser.offers().first)
    guard case .delivered(let delivery) = await browser.accept(offer) else {
      Issue.record("not delivered")
      return
    }
    #expect(try delivery.activity == activity(bytes: 2 << 20))
  }

  @Test("a watcher sees offers appear, change and disappear; the newest list counts")
  func updates() async throws {
    let source = RecordedSource([])
    let scene = try await Scene(source)
    var lists = try scene.browser().updates().makeAsyncIterator()
    #expect(await lists.next() == [])
    let (one, other) = try (
      HandoffAdvertisement(activityType: editing), HandoffAdvertisement(activityType: editing)
    )
    for standing in [[one], [one, other], [other], []] {
      await source.stand(standing)
      await scene.advertiser.offersChanged()
      #expect(await Set(try #require(lists.next()).map(\.token)) == Set(standing.map(\.token)))
    }
    let second = RecordedSource([one])
    let late = HandoffAdvertiser(
      application: try application("late"), source: second, transport: scene.transport, timing: .patient)
    try await late.start()
    #expect(await lists.next()?.map(\.application) == ["org.example.late"])
    await late.stop()
    #expect(await lists.next() == [])
  }

  @Test("a program can exclude its own offers")
  func ignoring() async throws {
    let scene = try await Scene(RecordedSource([try HandoffAdvertisement(activityType: editing)]))
    #expect(try await scene.browser().offers().count == 1)
    #expect(try await scene.browser().offers(ignoring: [scene.address]) == [])
  }

  @Test("an advertiser that was stopped cannot be reached, and can be started again")
  func stopping() async throws {
    let scene = try await Scene(RecordedSource([try HandoffAdvertisement(activityType: editing)]))
    let browser = try scene.browser()
    let offer = try #require(try await browser.offers().first)
    await #expect(throws: HandoffError.alreadyStarted) { try await scene.advertiser.start() }
    await scene.advertiser.stop()
    #expect(try await browser.offers() == [])
    let result = await browser.accept(offer)
    #expect(result.name == "connectionUnavailable")
    #expect(result.cocoaError?.code.rawValue == 4609)
    try await scene.advertiser.start()
    #expect(try await browser.offers().count == 1)
  }

  @Test("an offer can be passed on as text to the program that is started for it")
  func passedOn() async throws {
    let scene = try await Scene(RecordedSource([try HandoffAdvertisement(activityType: editing)]))
    let offer = try #require(try await scene.browser().offers().first)
    let text = try JSONEncoder().encode(offer)
    let started = try scene.browser(application("started"))
    let read = try JSONDecoder().decode(HandoffOffer.self, from: text)
    #expect(read == offer)
    #expect(await started.accept(read).name == "delivered true")
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(HandoffToken.self, from: Data("\"1\"".utf8))
    }
  }

  @Test("an advertiser that is stopped while it begins to listen does not listen, and may start again")
  func stoppedWhileStarting() async throws {
    let transport = SlowTransport()
    let source = RecordedSource([try HandoffAdvertisement(activityType: editing)])
    let advertiser = HandoffAdvertiser(
      application: try application("origin"), source: source, transport: transport, timing: .patient)
    let starting = Task { try await advertiser.start() }
    try await eventually { await transport.hasBegun.isOpen }
    await advertiser.stop()
    transport.go.open()
    await #expect(throws: HandoffError.cancelled) { try await starting.value }
    #expect(try await transport.addresses().isEmpty)
    try await advertiser.start()
    #expect(try await transport.addresses().count == 1)
    await advertiser.stop()
  }
}

/// A transport that starts listening when a gate opens.
private final class SlowTransport: HandoffTransport {
  let hasBegun = Flag()
  let go = Gate()
  private let transport = InMemoryTransport()

  actor Flag {
    private(set) var isOpen = false
    func open() { isOpen = true }
  }

  func listen(as application: String, limits: HandoffLimits) async throws(HandoffError) -> any HandoffListener
  {
    await hasBegun.open()
    await go.wait()
    return try await transport.listen(as: application, limits: limits)
  }

  func addresses() async throws(HandoffError) -> Set<HandoffAddress> { try await transport.addresses() }

  func connect(
    to address: HandoffAddress, limits: HandoffLimits
  ) async throws(HandoffError) -> any HandoffConnection {
    try await transport.connect(to: address, limits: limits)
  }
}
