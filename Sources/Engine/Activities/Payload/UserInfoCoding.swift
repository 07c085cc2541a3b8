internal import Foundation

/// The parts that the encoder and the decoder of payloads share.
enum UserInfoCoding {
  /// The maximum depth: the limit for a line of the log, less the line itself and its `userInfo`.
  static let maximalDepth = 62

  /// Reports problems as errors of `Codable`, so that a type's own code can catch them.
  static func unencodable(_ problem: PayloadError.Problem, _ value: Any, at path: [any CodingKey])
    -> EncodingError
  {
    .invalidValue(
      value,
      .init(
        codingPath: path, debugDescription: problem.rawValue,
        underlyingError: PayloadError.unencodable(path: path.map(\.stringValue), problem)))
  }

  static func corrupted(_ problem: PayloadError.Problem, at path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(
      .init(
        codingPath: path, debugDescription: problem.rawValue,
        underlyingError: PayloadError.undecodable(path: path.map(\.stringValue), problem)))
  }
}
