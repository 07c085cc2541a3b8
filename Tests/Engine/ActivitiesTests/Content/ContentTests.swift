import Activities
import Foundation
import Testing

@Suite("Content of an activity")
struct ContentTests {
  private func activity() throws -> UserActivity { try UserActivity(activityType: "org.example.maps.view") }

  private func pizzeria() throws -> MapItem {
    try MapItem(
      name: "Da Mario", address: PostalAddress(thoroughfare: "Main St 1", city: "Springfield", country: "US"),
      place: Place(latitude: 44.05, longitude: -123.02), phoneNumber: "+1 (541) 555-0100",
      url: URL(string: "https://mario.example/"))
  }

  @Test("row 70: nothing is stored before an attribute is set, nor after it is removed")
  func lazily() throws {
    var activity = try activity()
    #expect(activity.contentAttributeSet.isEmpty)
    activity.contentAttributeSet.kind = nil
    #expect(activity.contentAttributes == [:])
    activity.contentAttributeSet.kind = "Restaurant"
    #expect(activity.contentAttributes == ["kind": "Restaurant"])
    activity.contentAttributeSet.kind = nil
    #expect(activity.contentAttributes == [:])
  }

  @Test("row 70: every field is stored under its own name and type, and read back")
  func fields() throws {
    let date = Date(timeIntervalSince1970: 1_000)
    let url = try #require(URL(string: "https://example.org/"))
    var content = ContentAttributeSet()
    func check<Value: Equatable>(
      _ property: WritableKeyPath<ContentAttributeSet, Value?>, _ name: String, _ value: Value,
      _ stored: ActivityValue
    ) {
      #expect(content[keyPath: property] == nil, "\(name)")
      content[keyPath: property] = value
      #expect(content.attributes[name] == stored, "\(name)")
      #expect(content[keyPath: property] == value, "\(name)")
    }
    let texts: [(WritableKeyPath<ContentAttributeSet, String?>, String)] = [
      (\.title, "title"), (\.kind, "kind"), (\.itemContentType, "itemContentType"),
      (\.contentDescription, "contentDescription"), (\.domainIdentifier, "domainIdentifier"),
      (\.relatedUniqueIdentifier, "relatedUniqueIdentifier"),
      (\.weakRelatedUniqueIdentifier, "weakRelatedUniqueIdentifier"), (\.namedLocation, "namedLocation"),
      (\.fullyFormattedAddress, "fullyFormattedAddress"), (\.thoroughfare, "thoroughfare"), (\.city, "city"),
      (\.stateOrProvince, "stateOrProvince"), (\.postalCode, "postalCode"), (\.country, "country"),
      (\.thumbnailAddress, "thumbnailAddress"),
    ]
    for (property, name) in texts { check(property, name, "x", "x") }
    let dates: [(WritableKeyPath<ContentAttributeSet, Date?>, String)] = [
      (\.addedDate, "addedDate"), (\.contentCreationDate, "contentCreationDate"),
      (\.lastUsedDate, "lastUsedDate"),
      (\.startDate, "startDate"), (\.endDate, "endDate"), (\.dueDate, "dueDate"),
    ]
    for (property, name) in dates { check(property, name, date, .date(date)) }
    let lists: [(WritableKeyPath<ContentAttributeSet, [String]?>, String)] = [
      (\.alternateNames, "alternateNames"), (\.keywords, "keywords"), (\.phoneNumbers, "phoneNumbers"),
      (\.emailAddresses, "emailAddresses"),
    ]
    for (property, name) in lists { check(property, name, ["a", "b"], ["a", "b"]) }
    let numbers: [(WritableKeyPath<ContentAttributeSet, Double?>, String)] = [
      (\.rankingHint, "rankingHint"), (\.latitude, "latitude"), (\.longitude, "longitude"),
    ]
    for (property, name) in numbers { check(property, name, 1.5, 1.5) }
    check(\.contentURL, "contentURL", url, .url(url))
    check(\.thumbnailURL, "thumbnailURL", url, .url(url))
    check(\.supportsNavigation, "supportsNavigation", true, true)
    check(\.supportsPhoneCall, "supportsPhoneCall", false, false)
    #expect(content.attributes.count == 32)
  }

  @Test("a stored value of another type reads as nil and stays")
  func foreignTypes() throws {
    var activity = try activity()
    activity.contentAttributes = ["city": 7, "latitude": 3, "keywords": ["a", 1]]
    #expect(activity.contentAttributeSet.city == nil && activity.contentAttributeSet.keywords == nil)
    #expect(activity.contentAttributeSet.latitude == 3)
    activity.contentAttributeSet.kind = "k"
    #expect(activity.contentAttributes["city"] == 7)
  }

  @Test("row 83: a map item fills in the attribute set, but never overrides a set value")
  func mapItem() throws {
    var activity = try activity()
    activity.contentAttributeSet.city = "Old Town"
    activity.mapItem = try pizzeria()
    activity.contentAttributeSet.country = "Elsewhere"
    let content = activity.contentAttributeSet
    #expect(content.city == "Old Town" && content.country == "Elsewhere")
    #expect(content.namedLocation == "Da Mario" && content.latitude == 44.05 && content.longitude == -123.02)
    #expect(content.fullyFormattedAddress == "Main St 1, Springfield, US")
    #expect(content.phoneNumbers == ["+1 (541) 555-0100"] && content.contentURL?.host() == "mario.example")
    #expect(activity.effectiveContentAttributes["thoroughfare"] == "Main St 1")
    #expect(activity.effectiveContentAttributes["city"] == "Old Town")
    #expect(activity.contentAttributes == ["city": "Old Town", "country": "Elsewhere"])
    activity.mapItem = nil
    #expect(
      activity.contentAttributeSet.namedLocation == nil && activity.contentAttributeSet.city == "Old Town")
  }

  @Test("row 83: a map item is read back as it was stored; an invalid one is rejected, naming the member")
  func storedMapItem() throws {
    let item = try pizzeria()
    #expect(try MapItem(storedValue: item.storedValue) == item)
    let bare = try MapItem(name: "Pier")
    #expect(
      try MapItem(storedValue: bare.storedValue) == bare
        && bare.contentAttributes == ["namedLocation": "Pier"])
    #expect(throws: ActivityError.empty(field: "mapItem.name")) { try MapItem(name: "") }
    #expect(throws: ActivityError.malformed(field: "mapItem.name")) { try MapItem(storedValue: [:]) }
    #expect(throws: ActivityError.coordinateOutOfRange(field: "mapItem.place.latitude")) {
      try MapItem(storedValue: ["name": "Pier", "place": ["latitude": 91, "longitude": 0]])
    }
  }

  @Test("row 94: directions and calls are offered only if they are supported and their data exists")
  func hints() throws {
    var activity = try activity()
    #expect(activity.contentAttributeSet.directionsURL == nil && activity.contentAttributeSet.callURL == nil)
    activity.contentAttributeSet.supportsNavigation = true
    activity.contentAttributeSet.supportsPhoneCall = true
    #expect(activity.contentAttributeSet.directionsURL == nil && activity.contentAttributeSet.callURL == nil)
    activity.mapItem = try pizzeria()
    #expect(activity.contentAttributeSet.directionsURL?.absoluteString == "geo:44.05,-123.02")
    #expect(activity.contentAttributeSet.callURL?.absoluteString == "tel:+15415550100")
    activity.contentAttributeSet.supportsPhoneCall = false
    #expect(activity.contentAttributeSet.callURL == nil)
    activity.contentAttributes = [:]
    #expect(activity.contentAttributeSet.callURL != nil, "a map item with a number supports calls by itself")
    activity.mapItem = try MapItem(name: "Pier")
    #expect(activity.contentAttributeSet.supportsNavigation == nil)
  }

  @Test(
    "row 94: invalid numbers and unknown addresses are not offered",
    arguments: [
      (["call me"], nil), (["12a4"], nil), ([""], nil), (["+"], nil),
      (["x", "030 / 123-45"], "tel:03012345"),
      (["#31#123"], "tel:%2331%23123"),
    ] as [([String], String?)])
  func numbers(numbers: [String], expected: String?) {
    var content = ContentAttributeSet()
    content.phoneNumbers = numbers
    content.supportsPhoneCall = true
    #expect(content.callURL?.absoluteString == expected)
  }

  @Test("row 94: an address alone can be searched for")
  func addressOnly() {
    var content = ContentAttributeSet([
      "fullyFormattedAddress": "Straße 1, Köln & more", "supportsNavigation": true,
    ])
    #expect(
      content.directionsURL?.absoluteString == "geo:0,0?q=Stra%C3%9Fe%201%2C%20K%C3%B6ln%20%26%20more"
        || content.directionsURL?.absoluteString == "geo:0,0?q=Straße%201%2C%20Köln%20%26%20more")
    content.latitude = 200
    content.longitude = 0
    #expect(content.directionsURL?.absoluteString.hasPrefix("geo:0,0?q=") == true)
  }

  @Test("row 92: completeness is the share of eight facts, and not part of the identity")
  func completeness() throws {
    var activity = try activity()
    #expect(activity.completeness == 0)
    let identity = activity.identity
    let steps: [(inout UserActivity) throws -> Void] = [
      { $0.title = "View" }, { $0.subtitle = "A place" }, { $0.keywords = ["pizza"] },
      { try $0.setWebpageURL(URL(string: "https://example.org")) }, { $0.contentAttributeSet.kind = "Place" },
      { $0.contentAttributeSet.dueDate = Date(timeIntervalSince1970: 0) },
      { $0.contentAttributeSet.thumbnailURL = URL(string: "file:///tmp/a.png") },
      { $0.suggestedInvocationPhrase = "My pizzeria" },
    ]
    for (index, step) in steps.enumerated() {
      try step(&activity)
      #expect(activity.completeness == Double(index + 1) / 8)
    }
    #expect(activity.identity == identity)
  }

  @Test("row 97: a suggested phrase is not part of the identity, and a missing one only causes advice")
  func phrase() throws {
    var activity = try activity()
    activity.title = "View"
    let identity = activity.identity
    #expect(activity.advice().map(\.kind) == [.noInvocationPhrase])
    activity.suggestedInvocationPhrase = "Show my favourite pizzeria"
    #expect(activity.identity == identity && activity.advice().isEmpty)
  }
}
