internal import Files
internal import Foundation
internal import Handoff
package import Importers
internal import NIOCore
internal import NIOPosix

/// Asks the resident program of a store.
package enum ResidentClient {
  /// Returns the answer to a request; `nil` if no program is resident, or it does not answer in
  /// time.
  ///
  /// - Parameters:
  ///   - request: One JSON object, without a line feed.
  ///   - spool: The spool of the store.
  ///   - limit: How long to wait.
  package static func answer(
    to request: String, for spool: CommandSpool, within limit: Duration = .seconds(1)
  ) async -> String? {
    guard let path = address(for: spool) else { return nil }
    return await withTaskGroup(of: String?.self) { group in
      group.addTask { try? await ask(path, request) }
      group.addTask {
        try? await Task.sleep(for: limit)
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
  }

  /// The path of the socket, if a program has published one.
  private static func address(for spool: CommandSpool) -> String? {
    guard spool.isPrivate,
      let text = try? String(contentsOfFile: ResidentPlace.addressFile(of: spool), encoding: .utf8)
    else { return nil }
    let path = text.trimmingCharacters(in: .newlines)
    return path.hasPrefix("/") ? path : nil
  }

  private static func ask(_ path: String, _ request: String) async throws -> String? {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(unixDomainSocketPath: path) { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(
            ByteToMessageHandler(LineDecoder(limit: 1 << 20)))
          return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    // Only a connected socket has another end.
    try await PeerCredentials.requireOwnUser(of: channel.channel).get()
    return try await channel.executeThenClose { answers, requests in
      try await requests.write(ByteBuffer(string: request + "\n"))
      for try await answer in answers { return String(buffer: answer) }
      return nil
    }
  }
}
