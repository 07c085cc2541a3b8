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

  @Test("the page is well-formed, names its conditions, and each picture has a description and a table")
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

  @Test("the page names the limit, and explains ratios below 1")
  func limits() throws {
    let page = try ParsedPage(BenchmarkPage(Self.document()).html)
    let rows = page.all("tr").map(\.text)
    #expect(rows.contains("casemedianlimitset bytime / limit"), "\(rows)")
    #expect(rows.contains("query, 200 activities 101.0 µs500 nsmemory2.00"), "\(rows)")
    #expect(page.texts("figcaption").contains { $0.contains("Below 1 it is faster than the bare calls") })
  }

  @Test("the page warns about a debug build")
  func debug() throws {
    #expect(BenchmarkPage(try Self.document(isDebugBuild: true)).html.contains("A debug build"))
  }

  @Test("the page needs no other resource, and no name becomes markup")
  func hostile() throws {
    let html = BenchmarkPage(try Self.document(name: "</title><script>x</script>")).html
    for word in ["http:", "https:", "<script", "src=", "url(", "<link"] {
      #expect(!html.contains(word), "\(word)")
    }
    #expect(try ParsedPage(html).all("script").isEmpty)
  }
}
