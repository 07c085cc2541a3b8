/// A store of pictures in memory.
public actor InMemoryThumbnailStore: ThumbnailStore {
  private let quota: Int
  private var images: [String: EncodedImage] = [:]
  /// The addresses, from the oldest to the newest.
  private var order: [String] = []
  private var size = 0

  /// Creates an empty store.
  ///
  /// - Parameter quota: The maximum number of bytes; 16 MiB is enough for the thumbnails of
  ///   thousands of activities.
  public init(quota: Int = 16 * 1_048_576) {
    self.quota = quota
  }

  /// Keeps a picture.
  ///
  /// - Throws: ``ActivityError/thumbnailTooLarge(limit:)`` if it alone exceeds the quota.
  /// - Complexity: O(number of pictures).
  public func keep(_ image: EncodedImage) throws(ActivityError) -> String {
    guard image.data.count <= quota else { throw .thumbnailTooLarge(limit: quota) }
    let address = image.contentAddress
    drop(address)
    while size + image.data.count > quota, let oldest = order.first { drop(oldest) }
    images[address] = image
    order.append(address)
    size += image.data.count
    return address
  }

  /// The picture under an address.
  public func image(at address: String) -> EncodedImage? { images[address] }

  /// Drops every other picture.
  public func keepOnly(_ addresses: Set<String>) {
    for address in order where !addresses.contains(address) { drop(address) }
  }

  private func drop(_ address: String) {
    guard let image = images.removeValue(forKey: address) else { return }
    order.removeAll { $0 == address }
    size -= image.data.count
  }
}
