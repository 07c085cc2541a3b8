extension BenchmarkReport {
  /// Tables of plain text: a line a case, a line a series, a line a quantity.
  public var text: String {
    let parts = [Self.table(resultRows), Self.table(growthRows), Self.table(quantityRows)]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private var resultRows: [[String]] {
    let rows = results.map { result in
      [
        result.name, Self.duration(result.timing.median), Self.duration(result.timing.p99),
        Self.amount(result.rate.perSecond) + " " + result.rate.unit + "/s",
        result.limit.map { Self.decimals($0.ratio, 2) + ($0.bound == .memory ? " m" : " a") } ?? "–",
        result.references.map { "\($0.ratio.map { Self.decimals($0, 2) } ?? "–") \($0.name)" }
          .joined(separator: ", "),
      ]
    }
    return rows.isEmpty ? [] : [[subject, "median", "p99", "rate", "of the limit", "of others"]] + rows
  }

  private var growthRows: [[String]] {
    let rows = growth.map { growth in
      [
        growth.series, growth.sizes.map { Self.amount(Double($0)) }.joined(separator: " "),
        growth.exponents.map { Self.decimals($0, 2) }.joined(separator: " "),
        Self.decimals(growth.exponent, 2), growth.parameter,
      ]
    }
    return rows.isEmpty ? [] : [["growth: time ~ size^e", "sizes", "e, step by step", "e", "of"]] + rows
  }

  private var quantityRows: [[String]] {
    let rows = quantities.map { [$0.name, Self.quantity($0.value), $0.unit] }
    return rows.isEmpty ? [] : [["quantity", "", ""]] + rows
  }

  /// The first and the last cell to the left, others to the right.
  private static func table(_ lines: [[String]]) -> String {
    guard let header = lines.first else { return "" }
    let widths = header.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { cells in
      var text = ""
      for (column, cell) in cells.enumerated() {
        let space = String(repeating: " ", count: widths[column] - cell.count)
        let isLeft = column == 0 || column == cells.count - 1
        text += (column == 0 ? "" : "  ") + (isLeft ? cell + space : space + cell)
      }
      while text.hasSuffix(" ") { text.removeLast() }
      return text
    }.joined(separator: "\n")
  }

  /// Nanoseconds in a unit that fits.
  public static func duration(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<100: "\(decimals(nanoseconds, 1)) ns"
    case ..<1_000: "\(decimals(nanoseconds, 0)) ns"
    case ..<1_000_000: "\(decimals(nanoseconds / 1_000, 1)) µs"
    case ..<1_000_000_000: "\(decimals(nanoseconds / 1_000_000, 2)) ms"
    default: "\(decimals(nanoseconds / 1_000_000_000, 2)) s"
    }
  }

  /// A number of things in thousands, millions, and so on, where there are that many.
  public static func amount(_ value: Double) -> String {
    switch value {
    case ..<1_000: value == value.rounded() ? decimals(value, 0) : decimals(value, 1)
    case ..<1e6: decimals(value / 1e3, value.truncatingRemainder(dividingBy: 1e3) == 0 ? 0 : 1) + " k"
    case ..<1e9: decimals(value / 1e6, 1) + " M"
    default: decimals(value / 1e9, 1) + " G"
    }
  }

  private static func quantity(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : decimals(value, 2)
  }

  /// A number with so many digits after the point.
  static func decimals(_ value: Double, _ digits: Int) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "–" }
    let scale = (0..<digits).reduce(1) { product, _ in product * 10 }
    let scaled = Int((abs(value) * Double(scale)).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    if digits == 0 { return sign + String(scaled) }
    let fraction = String(scaled % scale)
    return "\(sign)\(scaled / scale)." + String(repeating: "0", count: digits - fraction.count) + fraction
  }
}
