/// The uses for which the activities of an action are eligible.
public struct ActivityEligibility: OptionSet, Hashable, Sendable {
  /// One bit per use.
  public let rawValue: Int

  /// Creates a set from bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// It is registered, and may be offered among recent activities; implied by all others.
  public static let perform = Self(rawValue: 1 << 0)
  /// It can be taken over by another program or device.
  public static let handoff = Self(rawValue: 1 << 1)
  /// A search finds it.
  public static let search = Self(rawValue: 1 << 2)
  /// It is marked as suitable for public indexing, which nothing here does.
  public static let publicIndexing = Self(rawValue: 1 << 3)
  /// It may be suggested.
  public static let prediction = Self(rawValue: 1 << 4)
}

/// The rules for an activity's eligibility.
///
/// Both require a title where users would see it: for search, hand-off and prediction. Both advise
/// a phrase for predictions.
public enum ActivityPublishingMode: Hashable, Sendable {
  /// Each use is independent: predicted activities are searchable only if search is listed too.
  case native
  /// As in Flint, and on Apple systems in 2018: all registered activities may be suggested, and
  /// those listed for prediction are searchable as well.
  ///
  /// An activity that is not listed for prediction needs no title; without one it is not suggested.
  case flint

  /// Returns the uses that an activity is marked with.
  ///
  /// In both modes hand-off is off unless it is listed, because the set is explicit; a
  /// `UserActivity` created directly has the defaults of its type instead.
  func marks(for eligibility: ActivityEligibility) -> ActivityEligibility {
    guard self == .flint, !eligibility.isEmpty else { return eligibility }
    return eligibility.union(eligibility.contains(.prediction) ? [.prediction, .search] : .prediction)
  }
}

extension ActivityEligibility {
  /// All uses that have a word.
  static let all: Self = [.perform, .handoff, .search, .publicIndexing, .prediction]

  /// The words in manifests, which are Flint's, in the order in which messages list them.
  private static let words: [(word: String, mark: Self)] = [
    ("perform", .perform), ("handoff", .handoff), ("search", .search), ("publicIndexing", .publicIndexing),
    ("prediction", .prediction),
  ]

  /// The words for a manifest; bits without a word are skipped.
  var words: [String] { Self.words.filter { contains($0.mark) }.map(\.word) }

  /// Reads a word from a manifest, or returns `nil` if it is unknown.
  init?(word: String) {
    guard let known = Self.words.first(where: { $0.word == word }) else { return nil }
    self = known.mark
  }
}
