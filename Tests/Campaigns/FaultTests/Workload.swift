/// A user's task, as one command in a prepared folder.
struct Workload: Sendable {
  /// The folder before the command.
  enum Base: Sendable, CaseIterable {
    /// No store.
    case none
    /// A store with records of every kind.
    case full
    /// A store that keeps 40 donations per user and is full.
    case retaining
    /// A store whose last erasure was interrupted.
    case unerased
    /// A store of an older version, without search, checkpoints, rules, hints and phrases.
    case old
    /// A store with enough donations for the engine to save checkpoints.
    case long
    /// The full store, encrypted with the key in `in/key`.
    case encrypted
  }

  /// The allowed content of an output, besides the old file and the one from an undisturbed run.
  enum Output: Sendable {
    /// None: it is the old or the new file, byte for byte.
    case exact(String)
    /// It contains times, so a new one is recognised by its end.
    case ending(String, with: String)
    /// None, and it has the content of the store.
    case store(String)

    var name: String {
      switch self {
      case .exact(let name), .ending(let name, with: _), .store(let name): name
      }
    }
  }

  let name: String
  var base = Base.full
  let arguments: [String]
  /// Standard input.
  var input = ""
  /// The files that it reads, by name.
  var files: [String: String] = [:]
  /// The log in `in/log.jsonl`, in parts that are each stored in one transaction.
  var parts: [String] = []
  /// The possible states between the first and the last one, if the parts do not define them.
  var between: @Sendable (StoreState, StoreState) -> [StoreState] = { _, _ in [] }
  /// Texts that are no longer in the store's files afterwards.
  var forgets: [String] = []
  /// The files that it writes below `out`.
  var outputs: [Output] = []
  /// Files that it may leave there after an interruption, because it continues with them.
  var keeps: [String] = []
  /// Whether a second run gives the same result as one run.
  var isRepeatable = true
  /// Whether a second run is refused after the first is done, and otherwise completes it.
  var isRefusedWhenDone = false
  /// The file with the store's key for the program.
  var key: String?
  /// The file below `out` for standard output, where writing may fail as well.
  var printsInto: String?
  /// Whether its output is always the same.
  var printsTheSame = true
}

extension Workload {
  static let all = ofStores + ofEncryptedStores + ofFiles
}

extension Workload: CustomStringConvertible {
  var description: String { name }
}

/// Creates lines of donation logs.
enum FaultLog {
  /// Returns some days of one person, with the word in each title, so that it can be searched for.
  static func days(_ range: Range<Int>, user: String = "me", word: String = "kept") -> String {
    range.map { day in
      let types = ["mail.open", "news.read", "player.play", "maps.home"]
      return types.enumerated().map { number, type in
        donation(
          user, day: day, hour: 8 + 3 * number, type: "org.example.\(type)",
          title: "\(word) \(type) of \(user)")
      }.joined()
    }.joined()
  }

  static func donation(
    _ user: String, day: Int, hour: Int, type: String, title: String, more: String = ""
  ) -> String {
    let date = "2024-\(two(1 + day / 28))-\(two(1 + day % 28))"
    return
      #"{"v":1,"user":"\#(user)","time":"\#(date)T\#(two(hour)):\#(two(day % 60)):00+01:00","activityType":"\#(type)","#
      + #""title":"\#(title)","isEligibleForSearch":true\#(more)}"# + "\n"
  }

  static func deletion(program: String, user: String = "me") -> String {
    #"{"v":1,"type":"delete","user":"\#(user)","time":"2025-01-01T00:00:00Z","program":"\#(program)"}"# + "\n"
  }

  static func feedback(_ type: String, title: String, minute: Int) -> String {
    #"{"v":1,"type":"feedback","user":"me","time":"2024-02-01T10:\#(two(minute)):00Z","verdict":"ignored","shown":["#
      + #"{"activityType":"\#(type)"}]}"# + "\n"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
