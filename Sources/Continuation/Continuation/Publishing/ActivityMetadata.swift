public import Activities
public import Foundation

/// The description of an input for users and searches; immutable.
///
/// ```swift
/// extension DocumentReference: ActivityMetadataRepresentable {
///   var metadata: ActivityMetadata {
///     .build {
///       $0.title = name
///       $0.keywords = ["report", "quarter"]
///     }
///   }
/// }
/// ```
public struct ActivityMetadata: Hashable, Sendable {
  /// The name shown to users.
  public let title: String?
  /// A second line.
  public let subtitle: String?
  /// Words that a search should find it by; `nil` if unspecified.
  public let keywords: Set<String>?
  /// A picture; ``thumbnailURL`` and then ``thumbnailData`` take precedence.
  public let thumbnail: Thumbnail?
  /// A picture inside the activity.
  public let thumbnailData: EncodedImage?
  /// The address of a picture.
  public let thumbnailURL: URL?
  /// The place that the input is, or is at.
  public let mapItem: MapItem?
  /// The program's own entity that the input is.
  public let appEntityIdentifier: String?
  /// Further attributes of the content.
  public let searchAttributes: ContentAttributeSet

  /// A builder for the contents of ``ActivityMetadata``.
  public struct Builder: Sendable {
    /// The name shown to users.
    public var title: String?
    /// A second line.
    public var subtitle: String?
    /// Words that a search should find it by.
    public var keywords: Set<String>?
    /// A picture; ``thumbnailURL`` and then ``thumbnailData`` take precedence.
    public var thumbnail: Thumbnail?
    /// A picture inside the activity.
    public var thumbnailData: EncodedImage?
    /// The address of a picture.
    public var thumbnailURL: URL?
    /// The place that the input is, or is at.
    public var mapItem: MapItem?
    /// The program's own entity that the input is.
    public var appEntityIdentifier: String?
    /// Further attributes of the content.
    public var searchAttributes = ContentAttributeSet()
  }

  /// Builds metadata in one expression.
  public static func build<Failure: Error>(
    _ body: (inout Builder) throws(Failure) -> Void
  ) throws(Failure) -> ActivityMetadata {
    var builder = Builder()
    try body(&builder)
    return ActivityMetadata(builder)
  }

  private init(_ builder: Builder) {
    title = builder.title
    subtitle = builder.subtitle
    keywords = builder.keywords
    thumbnail = builder.thumbnail
    thumbnailData = builder.thumbnailData
    thumbnailURL = builder.thumbnailURL
    mapItem = builder.mapItem
    appEntityIdentifier = builder.appEntityIdentifier
    searchAttributes = builder.searchAttributes
  }
}

/// An input that describes itself, which fills its activities before ``Action/prepareActivity(_:)``
/// is called.
///
/// Conformance is enough; it is detected automatically.
public protocol ActivityMetadataRepresentable {
  /// The description of the input.
  var metadata: ActivityMetadata { get }
}
