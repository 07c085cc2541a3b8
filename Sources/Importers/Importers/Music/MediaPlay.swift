internal import Activities

/// The level of music, podcasts and films that were played, shared by all sources.
///
/// - Type: `media.play` for all programs.
/// - Identity: the artist, podcast or channel (`artist`), because users seldom repeat a song or
///   film, and often return to its maker; the title if the maker is unknown.
/// - Title: "Play Miles Davis". Subtitle: the played title. Keywords: the maker's name.
/// - Also kept: the title and the album.
/// - Texts with secrets are removed.
enum MediaPlay {
  /// Returns the content of a record of a play.
  static func content(
    artist: String?, title: String?, album: String? = nil, at time: HistoryTime, _ settings: HistorySettings,
    adding details: (inout HistoryActivity) -> Void = { _ in }
  ) -> HistoryRecord.Content {
    var withheld: HistoryFilter?
    func kept(_ text: String?) -> String? {
      guard let text = text?.asTitle() else { return nil }
      guard let rule = settings.secrets.firstMatch(in: text, kind: .title) else { return text }
      withheld = .secret(rule)
      return nil
    }
    let (artist, title, album) = (kept(artist), kept(title), kept(album))
    guard let name = artist ?? title else { return withheld.map { .filtered($0) } ?? .malformed(.empty) }
    let key = artist == nil ? "title" : "artist"
    var userInfo: [String: ActivityValue] = [key: .string(name)]
    if let title { userInfo["title"] = .string(title) }
    if let album { userInfo["album"] = .string(album) }
    do throws(ActivityError) {
      var activity = try UserActivity(
        activityType: ImportedActivityType.media, title: "Play \(name)", userInfo: userInfo,
        requiredUserInfoKeys: [key])
      if artist != nil { activity.subtitle = title }
      activity.keywords = [name]
      var found = HistoryActivity(activity, at: time)
      found.withheld = withheld
      details(&found)
      return .activity(found)
    } catch { return .malformed(HistoryProblem("\(error)")) }
  }
}
