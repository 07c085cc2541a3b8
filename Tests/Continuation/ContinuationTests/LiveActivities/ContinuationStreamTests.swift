import Foundation
import Synchronization
import Testing

@testable import Activities
@testable import Continuation

@Suite("Continuation streams")
struct ContinuationStreamTests {
  private struct Provider: ContinuationStreamProvider {
    let streams: ContinuationStreams
    func openStreams() async throws -> ContinuationStreams { streams }
  }

  @Test("row 82: an activity that was not continued has no streams: unsupported, Cocoa 3328")
  func unsupported() async throws {
    let activity = try LiveWorld().activity("Emma")
    activity.supportsContinuationStreams = true
    await #expect(throws: LiveActivityError.continuationStreamsUnsupported) {
      try await activity.continuationStreams()
    }
    #expect(LiveActivityError.continuationStreamsUnsupported.cocoaError?.code.rawValue == 3_328)
    #expect(LiveActivityError.notOffered.cocoaError == nil)
  }

  @Test(
    "row 82: the continuing side opens streams, the origin's delegate gets the other ends, bytes go both ways"
  )
  func bothWays() async throws {
    let (origin, destination) = (try LiveWorld(), try LiveWorld())
    let activity = try origin.activity("Emma")
    let delegate = RecordingDelegate()
    activity.delegate = delegate
    try await activity.becomeCurrent()
    let offer = try #require(await origin.center.handoffActivities().first)
    let (here, there) = ContinuationStreams.inMemoryPair()
    await #expect(throws: LiveActivityError.continuationStreamsUnsupported) {
      try await origin.center.receive(here, for: offer.token)
    }
    activity.supportsContinuationStreams = true
    #expect(await origin.center.handoffActivities().first?.supportsContinuationStreams == true)
    try await origin.center.receive(here, for: offer.token)
    let payload = try await origin.center.payload(for: offer.token)
    let continued = try LiveUserActivity(
      continuing: payload, in: destination.center, streams: Provider(streams: there))
    let streams = try await continued.continuationStreams()
    let received = try #require(delegate.told.withLock { $0.streams.first })
    try await streams.output.write([1, 2, 3])
    #expect(try await received.input.read(upTo: 2) == [1, 2])
    #expect(try await received.input.read(upTo: 2) == [3])
    try await received.output.write([9])
    try await received.output.close()
    #expect(try await streams.input.read(upTo: 8) == [9])
    #expect(try await streams.input.read(upTo: 8) == [])
    await #expect(throws: LiveActivityError.continuationStreamClosed) { try await received.output.write([1]) }
  }

  @Test("a writer waits for a slow reader, and every byte arrives in order")
  func backpressure() async throws {
    let (here, there) = ContinuationStreams.inMemoryPair(capacity: 7)
    let sent = (0..<1_000).map { UInt8(truncatingIfNeeded: $0) }
    async let writing: Void = {
      try await here.output.write(sent)
      try await here.output.close()
    }()
    var read: [UInt8] = []
    while true {
      let part = try await there.input.read(upTo: 100)
      #expect(part.count <= 7)
      if part.isEmpty { break }
      read += part
    }
    try await writing
    #expect(read == sent)
  }

  @Test("a reader that is cancelled stops waiting")
  func cancellation() async throws {
    let (here, there) = ContinuationStreams.inMemoryPair()
    let reading = Task { try await there.input.read(upTo: 1) }
    reading.cancel()
    await #expect(throws: CancellationError.self) { try await reading.value }
    try await here.output.write([5])
    #expect(try await there.input.read(upTo: 1) == [5])
  }
}
