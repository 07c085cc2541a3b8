public import Kernels

/// A pool of opinions about what one person does within an hour, each as sure as it was right so
/// far.
///
/// The probability of a line is the mean of the opinions' by their weights. At moments whose
/// outcome is known the weights follow the opinions' squared errors (the exponentially weighted
/// average forecaster; Cesa-Bianchi & Lugosi: Prediction, Learning, and Games, 2006, chapter 2),
/// and then a share σ of them returns to the first weights, so that an opinion that was wrong for a
/// while comes back:
///
///     w[k] ← w[k] · exp(−η · Σ over lines of (p[k] − done)²), normalised;  w ← (1 − σ) · w + σ · first
///
/// Lines are weighed in strata, by what one opinion says of them (``bounds``): who is right about
/// what is hardly ever done need not be right about a habit, and most lines are of the former.
///
/// The opinions, in order: nothing is done; the model; the model at half and at more than its odds
/// (`shifts`); columns of the evidence that are log-odds by themselves. It is what carries over to
/// people and kinds of activity that the model was not fitted to.
public struct HorizonPool: Sendable {
  /// The amounts that are added to the model's logits, in nats, for an opinion each.
  static let shifts: [Float] = [0, -0.7, 0.5]
  /// The first weight of the model, to one of each other opinion.
  static let modelWeight = 3.0
  /// η.
  ///
  /// Chosen by hand, with `modelWeight` and σ, so that people of five donations are told apart by
  /// what they do. On logs that the model was not fitted to, an η of 0.5 to 2, a weight of 3 to 20
  /// and a σ of 0.001 to 0.01 have errors within 1 % of one another.
  static let rate = 2.0
  /// σ.
  static let switching = 0.003

  /// The probabilities at which one stratum ends and the next begins.
  static let bounds: [Float] = [0.2, 0.5]

  /// All that decides how weights follow outcomes: weights of another description do not go on with
  /// these.
  public static let definition = "\(shifts);\(modelWeight);\(rate);\(switching);\(bounds)"

  /// The columns of the evidence that are opinions.
  public let columns: [Int]
  /// The number of the opinion that decides about strata; `nil` if all lines are of one.
  private let judge: Int?
  private let first: [Double]
  /// The weights of each stratum's opinions.
  private(set) var weights: [[Double]]

  /// A pool that has learned nothing.
  ///
  /// - Parameters:
  ///   - columns: The columns of the evidence that are log-odds by themselves.
  ///   - stratifying: The one of these by which lines are told apart; `nil` if they are not.
  ///   - hasModel: Whether there is a model to have an opinion.
  public init(columns: [Int], stratifying: Int? = nil, hasModel: Bool) {
    self.columns = columns
    judge = stratifying.flatMap(columns.firstIndex(of:)).map { $0 + 1 + Self.shifts.count }
    let raw =
      [1, hasModel ? Self.modelWeight : 0] + Self.shifts.dropFirst().map { _ in hasModel ? 1 : 0 }
      + columns.map { _ in 1 }
    first = raw.map { $0 / raw.reduce(0, +) }
    weights = [[Double]](repeating: first, count: judge == nil ? 1 : Self.bounds.count + 1)
  }

  /// A Boolean value that indicates whether a model has opinions in it.
  public var hasModel: Bool { first[1] > 0 }

  /// The number of opinions.
  public var count: Int { first.count }

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
  ///   - opinions: What the opinions said.
  ///   - done: For each line whether it was then done.
  /// - Complexity: O(lines · opinions).
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
  /// Writes what was learned.
  public func write(into writer: inout StateWriter) { writer.write(weights.flatMap(\.self)) }

  /// Reads back what was written for a pool of the same opinions.
  ///
  /// - Throws: `StateError` if it is not of so many opinions, or no weights.
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
