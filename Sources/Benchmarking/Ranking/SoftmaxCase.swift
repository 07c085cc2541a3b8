internal import Kernels

/// Probabilities of many scores and one that stands apart: vectorised, and in plain loops.
public struct SoftmaxCase: Sendable {
  private let scores: [Float]
  private var probabilities: [Float] = []

  /// Makes up scores.
  public init(scores count: Int, seed: UInt64) {
    var random = SeededRandom(seed: seed)
    scores = (0..<count).map { _ in random.normal() }
  }

  /// What is done: each score is read, each probability written; the arithmetic of an exponential is not counted.
  public var work: Work { Work(scores.count, "scores", operations: 0, floats: 2 * scores.count) }

  /// Vectorised, on a copy of the scores; answers the probability of what stands apart.
  public mutating func normalize() -> Float {
    probabilities.removeAll(keepingCapacity: true)
    probabilities.append(contentsOf: scores)
    return Softmax.normalize(&probabilities, in: probabilities.indices, with: 1).other
  }

  /// Plain loops.
  public func plain() -> Float { PlainKernels.softmax(scores, with: 1).other }
}
