/// An operation of a soak with its own measurements.
enum Operation: String, CaseIterable {
  /// One donation, durable.
  case donate
  /// 2 to 20 donations in one transaction.
  case batch
  /// A donation older than the last one: the engine returns to a checkpoint.
  case late
  /// An answer right after a change by its own writer.
  case suggest
  /// An answer with reasons, or for a surface, while others write.
  case explain
  /// Feedback about a suggestion, or a new phrase.
  case feedback
  /// Matching words to an activity.
  case match
  /// A search.
  case search
  /// One donation, an activity type or a span of time is forgotten, and its bytes are overwritten.
  case forget
  /// A commit of bare SQLite: the current speed of the disk.
  case bareCommit = "bare commit"
  /// A row that bare SQLite reads on another thread, and a fixed loop: the current speed of the
  /// cores.
  case bareWork = "bare work"

  /// The operation that its time is compared with.
  var reference: Operation? {
    switch self {
    case .donate, .batch, .late, .feedback: .bareCommit
    // Forgetting rewrites the whole file, which is work for a core and the disk; the core's part
    // can be compared.
    case .suggest, .explain, .match, .search, .forget: .bareWork
    case .bareCommit, .bareWork: nil
    }
  }
}
