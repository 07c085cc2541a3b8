internal import Activities
internal import Foundation

/// The level of coming to a place; all sources that know of visits have it in common.
///
/// - Type: `place.visit`. Identity (`place`): `home` or `work`; else the source's own name for the
///   place, which stays when people rename it; else its name.
/// - Title: "Go home", "Go to work", "Go to Blue Bottle". Keywords: the name.
/// - Beside it: the address of a map of it (`url`), which can be opened again.
/// - Time: when somebody came there. Place: where they were before, if that was in the last twelve
///   hours: it is what was known; where they came to is the outcome.
/// - Duration: how long they stayed.
/// - A place that nobody has named is no activity: no person would know it again by numbers.
struct PlaceVisit {
  /// What a place is to somebody.
  enum Role: String {
    case home, work
  }

  let position: HistoryPosition
  let start: Instant
  let end: Instant?
  var role: Role?
  /// The source's own name for the place.
  var identifier: String?
  var name: String?
  var place: Place?

  static let noName = HistoryFilter("place without a name")
  private static let longestWay = 12.0 * 3_600

  /// Returns what the visit is.
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
