public import Foundation

/// About the content.
extension ContentAttributeSet {
  /// What the content is called, if not as the activity.
  public var title: String? {
    get { self["title", as: String.self] }
    set { self["title", as: String.self] = newValue }
  }

  /// What kind of thing it is, in the user's words: "Recipe".
  public var kind: String? {
    get { self["kind", as: String.self] }
    set { self["kind", as: String.self] = newValue }
  }

  /// What kind of thing it is, as a media or uniform type: `text/html`.
  public var itemContentType: String? {
    get { self["itemContentType", as: String.self] }
    set { self["itemContentType", as: String.self] = newValue }
  }

  /// A sentence about it; ``UserActivity/subtitle`` is its short form.
  public var contentDescription: String? {
    get { self["contentDescription", as: String.self] }
    set { self["contentDescription", as: String.self] = newValue }
  }

  /// Other names that people know it by.
  public var alternateNames: [String]? {
    get { self["alternateNames", as: [String].self] }
    set { self["alternateNames", as: [String].self] = newValue }
  }

  /// Words by which it should be found, besides the activity's own.
  public var keywords: [String]? {
    get { self["keywords", as: [String].self] }
    set { self["keywords", as: [String].self] = newValue }
  }

  /// Where the content itself is.
  public var contentURL: URL? {
    get { self["contentURL", as: URL.self] }
    set { self["contentURL", as: URL.self] = newValue }
  }
}

/// Its place in the program's own index.
extension ContentAttributeSet {
  /// The group that it belongs to.
  public var domainIdentifier: String? {
    get { self["domainIdentifier", as: String.self] }
    set { self["domainIdentifier", as: String.self] = newValue }
  }

  /// The item of the program's index that it is; if that is deleted, so is the activity.
  public var relatedUniqueIdentifier: String? {
    get { self["relatedUniqueIdentifier", as: String.self] }
    set { self["relatedUniqueIdentifier", as: String.self] = newValue }
  }

  /// The item that it has to do with; that is deleted on its own.
  public var weakRelatedUniqueIdentifier: String? {
    get { self["weakRelatedUniqueIdentifier", as: String.self] }
    set { self["weakRelatedUniqueIdentifier", as: String.self] = newValue }
  }

  /// How important it is among the program's own items, from 0 to 100.
  public var rankingHint: Double? {
    get { self["rankingHint", as: Double.self] }
    set { self["rankingHint", as: Double.self] = newValue }
  }
}

/// Dates.
extension ContentAttributeSet {
  /// When it came into the program.
  public var addedDate: Date? {
    get { self["addedDate", as: Date.self] }
    set { self["addedDate", as: Date.self] = newValue }
  }

  /// When the content was made.
  public var contentCreationDate: Date? {
    get { self["contentCreationDate", as: Date.self] }
    set { self["contentCreationDate", as: Date.self] = newValue }
  }

  /// When it was used last.
  public var lastUsedDate: Date? {
    get { self["lastUsedDate", as: Date.self] }
    set { self["lastUsedDate", as: Date.self] = newValue }
  }

  /// When it begins, as an event.
  public var startDate: Date? {
    get { self["startDate", as: Date.self] }
    set { self["startDate", as: Date.self] = newValue }
  }

  /// When it ends, as an event.
  public var endDate: Date? {
    get { self["endDate", as: Date.self] }
    set { self["endDate", as: Date.self] = newValue }
  }

  /// When it is due, as a task.
  public var dueDate: Date? {
    get { self["dueDate", as: Date.self] }
    set { self["dueDate", as: Date.self] = newValue }
  }
}

/// Places and people.
extension ContentAttributeSet {
  /// What people call the place.
  public var namedLocation: String? {
    get { self["namedLocation", as: String.self] }
    set { self["namedLocation", as: String.self] = newValue }
  }

  /// The address as it is written on an envelope; keyboards need it.
  public var fullyFormattedAddress: String? {
    get { self["fullyFormattedAddress", as: String.self] }
    set { self["fullyFormattedAddress", as: String.self] = newValue }
  }

  /// Street and number.
  public var thoroughfare: String? {
    get { self["thoroughfare", as: String.self] }
    set { self["thoroughfare", as: String.self] = newValue }
  }

  /// The city.
  public var city: String? {
    get { self["city", as: String.self] }
    set { self["city", as: String.self] = newValue }
  }

  /// The state or province.
  public var stateOrProvince: String? {
    get { self["stateOrProvince", as: String.self] }
    set { self["stateOrProvince", as: String.self] = newValue }
  }

  /// The postal code.
  public var postalCode: String? {
    get { self["postalCode", as: String.self] }
    set { self["postalCode", as: String.self] = newValue }
  }

  /// The country or region.
  public var country: String? {
    get { self["country", as: String.self] }
    set { self["country", as: String.self] = newValue }
  }

  /// Degrees north.
  public var latitude: Double? {
    get { self["latitude", as: Double.self] }
    set { self["latitude", as: Double.self] = newValue }
  }

  /// Degrees east.
  public var longitude: Double? {
    get { self["longitude", as: Double.self] }
    set { self["longitude", as: Double.self] = newValue }
  }

  /// Telephone numbers, the best one first.
  public var phoneNumbers: [String]? {
    get { self["phoneNumbers", as: [String].self] }
    set { self["phoneNumbers", as: [String].self] = newValue }
  }

  /// E-mail addresses, the best one first.
  public var emailAddresses: [String]? {
    get { self["emailAddresses", as: [String].self] }
    set { self["emailAddresses", as: [String].self] = newValue }
  }

  /// Whether directions to it make sense; offered only if ``directionsURL`` can be made.
  public var supportsNavigation: Bool? {
    get { self["supportsNavigation", as: Bool.self] }
    set { self["supportsNavigation", as: Bool.self] = newValue }
  }

  /// Whether calling it makes sense; offered only if ``callURL`` can be made.
  public var supportsPhoneCall: Bool? {
    get { self["supportsPhoneCall", as: Bool.self] }
    set { self["supportsPhoneCall", as: Bool.self] = newValue }
  }
}
