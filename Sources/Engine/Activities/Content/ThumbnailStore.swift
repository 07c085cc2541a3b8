/// A store that keeps each distinct picture once, under the digest of its bytes.
public protocol ThumbnailStore: Sendable {
  /// Keeps a picture, and returns its ``EncodedImage/contentAddress``.
  ///
  /// The oldest pictures are dropped if the quota would be exceeded.
  func keep(_ image: EncodedImage) async throws -> String

  /// Returns the picture under an address, or nil if the store does not have it.
  func image(at address: String) async throws -> EncodedImage?

  /// Drops every picture but those under the given addresses, after the activities that showed the
  /// others were deleted.
  func keepOnly(_ addresses: Set<String>) async throws
}

extension ContentAttributeSet {
  /// The address of a picture in a ``ThumbnailStore``.
  public var thumbnailAddress: String? {
    get { self["thumbnailAddress", as: String.self] }
    set { self["thumbnailAddress", as: String.self] = newValue }
  }

  /// Moves the picture's bytes into a store, and sets ``thumbnailAddress`` to their address.
  ///
  /// - Throws: The error of the store; then nothing changed.
  public mutating func moveThumbnail(to store: some ThumbnailStore) async throws {
    guard let image = thumbnailData else { return }
    thumbnailAddress = try await store.keep(image)
    thumbnailData = nil
  }
}
