public import Kernels

/// A pool of opinions about what a user does within an hour.
///
/// Each opinion counts as much as it was right before.
///
/// The probability of a row is the mean of the opinions' probabilities, by their weights. At
/// moments with a known outcome the weights follow the opinions' squared errors (the exponentially
/// weighted average forecaster; Cesa-Bianchi & Lugosi: Prediction, Learning, and Games, 2006,
/// chapter 2). Then a share σ of them returns to the first weights, so that an opinion that was
/// wrong for a while can come back:
///
///     w[k] ← w[k] · exp(−η · Σ over rows of (p[k] − done)²), normalised
///     w ← (1 − σ) · w + σ · first
///
/// Rows are weighted in strata, by the probability that one opinion gives them (``bounds``). An
/// opinion that is right about rare activities need not be right about a habit, and most rows are
/// of rare activities.
///
/// The opinions, in order: nothing is done; the model; the model at half its odds and at more than
/// its odds (`shifts`); the columns of the evidence that are log-odds by themselves. The pool is
/// what makes predictions work for users and kinds of activity that the model was not fitted to.
public struct HorizonPool: Sendable {
  /// The amounts added to the model's logits, in nats, one per opinion.
  static let shifts: [Float] = [0, -0.7, 0.5]
  /// The first weight of the model, relative to a weight of 1 for each other opinion.
  static let modelWeight = 3.0
  /// The rate η.
  ///
  /// Chosen by hand, with `modelWeight` and σ, so that five donations are enough to tell users
  /// apart. On logs that the model was not fitted to, an η of 0.5 to 2, a weight of 3 to 20 and a σ
  /// of 0.001 to 0.01 have errors within 1 % of one another.
  static let rate = 2.0
  /// The switching share σ.
  static let switching = 0.003

  /// The probabilities that separate the strata.
  static let bounds: [Float] = [0.2, 0.5]

  /// Every setting that decides how the weights follow outcomes.
  ///
  /// Weights with another description cannot be continued with these settings.
  public static let definition = "\(shifts);\(modelWeight);\(rate);\(switching);\(bounds)"

  /// The columns of the evidence that are opinions.
  public let columns: [Int]
  /// The index of the opinion that decides the stratum, or `nil` if there is only one stratum.
  private let judge: Int?
  private let first: [Double]
  /// The weights of the opinions in each stratum.
  private(set) var weights: [[Double]]

  /// Creates a pool that has learned nothing.
  ///
  /// - Parameters:
  ///   - columns: The columns of the evidence that are log-odds by themselves.
  ///   - stratifying: The one of these columns that assigns rows to strata, or `nil` for one
  ///     stratum.
  ///   - hasModel: Whether a model has an opinion.
  public init(columns: [Int], stratifying: Int? = nil, hasModel: Bool) {
    self.columns = columns
    judge = stratifying.flatMap(columns.firstIndex(of:)).map { $0 + 1 + Self.shifts.count }
    let raw =
      [1, hasModel ? Self.modelWeight : 0] + Self.shifts.dropFirst().map { _ in hasModel ? 1 : 0 }
      + columns.map { _ in 1 }
    first = raw.map { $0 / raw.reduce(0, +) }
    weights = [[Double]](repeating: first, count: judge == nil ? 1 : Self.bounds.count + 1)
  }

  /// A Boolean value that indicates whether a model's opinions are in the pool.
  public var hasModel: Bool { first[1] > 0 }

  /// The number of opinions.
  public var count: Int { first.count }

  /// Writes each opinion's probability of each row: rows x ``count``, row-major.
  ///
  /// - Parameter logits: The logits of the model, one per row; ignored without a model.
  /// - Complexity: O(rows · opinions).
  public func write(_ evidence: Matrix, logits: [Float], into opinions: inout [Float]) {
    opinions.resize(to: evidence.rows * count)
    let (elements, width, model) = (evidence.elements.span, evidence.columns, Self.shifts.count)
    var opinions = opinions.mutableSpan
    for line in 0..<evidence.rows {
      let place = line * count
      opinions[place] = 0
      for (index, shift) in Self.shifts.enumerated() {
        opinions[place + 1 + index] = hasModel ? Self.probability(logits[line] + shift) : 0
      }
      for (index, column) in columns.enumerated() {
        opinions[place + 1 + model + index] = Self.probability(elements[line * width + column])
      }
    }
  }

  /// Writes the probability of each row, pooled from the opinions.
  ///
  /// - Complexity: O(rows · opinions).
  public func pool(_ opinions: [Float], into probabilities: inout [Float]) {
    let lines = opinions.count / count
    probabilities.resize(to: lines)
    for line in 0..<lines {
      var sum = 0.0
      let stratum = stratum(of: line, opinions)
      for index in 0..<count { sum += weights[stratum][index] * Double(opinions[line * count + index]) }
      probabilities[line] = Float(sum)
    }
  }

  private func stratum(of line: Int, _ opinions: [Float]) -> Int {
    guard let judge else { return 0 }
    let said = opinions[line * count + judge]
    return Self.bounds.count { said >= $0 }
  }

  /// Learns from a moment.
  ///
  /// - Parameters:
  ///   - opinions: The opinions at that moment.
  ///   - done: For each row, whether the activity was then done.
  /// - Complexity: O(rows · opinions).
  public mutating func learn(_ opinions: [Float], done: [Bool]) {
    var losses = [[Double]](repeating: [Double](repeating: 0, count: count), count: weights.count)
    var isAsked = [Bool](repeating: false, count: weights.count)
    for (line, isDone) in done.enumerated() {
      let stratum = stratum(of: line, opinions)
      isAsked[stratum] = true
      for index in 0..<count {
        let error = Double(opinions[line * count + index]) - (isDone ? 1 : 0)
        losses[stratum][index] += error * error
      }
    }
    for stratum in weights.indices where isAsked[stratum] {
      learn(losses[stratum], in: &weights[stratum])
    }
  }

  private func learn(_ losses: [Double], in weights: inout [Double]) {
    let least = losses.min() ?? 0
    for index in weights.indices {
      weights[index] *= Elementary.exponential(-Self.rate * (losses[index] - least))
    }
    let sum = weights.reduce(0, +)
    for index in weights.indices {
      weights[index] = (1 - Self.switching) * weights[index] / sum + Self.switching * first[index]
    }
  }

  private static func probability(_ logit: Float) -> Float {
    Float(1 / (1 + Elementary.exponential(-Double(logit))))
  }
}

extension HorizonPool {
  /// Writes the learned weights.
  public func write(into writer: inout StateWriter) { writer.write(weights.flatMap(\.self)) }

  /// Reads weights that were written for a pool of the same opinions.
  ///
  /// - Throws: `StateError` if the number of opinions differs, or the weights are invalid.
  public mutating func read(from reader: inout StateReader) throws(StateError) {
    let all = try reader.readTable(of: Double.self, count: weights.count * count)
    let read = weights.indices.map { Array(all[$0 * count..<($0 + 1) * count]) }
    for own in read {
      guard own.allSatisfy({ $0 >= 0 && $0 <= 1 }), abs(own.reduce(0, +) - 1) < 1e-6 else {
        throw StateError()
      }
    }
    weights = read
  }
}
