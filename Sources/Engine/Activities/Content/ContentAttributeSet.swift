public import Foundation

/// The attributes of an activity's content: the typed view of ``UserActivity/contentAttributes``.
///
/// The names and meanings follow `CSSearchableItemAttributeSet`. Reading an attribute gives the
/// value that was set, otherwise the value that follows from the activity's ``MapItem``, otherwise
/// nil. Setting nil removes the set value. A stored value of another type reads as nil and stays as
/// it is.
public struct ContentAttributeSet: Hashable, Sendable {
  /// The stored values that were set.
  public private(set) var attributes: [String: ActivityValue]
  /// The values of attributes that were not set.
  private let defaults: [String: ActivityValue]

  /// Creates a view of stored attributes.
  public init(_ attributes: [String: ActivityValue] = [:], defaults: [String: ActivityValue] = [:]) {
    self.attributes = attributes
    self.defaults = defaults
  }

  /// A Boolean value that indicates whether there are no attributes.
  public var isEmpty: Bool { attributes.isEmpty && defaults.isEmpty }

  /// The set values, and defaults for the others.
  public var effective: [String: ActivityValue] {
    defaults.merging(attributes) { _, set in set }
  }

  /// An attribute by its stored name, whatever its type.
  public subscript(name: String) -> ActivityValue? {
    get { attributes[name] ?? defaults[name] }
    set { attributes[name] = newValue }
  }

  /// The attribute of the same name as a property, read and written as its type.
  subscript<Value: ContentAttributeValue>(_ name: String, as type: Value.Type = Value.self) -> Value? {
    get { self[name].flatMap(Value.init(contentAttribute:)) }
    set { attributes[name] = newValue?.contentAttribute }
  }
}

extension UserActivity {
  /// The attributes of the content, typed.
  ///
  /// It is never nil; nothing is stored until an attribute is set.
  public var contentAttributeSet: ContentAttributeSet {
    get { ContentAttributeSet(contentAttributes, defaults: mapItem?.contentAttributes ?? [:]) }
    set { contentAttributes = newValue.attributes }
  }

  /// ``contentAttributes``, and the defaults that follow from ``mapItem``, as a search or a map
  /// should read them.
  public var effectiveContentAttributes: [String: ActivityValue] {
    mapItem == nil ? contentAttributes : contentAttributeSet.effective
  }
}

/// The content itself.
extension ContentAttributeSet {
  /// The title of the content, if it differs from the activity's.
  public var title: String? {
    get { self["title", as: String.self] }
    set { self["title", as: String.self] = newValue }
  }

  /// The kind of content, in the user's words: "Recipe".
  public var kind: String? {
    get { self["kind", as: String.self] }
    set { self["kind", as: String.self] = newValue }
  }

  /// The content type, as a media type or uniform type: `text/html`.
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

  /// Words to find it by, besides the activity's own.
  public var keywords: [String]? {
    get { self["keywords", as: [String].self] }
    set { self["keywords", as: [String].self] = newValue }
  }

  /// The address of the content itself.
  public var contentURL: URL? {
    get { self["contentURL", as: URL.self] }
    set { self["contentURL", as: URL.self] = newValue }
  }
}

/// The position in the program's own index.
extension ContentAttributeSet {
  /// The group that it belongs to.
  public var domainIdentifier: String? {
    get { self["domainIdentifier", as: String.self] }
    set { self["domainIdentifier", as: String.self] = newValue }
  }

  /// The identifier of its item in the program's index; deleting the item deletes the activity.
  public var relatedUniqueIdentifier: String? {
    get { self["relatedUniqueIdentifier", as: String.self] }
    set { self["relatedUniqueIdentifier", as: String.self] = newValue }
  }

  /// The identifier of a related item, which is deleted independently.
  public var weakRelatedUniqueIdentifier: String? {
    get { self["weakRelatedUniqueIdentifier", as: String.self] }
    set { self["weakRelatedUniqueIdentifier", as: String.self] = newValue }
  }

  /// The importance among the program's own items, from 0 to 100.
  public var rankingHint: Double? {
    get { self["rankingHint", as: Double.self] }
    set { self["rankingHint", as: Double.self] = newValue }
  }
}

/// Dates.
extension ContentAttributeSet {
  /// The time at which it was added to the program.
  public var addedDate: Date? {
    get { self["addedDate", as: Date.self] }
    set { self["addedDate", as: Date.self] = newValue }
  }

  /// The time at which the content was made.
  public var contentCreationDate: Date? {
    get { self["contentCreationDate", as: Date.self] }
    set { self["contentCreationDate", as: Date.self] = newValue }
  }

  /// The time at which it was last used.
  public var lastUsedDate: Date? {
    get { self["lastUsedDate", as: Date.self] }
    set { self["lastUsedDate", as: Date.self] = newValue }
  }

  /// The time at which it begins, as an event.
  public var startDate: Date? {
    get { self["startDate", as: Date.self] }
    set { self["startDate", as: Date.self] = newValue }
  }

  /// The time at which it ends, as an event.
  public var endDate: Date? {
    get { self["endDate", as: Date.self] }
    set { self["endDate", as: Date.self] = newValue }
  }

  /// The time at which it is due, as a task.
  public var dueDate: Date? {
    get { self["dueDate", as: Date.self] }
    set { self["dueDate", as: Date.self] = newValue }
  }
}

/// Places and people.
extension ContentAttributeSet {
  /// A common name of the place.
  public var namedLocation: String? {
    get { self["namedLocation", as: String.self] }
    set { self["namedLocation", as: String.self] = newValue }
  }

  /// The address as written on an envelope; keyboards need it.
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

  /// A Boolean value that indicates whether directions to it make sense; they are offered only if
  /// ``directionsURL`` is not nil.
  public var supportsNavigation: Bool? {
    get { self["supportsNavigation", as: Bool.self] }
    set { self["supportsNavigation", as: Bool.self] = newValue }
  }

  /// A Boolean value that indicates whether calling it makes sense; a call is offered only if
  /// ``callURL`` is not nil.
  public var supportsPhoneCall: Bool? {
    get { self["supportsPhoneCall", as: Bool.self] }
    set { self["supportsPhoneCall", as: Bool.self] = newValue }
  }
}

extension ContentAttributeSet {
  private static let member = "customAttributes"

  /// The custom attributes, with their flags for an index, in the order of their names.
  ///
  /// They are stored in the attribute `customAttributes`, each with its flags, so that later
  /// readers of the activity know them without the program.
  public var customAttributes: [(key: CustomAttributeKey, value: ActivityValue)] {
    guard case .object(let stored)? = self[Self.member] else { return [] }
    return stored.sorted { $0.key < $1.key }.compactMap { name, entry in
      guard case .object(let members) = entry, let value = members["value"],
        let key = CustomAttributeKey(name: name, stored: members)
      else { return nil }
      return (key, value)
    }
  }

  /// The value of a custom attribute; nil if there is none.
  public func value(for key: CustomAttributeKey) -> ActivityValue? {
    customAttributes.first { $0.key.name == key.name }?.value
  }

  /// Sets or removes the value of a custom attribute.
  ///
  /// - Throws: ``ActivityError/severalValues(attribute:)`` for an array if the key is not
  ///   multi-valued, ``ActivityError/notFinite(field:)`` for a number that is not finite; then
  ///   nothing changed.
  public mutating func setValue(_ value: ActivityValue?, for key: CustomAttributeKey) throws(ActivityError) {
    if case .array? = value, !key.isMultiValued { throw .severalValues(attribute: key.name) }
    guard value?.isFinite ?? true else { throw .notFinite(field: key.name) }
    var stored: [String: ActivityValue] = [:]
    if case .object(let members)? = self[Self.member] { stored = members }
    stored[key.name] = value.map { .object(key.storedFlags.merging(["value": $0]) { _, value in value }) }
    self[Self.member] = stored.isEmpty ? nil : .object(stored)
  }
}

/// The actions on the content, offered only if the program supports them *and* their data exists.
extension ContentAttributeSet {
  /// A `geo:` URI (RFC 5870) for directions; nil if it is not supported or there is neither
  /// coordinate nor address.
  ///
  /// If only the address is known, it is `geo:0,0?q=ADDRESS`, as maps programs read it.
  public var directionsURL: URL? {
    supportsNavigation == true ? directionsData.flatMap(URL.init(string:)) : nil
  }

  /// A `tel:` URI (RFC 3966) of the first number; nil if it is not supported or no number can be
  /// dialled.
  public var callURL: URL? {
    supportsPhoneCall == true ? callData.flatMap(URL.init(string:)) : nil
  }

  var directionsData: String? {
    if let latitude, let longitude, (-90...90).contains(latitude), (-180...180).contains(longitude) {
      return "geo:\(latitude),\(longitude)"
    }
    guard let address = fullyFormattedAddress, !address.isEmpty else { return nil }
    return address.addingPercentEncoding(withAllowedCharacters: .alphanumerics).map { "geo:0,0?q=\($0)" }
  }

  /// Digits, with a leading plus if there is one; spaces and punctuation are dropped.
  var callData: String? {
    for number in phoneNumbers ?? [] {
      let marks = Set(" -.()/\u{A0}")
      let dialled = number.filter { !marks.contains($0) }
      let digits = dialled.hasPrefix("+") ? dialled.dropFirst() : dialled[...]
      guard digits.count >= 2, digits.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "*" || $0 == "#" })
      else {
        continue
      }
      return "tel:" + dialled.replacing("#", with: "%23")
    }
    return nil
  }
}
