internal import Activities
internal import Continuation

/// What the made-up reading program opens.
struct ReaderDocument: ActivityCodable {
  static let report = ReaderDocument(name: "report", page: 3)

  var name: String
  var page: Int

  init(name: String, page: Int) {
    self.name = name
    self.page = page
  }

  init(userInfo: [String: ActivityValue]) throws(ActivityCodableError) {
    name = try userInfo.value(forKey: "name")
    page = try userInfo.value(forKey: "page")
  }

  var userInfo: [String: ActivityValue] { ["name": name.activityValue, "page": page.activityValue] }
}
