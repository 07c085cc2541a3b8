/// How much a made-up person does, and which rows of growing size that belongs to.
struct PersonSize {
  /// What grows in a row.
  enum Parameter: String {
    case donations, activities
  }

  let activities: Int
  let donations: Int
  var grows: [Parameter]

  /// The rows of a case.
  func series(_ name: String) -> [BenchmarkResult.Series] {
    grows.map {
      .init(
        name: "\(name), by \($0.rawValue)", parameter: $0.rawValue,
        size: $0 == .donations ? donations : activities)
    }
  }
}
