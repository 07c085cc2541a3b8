public import Manifest

extension ActivityEligibility {
  /// What a manifest says in words.
  public init(_ words: Set<Manifest.Eligibility>) {
    self.init(words.map(Self.init))
  }

  private init(_ word: Manifest.Eligibility) {
    self =
      switch word {
      case .perform: .perform
      case .handoff: .handoff
      case .search: .search
      case .publicIndexing: .publicIndexing
      case .prediction: .prediction
      }
  }
}

extension Set<Manifest.Eligibility> {
  /// The words for an action's eligibility; bits that have no word are left out.
  public init(_ eligibility: ActivityEligibility) {
    self.init(Manifest.Eligibility.allCases.filter { eligibility.isSuperset(of: ActivityEligibility([$0])) })
  }
}
