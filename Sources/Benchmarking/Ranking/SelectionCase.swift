internal import Kernels

/// The best of many scores: a scan with a threshold, and a sort of all.
public struct SelectionCase: Sendable {
  private let scores: [Float]
  private let limit: Int
  private var rows: [Int] = []

  /// Makes up scores.
  public init(scores count: Int, limit: Int, seed: UInt64) {
    var random = SeededRandom(seed: seed)
    scores = (0..<count).map { _ in random.normal() }
    self.limit = limit
  }

  /// What is done: each score is read.
  public var work: Work { Work(scores.count, "scores", operations: 0, floats: scores.count) }

  /// Selects with a threshold; answers the best row.
  public mutating func select() -> Float {
    TopRows.select(scores, limit: limit, into: &rows)
    return Float(rows.first ?? 0)
  }

  /// Sorts all.
  public func plain() -> Float { Float(PlainKernels.topRows(scores, limit: limit).first ?? 0) }
}
