/// How much a component of a pattern asks for; what asks for more goes first.
///
/// Literal text, then text with captures, then a capture alone, then what has a `*`, then `**`. Among texts with gaps the
/// one with more literal bytes goes first, then the one with fewer gaps.
struct Specificity: Hashable, Comparable {
  private let kind: Int
  private let gapBytes: Int
  private let gapCount: Int

  init(of component: PatternComponent) {
    switch component {
    case .literal: self.init(kind: 0)
    case .open(let open):
      let isBare = open.literalLength == 0
      let kind =
        switch (isBare, open.hasWildcard) {
        case (false, false): 1
        case (false, true): 2
        case (true, false): 3
        case (true, true): 4
        }
      self.init(kind: kind, gapBytes: -open.literalLength, gapCount: open.gaps.count)
    case .rest: self.init(kind: 5)
    }
  }

  private init(kind: Int, gapBytes: Int = 0, gapCount: Int = 0) {
    self.kind = kind
    self.gapBytes = gapBytes
    self.gapCount = gapCount
  }

  static func < (left: Self, right: Self) -> Bool {
    (left.kind, left.gapBytes, left.gapCount) < (right.kind, right.gapBytes, right.gapCount)
  }
}
