import Testing

@testable import Charts

@Suite("Charts: numbers and positions")
struct DrawingTests {
  @Test("numbers have fixed decimals, signed ones a real minus sign, and zero is never negative")
  func numbers() {
    #expect(
      NumberText.fixed(0.12345) == "0.123" && NumberText.fixed(nil) == "–" && NumberText.fixed(.nan) == "–")
    #expect(NumberText.fixed(-0.0001) == "0.000" && NumberText.fixed(-0.5, 1) == "-0.5")
    #expect(NumberText.signed(-0.5) == "−0.500" && NumberText.signed(0.25, 2) == "+0.25")
    #expect(NumberText.signed(-0.0001) == "+0.000")
    #expect(NumberText.percent(0.5) == "50.0 %" && NumberText.interval(0.25...0.5) == "0.250–0.500")
  }

  @Test("the corners of a plot are the ends of its ranges, with values growing upwards")
  func corners() {
    let area = PlotArea(size: (200, 100), margin: (20, 10, 5, 15), horizontal: -1...3, vertical: 0...2)
    #expect(area.x(-1) == 20 && area.x(3) == 190 && area.x(1) == 105)
    #expect(area.y(0) == 85 && area.y(2) == 5 && area.y(1) == 45)
    let flat = PlotArea(size: (200, 100), margin: (20, 10, 5, 15), horizontal: 1...1, vertical: 0...0)
    #expect(flat.x(1) == 105 && flat.y(0) == 45, "a range without length is its own middle")
  }

  @Test(
    "ticks are round, few, and within",
    arguments: [
      (0.0...1.0, 0.01, [0, 0.2, 0.4, 0.6, 0.8, 1]),
      (-0.05...0.1, 0.01, [-0.05, 0, 0.05, 0.1]),
      (0...1, 1, [0, 1]), (0...23, 1, [0, 5, 10, 15, 20]), (0...0, 0.01, [0]),
      (0...70_000, 1, [0, 70_000]),
    ] as [(ClosedRange<Double>, Double, [Double])])
  func ticks(_ range: ClosedRange<Double>, _ least: Double, _ expected: [Double]) {
    let ticks = PlotArea.ticks(range, least: least)
    #expect(ticks.count == expected.count, "\(ticks)")
    for (tick, value) in zip(ticks, expected) { #expect(abs(tick - value) < 1e-9) }
  }

  @Test("a calibrated bin is on the diagonal, and an overconfident one below it")
  func diagonal() throws {
    let diagram = ReliabilityDiagram(
      bins: [
        ReliabilityDiagram.Bin(said: 0.25, met: 0.25, queries: 9),
        ReliabilityDiagram.Bin(said: 0.75, met: 0.5, queries: 9),
      ])
    let page = try ParsedPage(Markup("svg", [:], diagram.drawing).source)
    let points = try page.all("circle").map {
      (x: try #require(Double($0.attributes["cx"] ?? "")), y: try #require(Double($0.attributes["cy"] ?? "")))
    }
    let diagonal = try #require(page.all("path").first { $0.attributes["class"] == "zero" }?.attributes["d"])
    let ends = diagonal.split { "ML ".contains($0) }.compactMap { Double($0) }
    #expect(ends.count == 4 && points.count == 2)
    func height(at x: Double) -> Double {
      ends[1] + (x - ends[0]) / (ends[2] - ends[0]) * (ends[3] - ends[1])
    }
    #expect(abs(points[0].y - height(at: points[0].x)) < 0.2)
    #expect(points[1].y > height(at: points[1].x) + 50, "downwards is more")
  }

  @Test("a positive lead is right of zero, and a negative one left of it")
  func forest() throws {
    let plot = ForestPlot(
      rows: [
        ForestPlot.Row(name: "a", mean: 0.1, interval: 0.05...0.15),
        ForestPlot.Row(name: "b", mean: -0.1, interval: -0.2...0.0),
      ], title: "lead")
    let page = try ParsedPage(Markup("svg", [:], plot.drawing).source)
    let zero = try #require(page.all("path").first { $0.attributes["class"] == "zero" }?.attributes["d"])
    let middle = try #require(zero.split { "ML ".contains($0) }.compactMap { Double($0) }.first)
    let marks = page.all("rect").compactMap { $0.attributes["x"].flatMap(Double.init) }.map { $0 + 4.5 }
    #expect(marks.count == 2 && marks[0] > middle + 20 && marks[1] < middle - 20)
    #expect(page.texts("text").contains("−0.100 (−0.200 to +0.000)"))
  }

  @Test("bars are proportional to the number of users, and empty bins have none")
  func histogram() throws {
    let histogram = Histogram(
      counts: [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1], outlined: nil, title: "MRR", unit: "users",
      quantity: "an MRR")
    let page = try ParsedPage(Markup("svg", [:], histogram.drawing).source)
    let heights = page.all("rect").compactMap { $0.attributes["height"].flatMap(Double.init) }
    #expect(heights.count == 2 && abs(heights[0] - 2 * heights[1]) < 0.2)
  }

  @Test("the slope of a line is its exponent: a decade of time in a decade of size")
  func slope() throws {
    let chart = GrowthChart(
      lines: [
        GrowthChart.Line(name: "query", points: [(10, 1_000, "small"), (1_000, 100_000, "large")])
      ], title: "donations")
    let page = try ParsedPage(Markup("svg", [:], chart.drawing).source)
    let points = page.all("circle").compactMap { circle in
      circle.attributes["cx"].flatMap(Double.init).flatMap { x in
        circle.attributes["cy"].flatMap(Double.init).map { (x, $0) }
      }
    }
    // Two decades each way, and the plot spans just these: from the lower left to the upper right
    // corner.
    let area = PlotArea(horizontal: 1...3, vertical: 3...5)
    #expect(points.count == 2)
    #expect(abs(points[0].0 - area.x(1)) < 0.2 && abs(points[0].1 - area.y(3)) < 0.2)
    #expect(abs(points[1].0 - area.x(3)) < 0.2 && abs(points[1].1 - area.y(5)) < 0.2)
  }

  @Test("a ratio below 1 is left of the line, and one above 1 is right of it")
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

  @Test(
    "each value of a heat map has its cell, the highest has the strongest colour, and missing ones have none"
  )
  func heatMap() throws {
    let map = HeatMap(
      rows: ["Mon", "Tue"], columns: ["0", "1", "2"], labelEvery: 2, values: [[0, 2, nil], [1, 4, 9]],
      title: "expected", most: 4)
    let page = try ParsedPage(Markup("svg", [:], map.drawing).source)
    let cells = page.all("rect").filter { $0.text != "" }
    #expect(
      cells.map(\.text) == [
        "Mon 0: 0.00", "Mon 1: 2.00", "Mon 2: none", "Tue 0: 1.00", "Tue 1: 4.00", "Tue 2: 9.00",
      ])
    #expect(cells.map { $0.attributes["fill-opacity"] } == ["0.00", "0.50", "0.00", "0.25", "1.00", "1.00"])
    #expect(
      cells.map { $0.attributes["class"] == "cell missing" } == [false, false, true, false, false, false])
    let (x, y) = (cells.map { $0.attributes["x"] }, cells.map { $0.attributes["y"] })
    #expect(x[0] == x[3] && x[0] != x[1] && y[0] == y[1] && y[0] != y[3])
    #expect(page.all("rect").count == 6 + 5, "and five of the scale")
    #expect(page.texts("text") == ["expected", "0", "4.00", "Mon", "Tue", "0", "2"])
    for rect in page.all("rect") {
      for (position, length, end) in [("x", "width", map.size.width), ("y", "height", map.size.height)] {
        let (start, extent) = (
          rect.attributes[position].flatMap(Double.init), rect.attributes[length].flatMap(Double.init)
        )
        #expect(start ?? -1 >= 0 && (start ?? .infinity) + (extent ?? .infinity) <= end)
      }
    }
    let empty = HeatMap(rows: ["Mon"], columns: ["0"], values: [[0]], title: "", most: 0)
    #expect(!Markup("svg", [:], empty.drawing).source.contains("nan"))
  }

  @Test("drawings are stacked without overlapping")
  func stack() throws {
    let stack = Stack([((100, 40), ["a"]), ((120, 60), ["b"])])
    #expect(stack.size == (120, 100))
    let page = try ParsedPage(Markup("svg", [:], stack.drawing).source)
    #expect(page.all("g").map { $0.attributes["transform"] } == ["translate(0 0.0)", "translate(0 40.0)"])
    #expect(page.texts("g") == ["a", "b"])
  }

  @Test("several lines of reliability differ in style, and only a single one has distances")
  func lines() throws {
    func line(_ index: Int) -> ReliabilityDiagram.Line {
      ReliabilityDiagram.Line(
        series: Series(name: "\(index)", index: index), bins: [.init(said: 0.25, met: 0.5, queries: 3)])
    }
    for count in 1...2 {
      let diagram = ReliabilityDiagram(lines: (0..<count).map(line), unit: "moments")
      let page = try ParsedPage(Markup("svg", [:], diagram.drawing).source)
      let classes = page.all("circle").map { $0.attributes["class"] }
      #expect(classes == (0..<count).map { "point series-\($0)" })
      #expect(page.texts("circle").first == "said 0.250, met 0.500, 3 moments")
      #expect(page.all("path").contains { $0.attributes["class"] == "whisker series-0" } == (count == 1))
    }
  }
}
