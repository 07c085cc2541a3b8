internal import Activities

/// The cells of one occasion for each expert: the products of its circumstances' cells, side by side in one array.
struct CellMap: Sendable {
  private static let plan = ProductPlan(ExpertPanel.experts.map(\.circumstances))

  /// The cells of each product of the plan, one product after the other.
  private var cells = [WeightedCell(key: 0, weight: 1)]
  private var starts = [0, 1]

  init(_ occasion: Occasion) {
    let factors = Self.plan.circumstances.map { $0.cells(of: occasion) }
    cells.reserveCapacity(4 * Self.plan.products.count)
    starts.reserveCapacity(2 + Self.plan.products.count)
    for product in Self.plan.products {
      for index in starts[product.prefix]..<starts[product.prefix + 1] {
        let outer = cells[index]
        for inner in factors[product.last] {
          cells.append(
            WeightedCell(key: StableHash.mix(outer.key, inner.key), weight: outer.weight * inner.weight))
        }
      }
      starts.append(cells.count)
    }
  }

  /// The cells of an expert; of no circumstance, the one cell that everything belongs to.
  subscript(expert: Int) -> ArraySlice<WeightedCell> {
    let product = Self.plan.numbers[expert]
    return cells[starts[product]..<starts[product + 1]]
  }
}

/// In which order products of circumstances are made, so that none is made twice: each from a shorter one.
private struct ProductPlan: Sendable {
  struct Product: Sendable {
    /// The number of the product of all circumstances but the last; 0 is that of none.
    let prefix: Int
    /// The number of the last circumstance.
    let last: Int
  }

  /// The different circumstances.
  private(set) var circumstances: [Circumstance] = []
  /// The products from number 1 on.
  private(set) var products: [Product] = []
  /// The number of each list's product.
  private(set) var numbers: [Int] = []

  init(_ lists: [[Circumstance]]) {
    var known: [[Circumstance]: Int] = [[]: 0]
    for list in lists {
      var prefix = 0
      for (index, circumstance) in list.enumerated() {
        let part = Array(list[...index])
        if known[part] == nil {
          products.append(Product(prefix: prefix, last: number(of: circumstance)))
          known[part] = products.count
        }
        prefix = known[part] ?? 0
      }
      numbers.append(prefix)
    }
  }

  private mutating func number(of circumstance: Circumstance) -> Int {
    if let number = circumstances.firstIndex(of: circumstance) { return number }
    circumstances.append(circumstance)
    return circumstances.count - 1
  }
}
