extension Message {
  /// Reads the body of a frame.
  ///
  /// - Throws: ``HandoffError/violation(_:)`` if it is no message.
  /// - Complexity: O(length).
  init(frame: [UInt8], limits: HandoffLimits) throws(HandoffError) {
    var reader = ByteReader(frame)
    guard let kind = Kind(rawValue: try reader.byte()) else { throw .violation(.malformed) }
    switch kind {
    case .hello: self = .hello(try reader.hello())
    case .proof: self = .proof(reader.rest())
    case .bye:
      guard let farewell = Farewell(rawValue: try reader.byte()) else { throw .violation(.malformed) }
      self = .bye(farewell)
    case .watch: self = .watch
    case .offers: self = .offers(try reader.offers(limit: limits.offers))
    case .accept:
      self = .accept(try reader.token(), try reader.receipt(), limit: Int(try reader.number(UInt32.self)))
    case .payload: self = .payload(reader.rest())
    case .acknowledge: self = .acknowledge(try reader.token(), try reader.receipt())
    case .noted: self = .noted
    case .decline: self = .decline
    case .openStream: self = .openStream
    case .streamOpened: self = .streamOpened
    case .bytes: self = .bytes(reader.rest())
    case .end: self = .end
    case .refuse: self = .refuse(try reader.refusal())
    }
    guard reader.isAtEnd else { throw .violation(.malformed) }
  }
}

/// Goes over the bytes of one frame, and never beyond them.
struct ByteReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position == bytes.count }

  mutating func take(_ count: Int) throws(HandoffError) -> ArraySlice<UInt8> {
    guard count <= bytes.count - position else { throw .violation(.malformed) }
    defer { position += count }
    return bytes[position..<position + count]
  }

  mutating func rest() -> [UInt8] {
    defer { position = bytes.count }
    return Array(bytes[position...])
  }

  mutating func byte() throws(HandoffError) -> UInt8 {
    try number(UInt8.self)
  }

  mutating func number<Number: FixedWidthInteger>(_: Number.Type) throws(HandoffError) -> Number {
    try take(Number.bitWidth / 8).reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
  }

  mutating func text() throws(HandoffError) -> String {
    let count = Int(try number(UInt16.self))
    guard let text = String(validating: try take(count), as: UTF8.self) else { throw .violation(.malformed) }
    return text
  }

  mutating func token() throws(HandoffError) -> HandoffToken {
    HandoffToken(rawValue: try number(UInt128.self))
  }

  mutating func receipt() throws(HandoffError) -> Receipt {
    Receipt(rawValue: try number(UInt128.self))
  }

  mutating func hello() throws(HandoffError) -> Hello {
    guard try take(Hello.magic.count).elementsEqual(Hello.magic) else { throw .violation(.malformed) }
    guard try byte() == Hello.version else { throw .violation(.unsupportedVersion) }
    return Hello(
      challenge: Array(try take(Hello.challengeLength)), application: try text(), publisher: try text())
  }

  mutating func offers(limit: Int) throws(HandoffError) -> [HandoffAdvertisement] {
    let count = Int(try number(UInt16.self))
    guard count <= limit else { throw .violation(.tooManyOffers) }
    var offers: [HandoffAdvertisement] = []
    for _ in 0..<count {
      let token = try token()
      let streams = try byte()
      guard streams <= 1 else { throw .violation(.malformed) }
      let type = try text()
      do {
        offers.append(
          try HandoffAdvertisement(
            token: token, activityType: type, supportsContinuationStreams: streams == 1))
      } catch {
        throw .violation(.malformed)
      }
    }
    return offers
  }

  mutating func refusal() throws(HandoffError) -> Refusal {
    switch try byte() {
    case 1: .withdrawn
    case 2: .tooLarge(bytes: Int(try number(UInt32.self)), limit: Int(try number(UInt32.self)))
    case 3: .failed
    case 4: .noStreams
    default: throw .violation(.malformed)
    }
  }
}
