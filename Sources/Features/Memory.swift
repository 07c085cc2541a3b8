/// How long a donation counts: its weight halves with each half-life that passes after it.
enum Memory: Hashable, Sendable {
  /// For ever.
  case unlimited
  /// By age.
  case hours(halfLife: Double)
  /// By how many donations came after it: the same for people who do ten things a day and a thousand.
  case donations(halfLife: Double)
  /// By how often the same circumstances came back after it: what was done here *last* counts most.
  case visits(halfLife: Double)
}
