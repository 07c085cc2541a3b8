import Synchronization
import Testing

@testable import Handoff

/// A transport that has to keep the contract.
enum TransportKind: String, CaseIterable, Sendable {
  case memory, unixSocket

  func open() -> (any HandoffTransport, ScratchFolder?) {
    switch self {
    case .memory: return (InMemoryTransport(), nil)
    case .unixSocket:
      let folder = ScratchFolder()
      return (UnixSocketTransport(folder: folder.path), folder)
    }
  }
}

@Suite("The contract of every transport", .timeLimit(.minutes(5)))
struct TransportContractTests {
  /// The two ends of a connection.
  struct Ends {
    let near: any HandoffConnection
    let far: any HandoffConnection
    let listener: any HandoffListener
    let folder: ScratchFolder?

    init(
      _ kind: TransportKind, near nearLimits: HandoffLimits = .init(), far farLimits: HandoffLimits = .init()
    ) async throws {
      let (transport, folder) = kind.open()
      self.folder = folder
      listener = try await transport.listen(as: "org.example.one", limits: farLimits)
      near = try await transport.connect(to: listener.address, limits: nearLimits)
      var arrivals = listener.connections.makeAsyncIterator()
      far = try #require(await arrivals.next())
    }
  }

  @Test("frames arrive in order and once, in both directions", arguments: TransportKind.allCases)
  func order(kind: TransportKind) async throws {
    let ends = try await Ends(kind)
    let frames = (0..<100).map { Array(repeating: UInt8($0), count: $0 * 37) }
    async let there: Void = { for frame in frames { try await ends.near.send(frame) } }()
    async let back: Void = { for frame in frames.reversed() { try await ends.far.send(frame) } }()
    for frame in frames { #expect(try await ends.far.receive() == frame) }
    for frame in frames.reversed() { #expect(try await ends.near.receive() == frame) }
    try await there
    try await back
  }

  @Test(
    "frames sent before the other side closed arrive, and then the end", arguments: TransportKind.allCases)
  func closing(kind: TransportKind) async throws {
    let ends = try await Ends(kind)
    for number in 0..<3 { try await ends.near.send([UInt8(number)]) }
    await ends.near.close()
    for number in 0..<3 { #expect(try await ends.far.receive() == [UInt8(number)]) }
    #expect(try await ends.far.receive() == nil)
    #expect(try await ends.far.receive() == nil)
    await #expect(throws: HandoffError.connectionUnavailable) {
      for _ in 0..<1_000 { try await ends.far.send([0]) }
    }
  }

  @Test("a connection that is no longer referenced ends", arguments: TransportKind.allCases)
  func abandoned(kind: TransportKind) async throws {
    let (transport, folder) = kind.open()
    let listener = try await transport.listen(as: "org.example.one", limits: HandoffLimits())
    var arrivals = listener.connections.makeAsyncIterator()
    do { _ = try await transport.connect(to: listener.address, limits: HandoffLimits()) }
    let far = try #require(await arrivals.next())
    #expect(try await far.receive() == nil)
    withExtendedLifetime(folder) {}
  }

  @Test("closing ends a wait on the same side", arguments: TransportKind.allCases)
  func closingHere(kind: TransportKind) async throws {
    let ends = try await Ends(kind)
    async let received = ends.near.receive()
    await ends.near.close()
    #expect(try await received == nil)
  }

  @Test("a sender waits for a slow receiver, and nothing is lost", arguments: TransportKind.allCases)
  func backPressure(kind: TransportKind) async throws {
    let ends = try await Ends(kind)
    let sent = Atomic(0)
    let frame = [UInt8](repeating: 1, count: 60_000)
    async let sending: Void = {
      for _ in 0..<300 {
        try await ends.near.send(frame)
        sent.add(1, ordering: .relaxed)
      }
    }()
    var last = -1
    var calm = 0
    while calm < 20 {  // until the sender stands still
      let now = sent.load(ordering: .relaxed)
      calm = now == last ? calm + 1 : 0
      last = now
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(last < 300, "18 MB are not held by anybody")
    for _ in 0..<300 { #expect(try await ends.far.receive()?.count == 60_000) }
    try await sending
    #expect(sent.load(ordering: .relaxed) == 300)
  }

  @Test("a receiver that was cancelled has lost no frame", arguments: TransportKind.allCases)
  func cancelledReceive(kind: TransportKind) async throws {
    let ends = try await Ends(kind)
    for number in 0..<20 {
      let waiting = Task { try await ends.far.receive() }
      waiting.cancel()
      await #expect(throws: HandoffError.cancelled) { try await waiting.value }
      try await ends.near.send([UInt8(number)])
      #expect(try await ends.far.receive() == [UInt8(number)])
    }
  }

  @Test("a sender that is cancelled while it waits closes the connection", arguments: TransportKind.allCases)
  func cancelledSend(kind: TransportKind) async throws {
    let ends = try await Ends(kind)
    let sending = Task { while true { try await ends.near.send([UInt8](repeating: 1, count: 60_000)) } }
    #expect(try await ends.far.receive() != nil)
    sending.cancel()
    await #expect(throws: HandoffError.cancelled) { try await sending.value }
    do {
      while try await ends.far.receive() != nil {}
    } catch {
      #expect(error == .violation(.truncated), "the last frame may be half there")
    }
  }

  @Test(
    "a frame beyond the limit is not sent; one that is sent anyway ends the connection",
    arguments: TransportKind.allCases)
  func tooLong(kind: TransportKind) async throws {
    var large = HandoffLimits()
    large.payload = 200_000
    let ends = try await Ends(kind, near: large)
    await #expect(throws: HandoffError.violation(.frameTooLong(limit: 201_024))) {
      try await ends.near.send([UInt8](repeating: 1, count: 201_025))
    }
    try await ends.near.send([1])
    try? await ends.near.send([UInt8](repeating: 1, count: 100_000))
    #expect(try await ends.far.receive() == [1])
    await #expect(throws: HandoffError.violation(.frameTooLong(limit: 66_560))) {
      try await ends.far.receive()
    }
    #expect(try await ends.near.receive() == nil)
  }

  @Test("a listener can be found, and cannot after it has stopped", arguments: TransportKind.allCases)
  func addresses(kind: TransportKind) async throws {
    let (transport, folder) = kind.open()
    #expect(try await transport.addresses() == [])
    let one = try await transport.listen(as: "org.example.one", limits: HandoffLimits())
    let other = try await transport.listen(as: "org.example.one", limits: HandoffLimits())
    #expect(try await transport.addresses() == [one.address, other.address])
    await one.close()
    #expect(try await transport.addresses() == [other.address])
    await #expect(throws: HandoffError.connectionUnavailable) {
      try await transport.connect(to: one.address, limits: HandoffLimits())
    }
    var arrivals = one.connections.makeAsyncIterator()
    while let connection = await arrivals.next() { await connection.close() }
    withExtendedLifetime(folder) {}
  }

  @Test("an address without any listener is unavailable", arguments: TransportKind.allCases)
  func nobody(kind: TransportKind) async throws {
    let (transport, folder) = kind.open()
    for name in ["", "nobody.socket", "../nobody.socket", "/etc/passwd", "a\0b.socket", ".hidden.socket"] {
      await #expect(throws: HandoffError.connectionUnavailable, "\(name)") {
        try await transport.connect(to: HandoffAddress(name), limits: HandoffLimits())
      }
    }
    withExtendedLifetime(folder) {}
  }
}
