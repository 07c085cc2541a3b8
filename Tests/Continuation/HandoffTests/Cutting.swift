import Synchronization

@testable import Handoff

/// A transport whose connections break at a message, on the receiver's side.
final class CuttingTransport: HandoffTransport {
  /// The fate of the message at which the connection breaks.
  enum Cut: Sendable {
    /// It is not sent.
    case beforeSending(Message.Kind)
    /// It arrives, but is lost.
    case beforeReceiving(Message.Kind)
  }

  private let inner: any HandoffTransport
  private let cuts: Mutex<[Cut]>

  /// Breaks once for each of the cuts, in order.
  init(_ inner: any HandoffTransport, at cuts: [Cut]) {
    self.inner = inner
    self.cuts = Mutex(cuts)
  }

  var cutsLeft: Int { cuts.withLock(\.count) }

  func listen(as application: String, limits: HandoffLimits) async throws(HandoffError) -> any HandoffListener
  {
    try await inner.listen(as: application, limits: limits)
  }

  func addresses() async throws(HandoffError) -> Set<HandoffAddress> {
    try await inner.addresses()
  }

  func connect(to address: HandoffAddress, limits: HandoffLimits) async throws(HandoffError)
    -> any HandoffConnection
  {
    CuttingConnection(inner: try await inner.connect(to: address, limits: limits), transport: self)
  }

  fileprivate func isCut(_ frame: [UInt8], sending: Bool) -> Bool {
    cuts.withLock { cuts in
      switch cuts.first {
      case .beforeSending(let kind) where sending && kind.rawValue == frame.first: break
      case .beforeReceiving(let kind) where !sending && kind.rawValue == frame.first: break
      default: return false
      }
      cuts.removeFirst()
      return true
    }
  }
}

private struct CuttingConnection: HandoffConnection {
  let inner: any HandoffConnection
  let transport: CuttingTransport

  func send(_ frame: [UInt8]) async throws(HandoffError) {
    if transport.isCut(frame, sending: true) { await inner.close() }
    try await inner.send(frame)
  }

  func receive() async throws(HandoffError) -> [UInt8]? {
    guard let frame = try await inner.receive() else { return nil }
    guard transport.isCut(frame, sending: false) else { return frame }
    await inner.close()
    return nil
  }

  func close() async { await inner.close() }
}
