internal import Answers
internal import Foundation
internal import Handoff
internal import NIOCore
internal import NIOPosix
internal import ServiceLifecycle

// Resident: Keeps a user's model warm, and answers over a socket of the machine.
//
// Start here: `ResidentServer` listens, `WireRequest` reads a request, and `Responder` answers it.
// `ResidentPlace` makes sure that a store has one resident program; `ResidentClient` asks it.

/// A server on a Unix socket, which answers lines with lines until it is idle for long.
package struct ResidentServer: Service {
  private let place: ResidentPlace
  private let responder: Responder
  private let limits: Limits
  private let inherited: CInt?
  private let whenReady: @Sendable () -> Void

  /// The limits of a server.
  package struct Limits: Sendable {
    /// The time without a request after which it ends; `nil` for never.
    package var idle: Duration? = .seconds(8 * 3_600)
    /// The time between two looks at the spool.
    package var period = Duration.seconds(10)
    /// The maximum number of connections at a time; more get an error, and end.
    package var connections = 128
    /// The maximum time for a whole request, and for reading an answer.
    package var patience = Duration.seconds(10)

    package init() {}
  }

  /// - Parameters:
  ///   - place: The place of the store's resident program.
  ///   - responder: Answers the requests.
  ///   - limits: When to end, and how many connections to accept.
  ///   - inherited: The descriptor of a listening socket that a service manager opened.
  ///   - whenReady: Called once, when it listens.
  package init(
    at place: ResidentPlace, answeredBy responder: Responder, _ limits: Limits, inherited: CInt? = nil,
    whenReady: @escaping @Sendable () -> Void = {}
  ) {
    (self.place, self.responder, self.limits) = (place, responder, limits)
    (self.inherited, self.whenReady) = (inherited, whenReady)
  }

  /// Serves until the group shuts down, a request ends it, or it was idle for long.
  package func run() async throws {
    let channel = try await listen()
    try place.publish(inherited: inherited == nil ? nil : channel.channel.localAddress?.pathname)
    defer { place.withdraw() }
    whenReady()
    let activity = ServerActivity()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await accept(channel, activity) }
      group.addTask { await keepUp(activity) }
      group.addTask(priority: .background) { await keepCurrent() }
      group.addTask { await activity.untilStopped() }
      group.addTask { try await gracefulShutdown() }
      // Whatever ends first ends all.
      try await group.next()
      group.cancelAll()
      try? await channel.channel.close()
    }
  }

  private typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>

  private func listen() async throws -> NIOAsyncChannel<Connection, Never> {
    let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.backlog, value: 128)
    let patience = limits.patience
    let tooLate = Self.error(.request, "no whole request, or nobody read its answer, within \(patience)")
    @Sendable func initialize(_ channel: any Channel) -> EventLoopFuture<Connection> {
      PeerCredentials.requireOwnUser(of: channel).flatMapThrowing {
        try channel.pipeline.syncOperations.addHandlers([
          ByteToMessageHandler(LineDecoder(limit: WireRequest.longest)),
          RequestDeadline(patience: patience, answer: tooLate),
        ])
        return try Connection(wrappingChannelSynchronously: channel)
      }
    }
    if let inherited {
      return try await bootstrap.bind(
        inherited, cleanupExistingSocketFile: false,
        serverBackPressureStrategy: .init(lowWatermark: 1, highWatermark: limits.connections),
        childChannelInitializer: initialize)
    }
    return try await bootstrap.bind(
      unixDomainSocketPath: place.socket, cleanupExistingSocketFile: true,
      serverBackPressureStrategy: .init(lowWatermark: 1, highWatermark: limits.connections),
      childChannelInitializer: initialize)
  }

  private func accept(_ channel: NIOAsyncChannel<Connection, Never>, _ activity: ServerActivity) async throws
  {
    try await channel.executeThenClose { connections in
      try await withThrowingDiscardingTaskGroup { group in
        for try await connection in connections {
          guard activity.connect(atMost: limits.connections) else {
            try? await refuse(connection)
            continue
          }
          // A connection that breaks concerns nobody else.
          group.addTask {
            defer { activity.disconnect() }
            try? await serve(connection, activity)
          }
        }
      }
    }
  }

  /// Ends a connection that is one too many.
  ///
  /// It waits for nobody: the line fits into any socket.
  private func refuse(_ connection: Connection) async throws {
    try await connection.executeThenClose { _, answers in
      try await answers.write(
        ByteBuffer(string: Self.error(.unavailable, "too many connections; try again later") + "\n"))
    }
  }

  private static func error(_ problem: ErrorReport.Problem, _ what: String) -> String {
    (try? JSONText.line(ErrorReport(problem: problem, what: what))) ?? Responder.unknownError
  }

  private func serve(_ connection: Connection, _ activity: ServerActivity) async throws {
    try await connection.executeThenClose { requests, answers in
      for try await line in requests {
        activity.note()
        let answer = await responder.answer(to: Array(line.readableBytesView))
        try await answers.write(ByteBuffer(string: answer.text + "\n"))
        if answer.ends { return activity.stop() }
      }
    }
  }

  /// Reads the sources that the user agreed to, from time to time; it ends only with the server.
  private func keepCurrent() async {
    while !Task.isCancelled {
      await responder.importIfDue()
      do { try await Task.sleep(for: limits.period) } catch { return }
    }
  }

  /// Takes in what waits, regularly, until the server was idle for long.
  private func keepUp(_ activity: ServerActivity) async {
    var idle = Duration.zero
    var seen = activity.requests
    while !Task.isCancelled {
      // The next round takes in what cannot be taken in now.
      try? await responder.catchUp()
      do { try await Task.sleep(for: limits.period) } catch { return }
      idle = activity.requests == seen ? idle + limits.period : .zero
      seen = activity.requests
      if let limit = limits.idle, idle >= limit { return }
      if await responder.isReplaced { return }
      // Nobody can find a program whose address is gone.
      if !place.isPublished { return }
    }
  }
}
