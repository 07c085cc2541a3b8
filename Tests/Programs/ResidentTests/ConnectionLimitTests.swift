import Activities
import Foundation
import Hunch
import TestSupport
import Testing

@testable import Resident

/// A server in this process, with smaller limits than those of `hunchd`.
@Suite("Limits of connections to the resident program", .timeLimit(.minutes(1)))
struct ConnectionLimitTests {
  private static let status = #"{"v":1,"type":"status"}"#

  /// Runs a server while a body talks to it.
  private static func serving(
    _ change: (inout ResidentServer.Limits) -> Void, _ body: (String) async throws -> Void
  ) async throws {
    let world = try ResidentWorld()
    let process = ProcessInfo.processInfo.processIdentifier
    let place = try #require(try await ResidentPlace(of: world.spool, process: process, waiting: false))
    let responder = Responder(
      Responder.Surroundings(
        store: world.scratch.path("shell.sqlite"), key: nil, environment: [:], version: "0.1.0",
        process: process, program: "/proc/self/exe", now: { try Instant(milliseconds: 1_700_000_000_000) }),
      spool: world.spool, model: try ModelFile.open().suggestionModel(), importing: HourlyImport(nil))
    var limits = ResidentServer.Limits()
    change(&limits)
    let (ready, isReady) = AsyncStream<Void>.makeStream()
    let server = ResidentServer(at: place, answeredBy: responder, limits) { isReady.finish() }
    let running = Task { try? await server.run() }
    for await _ in ready {}
    do { try await body(place.socket) } catch {
      running.cancel()
      throw error
    }
    running.cancel()
    await running.value
  }

  @Test("a connection above the limit gets an error and ends; later ones are served again")
  func connections() async throws {
    try await Self.serving {
      $0.connections = 3
    } _: { path in
      var open: [LocalConnection] = []
      for _ in 0..<3 {
        let connection = try LocalConnection(to: path)
        try connection.send(Self.status + "\n")
        #expect(await connection.line()?.contains(#""process":"#) == true)
        open.append(connection)
      }
      for _ in 0..<5 {
        let refused = try LocalConnection(to: path)
        #expect(await refused.line()?.contains(#""problem":"unavailable""#) == true)
        #expect(await refused.line() == nil)
      }
      try open[0].send(Self.status + "\n")
      #expect(await open[0].line()?.contains(#""process":"#) == true, "the others are served")
      open.removeFirst()
      for _ in 0..<100 {
        let next = try LocalConnection(to: path)
        try? next.send(Self.status + "\n")
        if await next.line()?.contains(#""process":"#) == true { return }
        try await Task.sleep(for: .milliseconds(20))
      }
      Issue.record("a place that became free is not used")
    }
  }

  @Test("a request that is not finished in time ends its connection, however slowly its bytes come")
  func halfRequests() async throws {
    try await Self.serving {
      $0.patience = .milliseconds(400)
    } _: { path in
      for text in ["", #"{"v":1,"#] {
        let connection = try LocalConnection(to: path)
        try connection.send(text)
        let start = ContinuousClock.now
        #expect(await connection.line()?.contains(#""problem":"request""#) == true)
        #expect(await connection.line() == nil && ContinuousClock.now - start > .milliseconds(300))
      }
      let slow = try LocalConnection(to: path)
      var sent = 0
      // Each byte comes within the time.
      while sent < 50, (try? slow.send("x")) != nil {
        sent += 1
        try await Task.sleep(for: .milliseconds(100))
      }
      #expect(sent < 50)
      // An answer gives the next request its own time.
      let other = try LocalConnection(to: path)
      for _ in 0..<3 {
        try await Task.sleep(for: .milliseconds(200))
        try other.send(Self.status + "\n")
        #expect(await other.line()?.contains(#""process":"#) == true)
      }
    }
  }

  @Test("a connection that does not read its answers ends")
  func unreadAnswers() async throws {
    try await Self.serving {
      $0.patience = .milliseconds(300)
    } _: { path in
      let connection = try LocalConnection(to: path)
      let start = ContinuousClock.now
      // Sending stops when no answer fits into the socket, and fails when the server has left.
      while (try? connection.send(Self.status + "\n", waits: false)) != nil {
        try #require(ContinuousClock.now - start < .seconds(30))
      }
    }
  }
}
