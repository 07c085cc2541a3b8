internal import Activities
internal import Foundation

/// The level of a page that was visited; all sources that know of pages have it in common.
///
/// - Type: `web.visit`, whichever the browser: the same page in two of them is the same activity.
/// - Identity: what is opened again, the page, section or site (`page`): see ``PageTemplate``.
/// - Web page: its address. Title: that of the page without counters (``TitleCounters``), where it
///   is known; else host and path, which are the subtitle otherwise.
/// - Keywords: host and the parts of the path.
enum PageActivity {
  /// Returns the activity of visiting a page, section or site.
  ///
  /// - Parameter counters: What is known of counters in the titles of this history.
  /// - Throws: ``ActivityError`` for text that no activity can have.
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
