internal import Activities

/// A subject that several activities share for a time: the document at hand, the project, the
/// episode.
struct Variable: Hashable, Sendable {
  /// The values to choose from; weights count unless `order` is `sequence`.
  let values: [Weighted<ActivityValue>]
  /// The rule for changes of the value.
  let order: Order
  /// The probability that a change brings a new value.
  let novelty: Double
  /// The name of a new value; `{n}` counts them.
  let noveltyName: TextTemplate

  /// A rule for the changes of a variable's value.
  enum Order: Hashable, Sendable {
    /// It stays from one use to the next with a probability, or else is drawn by weight.
    case stays(Double)
    /// It is drawn by weight at the first use of each day.
    case daily
    /// It changes to the next value, after the last to the first, unless it stays.
    case sequence(stays: Double)
  }
}

/// The current value of a variable, and its invented values.
struct VariableState {
  private(set) var value: ActivityValue?
  private var position = -1
  private var day: Int?
  private var invented: [ActivityValue] = []

  /// Advances the variable to the next donation.
  mutating func advance(_ variable: Variable, onDay day: Int, _ stream: inout RandomStream) {
    guard !stays(variable, onDay: day, &stream) else { return }
    self.day = day
    if stream.happens(with: variable.novelty) {
      let name = variable.noveltyName.filled { _ in String(invented.count + 1) }
      invented.append(.string(name))
      value = .string(name)
    } else if case .sequence = variable.order {
      position = variable.values.isEmpty ? -1 : (position + 1) % variable.values.count
      value = position < 0 ? value : variable.values[position].element
    } else {
      // Invented values return, too, the newest most often: interest fades as 1/age.
      let own = invented.reversed().enumerated().map { Weighted(element: $1, weight: 1 / Double($0 + 1)) }
      value = stream.choice(of: variable.values + own) ?? value
    }
  }

  private func stays(_ variable: Variable, onDay day: Int, _ stream: inout RandomStream) -> Bool {
    guard value != nil else { return false }
    switch variable.order {
    case .stays(let probability), .sequence(let probability): return stream.happens(with: probability)
    case .daily: return self.day == day
    }
  }
}
