public import Foundation

extension UserActivity {
  /// Where the user came from.
  ///
  /// It is `http` or `https`; see ``setReferrerURL(_:)``.
  public var referrerURL: URL? {
    rare.some?.referrerURL
  }

  /// Sets the web page that shows the same thing.
  ///
  /// - Throws: ``ActivityError/notWebURL(field:)`` if it is not an `http` or `https` URL with a host; then nothing changed.
  public mutating func setWebpageURL(_ url: URL?) throws(ActivityError) {
    try Self.requireWeb(url, field: "webpageURL")
    webpageURL = url
  }

  /// Sets where the user came from.
  ///
  /// - Throws: ``ActivityError/notWebURL(field:)`` if it is not an `http` or `https` URL with a host; then nothing changed.
  public mutating func setReferrerURL(_ url: URL?) throws(ActivityError) {
    try Self.requireWeb(url, field: "referrerURL")
    rare.properties.referrerURL = url
  }

  /// Refuses a URL that no web page can have; there need not be one.
  package static func requireWeb(_ url: URL?, field: String) throws(ActivityError) {
    guard let url else { return }
    guard ["http", "https"].contains(url.scheme?.lowercased()), url.host()?.isEmpty == false else {
      throw .notWebURL(field: field)
    }
  }
}

extension UserActivity {
  /// The publisher of the program that donated it; ``ActivityCenter`` stamps it.
  ///
  /// Only programs of the same publisher may continue it. It is a claim, not a proof: a transport proves it with
  /// ``Publisher/proof(of:)``.
  public var publisher: String? {
    get { rare.some?.publisher }
    set { rare.properties.publisher = newValue }
  }

  /// The thing of the program's own that the activity shows, so that "this" on the screen can be understood.
  public var appEntityIdentifier: String? {
    get { rare.some?.appEntityIdentifier }
    set { rare.properties.appEntityIdentifier = newValue }
  }

  /// In which situations it is good to have at hand.
  ///
  /// Empty by default: no statement.
  public var shortcutAvailability: ShortcutAvailability {
    get { rare.some?.shortcutAvailability ?? [] }
    set { rare.properties.shortcutAvailability = newValue }
  }

  /// What invoked the activity, if something other than the user's own hand did.
  public var interaction: Interaction? {
    get { rare.some?.interaction }
    set { rare.properties.interaction = newValue }
  }

  /// The place that the activity shows.
  ///
  /// It fills ``contentAttributeSet`` with what it knows, but never over a value that was set there.
  public var mapItem: MapItem? {
    get { rare.some?.mapItem }
    set { rare.properties.mapItem = newValue }
  }
}
