public import Activities
public import Foundation

/// An activity under construction from a performed action, with the defaults already set.
///
/// ``Action/prepareActivity(_:)`` completes it, or vetoes it. Properties that are `nil` have not
/// been set and keep the activity's own default.
///
/// ```swift
/// static func prepareActivity(_ activity: inout ActivityBuilder<Self>) throws {
///   guard let document = Library.shared.document(activity.input) else { return activity.cancel() }
///   activity.title = "Open \(document.name)"
///   activity.searchAttributes.contentCreationDate = document.created
/// }
/// ```
public struct ActivityBuilder<Performed: Action>: Sendable {
  /// The input of the action.
  public let input: Performed.Input
  /// The feature that performed it.
  public let feature: any Feature.Type
  /// The metadata of the input, if it is ``ActivityMetadataRepresentable``; it is already copied
  /// into this builder.
  public let metadata: ActivityMetadata?
  /// The language to write titles in.
  public let locale: Locale

  /// The title shown to the user, verb first: "Open Report".
  ///
  /// It is required if the activity is to be searched, handed off or predicted.
  public var title: String?
  /// A second line, which also becomes the content's description.
  public var subtitle: String?
  /// Words that a search should find it by.
  public var keywords: Set<String>?
  /// A picture; ``thumbnailURL`` and then ``thumbnailData`` take precedence.
  public var thumbnail: Thumbnail?
  /// All values, required or not.
  public var userInfo: [String: ActivityValue] = [:]
  /// The keys that make up the identity and are handed back: `nil` for all of them, empty for none.
  public var requiredUserInfoKeys: Set<String>?
  /// A short phrase to invoke it by, instead of the action's own; used only for suggestions.
  public var suggestedInvocationPhrase: String?
  /// The name for deletion; by default one derived from the identity that reveals nothing.
  public var persistentIdentifier: String?
  /// An activity type other than the action's, which has to be registered, or declared by the
  /// program.
  public var activityType: String?
  /// A web page with the same content.
  public var webpageURL: URL?
  /// The page that the user came from.
  public var referrerURL: URL?
  /// The place that it shows; it fills ``searchAttributes``, except for values set there.
  public var mapItem: MapItem?
  /// The situations in which it is good to have at hand.
  public var shortcutAvailability: ShortcutAvailability = []
  /// The program's own entity that it shows, so that "this" on the screen can be resolved.
  public var appEntityIdentifier: String?
  /// The moment after which it is neither suggested nor continued.
  public var expirationDate: Date?
  /// The content that it shows, for finding the right window.
  public var targetContentIdentifier: String?
  /// The item of the program's own index that it belongs to.
  public var relatedUniqueIdentifier: String?
  /// A Boolean value that indicates whether it runs without showing anything.
  public var runsInBackground = false
  /// The number of seconds that the suggestion saves over doing it by hand.
  public var effortSaved: Double?
  /// A Boolean value that indicates whether the action continues it, so that reading back its input
  /// is checked.
  ///
  /// Set it to `false` if the program's own code continues the activity.
  public var isContinuedByAction = true

  /// A Boolean value that indicates whether it was vetoed.
  public private(set) var isCancelled = false
  /// A Boolean value that indicates whether it has no title to show.
  var isUntitled: Bool { title?.allSatisfy(\.isWhitespace) ?? true }
  /// A Boolean value that indicates whether the action's input can be read back from the default
  /// ``userInfo``.
  let canReadInput: Bool
  /// The reason why the input could not be written into ``userInfo``.
  let writingError: ActivityCodableError?
  /// The attributes that were set.
  private var attributes: [String: ActivityValue] = [:]

  /// Further attributes of the content.
  ///
  /// The set can always be read or changed, but is attached only if an attribute is set.
  public var searchAttributes: ContentAttributeSet {
    get { ContentAttributeSet(attributes, defaults: mapItem?.contentAttributes ?? [:]) }
    set { attributes = newValue.attributes }
  }

  /// Sets the defaults: the input's metadata, then the way to find its action again.
  ///
  /// - Parameter link: Returns a URL that leads back to the action; only called if the input is not
  ///   ``ActivityCodable``.
  init(
    input: Performed.Input, feature: any Feature.Type, locale: Locale, link: () -> URL?
  ) {
    self.input = input
    self.feature = feature
    self.locale = locale
    metadata = (input as? any ActivityMetadataRepresentable)?.metadata
    var writingError: ActivityCodableError?
    if let codable = input as? any ActivityCodable {
      do throws(ActivityCodableError) { userInfo = try codable.userInfo } catch { writingError = error }
      requiredUserInfoKeys = codable.requiredUserInfoKeys
      canReadInput = true
    } else if let url = link() {
      userInfo = [ActionURLKey.hunch: .url(url)]
      requiredUserInfoKeys = [ActionURLKey.hunch]
      canReadInput = true
    } else {
      canReadInput = false
    }
    self.writingError = writingError
    if let metadata { fill(from: metadata) }
  }

  private mutating func fill(from metadata: ActivityMetadata) {
    title = metadata.title
    subtitle = metadata.subtitle
    keywords = metadata.keywords
    mapItem = metadata.mapItem
    appEntityIdentifier = metadata.appEntityIdentifier
    searchAttributes = metadata.searchAttributes
    thumbnail = metadata.thumbnail
    if let url = metadata.thumbnailURL { thumbnailURL = url }
    if let image = metadata.thumbnailData { thumbnailData = image }
  }

  /// Vetoes the activity: nothing is stored, indexed or donated.
  public mutating func cancel() {
    isCancelled = true
  }

  /// Merges values into ``userInfo``; for equal keys the new value wins.
  public mutating func addUserInfoEntries(from entries: [String: ActivityValue]) {
    userInfo.merge(entries) { _, new in new }
  }

  /// Adds the words of a text to the keywords: the parts between commas, semicolons or line ends,
  /// without outer spaces.
  public mutating func addKeywords(from text: String) {
    let words = text.split { $0 == "," || $0 == ";" || $0.isNewline }
      .map { $0.trimmingCharacters(in: .whitespaces) }
    keywords = (keywords ?? []).union(words.filter { !$0.isEmpty })
  }

  // MARK: The picture: the one at a URL, else the data, else the thumbnail

  /// The address of a picture; the same as in ``searchAttributes``.
  public var thumbnailURL: URL? {
    get { searchAttributes.thumbnailURL }
    set { searchAttributes.thumbnailURL = newValue }
  }

  /// A picture inside the activity; the same as in ``searchAttributes``.
  ///
  /// One with more bytes than ``ActivityConfiguration/thumbnailLimit`` is dropped, with advice.
  public var thumbnailData: EncodedImage? {
    get { searchAttributes.thumbnailData }
    set { searchAttributes.thumbnailData = newValue }
  }

  /// The picture to attach, unless it is too large.
  private var picture: Thumbnail? { searchAttributes.thumbnail ?? thumbnail }

  /// Returns the size of the picture to attach if it is too large to travel in the activity.
  func oversizedThumbnail(limit: Int) -> Int? {
    guard case .encoded(let image) = picture, image.data.count > limit else { return nil }
    return image.data.count
  }

  /// Returns the attributes that were set, with only one picture.
  private func attributesWithPicture(limit: Int) -> ContentAttributeSet {
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

  // MARK: The activity

  /// Returns the activity built so far.
  ///
  /// - Parameters:
  ///   - type: The activity type, unless a custom one was set.
  ///   - marks: The uses that it is eligible for.
  ///   - thumbnailLimit: The maximum size of a picture in bytes.
  ///   - application: The program, which names it for deletion.
  /// - Throws: `ActivityError` for the first type, value or URL that an activity may not have.
  func activity(
    as type: String, marks: ActivityEligibility, thumbnailLimit: Int, application: Application
  ) throws(ActivityError) -> UserActivity {
    var activity = try UserActivity(
      activityType: activityType ?? type, title: title, userInfo: userInfo,
      requiredUserInfoKeys: requiredUserInfoKeys)
    activity.isEligibleForPrediction = marks.contains(.prediction)
    activity.isEligibleForSearch = marks.contains(.search)
    activity.isEligibleForHandoff = marks.contains(.handoff)
    activity.isEligibleForPublicIndexing = marks.contains(.publicIndexing)
    activity.suggestedInvocationPhrase = phrase(for: marks)
    activity.persistentIdentifier =
      persistentIdentifier ?? application.persistentIdentifier(for: activity.identity)
    activity.subtitle = subtitle
    try activity.setWebpageURL(webpageURL)
    try activity.setReferrerURL(referrerURL)
    activity.mapItem = mapItem
    activity.shortcutAvailability = shortcutAvailability
    activity.appEntityIdentifier = appEntityIdentifier
    activity.expirationDate = expirationDate
    activity.targetContentIdentifier = targetContentIdentifier
    activity.relatedUniqueIdentifier = relatedUniqueIdentifier
    activity.runsInBackground = runsInBackground
    activity.effortSaved = effortSaved
    var content = attributesWithPicture(limit: thumbnailLimit)
    if let subtitle { content.contentDescription = subtitle }
    activity.contentAttributeSet = content
    if let keywords { activity.keywords = keywords }
    return activity
  }

  /// Returns the phrase if the activity is eligible for suggestions.
  private func phrase(for marks: ActivityEligibility) -> String? {
    marks.contains(.prediction) ? suggestedInvocationPhrase ?? Performed.suggestedInvocationPhrase : nil
  }
}
