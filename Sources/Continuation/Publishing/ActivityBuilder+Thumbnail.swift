public import Activities
public import Foundation

/// One picture is attached: the one at a URL, else the data, else the thumbnail.
extension ActivityBuilder {
  /// Where a picture is; the same as in ``searchAttributes``.
  public var thumbnailURL: URL? {
    get { searchAttributes.thumbnailURL }
    set { searchAttributes.thumbnailURL = newValue }
  }

  /// A picture that is carried along; the same as in ``searchAttributes``.
  ///
  /// One with more bytes than ``ActivityConfiguration/thumbnailLimit`` is left out, with advice.
  public var thumbnailData: EncodedImage? {
    get { searchAttributes.thumbnailData }
    set { searchAttributes.thumbnailData = newValue }
  }

  /// The picture that is attached, unless it is too large.
  private var picture: Thumbnail? { searchAttributes.thumbnail ?? thumbnail }

  /// The size of the picture that would be attached, if it is too large to travel in the activity.
  func oversizedThumbnail(limit: Int) -> Int? {
    guard case .encoded(let image) = picture, image.data.count > limit else { return nil }
    return image.data.count
  }

  /// The attributes that were set, with the picture as the only one.
  func attributesWithPicture(limit: Int) -> ContentAttributeSet {
    var content = searchAttributes
    content.thumbnailURL = nil
    content.thumbnailData = nil
    switch picture {
    case .url(let url): content.thumbnailURL = url
    case .encoded(let image) where image.data.count <= limit: content.thumbnailData = image
    case .encoded, nil: break
    }
    return content
  }
}
