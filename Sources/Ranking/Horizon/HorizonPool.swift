public import Kernels

/// A pool of opinions about what one person does within an hour, each as sure as it was right so far.
///
/// The probability of a line is the mean of the opinions' by their weights. At moments whose outcome is known the weights follow the
/// opinions' squared errors (the exponentially weighted average forecaster; Cesa-Bianchi & Lugosi: Prediction, Learning, and Games,
/// 2006, chapter 2), and then a share σ of them returns to the first weights, so that an opinion that was wrong for a while comes back:
///
///     w[k] ← w[k] · exp(−η · Σ over lines of (p[k] − done)²), normalised;  w ← (1 − σ) · w + σ · first
///
/// The opinions, in order: nothing is done; the model; the model at half and at more than its odds (`shifts`); columns of the
/// evidence that are log-odds by themselves. It is what carries over to people and kinds of activity that the model was not fitted to.
public struct HorizonPool: Sendable {
  /// The amounts that are added to the model's logits, in nats, for an opinion each.
  static let shifts: [Float] = [0, -0.7, 0.5]
  /// The first weight of the model, to one of each other opinion.
  static let modelWeight = 3.0
  /// η.
  ///
  /// Chosen by hand, with `modelWeight` and σ, so that people of five donations are told apart by what they do. On logs that the model was
  /// not fitted to, an η of 0.5 to 2, a weight of 3 to 20 and a σ of 0.001 to 0.01 have errors within 1 % of one another.
  static let rate = 2.0
  /// σ.
  static let switching = 0.003

  /// All that decides how weights follow outcomes: weights of another description do not go on with these.
  public static let definition = "\(shifts);\(modelWeight);\(rate);\(switching)"

  /// The columns of the evidence that are opinions.
  public let columns: [Int]
  private let first: [Double]
  private(set) var weights: [Double]

  /// A pool that has learned nothing.
  ///
  /// - Parameters:
  ///   - columns: The columns of the evidence that are log-odds by themselves.
  ///   - hasModel: Whether there is a model to have an opinion.
  public init(columns: [Int], hasModel: Bool) {
    self.columns = columns
    let raw =
      [1, hasModel ? Self.modelWeight : 0] + Self.shifts.dropFirst().map { _ in hasModel ? 1 : 0 }
      + columns.map { _ in 1 }
    first = raw.map { $0 / raw.reduce(0, +) }
    weights = first
  }

  /// A Boolean value that indicates whether a model has opinions in it.
  public var hasModel: Bool { first[1] > 0 }

  /// The number of opinions.
  public var count: Int { weights.count }

  /// Writes what each opinion says of each line: lines x ``count``, row-major.
  ///
  /// - Parameter logits: The model's, one a line; looked at only if there is a model.
  /// - Complexity: O(lines · opinions).
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

  /// Writes the probability of each line, from what the opinions say.
  ///
  /// - Complexity: O(lines · opinions).
  public func pool(_ opinions: [Float], into probabilities: inout [Float]) {
    let lines = opinions.count / count
    probabilities.resize(to: lines)
    for line in 0..<lines {
      var sum = 0.0
      for index in weights.indices { sum += weights[index] * Double(opinions[line * count + index]) }
      probabilities[line] = Float(sum)
    }
  }

  /// Learns from a moment.
  ///
  /// - Parameters:
  ///   - opinions: What the opinions said.
  ///   - done: For each line whether it was then done.
  /// - Complexity: O(lines · opinions).
  public mutating func learn(_ opinions: [Float], done: [Bool]) {
    var losses = [Double](repeating: 0, count: count)
    for (line, isDone) in done.enumerated() {
      for index in losses.indices {
        let error = Double(opinions[line * count + index]) - (isDone ? 1 : 0)
        losses[index] += error * error
      }
    }
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
  /// Writes what was learned.
  public func write(into writer: inout StateWriter) { writer.write(weights) }

  /// Reads back what was written.
  ///
  /// - Throws: `StateError` if it is not of so many opinions, or no weights.
  public init(columns: [Int], hasModel: Bool, from reader: inout StateReader) throws(StateError) {
    self.init(columns: columns, hasModel: hasModel)
    weights = try reader.readTable(count: count)
    guard weights.allSatisfy({ $0 >= 0 && $0 <= 1 }), abs(weights.reduce(0, +) - 1) < 1e-6 else {
      throw StateError()
    }
  }
}
