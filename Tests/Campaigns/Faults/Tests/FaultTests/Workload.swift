/// Something that users do with the program, as one command on a prepared folder.
struct Workload: Sendable {
  /// What is there before.
  enum Base: Sendable, CaseIterable {
    /// No store.
    case none
    /// A store with some of everything.
    case full
    /// A store that keeps 40 donations of each user, and has them.
    case retaining
    /// A store whose last erasure was interrupted.
    case unerased
    /// The store of an older version, without search, checkpoints, rules, hints and phrases.
    case old
    /// A store with so many donations that the engine saves checkpoints.
    case long
    /// The full store, encrypted with the key in `in/key`.
    case encrypted
  }

  /// How an output has to look if it is neither what was there before nor what an undisturbed run
  /// writes.
  enum Output: Sendable {
    /// It must not: it is the old one or the new one, byte for byte.
    case exact(String)
    /// Times are in it, so a new one is told by its end.
    case ending(String, with: String)
    /// It must not, and has what the store has.
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
  /// Files that it reads, by their names.
  var files: [String: String] = [:]
  /// The log in `in/log.jsonl`, in the parts that are stored in a transaction each.
  var parts: [String] = []
  /// Which states may be between the first and the last one, where the parts do not tell.
  var between: @Sendable (StoreState, StoreState) -> [StoreState] = { _, _ in [] }
  /// What is not in the store's files any more when it was done.
  var forgets: [String] = []
  /// What it writes below `out`.
  var outputs: [Output] = []
  /// Files that it may leave there when it is interrupted, because it goes on with them.
  var keeps: [String] = []
  /// Whether a second run leaves what one does.
  var isRepeatable = true
  /// Whether a second run is refused once the first is done, and finishes it before.
  var isRefusedWhenDone = false
  /// The file with the store's key that the program is given.
  var key: String?
  /// The file below `out` that standard output goes to, where it may fail as well.
  var printsInto: String?
  /// Whether what it prints is always the same.
  var printsTheSame = true
}

extension Workload {
  static let all = ofStores + ofEncryptedStores + ofFiles
}

extension Workload: CustomStringConvertible {
  var description: String { name }
}

/// Lines of donation logs.
enum FaultLog {
  /// Some days of one person; the words are in the titles, so that they can be looked for.
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
