/// What one peer may cost: bounds on memory and on connections, whatever the other side sends.
///
/// Values out of range are held at its ends.
public struct HandoffLimits: Hashable, Sendable {
  /// The most bytes of an activity that is handed over: 64 KiB.
  ///
  /// `NSUserActivity` advises a few kilobytes: what is needed to do it again, never the document, for which there are
  /// streams. 64 KiB is twenty times that, travels at once, and is what one peer can make this program hold.
  /// From 1 byte to 1 GiB.
  public var payload = 65_536 { didSet { payload = min(max(payload, 1), 1 << 30) } }
  /// Above this many bytes the origin is told that an activity is larger than it should be: 1 KiB.
  public var advisedPayload = 1_024
  /// The most offers that are sent or taken: 64; a program has one current activity in each of its windows.
  ///
  /// From 1 to 4,096.
  public var offers = 64 { didSet { offers = min(max(offers, 1), 4_096) } }
  /// The most connections that an origin serves at a time: 64; open streams do not count, they were accepted.
  ///
  /// From 1 to 65,536.
  public var connections = 64 { didSet { connections = min(max(connections, 1), 65_536) } }

  /// The usual limits.
  public init() {}

  /// The most bytes of a frame: a payload, or all offers, or names as long as a frame can tell.
  var frame: Int { max(payload, 65_535, offers * 1_024) + 1_024 }
  /// How many bytes of a stream go in one frame: some kernel buffers' worth, so that both directions get their turn.
  static let chunk = 16_384
}
