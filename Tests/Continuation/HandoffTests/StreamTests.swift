import Activities
import Continuation
import Foundation
import Synchronization
import Testing

@testable import Handoff

@Suite("Streams back to the origin", .timeLimit(.minutes(5)))
struct StreamTests {
  /// A delivery whose origin uses the stream.
  private func delivery(
    over kind: TransportKind = .memory, supported: Bool = true,
    origin: @escaping @Sendable (HandoffStream) async -> Void
  ) async throws -> (HandoffDelivery, Scene, ScratchFolder?) {
    let (transport, folder) = kind.open()
    let offer = try HandoffAdvertisement(activityType: editing, supportsContinuationStreams: supported)
    let scene = try await Scene(RecordedSource([offer], stream: origin), transport: transport)
    let browser = try scene.browser()
    let found = try #require(try await browser.offers().first)
    #expect(found.supportsContinuationStreams == supported)
    guard case .delivered(let delivery) = await browser.accept(found) else {
      throw HandoffError.withdrawn
    }
    return (delivery, scene, folder)
  }

  @Test(
    "row 82: bytes go both ways at the same time, and each direction ends by itself",
    arguments: TransportKind.allCases)
  func bothWays(kind: TransportKind) async throws {
    let (delivery, _, folder) = try await delivery(over: kind) { stream in
      do {
        for try await bytes in stream.bytes { try await stream.write(bytes.map { ~$0 }) }
        try await stream.write(Array("the end".utf8))
        try await stream.finish()
      } catch {
        Issue.record("\(error)")
      }
    }
    let stream = try await delivery.openStream()
    let sent = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    async let writing: Void = {
      try await stream.write(sent)
      try await stream.finish()
    }()
    var received: [UInt8] = []
    for try await bytes in stream.bytes { received += bytes }
    try await writing
    #expect(received == sent.map { ~$0 } + Array("the end".utf8))
    await #expect(throws: HandoffError.connectionUnavailable) { try await stream.write([1]) }
    withExtendedLifetime(folder) {}
  }

  @Test("row 82: opening a stream during the continuation notifies the origin first")
  func whileContinuing() async throws {
    let offer = try HandoffAdvertisement(activityType: editing, supportsContinuationStreams: true)
    let source = RecordedSource([offer]) { _ in
      try letter()
    } stream: { stream in
      try? await stream.write([42])
      try? await stream.finish()
    }
    let scene = try await Scene(source)
    let browser = try scene.browser()
    let found = try #require(try await browser.offers().first)
    let receiver = RecordedReceiver { delivery in
      guard let stream = try? await delivery.openStream() else { return false }
      let told = await source.events
      #expect(told.prefix(2) == ["asked", "continued by org.example.receiver"])
      for await bytes in Self.untilItEnds(stream) { #expect(bytes == [42]) }
      return false  // too late: it was continued when the stream was opened
    }
    #expect(await browser.accept(found, receiver: receiver).name == "delivered true")
    #expect(await source.events == ["asked", "continued by org.example.receiver", "stream"])
  }

  private static func untilItEnds(_ stream: HandoffStream) -> AsyncStream<[UInt8]> {
    AsyncStream {
      var bytes = stream.bytes
      return try? await bytes.next()
    }
  }

  @Test("row 82: without support there are no streams, with Cocoa error 3328")
  func unsupported() async throws {
    let (delivery, scene, _) = try await delivery(supported: false) { await $0.close() }
    await #expect(throws: HandoffError.streamsUnsupported) { try await delivery.openStream() }
    #expect(HandoffError.streamsUnsupported.cocoaError.code.rawValue == 3328)
    #expect(await scene.source.events.contains("stream") == false)
  }

  @Test("row 82: one stream for a continuation, and none for one that was declined")
  func once() async throws {
    let (delivery, _, _) = try await delivery { await $0.close() }
    _ = try await delivery.openStream()
    await #expect(throws: HandoffError.streamAlreadyOpened) { try await delivery.openStream() }

    let offer = try HandoffAdvertisement(activityType: editing, supportsContinuationStreams: true)
    let scene = try await Scene(RecordedSource([offer]))
    let browser = try scene.browser()
    let found = try #require(try await browser.offers().first)
    let kept = Mutex<HandoffDelivery?>(nil)
    let receiver = RecordedReceiver { delivery in
      kept.withLock { $0 = delivery }
      return false
    }
    #expect(await browser.accept(found, receiver: receiver).name == "declined")
    let declined = try #require(kept.withLock { $0 })
    await #expect(throws: HandoffError.withdrawn) { try await declined.openStream() }
  }

  @Test(
    "a stream that its origin closes in the middle is not mistaken for a finished one",
    arguments: TransportKind.allCases)
  func brokenOff(kind: TransportKind) async throws {
    let (delivery, _, folder) = try await delivery(over: kind) { stream in
      try? await stream.write([1, 2, 3])
      await stream.close()
    }
    let stream = try await delivery.openStream()
    var bytes = stream.bytes
    #expect(try await bytes.next() == [1, 2, 3])
    await #expect(throws: HandoffError.connectionUnavailable) { try await bytes.next() }
    withExtendedLifetime(folder) {}
  }

  @Test("anything but bytes on a stream ends it")
  func violation() async throws {
    let offer = try HandoffAdvertisement(activityType: editing, supportsContinuationStreams: true)
    let thrown = Mutex<HandoffError?>(nil)
    let source = RecordedSource([offer]) { _ in
      try letter()
    } stream: { stream in
      var bytes = stream.bytes
      do throws(HandoffError) { while try await bytes.next() != nil {} } catch {
        thrown.withLock { $0 = error }
      }
    }
    let scene = try await Scene(source)
    let conversation = try await scene.conversation()
    let receipt = Receipt()
    for message in [
      Message.accept(offer.token, receipt, limit: 65_536), .acknowledge(offer.token, receipt), .openStream,
    ] {
      try await conversation.send(message)
      _ = try await conversation.receive()
    }
    try await conversation.send(.bytes([]))
    try await conversation.send(.bytes([1]))
    try await conversation.send(.noted)
    await #expect(throws: HandoffError.connectionUnavailable) { try await conversation.receive() }
    try await eventually { thrown.withLock { $0 } == .violation(.outOfOrder) }
  }

  @Test("a receiver that closes the connection cannot open a stream, and the origin does not wait for one")
  func givenUp() async throws {
    let (delivery, scene, _) = try await delivery { await $0.close() }
    await delivery.close()
    await #expect(throws: HandoffError.connectionUnavailable) { try await delivery.openStream() }
    #expect(await scene.source.events == ["asked", "continued by org.example.receiver"])
  }
}
