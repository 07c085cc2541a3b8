internal import Activities
internal import Foundation

/// The level of coming to a place, shared by all sources of visits.
///
/// - Type: `place.visit`. Identity (`place`): `home` or `work`; else the source's identifier of the
///   place, which does not change when it is renamed; else its name.
/// - Title: "Go home", "Go to work", "Go to Blue Bottle". Keywords: the name.
/// - Also kept: the address of a map (`url`), which can be opened again.
/// - Time: the arrival. Place: the previous place, if it was visited in the last twelve hours. This
///   is known before the visit; the destination is the outcome.
/// - Duration: the length of the stay.
/// - A place without a name is not an activity, because users would not recognise coordinates.
struct PlaceVisit {
  /// The role of a place for the user.
  enum Role: String {
    case home, work
  }

  let position: HistoryPosition
  let start: Instant
  let end: Instant?
  var role: Role?
  /// The source's identifier of the place.
  var identifier: String?
  var name: String?
  var place: Place?

  static let noName = HistoryFilter("place without a name")
  private static let longestWay = 12.0 * 3_600

  /// Returns the content of the visit's record.
  ///
  /// - Parameter last: The visit before it.
  func content(after last: PlaceVisit?, _ settings: HistorySettings) -> HistoryRecord.Content {
    var name = name?.asTitle(upTo: 100)
    if let text = name, let rule = settings.secrets.firstMatch(in: text, kind: .title) {
      if role == nil { return .filtered(.secret(rule)) }
      name = nil
    }
    guard let identity = role?.rawValue ?? identifier ?? name,
      let title = role.map(Self.title) ?? name.map({ "Go to \($0)" })
    else { return .filtered(Self.noName) }
    do throws(ActivityError) {
      var userInfo: [String: ActivityValue] = ["place": .string(identity)]
      if let place { userInfo["url"] = .string("geo:\(place.latitude),\(place.longitude)") }
      var activity = try UserActivity(
        activityType: ImportedActivityType.place, title: title, userInfo: userInfo,
        requiredUserInfoKeys: ["place"])
      activity.keywords = Set([role?.rawValue, name].compactMap { $0 })
      var found = HistoryActivity(activity, at: .exact(start))
      if let end, end.milliseconds > start.milliseconds { found.duration = end.seconds(since: start) }
      if let last, let left = last.end, (0...Self.longestWay).contains(start.seconds(since: left)) {
        found.place = last.place
      }
      return .activity(found)
    } catch { return .malformed(HistoryProblem("\(error)")) }
  }

  private static func title(_ role: Role) -> String { role == .home ? "Go home" : "Go to work" }
}
