/// Keeps encoded pictures out of line, each once, under the digest of its bytes.
public protocol ThumbnailStore: Sendable {
  /// Keeps a picture; answers its ``EncodedImage/contentAddress``.
  ///
  /// The oldest pictures go if the quota would be exceeded.
  func keep(_ image: EncodedImage) async throws -> String

  /// The picture under an address; nil if it is not there, or no longer.
  func image(at address: String) async throws -> EncodedImage?

  /// Lets go of every picture but those under some addresses: after what showed the others was
  /// deleted.
  func keepOnly(_ addresses: Set<String>) async throws
}

extension ContentAttributeSet {
  /// The address of a picture that is kept in a ``ThumbnailStore``.
  public var thumbnailAddress: String? {
    get { self["thumbnailAddress", as: String.self] }
    set { self["thumbnailAddress", as: String.self] = newValue }
  }

  /// Moves the picture's bytes into a store, and leaves its address.
  ///
  /// - Throws: What the store throws; then nothing changed.
  public mutating func moveThumbnail(to store: some ThumbnailStore) async throws {
    guard let image = thumbnailData else { return }
    thumbnailAddress = try await store.keep(image)
    thumbnailData = nil
  }
}
