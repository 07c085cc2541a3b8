/// The results of a search.
public struct SearchResults: Hashable, Sendable {
  /// The query.
  public let query: SearchQuery
  /// The hits, the best first.
  public let hits: [SearchHit]

  package init(to query: SearchQuery, _ hits: [SearchHit]) {
    self.query = query
    self.hits = hits
  }

  /// Returns the user's response to the results, for the log: the visible activities, and the
  /// chosen one.
  ///
  /// Items without a linked activity are not part of it: feedback is about activities.
  ///
  /// - Parameters:
  ///   - visible: The number of results on the screen.
  ///   - chosen: The index of the chosen result, counted from 0.
  ///   - instant: The time of the choice.
  /// - Returns: `nil` if no activity was visible.
  /// - Throws: ``ActivityError/chosenOutOfRange`` if the chosen result was not visible, or is an
  ///   item without an activity.
  public func feedback(visible: Int, chosen: Int? = nil, at instant: Instant) throws(ActivityError)
    -> Feedback?
  {
    let shown = hits.prefix(max(0, visible)).enumerated().filter { $1.activity != nil }
    let place = chosen.map { chosen in shown.firstIndex { $0.offset == chosen } }
    if case .some(.none) = place { throw .chosenOutOfRange }
    guard !shown.isEmpty else { return nil }
    var impressions: [Feedback.Impression] = []
    for activity in shown.compactMap(\.element.activity) {
      impressions.append(
        try Feedback.Impression(
          activityType: activity.activityType, userInfo: activity.userInfo,
          requiredUserInfoKeys: activity.requiredUserInfoKeys))
    }
    return try Feedback(
      by: query.user, at: instant, suggestion: "search", shown: impressions, chosen: place ?? nil,
      verdict: chosen == nil ? .ignored : .accepted)
  }
}
