internal import Activities

/// A visit as a browser's history has it.
struct PageVisit {
  /// Where it stands.
  let position: HistoryPosition
  /// The address.
  let address: String?
  /// The title that the browser shows for the address.
  let title: String?
  /// The time, in the browser's unit and from its epoch.
  let time: Int64?
  /// Why it is no page that somebody went to, if it is not.
  var filter: HistoryFilter?
  /// How long the page was shown, in seconds, where the browser knows.
  var duration: Double?
  /// The browser and the device, where a history is of several.
  var program: String?
  var device: String?
  /// Where somebody was, if the history knows.
  var place: Place?
  /// Why it makes no sense, if that is known already.
  var problem: HistoryProblem?
}

extension HistoryFilter {
  /// It led on to another page at once; the end of the chain is the visit.
  static let redirect = HistoryFilter("redirected")
  /// A frame in a page, or what a page loaded by itself.
  static let embedded = HistoryFilter("inside of a page")
  /// The same page, loaded anew.
  static let reload = HistoryFilter("reloaded")
  /// Back or forward in the pages of a tab.
  static let backOrForward = HistoryFilter("back or forward")
  /// A file that was saved.
  static let download = HistoryFilter("download")
  /// The browser itself does not show it in its history.
  static let hidden = HistoryFilter("hidden")
  /// An extension or the browser wrote it.
  static let madeByBrowser = HistoryFilter("not a visit")
  /// The answer to a form that was sent: its address alone does not open it again.
  static let formAnswer = HistoryFilter("answer to a form")
  /// The page did not load, or was not allowed.
  static let notLoaded = HistoryFilter("not loaded")
  /// A page of the browser's own, of an extension, or of a kind that is not opened again (`about:`,
  /// `data:`).
  static let noPage = HistoryFilter("no page of the web")
  /// Pages, sections and sites that are visited too rarely to be activities (``PageCounts``).
  static let rare = HistoryFilter("site visited too rarely")
}
