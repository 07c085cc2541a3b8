import Activities
import Continuation
import Foundation
import Testing

@testable import Handoff

@Suite("Two processes of one user", .serialized, .timeLimit(.minutes(5)))
struct TwoProcessTests {
  let folder = ScratchFolder()

  private func scene(_ source: RecordedSource, publisher: String = "org.example") async throws -> Scene {
    try await Scene(
      source, transport: UnixSocketTransport(folder: folder.path),
      application: application("origin", publisher: publisher))
  }

  private func browser(timing: HandoffTiming = .patient) throws -> HandoffBrowser {
    HandoffBrowser(
      application: try application("receiver"), activityTypes: [editing],
      transport: UnixSocketTransport(folder: folder.path), timing: timing)
  }

  /// The first offer of another process, as soon as it exists.
  private func firstOffer(for browser: HandoffBrowser) async throws -> HandoffOffer {
    for await offers in browser.updates() {
      if let offer = offers.first { return offer }
    }
    throw HandoffError.cancelled
  }

  @Test(
    "rows 57 and 100: the type comes first, then the activity; one notification, and nothing the second time")
  func typeThenActivity() async throws {
    let source = RecordedSource([try HandoffAdvertisement(activityType: editing)])
    let scene = try await scene(source)
    let receiver = try OtherProcess("receive", folder, how: "accept")
    #expect(
      await receiver.rest() == [
        "sees org.example.edit", "will continue org.example.edit", "continues Edit a letter",
        "delivered true",
      ])
    #expect(await source.events == ["asked", "continued by org.example.peer"])
    #expect(await (try OtherProcess("receive", folder, how: "look")).rest() == ["sees 0"])
    #expect(await source.events.count == 2)
    await scene.advertiser.stop()
  }

  @Test("row 82: 10 MB in both directions through a stream")
  func streams() async throws {
    let origin = try OtherProcess("offer", folder, how: "echo")
    #expect(await origin.line() == "listening")
    let browser = try browser()
    guard case .delivered(let delivery) = await browser.accept(try await firstOffer(for: browser)) else {
      Issue.record("not delivered")
      return
    }
    #expect(delivery.activity.title == "Edit a letter")
    #expect(await origin.line() == "asked")
    #expect(await origin.line() == "continued by org.example.receiver")
    let stream = try await delivery.openStream()
    let block = (0..<1_000_003).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 2) }
    async let writing: Void = {
      for _ in 0..<10 { try await stream.write(block) }
      try await stream.finish()
    }()
    var received: [UInt8] = []
    received.reserveCapacity(10 * block.count)
    for try await bytes in stream.bytes { received += bytes }
    try await writing
    var expected: [UInt8] = []
    for _ in 0..<10 { expected += block }
    #expect(received.count == expected.count)
    #expect(received == expected)
    #expect(await origin.line() == "echoed")
  }

  @Test("row 100: a running process that never answers times out")
  func deaf() async throws {
    let deaf = try OtherProcess("deaf", folder, how: "")
    let name = try #require(await deaf.line())
    let offer = HandoffOffer(
      token: HandoffToken(), activityType: editing, supportsContinuationStreams: false,
      application: "org.example.deaf",
      address: HandoffAddress(name))
    let result = await (try browser()).accept(offer, within: .milliseconds(200))
    #expect(result.name == "timedOut")
    #expect(result.cocoaError?.code.rawValue == 4610)
  }

  @Test(
    "an origin killed before it handed over the activity is unavailable, and its socket is removed"
  )
  func killedOrigin() async throws {
    let origin = try OtherProcess("offer", folder, how: "stuck")
    #expect(await origin.line() == "listening")
    let browser = try browser()
    let offer = try await firstOffer(for: browser)
    async let pending = browser.accept(offer)
    #expect(await origin.line() == "asked")
    origin.kill()
    let result = await pending
    #expect(result.name == "connectionUnavailable")
    #expect(result.cocoaError?.code.rawValue == 4609)
    #expect(await origin.line() == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [offer.address.name])
    #expect(try await browser.offers() == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test("the next listener removes the sockets of dead processes, and keeps those of live ones")
  func deadSockets() async throws {
    let dead = try OtherProcess("offer", folder, how: "echo")
    #expect(await dead.line() == "listening")
    let alive = try OtherProcess("offer", folder, how: "echo")
    #expect(await alive.line() == "listening")
    dead.kill()
    #expect(await dead.line() == nil)
    let transport = UnixSocketTransport(folder: folder.path)
    #expect(try await transport.addresses().count == 2)
    let listener = try await transport.listen(as: "org.example.one", limits: HandoffLimits())
    #expect(try await transport.addresses().count == 2)
    await listener.close()
    #expect(try await (browser()).offers().map(\.application) == ["org.example.peer"])
  }

  @Test("row 100: an activity survives a receiver that is killed during the continuation")
  func killedReceiver() async throws {
    let source = RecordedSource([try HandoffAdvertisement(activityType: editing)])
    let scene = try await scene(source)
    let receiver = try OtherProcess("receive", folder, how: "hang")
    while let line = await receiver.line(), line != "continues Edit a letter" {}
    let browser = try browser()
    let offer = try #require(try await browser.offers().first)
    #expect(await browser.accept(offer).name == "withdrawn", "it is being continued")
    receiver.kill()
    try await eventually { await browser.accept(offer).name == "delivered true" }
    #expect(await source.events == ["asked", "asked", "continued by org.example.receiver"])
    await scene.advertiser.stop()
  }

  @Test("row 56: a process of another publisher sees nothing and gets nothing")
  func otherPublisher() async throws {
    let source = RecordedSource([try HandoffAdvertisement(activityType: editing)])
    let scene = try await scene(source)
    #expect(
      await (try OtherProcess("receive", folder, publisher: "org.other", how: "look")).rest() == ["sees 0"])
    #expect(await source.events == [])
    try await eventually { await source.notices == [.connectionEnded(.otherPublisher)] }
    await scene.advertiser.stop()
  }

  @Test(
    "a process of another user gets no message, even if the folder is open",
    .enabled(if: geteuid() == 0))
  func otherUser() async throws {
    let source = RecordedSource([try HandoffAdvertisement(activityType: editing)])
    let scene = try await scene(source)
    for (path, rights) in [(folder.path, 0o755), ("\(folder.path)/\(scene.address.name)", 0o666)] {
      try FileManager.default.setAttributes([.posixPermissions: rights], ofItemAtPath: path)
    }
    let intruder = try OtherProcess("intrude", folder, how: scene.address.name)
    #expect(await intruder.rest() == ["received 0"])
    #expect(await source.notices == [])
    await scene.advertiser.stop()
  }

  @Test("an offer that is withdrawn between seeing and accepting is refused")
  func withdrawn() async throws {
    let source = RecordedSource([try HandoffAdvertisement(activityType: editing)])
    let scene = try await scene(source)
    let receiver = try OtherProcess("receive", folder, how: "late")
    #expect(await receiver.line() == "sees org.example.edit")
    await source.stand([])
    await scene.advertiser.offersChanged()
    receiver.goOn()
    #expect(await receiver.rest() == ["will continue org.example.edit", "failed", "withdrawn"])
    #expect(await source.events == [])
    await scene.advertiser.stop()
  }

  @Test("row 89: an activity beyond the limit stays where it is")
  func tooLarge() async throws {
    let source = RecordedSource([try HandoffAdvertisement(activityType: editing)]) { _ in
      try activity(bytes: 100_000)
    }
    let scene = try await scene(source)
    let receiver = try OtherProcess("receive", folder, how: "accept")
    #expect(
      await receiver.rest() == [
        "sees org.example.edit", "will continue org.example.edit", "failed", "too large true",
      ])
    #expect(await source.events == ["asked"])
    await scene.advertiser.stop()
  }
}
