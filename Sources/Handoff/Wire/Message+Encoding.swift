extension Message {
  /// The body of the message's frame.
  ///
  /// - Complexity: O(length).
  var frame: [UInt8] {
    switch self {
    case .hello(let hello):
      [Kind.hello.rawValue] + Hello.magic + [Hello.version] + hello.challenge + Self.text(hello.application)
        + Self.text(hello.publisher)
    case .proof(let proof): [Kind.proof.rawValue] + proof
    case .bye(let farewell): [Kind.bye.rawValue, farewell.rawValue]
    case .watch: [Kind.watch.rawValue]
    case .offers(let offers): [Kind.offers.rawValue] + Self.list(offers)
    case .accept(let token, let receipt, let limit):
      [Kind.accept.rawValue] + Self.number(token.rawValue) + Self.number(receipt.rawValue)
        + Self.number(UInt32(clamping: limit))
    case .payload(let bytes): [Kind.payload.rawValue] + bytes
    case .acknowledge(let token, let receipt):
      [Kind.acknowledge.rawValue] + Self.number(token.rawValue) + Self.number(receipt.rawValue)
    case .noted: [Kind.noted.rawValue]
    case .decline: [Kind.decline.rawValue]
    case .openStream: [Kind.openStream.rawValue]
    case .streamOpened: [Kind.streamOpened.rawValue]
    case .bytes(let bytes): [Kind.bytes.rawValue] + bytes
    case .end: [Kind.end.rawValue]
    case .refuse(let refusal): [Kind.refuse.rawValue] + Self.body(of: refusal)
    }
  }

  private static func list(_ offers: [HandoffAdvertisement]) -> [UInt8] {
    offers.reduce(into: number(UInt16(clamping: offers.count))) { bytes, offer in
      bytes += number(offer.token.rawValue)
      bytes.append(offer.supportsContinuationStreams ? 1 : 0)
      bytes += text(offer.activityType)
    }
  }

  private static func body(of refusal: Refusal) -> [UInt8] {
    switch refusal {
    case .withdrawn: [1]
    case .tooLarge(let bytes, let limit):
      [2] + number(UInt32(clamping: bytes)) + number(UInt32(clamping: limit))
    case .failed: [3]
    case .noStreams: [4]
    }
  }

  private static func number(_ value: some FixedWidthInteger) -> [UInt8] {
    stride(from: value.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// Text that is longer than two bytes can tell is cut: that of equal names is equal still.
  private static func text(_ text: String) -> [UInt8] {
    var cut = Array(text.utf8.prefix(Int(UInt16.max)))
    if cut.count < text.utf8.count {
      while let last = cut.popLast(), last & 0xC0 == 0x80 {}  // whole characters only
    }
    return number(UInt16(clamping: cut.count)) + cut
  }
}
