internal import Activities

extension Circumstance {
  /// The last n activities, in order.
  static func previous(_ length: Int) -> Circumstance {
    sequence("previous", length) { $0 & 7 >= length }
  }

  /// The n-th last activity alone.
  static func earlier(_ position: Int) -> Circumstance {
    sequence("earlier", position) { $0 & (position == 2 ? 8 : 16) != 0 }
  }

  private static func sequence(
    _ name: String, _ count: Int, isAlike: @escaping @Sendable (Int) -> Bool
  ) -> Circumstance {
    Circumstance(
      name, Double(count), definition: "\(name) \(count)", code: .sequence,
      isKnown: { $0.recent.count >= count }, remainder: { $1 },
      source: { $0.recent.count >= count ? 1 : 0 },
      fill: { values, _, moment in
        let isKnown = moment.recent.count >= count
        for code in 0..<32 { values.append(isKnown && isAlike(code) ? 1 : 0) }
      })
  }

  /// The activities among the last five, whatever their order.
  static let amongLast = Circumstance(
    "among-last", code: nil, isKnown: { !$0.recent.isEmpty }, remainder: { $1 })

  /// The activities among the last five, weighted by the similarity of their ages.
  ///
  /// An activity that another one sets off follows after some time, whatever is done in between (as
  /// in a Hawkes process).
  static let amongLastByAge = Circumstance(
    "among-last-by-age", code: nil, needs: .exact,
    isKnown: { moment in moment.recentAges.contains { $0 != nil } }, remainder: { $1 })

  /// A Boolean value that indicates whether it concerns the preceding activities, in order.
  var needsPrevious: Bool { name == "previous" }
}
