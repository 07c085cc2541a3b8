public import Benchmarking
internal import Charts

/// A benchmark as one page of HTML that needs nothing else, made as ``EvaluationPage`` is.
public struct BenchmarkPage: Sendable {
  private let document: BenchmarkDocument

  /// Creates a page about one run.
  public init(_ document: BenchmarkDocument) {
    self.document = document
  }

  /// The page, as HTML that is well-formed XML too.
  public var html: String {
    let sections = document.reports.map { BenchmarkSection(report: $0).markup }
    return Page(
      title: "Hunch: how fast it is", body: [header, terms, Markup("main", [:], sections)]
    ).html
  }

  private var header: Markup {
    let conditions = document.conditions
    var lines = [
      "Command: \(conditions.command).",
      "Machine: \(conditions.processor); \(conditions.blas); vector loops: \(conditions.vectorInstructions).",
    ]
    if let commit = conditions.commit { lines.append("Commit: \(commit).") }
    let warning =
      conditions.isDebugBuild
      ? [Markup("p", ["class": "warning"], ["A debug build: its figures say little."])] : []
    return Markup(
      "header", [:],
      [
        Markup("h1", [:], ["How fast Hunch is"]),
        Markup(
          "p", [:],
          [
            """
            Everything that is compared took turns in one run, on one core. Times differ from machine to machine and from hour \
            to hour; ratios and exponents hardly do.
            """
          ]),
      ] + lines.map { Markup("p", ["class": "conditions"], ["\($0)"]) } + warning)
  }

  /// The terms, placed before the figures, where readers need them.
  private var terms: Markup {
    Page.terms(
      """
      Times are the median and the 99th percentile of the samples. The limit is the longer of two times: arithmetic, \
      the case’s additions and multiplications at the rate of a bare matrix product (sgemm), and memory, its bytes at \
      the rate of a bare loop that reads as many. It counts no exponential and no call. Growth is the exponent e in \
      time ~ size^e, by least squares over all sizes.
      """)
  }
}
