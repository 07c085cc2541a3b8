import Activities
import Continuation
import Foundation
import Handoff
import NIOCore
import NIOPosix
import Synchronization

/// The program that hand-off tests run as the user's other process.
@main
struct HandoffPeer {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count == 4 else { return say("usage: receive|offer|deaf|intrude FOLDER PUBLISHER HOW") }
    let transport = UnixSocketTransport(folder: arguments[1])
    let application = try Application(
      identifier: "org.example.peer",
      publisher: Publisher(identifier: arguments[2], key: Array("\(arguments[2]) and sixteen bytes".utf8)))
    switch arguments[0] {
    case "receive": try await receive(application, transport, how: arguments[3])
    case "offer": try await offer(application, transport, how: arguments[3])
    case "intrude": try await intrude(at: "\(arguments[1])/\(arguments[3])")
    default: try await listenWithoutAnswering(transport)
    }
  }

  /// Accepts the first offer, and prints events in their order.
  private static func receive(_ application: Application, _ transport: UnixSocketTransport, how: String)
    async throws
  {
    let browser = HandoffBrowser(
      application: application, activityTypes: ["org.example.edit"], transport: transport)
    if how == "look" {
      return say("sees \(try await browser.offers().count)")
    }
    for await offers in browser.updates() {
      guard let offer = offers.first else { continue }
      say("sees \(offer.activityType)")
      if how == "late" { _ = readLine() }
      let receiver = SayingReceiver(hangs: how == "hang")
      switch await browser.accept(offer, receiver: receiver) {
      case .delivered(let delivery): say("delivered \(delivery.isConfirmed)")
      case .tooLarge(let bytes, let limit): say("too large \(bytes > limit)")
      case let result: say("\(result)")
      }
      return
    }
  }

  /// Offers an activity until it is killed, and echoes everything that it receives through a
  /// stream.
  private static func offer(_ application: Application, _ transport: UnixSocketTransport, how: String)
    async throws
  {
    let source = try EchoingSource(isStuck: how == "stuck")
    let advertiser = HandoffAdvertiser(application: application, source: source, transport: transport)
    try await advertiser.start()
    say("listening")
    try await Task.sleep(for: .seconds(600))
  }

  /// Is reachable, but never answers.
  private static func listenWithoutAnswering(_ transport: UnixSocketTransport) async throws {
    let listener = try await transport.listen(as: "org.example.deaf", limits: HandoffLimits())
    say(listener.address.name)
    var kept: [any HandoffConnection] = []
    for await connection in listener.connections { kept.append(connection) }
  }

  /// Becomes another user, sends garbage to a socket, and prints the size of the answer.
  private static func intrude(at path: String) async throws {
    let nobody: UInt32 = 65_534
    guard setgid(nobody) == 0, setuid(nobody) == 0 else { return say("still root") }
    let received = AnswerCounter()
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelInitializer { $0.pipeline.addHandler(received) }
      .connect(unixDomainSocketPath: path).get()
    try? await channel.writeAndFlush(ByteBuffer(bytes: [0, 0, 0, 1, 0xEE])).get()
    try await channel.closeFuture.get()
    say("received \(received.count)")
  }

  static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}

private struct SayingReceiver: HandoffReceiver {
  let hangs: Bool

  func willContinue(activityType: String) async {
    HandoffPeer.say("will continue \(activityType)")
  }

  func continueActivity(_ delivery: HandoffDelivery) async -> Bool {
    HandoffPeer.say("continues \(delivery.activity.title ?? "nothing")")
    if hangs { try? await Task.sleep(for: .seconds(600)) }
    return true
  }

  func didFailToContinue(activityType: String, with result: HandoffResult) async {
    HandoffPeer.say("failed")
  }
}

private struct EchoingSource: HandoffSource {
  let offer: HandoffAdvertisement
  let isStuck: Bool

  init(isStuck: Bool) throws {
    self.isStuck = isStuck
    offer = try HandoffAdvertisement(activityType: "org.example.edit", supportsContinuationStreams: true)
  }

  func offers() async -> [HandoffAdvertisement] { [offer] }

  func activity(for token: HandoffToken) async throws -> UserActivity {
    HandoffPeer.say("asked")
    if isStuck { try await Task.sleep(for: .seconds(600)) }
    var activity = try UserActivity(activityType: offer.activityType, title: "Edit a letter")
    activity.isEligibleForHandoff = true
    return activity
  }

  func wasContinued(_ token: HandoffToken, by application: String) async {
    HandoffPeer.say("continued by \(application)")
  }

  func received(_ stream: HandoffStream, for token: HandoffToken) async {
    do {
      for try await bytes in stream.bytes { try await stream.write(bytes) }
      try await stream.finish()
      HandoffPeer.say("echoed")
    } catch {
      HandoffPeer.say("\(error)")
    }
  }
}

/// Counts the bytes that arrive.
private final class AnswerCounter: ChannelInboundHandler, Sendable {
  typealias InboundIn = ByteBuffer

  private let bytes = Mutex(0)
  var count: Int { bytes.withLock { $0 } }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let more = unwrapInboundIn(data).readableBytes
    bytes.withLock { $0 += more }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
