/// The uses for which the activities of an action are eligible.
public struct ActivityEligibility: OptionSet, Hashable, Sendable {
  /// A bit for each.
  public let rawValue: Int

  /// Makes a set of bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// It is registered, and may be offered among recent activities; implied by all others.
  public static let perform = Self(rawValue: 1 << 0)
  /// It can be taken over by another program or device.
  public static let handoff = Self(rawValue: 1 << 1)
  /// A search finds it.
  public static let search = Self(rawValue: 1 << 2)
  /// It is marked as fit for public indexing, which nobody does here.
  public static let publicIndexing = Self(rawValue: 1 << 3)
  /// It may be suggested.
  public static let prediction = Self(rawValue: 1 << 4)
}

/// The rules that an activity's eligibility follows.
///
/// A title is required in both where users would see it: for search, hand-off and prediction. A
/// phrase is advised for predictions in both.
public enum ActivityPublishingMode: Hashable, Sendable {
  /// Each eligibility stands for itself: what is predicted is searched only if that is listed too.
  case native
  /// As in Flint, and on Apple systems in 2018: what is registered at all may be suggested, and
  /// what is listed for prediction is searched as well.
  ///
  /// What is suggested without being listed for it needs no title; without one it is not suggested.
  case flint

  /// The uses that an activity is marked with.
  ///
  /// In both modes hand-off is off unless it is listed, because the set is explicit; a
  /// `UserActivity` of one's own has the defaults of its type instead.
  func marks(for eligibility: ActivityEligibility) -> ActivityEligibility {
    guard self == .flint, !eligibility.isEmpty else { return eligibility }
    return eligibility.union(eligibility.contains(.prediction) ? [.prediction, .search] : .prediction)
  }
}

extension ActivityEligibility {
  /// All that have a word.
  static let all: Self = [.perform, .handoff, .search, .publicIndexing, .prediction]

  /// The words of manifests, which are Flint's, in the order in which messages list them.
  private static let words: [(word: String, mark: Self)] = [
    ("perform", .perform), ("handoff", .handoff), ("search", .search), ("publicIndexing", .publicIndexing),
    ("prediction", .prediction),
  ]

  /// The words of a manifest; bits that have no word are left out.
  var words: [String] { Self.words.filter { contains($0.mark) }.map(\.word) }

  /// Reads one word of a manifest; `nil` if it is none.
  init?(word: String) {
    guard let known = Self.words.first(where: { $0.word == word }) else { return nil }
    self = known.mark
  }
}
