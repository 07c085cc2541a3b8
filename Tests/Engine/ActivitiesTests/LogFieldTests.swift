import Foundation
import Testing

@testable import Activities

@Suite("The table of an activity's fields")
struct LogFieldTests {
  @Test("rules can remove exactly the fields that are marked as removable")
  func removable() {
    #expect(
      Set(DonationField.allCases.map(\.rawValue)) == [
        "title", "subtitle", "keywords", "suggestedInvocationPhrase", "webpageURL", "referrerURL",
        "contentAttributes", "persistentIdentifier", "targetContentIdentifier", "relatedUniqueIdentifier",
        "appEntityIdentifier", "interaction", "location", "location.name", "context", "device", "duration",
        "other",
      ])
    #expect(DonationField.allCases.count == 18)
    #expect(DonationField(rawValue: "publisher") == nil)
  }

  @Test("a snapshot has every property, and omits defaults")
  func properties() throws {
    var activity = try UserActivity(activityType: "org.example.a")
    #expect(
      String(decoding: try JSONEncoder().encode(activity), as: UTF8.self)
        == #"{"activityType":"org.example.a"}"#)
    for field in UserActivity.allFields { try set(field, of: &activity) }
    let snapshot = try JSONEncoder().encode(activity)
    let written = try #require(try JSONSerialization.jsonObject(with: snapshot) as? [String: Any])
    #expect(Set(written.keys) == Set(UserActivity.allFields.map(\.name) + ["activityType"]))
    #expect(try JSONDecoder().decode(UserActivity.self, from: snapshot) == activity)
  }

  /// Sets a property to a value that no new activity has.
  private func set(_ field: LogField<UserActivity>, of activity: inout UserActivity) throws {
    switch field.kind {
    case .text(_, let set): set(&activity, "a \(field.name)")
    case .texts(_, let set): set(&activity, ["a", "b"])
    case .words(_, let set): try set(&activity, ["music"])
    case .flag(_, let get, let set): set(&activity, !get(activity))
    case .number(_, let set): set(&activity, 2.5)
    case .date(_, let set): set(&activity, Date(timeIntervalSince1970: 1_800_000_000))
    case .url(_, let set): try set(&activity, URL(string: "https://example.org/\(field.name)"))
    case .object(_, let set): set(&activity, ["city": .string("Porto")])
    case .storedObject(_, let set):
      let place: ActivityValue = .object(["latitude": .double(1), "longitude": .double(2)])
      try set(
        &activity,
        field.name == "mapItem" ? ["name": .string("Ribeira"), "place": place] : ["actionName": .string("x")])
    case .storedList(_, let set): try set(&activity, [.object(["keys": .array([.string("city")])])])
    case .parsed, .instant, .place, .area, .user, .time, .activity:
      Issue.record("no activity has \(field.name)")
    }
  }
}
