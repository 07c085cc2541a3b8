public import Activities
public import Foundation

/// The description of an input for the eyes of users and searches; immutable.
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
  /// The name that users see.
  public let title: String?
  /// A second line.
  public let subtitle: String?
  /// Words by which a search should find it; `nil`: nothing is said of them.
  public let keywords: Set<String>?
  /// A picture; ``thumbnailURL`` and then ``thumbnailData`` go before it.
  public let thumbnail: Thumbnail?
  /// A picture that is carried along.
  public let thumbnailData: EncodedImage?
  /// The address of a picture.
  public let thumbnailURL: URL?
  /// The place that it is, or is at.
  public let mapItem: MapItem?
  /// The thing of the program's own that it is.
  public let appEntityIdentifier: String?
  /// Further attributes of the content.
  public let searchAttributes: ContentAttributeSet

  /// Collects what ``ActivityMetadata`` is made of.
  public struct Builder: Sendable {
    /// The name that users see.
    public var title: String?
    /// A second line.
    public var subtitle: String?
    /// Words by which a search should find it.
    public var keywords: Set<String>?
    /// A picture; ``thumbnailURL`` and then ``thumbnailData`` go before it.
    public var thumbnail: Thumbnail?
    /// A picture that is carried along.
    public var thumbnailData: EncodedImage?
    /// The address of a picture.
    public var thumbnailURL: URL?
    /// The place that it is, or is at.
    public var mapItem: MapItem?
    /// The thing of the program's own that it is.
    public var appEntityIdentifier: String?
    /// Further attributes of the content.
    public var searchAttributes = ContentAttributeSet()
  }

  /// Makes it in one expression.
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

/// An input that can say what it is: its activities are filled with that before
/// ``Action/prepareActivity(_:)`` is called.
///
/// Conformance is all there is to do; it is found by itself.
public protocol ActivityMetadataRepresentable {
  /// The description of itself.
  var metadata: ActivityMetadata { get }
}
