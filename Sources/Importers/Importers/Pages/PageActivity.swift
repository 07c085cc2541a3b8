internal import Activities
internal import Foundation

/// The level of a page that was visited, shared by all sources of pages.
///
/// - Type: `web.visit` for all browsers: the same page in two of them is the same activity.
/// - Identity: the page, section or site that can be opened again (`page`): see ``PageTemplate``.
/// - Web page: its address. Title: the page's title without counters (``TitleCounters``), if known;
///   otherwise host and path. With a title, they are the subtitle.
/// - Keywords: host and the parts of the path.
enum PageActivity {
  /// Returns the activity of visiting a page, section or site.
  ///
  /// - Parameter counters: The known counters in titles of this history.
  /// - Throws: ``ActivityError`` for invalid text.
  static func activity(
    _ page: PageTemplate, titled title: String?, without counters: TitleCounters = TitleCounters()
  ) throws -> UserActivity {
    let title = title.flatMap { counters.removed(from: $0, of: page) }
    var activity = try UserActivity(
      activityType: ImportedActivityType.page, title: title ?? page.identity,
      userInfo: ["page": .string(page.identity)], requiredUserInfoKeys: ["page"])
    if title != nil { activity.subtitle = page.identity }
    activity.keywords = Set(page.words)
    try activity.setWebpageURL(URL(string: page.url))
    return activity
  }
}
