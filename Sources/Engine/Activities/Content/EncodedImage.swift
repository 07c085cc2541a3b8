public import Foundation

/// An encoded picture: bytes and their media type.
public struct EncodedImage: Hashable, Sendable {
  /// The bytes of a PNG, a JPEG or the like.
  public let data: Data
  /// The media type of the bytes: `image/png`.
  public let mediaType: String

  /// The maximum size in bytes: 256 KiB, a quarter of the limit for a line of the log.
  public static let maximalSize = 256 * 1_024

  /// Creates a picture from bytes, without decoding them.
  ///
  /// - Throws: ``ActivityError/notImage`` if the media type does not begin with `image/`,
  ///   ``ActivityError/thumbnailTooLarge(limit:)`` if there are more than ``maximalSize`` bytes.
  public init(data: Data, mediaType: String) throws(ActivityError) {
    guard mediaType.lowercased().hasPrefix("image/"), mediaType.utf8.count > 6 else { throw .notImage }
    guard data.count <= Self.maximalSize else { throw .thumbnailTooLarge(limit: Self.maximalSize) }
    self.data = data
    self.mediaType = mediaType
  }

  /// The SHA-256 of the bytes in hexadecimal, so that a store keeps equal pictures once.
  public var contentAddress: String {
    SHA256Digest(of: data).hexadecimal
  }
}
