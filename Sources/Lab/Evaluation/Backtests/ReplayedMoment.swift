public import Activities
public import Suggestions

/// A moment of a backtest, and its suggestions.
public struct ReplayedMoment: Hashable, Sendable {
  /// The circumstances of the query.
  public let context: Context
  /// The seconds from the end of observation to the context's moment.
  public let lead: Double
  /// The donations of the moment, if the query came just before them.
  public let donated: [Donation]
  /// The suggestions.
  public let answer: SuggestionList
  /// The suggestions of the other variant, if there is one.
  public let other: SuggestionList?

  /// The difference of the other variant's suggestions; absent if there is no other variant.
  public var difference: SuggestionDifference? {
    other.map { SuggestionDifference(from: answer.suggestions, to: $0.suggestions) }
  }
}

/// The difference between two lists of suggestions.
public struct SuggestionDifference: Hashable, Sendable {
  /// A suggestion that both have.
  public struct Pair: Hashable, Sendable {
    /// The earlier suggestion.
    public let before: Suggestion
    /// The later suggestion.
    public let after: Suggestion

    /// A Boolean value that tells whether its rank changed.
    public var isMoved: Bool { before.rank != after.rank }
    /// The change of its probability.
    public var change: Double { after.probability - before.probability }
  }

  /// The suggestions that are new.
  public let came: [Suggestion]
  /// The suggestions that disappeared.
  public let went: [Suggestion]
  /// The suggestions that both have, in the order of the first.
  public let kept: [Pair]
  /// A Boolean value that tells whether the first suggestion is the same, or there is none in both.
  public let hasSameFirst: Bool

  /// Compares two lists.
  public init(from before: [Suggestion], to after: [Suggestion]) {
    let places = Dictionary(after.map { ($0.identity, $0) }) { first, _ in first }
    let known = Set(before.map(\.identity))
    came = after.filter { !known.contains($0.identity) }
    went = before.filter { places[$0.identity] == nil }
    kept = before.compactMap { suggestion in
      places[suggestion.identity].map { Pair(before: suggestion, after: $0) }
    }
    hasSameFirst = before.first?.identity == after.first?.identity
  }

  /// The suggestions whose rank changed.
  public var moved: [Pair] { kept.filter(\.isMoved) }
  /// A Boolean value that tells whether both lists have the same suggestions in the same order,
  /// regardless of probabilities.
  public var isEmpty: Bool { came.isEmpty && went.isEmpty && moved.isEmpty }
}

/// The counts over all moments of a backtest.
public struct ReplaySummary: Hashable, Sendable {
  /// The number of queried moments.
  public internal(set) var moments = 0
  /// The number of moments with a suggestion.
  public internal(set) var answered = 0
  /// The number of moments of donations that could have been suggested.
  public internal(set) var donated = 0
  /// The numbers of moments at which the activity that followed was the first suggestion, and any
  /// suggestion.
  public internal(set) var first = 0, among = 0
  /// The same for the other variant.
  public internal(set) var otherFirst = 0, otherAmong = 0
  /// The numbers of moments at which both variants had the same first suggestion, and the same ones
  /// in the same order.
  public internal(set) var sameFirst = 0, same = 0
  /// The numbers of suggestions that appeared, disappeared and moved.
  public internal(set) var came = 0, went = 0, moved = 0
  /// The number of suggestions that both variants had.
  public internal(set) var kept = 0
  private var change = 0.0

  /// The mean absolute change in the probability of suggestions that both variants had.
  public var meanChange: Double? { kept > 0 ? change / Double(kept) : nil }

  mutating func count(_ moment: ReplayedMoment) {
    moments += 1
    if !moment.answer.suggestions.isEmpty { answered += 1 }
    let done = Set(moment.donated.map(\.identity))
    func isFirst(_ list: SuggestionList) -> Int {
      list.suggestions.first.map { done.contains($0.identity) } ?? false ? 1 : 0
    }
    func isAmong(_ list: SuggestionList) -> Int {
      list.suggestions.contains { done.contains($0.identity) } ? 1 : 0
    }
    if !done.isEmpty { donated += 1 }
    first += isFirst(moment.answer)
    among += isAmong(moment.answer)
    guard let other = moment.other, let difference = moment.difference else { return }
    otherFirst += isFirst(other)
    otherAmong += isAmong(other)
    sameFirst += difference.hasSameFirst ? 1 : 0
    same += difference.isEmpty ? 1 : 0
    came += difference.came.count
    went += difference.went.count
    moved += difference.moved.count
    kept += difference.kept.count
    change += difference.kept.reduce(0) { $0 + abs($1.change) }
  }
}
