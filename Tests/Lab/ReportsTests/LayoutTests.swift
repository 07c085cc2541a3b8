import Foundation
import Testing

@testable import Charts
@testable import Reports

@Suite("Charts: nothing is cut off, and axes hold their points")
struct LayoutTests {
  /// A drawing with the plot in it, and how far marks may stick out of that.
  private struct Drawn {
    let name: String
    let size: (width: Double, height: Double)
    let drawing: [Markup]
    let plot: (x: ClosedRange<Double>, y: ClosedRange<Double>)
  }

  /// Charts of figures that are hard to place.
  private static var hard: [Drawn] {
    let far = [
      ForestPlot.Row(name: "most-frequent", mean: 0.4, interval: 0.1...0.2),
      ForestPlot.Row(name: "naive-bayes", mean: -0.31, interval: -0.301 ... -0.3),
    ]
    let forest = ForestPlot(rows: far, title: "lead in MRR")
    let labels = ["1", "2", "3–4", "5–9", "10–19", "20–49", "50–99", "100–199", "200+"]
    func curve(_ values: [Double]) -> CurveChart.Curve {
      CurveChart.Curve(
        series: Series(name: "hunch", index: 0),
        points: values.enumerated().map {
          CurveChart.Point(step: $0.offset, value: $0.element, interval: 0.1...0.2, words: "")
        })
    }
    let curves = CurveChart(
      steps: labels, stepTitle: "donations seen so far", valueTitle: "MRR",
      curves: [curve([0, 0.93, 0.05, 0.3])])
    let leads = CurveChart(
      steps: labels, stepTitle: "donations seen so far", valueTitle: "lead in MRR",
      curves: [curve([-0.93, 0.93])], isSigned: true)
    let many = CurveChart(
      steps: (0..<24).map(String.init), stepTitle: "hour", valueTitle: "interruptions a day",
      curves: [curve([123, 0])])
    let long = "score 2 queries of 100 candidates, BLAS one by one / the same stacked into one matrix"
    let ratios = RatioChart(
      rows: [
        .init(name: long, ratio: 0.0004, words: ""), .init(name: "short", ratio: 6_702.51, words: ""),
        .init(name: String(repeating: "x", count: 99), ratio: 1, words: ""),
      ], title: "time / limit")
    let growth = GrowthChart(
      lines: [.init(name: "query", points: [(1, 0.5, ""), (1_000_000, 5e10, "")])], title: "donations")
    let area = PlotArea(horizontal: 0...1, vertical: 0...1)
    let inner = (
      area.margin.left...(area.size.width - area.margin.right),
      area.margin.top...(area.size.height - area.margin.bottom)
    )
    let rows = (20.0...(PlotArea.width - 20), 0...forest.size.height - 50)
    return [
      Drawn(name: "forest", size: forest.size, drawing: forest.drawing, plot: rows),
      Drawn(name: "curves", size: curves.size, drawing: curves.drawing, plot: inner),
      Drawn(name: "leads", size: leads.size, drawing: leads.drawing, plot: inner),
      Drawn(name: "many", size: many.size, drawing: many.drawing, plot: inner),
      Drawn(
        name: "ratios", size: ratios.size, drawing: ratios.drawing,
        plot: (16...(PlotArea.width - 16), 0...ratios.size.height - 50)),
      Drawn(name: "growth", size: growth.size, drawing: growth.drawing, plot: inner),
    ]
  }

  private static func number(_ element: ParsedPage.Element, _ name: String) throws -> Double {
    try #require(element.attributes[name].flatMap(Double.init), "\(name) of \(element.name)")
  }

  @Test("all words are within their picture and do not touch others in their line")
  func words() throws {
    for drawn in Self.hard {
      let page = try ParsedPage(Markup("svg", [:], drawn.drawing).source)
      var lines: [Double: [ClosedRange<Double>]] = [:]
      for text in page.all("text") {
        let (x, y) = (try Self.number(text, "x"), try Self.number(text, "y"))
        let length = PlotArea.letter * Double(text.text.count)
        let start = ["start": x, "middle": x - length / 2, "end": x - length][text.attributes["text-anchor"]]
        let left = try #require(start)
        #expect(left >= -0.1 && left + length <= drawn.size.width + 0.1, "\(drawn.name): \(text.text)")
        #expect(y >= 10 && y <= drawn.size.height, "\(drawn.name): \(text.text)")
        let taken = lines[y, default: []]
        #expect(
          taken.allSatisfy { $0.upperBound <= left || $0.lowerBound >= left + length },
          "\(drawn.name): \(text.text) over others")
        lines[y] = taken + [left...left + length]
      }
    }
  }

  @Test("no line of a grid runs through words")
  func gridBesideWords() throws {
    for drawn in Self.hard {
      let page = try ParsedPage(Markup("svg", [:], drawn.drawing).source)
      let words = try page.all("text").map { text in
        let (x, y) = (try Self.number(text, "x"), try Self.number(text, "y"))
        let length = PlotArea.letter * Double(text.text.count)
        let left = ["middle": x - length / 2, "end": x - length][text.attributes["text-anchor"]] ?? x
        return (text.text, across: left...left + length, down: y - 9...y + 2)
      }
      for path in page.all("path") where ["grid", "zero"].contains(path.attributes["class"]) {
        for piece in (path.attributes["d"] ?? "").split(separator: "M") {
          let numbers = piece.split { "LZ ".contains($0) }.compactMap { Double($0) }
          try #require(numbers.count == 4)
          let across = min(numbers[0], numbers[2])...max(numbers[0], numbers[2])
          let down = min(numbers[1], numbers[3])...max(numbers[1], numbers[3])
          let touched = words.filter { $0.across.overlaps(across) && $0.down.overlaps(down) }.map(\.0)
          #expect(touched == [], "\(drawn.name)")
        }
      }
    }
  }

  @Test("every point, bar and end of an interval is within the axes")
  func points() throws {
    for drawn in Self.hard {
      let page = try ParsedPage(Markup("svg", [:], drawn.drawing).source)
      let (across, down) = drawn.plot
      func isWithin(_ x: Double, _ y: Double) -> Bool {
        x >= across.lowerBound - 0.1 && x <= across.upperBound + 0.1 && y >= down.lowerBound - 0.1
          && y <= down.upperBound + 0.1
      }
      for circle in page.all("circle") {
        let (x, y) = (try Self.number(circle, "cx"), try Self.number(circle, "cy"))
        #expect(isWithin(x, y), "\(drawn.name): \(x) \(y)")
      }
      for rect in page.all("rect") {
        let (x, y) = (try Self.number(rect, "x"), try Self.number(rect, "y"))
        let (width, height) = (try Self.number(rect, "width"), try Self.number(rect, "height"))
        let inset = rect.attributes["class"]?.hasPrefix("mark") ?? false ? width / 2 : 0
        #expect(
          isWithin(x + inset, y + inset) && isWithin(x + width - inset, y + height - inset),
          "\(drawn.name): \(x) \(y) \(width) \(height)")
      }
      for path in page.all("path") {
        let numbers = (path.attributes["d"] ?? "").split { "MLZ ".contains($0) }.compactMap { Double($0) }
        for index in stride(from: 0, to: numbers.count - 1, by: 2) {
          #expect(isWithin(numbers[index], numbers[index + 1]), "\(drawn.name): \(path.attributes)")
        }
      }
    }
  }

  @Test("the axis of differences includes a lead outside its interval, and ends at round numbers")
  func forestAxis() throws {
    let plot = ForestPlot(
      rows: [ForestPlot.Row(name: "a", mean: 0.43, interval: 0.1...0.2)], title: "lead in MRR")
    let page = try ParsedPage(Markup("svg", [:], plot.drawing).source)
    let ticks = page.texts("text").filter { $0.hasPrefix("+0.") && !$0.contains("(") }
    #expect(ticks.last == "+0.50", "\(ticks)")
    #expect(PlotArea.range(holding: [0, 0.43]) == 0...0.5)
    #expect(PlotArea.range(holding: []).upperBound > PlotArea.range(holding: []).lowerBound)
  }

  @Test("pictures and tables have no fixed width, and a table that does not fit turns into a list")
  func widths() throws {
    let page = try ParsedPage(Sample.page(["a", "b"]).html)
    for element in page.elements {
      if let style = element.attributes["style"] {
        #expect(style.hasPrefix("max-width: ") && !style.contains(";"), "\(style)")
      }
      #expect(element.attributes["width"] == nil || element.name == "rect")
    }
    let sheet = try #require(page.texts("style").first)
    #expect(
      !sheet.contains("nowrap") && sheet.range(of: #"[^-]width: \d+px"#, options: .regularExpression) == nil)
    for breakpoint in DataTable.breakpoints {
      #expect(sheet.contains("@container not (min-width: \(breakpoint)rem) {\n  .fits-\(breakpoint) {"))
    }
    let tables = page.all("table")
    #expect(!tables.isEmpty)
    for table in tables {
      let style = try #require(table.attributes["class"])
      #expect(sheet.contains(".\(style) {"), "\(style)")
    }
    #expect(page.all("td").allSatisfy { !($0.attributes["data-label"] ?? "").isEmpty })
  }

  @Test("a cell of two lines has a break between them, and its foreign text is escaped")
  func lines() throws {
    var table = DataTable(caption: "", header: ["a", "b", "c"], wordColumns: [1])
    table.rows = [["<i>", "x\n<br>", "0.571\n0.5–0.6"]]
    let page = try ParsedPage(table.markup.source)
    #expect(page.all("br").count == 2 && page.all("i").isEmpty)
    #expect(page.texts("td") == ["x<br>", "0.5710.5–0.6"] && page.texts("th").last == "<i>")
  }

  @Test("a table is wider with longer cells; words wrap, figures do not")
  func tableWidth() {
    func width(_ cell: String, words: Set<Int> = []) -> Double {
      var table = DataTable(caption: "", header: ["a", "b"], wordColumns: words)
      table.rows = [["x", cell], ["y", "1"]]
      return table.width
    }
    let long = String(repeating: "0", count: 60)
    #expect(width("0.571") < width("0.571 (0.5–0.6)"))
    #expect(width("0.571\n0.5–0.6") < width("0.571 (0.5–0.6)"), "the longest line counts")
    #expect(width(long, words: [1]) < width(long))
    #expect(width(long) > 60 * 0.5, "half the size of the letters at least")
  }
}
