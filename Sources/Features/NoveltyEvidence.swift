internal import Kernels

/// How often this user does something new: what "none of these" is judged by.
struct NoveltyEvidence: Sendable {
  static let names = [
    "novelty/rate-5", "novelty/rate-30", "novelty/rate-200", "novelty/ever", "novelty/last", "novelty/since",
    "novelty/here", "novelty/after", "novelty/at-hour", "novelty/once-only", "novelty/experience",
    "novelty/variety",
    "novelty/pause", "novelty/known-after", "novelty/known-after-2", "novelty/known-place",
    "novelty/known-attributes",
  ]

  static let halfLives = [5.0, 30, 200]

  /// Decayed shares of new activities, one a half-life; a prior of one half is worth one donation.
  private var rates = [Double](repeating: 0.5, count: halfLives.count)
  private var weights = [Double](repeating: 1, count: halfLives.count)
  private var sinceNew = 0
  private(set) var onceOnly = 0

  /// The rate at which new things have been done lately, 0 to 1.
  var rate: Double { rates[1] / weights[1] }

  /// Learns whether a donation was of something new; O(1).
  mutating func observe(isNew: Bool, isSecond: Bool) {
    for (index, halfLife) in Self.halfLives.enumerated() {
      let decay = Elementary.powerOfTwo(-1 / halfLife)
      rates[index] = rates[index] * decay + (isNew ? 1 : 0)
      weights[index] = weights[index] * decay + 1
    }
    sinceNew = isNew ? 0 : sinceNew + 1
    if isNew { onceOnly += 1 }
    if isSecond { onceOnly -= 1 }
  }

  /// The numbers of ``names``, in order; O(1).
  func values(
    _ occasion: Occasion, cells: CellMap, panel: ExpertPanel, donations: Int, rows: Int, at clock: Clock
  ) -> [Float] {
    func total(_ name: String) -> Double {
      panel.number(of: name).map { panel.tables[$0].total(in: cells[$0], at: clock) } ?? 0
    }
    /// Witten and Bell's estimate of meeting something new: kinds seen over kinds and occurrences.
    func escape(_ name: String) -> Double {
      guard let expert = panel.number(of: name) else { return 0.5 }
      let distinct = panel.tables[expert].distinctRows(in: cells[expert])
      return (distinct + 0.5) / (distinct + panel.tables[expert].total(in: cells[expert], at: clock) + 1)
    }
    let count = Double(donations)
    let knowledge = ["after", "after-2", "from-place/1km", "attributes"].map { total($0) }.map {
      $0 / ($0 + 5)
    }
    let values =
      zip(rates, weights).map { Self.odds($0 / $1) } + [
        Self.odds((Double(rows) + 0.5) / (count + 1)),
        sinceNew == 0 ? 1 : 0,
        Elementary.logarithm(Double(1 + sinceNew)),
        Self.odds(escape("from-place/1km")),
        Self.odds(escape("after")),
        Self.odds(escape("hour")),
        Self.odds((Double(onceOnly) + 0.5) / (count + 1)),
        count / (count + 50),
        Double(rows) / Double(rows + 20),
        occasion.gap.map { min(1, Circumstance.gapScale(seconds: $0) / 20) } ?? 0,
      ] + knowledge
    return values.map { Float($0) }
  }

  /// The logarithm of a probability's odds, held between -7 and 7.
  private static func odds(_ probability: Double) -> Double {
    max(-7, min(7, Elementary.logarithm(max(1e-9, probability) / max(1e-9, 1 - probability))))
  }
}

extension ExpertPanel {
  private static let numbers: [String: Int] = Dictionary(
    uniqueKeysWithValues: experts.enumerated().map { ($1.name, $0) })

  /// The number of the expert with a name.
  func number(of name: String) -> Int? { Self.numbers[name] }
}
