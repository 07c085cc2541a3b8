extension PayloadError {
  /// The typed error behind what encoding threw.
  init(encoding error: any Error) {
    guard let encoding = error as? EncodingError, case .invalidValue(_, let context) = encoding else {
      self = .unencodable(path: [], .refused)
      return
    }
    self =
      context.underlyingError as? PayloadError
      ?? .unencodable(path: context.codingPath.map(\.stringValue), .refused)
  }

  /// The typed error behind what decoding threw.
  init(decoding error: any Error) {
    guard let decoding = error as? DecodingError else {
      self = .undecodable(path: [], .refused)
      return
    }
    func names(_ path: [any CodingKey]) -> [String] { path.map(\.stringValue) }
    switch decoding {
    case .keyNotFound(let key, let context):
      self = .undecodable(path: names(context.codingPath) + [key.stringValue], .missing)
    case .valueNotFound(_, let context): self = .undecodable(path: names(context.codingPath), .null)
    case .typeMismatch(_, let context): self = .undecodable(path: names(context.codingPath), .wrongType)
    case .dataCorrupted(let context):
      self =
        context.underlyingError as? PayloadError
        ?? .undecodable(path: names(context.codingPath), .refused)
    @unknown default: self = .undecodable(path: [], .refused)
    }
  }
}
