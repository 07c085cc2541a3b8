internal import Activities

/// A visit in a browser's history.
struct PageVisit {
  /// The position of its record.
  let position: HistoryPosition
  /// The address.
  let address: String?
  /// The browser's title for the address.
  let title: String?
  /// The time, in the browser's unit and from its epoch.
  let time: Int64?
  /// The rule that skips it, if any.
  var filter: HistoryFilter?
  /// The time in seconds for which the page was shown, if known.
  var duration: Double?
  /// The browser and the device, if a history covers several.
  var program: String?
  var device: String?
  /// The user's place, if known.
  var place: Place?
  /// The reason why it is malformed, if already known.
  var problem: HistoryProblem?
}

extension HistoryFilter {
  /// It led to another page at once; the end of the chain is the visit.
  static let redirect = HistoryFilter("redirected")
  /// A frame in a page, or a resource that a page loaded by itself.
  static let embedded = HistoryFilter("inside of a page")
  /// A reload of the same page.
  static let reload = HistoryFilter("reloaded")
  /// Going back or forward in the pages of a tab.
  static let backOrForward = HistoryFilter("back or forward")
  /// A file that was saved.
  static let download = HistoryFilter("download")
  /// The browser does not show it in its history.
  static let hidden = HistoryFilter("hidden")
  /// An extension or the browser wrote it.
  static let madeByBrowser = HistoryFilter("not a visit")
  /// The answer to a form: its address alone does not open it again.
  static let formAnswer = HistoryFilter("answer to a form")
  /// The page did not load, or was blocked.
  static let notLoaded = HistoryFilter("not loaded")
  /// A page of the browser or an extension, or an address that cannot be opened again (`about:`,
  /// `data:`).
  static let noPage = HistoryFilter("no page of the web")
  /// A site that is visited too rarely to be an activity (``PageCounts``).
  static let rare = HistoryFilter("site visited too rarely")
}
