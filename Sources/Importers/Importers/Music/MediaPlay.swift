internal import Activities

/// The level of music, podcasts and films that were played; all sources that know of them have it
/// in common.
///
/// - Type: `media.play`, whichever the program.
/// - Identity: who made it, the artist, podcast or channel (`artist`), because a song or film is
///   seldom played again, and who made it often; the title where nobody is known.
/// - Title: "Play Miles Davis". Subtitle: what was played. Keywords: the name of who made it.
/// - Beside it: the title and the album.
/// - Texts that a rule for secrets hits are left away.
enum MediaPlay {
  /// Returns what was played.
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
