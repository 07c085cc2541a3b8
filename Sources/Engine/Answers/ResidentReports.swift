/// The answer to a request that only has an effect, as JSON.
package struct DoneReport: Encodable {
  private let v = 1
  private let type = "done"

  package init() {}
}

/// A resident program, as JSON.
package struct StatusReport: Encodable {
  private let v = 1
  private let type = "status"
  /// The version of the program.
  private let version: String
  /// The number of its process.
  private let process: Int32
  /// The path of its store.
  private let store: String

  package init(version: String, process: Int32, store: String) {
    (self.version, self.process, self.store) = (version, process, store)
  }
}

/// The reason why a request could not be answered, as JSON.
package struct ErrorReport: Encodable {
  private let v = 1
  private let type = "error"
  /// `request` if the request is wrong, `unavailable` if the same request may be answered later.
  private let problem: String
  /// The mistake, its place, and how to fix it.
  private let what: String

  package init(problem: Problem, what: String) {
    (self.problem, self.what) = (problem.rawValue, what)
  }

  package enum Problem: String {
    case request, unavailable
  }
}
