package import Activities

/// The answer to a request that only has an effect, as JSON.
package struct DoneReport: Encodable {
  private let v = 1
  private let type = "done"

  package init() {}
}

/// The sources that a resident program reads again, as JSON.
package struct ImportStatus: Encodable {
  private struct Problem: Encodable {
    /// The name of the source; `nil` if nothing can be read.
    let source: String?
    let problem: String
  }

  /// The number of histories that the user agreed to.
  private let sources: Int
  /// When they were last looked at.
  private let last: String?
  /// The number of donations that their last readings added.
  private var added = 0
  /// The number of donations that the last readings left out because the user forgot them.
  private var stayedForgotten = 0
  /// The effects of the user's rules on the last readings.
  private var rules: [RuleUseReport] = []
  private var problems: [Problem] = []
  private var uses: [RuleUse] = []

  private enum CodingKeys: String, CodingKey {
    case sources, last, added, stayedForgotten, rules, problems
  }

  package init(sources: Int, last: Instant? = nil, problem: String?) {
    (self.sources, self.last) = (sources, last?.rfc3339)
    if let problem { problems.append(Problem(source: nil, problem: problem)) }
  }

  /// Adds the last reading of a source.
  package mutating func add(
    _ added: Int, stayedForgotten: Int, _ rules: [RuleUse], of source: String, problem: String?
  ) {
    self.added += added
    self.stayedForgotten += stayedForgotten
    uses.add(rules)
    self.rules = uses.map(RuleUseReport.init)
    if let problem { problems.append(Problem(source: source, problem: problem)) }
  }
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
  /// The histories that it reads again.
  private let `import`: ImportStatus

  package init(version: String, process: Int32, store: String, importing: ImportStatus) {
    (self.version, self.process, self.store) = (version, process, store)
    self.import = importing
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
