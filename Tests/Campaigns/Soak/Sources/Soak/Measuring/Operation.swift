/// What is done in a soak, and measured apart.
enum Operation: String, CaseIterable {
  /// One donation, durable.
  case donate
  /// 2 to 20 donations in one transaction.
  case batch
  /// One that happened before the last one: the engine goes back to a checkpoint.
  case late
  /// An answer right after a change by its own writer.
  case suggest
  /// An answer with reasons, or for a surface, while others write.
  case explain
  /// Something said about a suggestion, or a phrase given.
  case feedback
  /// What was meant by some words.
  case match
  /// The search index.
  case search
  /// One donation, an activity type or a span of time is forgotten, and its bytes are overwritten.
  case forget
  /// A commit of bare SQLite: what the disk can do just now.
  case bareCommit = "bare commit"
  /// A row that bare SQLite reads on another thread, and a fixed loop: what the cores can do just
  /// now.
  case bareWork = "bare work"

  /// What its time is compared with.
  var reference: Operation? {
    switch self {
    case .donate, .batch, .late, .feedback: .bareCommit
    // Forgetting writes the whole file anew: that is work of a core and of the disk; the core's
    // part can be compared.
    case .suggest, .explain, .match, .search, .forget: .bareWork
    case .bareCommit, .bareWork: nil
    }
  }
}
