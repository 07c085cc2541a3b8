public import Foundation

/// A small picture of the content: a file, or encoded bytes with their media type.
///
/// There is no image type here: showing pictures is up to the caller.
public enum Thumbnail: Hashable, Sendable {
  /// The address of the picture.
  case url(URL)
  /// The picture itself.
  case encoded(EncodedImage)
}

extension ContentAttributeSet {
  /// The address of a picture of the content.
  public var thumbnailURL: URL? {
    get { self["thumbnailURL", as: URL.self] }
    set { self["thumbnailURL", as: URL.self] = newValue }
  }

  /// A picture of the content, stored with the activity.
  public var thumbnailData: EncodedImage? {
    get {
      guard case .object(let stored)? = self["thumbnailData"], case .data(let data)? = stored["data"],
        case .string(let mediaType)? = stored["mediaType"]
      else { return nil }
      return try? EncodedImage(data: data, mediaType: mediaType)
    }
    set {
      self["thumbnailData"] = newValue.map {
        .object(["data": .data($0.data), "mediaType": .string($0.mediaType)])
      }
    }
  }

  /// The picture to show: the URL if it is set, otherwise the bytes.
  public var thumbnail: Thumbnail? {
    thumbnailURL.map(Thumbnail.url) ?? thumbnailData.map(Thumbnail.encoded)
  }
}
