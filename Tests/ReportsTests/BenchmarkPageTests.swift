import Benchmarking
import Foundation
import Testing

@testable import Reports

@Suite("Reports: the page of a benchmark")
struct BenchmarkPageTests {
  /// A run as its JSON has it.
  private static func document(
    name: String = "query, 200 activities", isDebugBuild: Bool = false
  ) throws -> BenchmarkDocument {
    func result(_ size: Int, _ median: Double) throws -> String {
      """
      {"name": \(try quoted("\(name) \(size)")), "series": [{"name": "query", "parameter": "donations", "size": \(size)}],
       "timing": {"median": \(median), "p99": \(2 * median), "samples": 9, "callsPerSample": 1},
       "rate": {"perSecond": 1000, "unit": "queries"},
       "limit": {"nanoseconds": 500, "ratio": \(median / 500), "bound": "memory"},
       "references": [{"name": "plain", "ratio": 0.5,
         "timing": {"median": 1, "p99": 2, "samples": 9, "callsPerSample": 1}}]}
      """
    }
    func quoted(_ text: String) throws -> String {
      String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    }
    let text = """
      {"conditions": {"command": "hunch benchmark", "processor": "<processor>", "blas": "OpenBLAS", "isDebugBuild":
        \(isDebugBuild), "blasParallelism": "serial", "vectorInstructions": "avx2", "commit": "abc"},
       "reports": [{"subject": "ranking", "results": [\(try result(10, 1_000)), \(try result(1_000, 100_000))],
         "growth": [{"series": "query", "parameter": "donations", "sizes": [10, 1000], "medians": [1000, 100000],
           "exponents": [1], "exponent": 1}],
         "quantities": [{"name": "memory of a person", "value": 262144, "unit": "bytes"}]}]}
      """
    return try JSONDecoder().decode(BenchmarkDocument.self, from: Data(text.utf8))
  }

  @Test("it is well-formed, says where and how, and each picture has words and a table")
  func page() throws {
    let page = try ParsedPage(BenchmarkPage(Self.document()).html)
    let pictures = page.all("svg").filter { $0.attributes["role"] == "img" }
    #expect(pictures.count == 3, "limits, others, growth")
    #expect(page.all("figure").count == 3 && page.all("details").count == 3)
    let identifiers = page.elements.compactMap { $0.attributes["id"] }
    #expect(Set(identifiers).count == identifiers.count)
    let words = page.texts("p")
    for part in ["hunch benchmark", "<processor>", "OpenBLAS", "avx2", "abc"] {
      #expect(words.contains { $0.contains(part) }, "\(part)")
    }
    #expect(!words.contains { $0.contains("debug build") })
    #expect(page.texts("td").contains("262144"))
  }

  @Test("a debug build is said to be one")
  func debug() throws {
    #expect(BenchmarkPage(try Self.document(isDebugBuild: true)).html.contains("A debug build"))
  }

  @Test("it needs nothing from elsewhere, and no name becomes markup")
  func hostile() throws {
    let html = BenchmarkPage(try Self.document(name: "</title><script>x</script>")).html
    for word in ["http:", "https:", "<script", "src=", "url(", "<link"] {
      #expect(!html.contains(word), "\(word)")
    }
    #expect(try ParsedPage(html).all("script").isEmpty)
  }

  @Test("the slope of a line is its exponent: a decade of time in a decade of size")
  func slope() throws {
    let growths = try Self.document().reports[0].growth
    let page = try ParsedPage(Markup("svg", [:], GrowthChart(growths: growths).drawing).source)
    let points = page.all("circle").compactMap { circle in
      circle.attributes["cx"].flatMap(Double.init).flatMap { x in
        circle.attributes["cy"].flatMap(Double.init).map { (x, $0) }
      }
    }
    // Two decades each way, and the plot spans just these: from the lower left to the upper right corner.
    let area = PlotArea(horizontal: 1...3, vertical: 3...5)
    #expect(points.count == 2)
    #expect(abs(points[0].0 - area.x(1)) < 0.2 && abs(points[0].1 - area.y(3)) < 0.2)
    #expect(abs(points[1].0 - area.x(3)) < 0.2 && abs(points[1].1 - area.y(5)) < 0.2)
  }

  @Test("a ratio below 1 lies left of the line, one above it right")
  func ratios() throws {
    let chart = RatioChart(
      rows: [
        .init(name: "quick", ratio: 0.1, words: "quick"), .init(name: "slow", ratio: 10, words: "slow"),
      ], title: "ratio")
    let page = try ParsedPage(Markup("svg", [:], chart.drawing).source)
    let bars = page.all("rect").compactMap { $0.attributes["x"].flatMap(Double.init) }
    let zero = try #require(page.all("path").first { $0.attributes["class"] == "zero" }?.attributes["d"])
    let middle = try #require(zero.split { "ML ".contains($0) }.compactMap { Double($0) }.first)
    #expect(bars.count == 2 && bars[0] < middle - 20 && abs(bars[1] - middle) < 0.2)
    #expect(page.texts("text").contains("0.1") && page.texts("text").contains("10"))
  }
}
