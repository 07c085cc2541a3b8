internal import Activities

/// The report of what went, or would go, as it is printed.
struct ForgettingReport: Encodable {
  /// An activity of which donations went.
  struct Activity: Encodable {
    let identity: String
    let activityType: String
    let title: String?
    let donations: Int
    let gone: Bool
  }

  /// The number of donations that went; 0 in a rehearsal.
  let forgotten: Int
  /// The number of donations that would go; only in a rehearsal.
  let wouldForget: Int?
  let first: String?
  let last: String?
  let activities: [Activity]
  let types: [String: Int]
  let feedbackShortened: Int
  let feedbackRemoved: Int
  let searchEntries: Int
  let items: Int
  let hints: Int
  let phrases: Int
  let places: Int
  let checkpoints: Int
  let unnoted: Int

  init(_ receipt: ForgettingReceipt, isRehearsal: Bool) {
    forgotten = isRehearsal ? 0 : receipt.donations
    wouldForget = isRehearsal ? receipt.donations : nil
    (first, last) = (receipt.first?.rfc3339, receipt.last?.rfc3339)
    activities = receipt.activities.map {
      Activity(
        identity: $0.identity.description, activityType: $0.activityType, title: $0.title,
        donations: $0.donations, gone: $0.isGone)
    }
    types = Dictionary(receipt.types.map { ($0.activityType, $0.donations) }) { first, _ in first }
    feedbackShortened = receipt.feedbackShortened
    feedbackRemoved = receipt.feedbackRemoved
    searchEntries = receipt.searchEntries
    items = receipt.items
    hints = receipt.hints
    phrases = receipt.phrases
    places = receipt.places
    checkpoints = receipt.checkpoints
    unnoted = receipt.unnoted
  }

  /// Of so many activities the text names each; of more, the ones with most donations.
  private static let mostNamed = 20

  /// A line that says how many, then a line for each thing that went with them: the kind, the number, the name.
  var text: String {
    let verb = wouldForget == nil ? "forgot" : "would forget"
    let headline = "\(verb) \(Formatting.count(wouldForget ?? forgotten, "donation"))"
    var table = Table(header: ["kind", "count", "name"], words: [0, 2])
    if let first, let last { table.rows.append(["time", "", "\(first) to \(last)"]) }
    table.rows += types.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.mostNamed)
      .map { ["type", String($0.value), Formatting.plain($0.key)] }
    table.rows += activities.prefix(Self.mostNamed).map {
      ["activity", String($0.donations), Formatting.plain($0.title ?? $0.activityType)]
    }
    if activities.count > Self.mostNamed {
      table.rows.append(["activity", "", "and \(Formatting.grouped(activities.count - Self.mostNamed)) more"])
    }
    for (kind, count, name) in [
      ("feedback", feedbackShortened, "shortened"), ("feedback", feedbackRemoved, "removed"),
      ("search", searchEntries, "entries"), ("item", items, "in the indexes of programs"),
      ("phrase", phrases, "your own"), ("place", places, "named by you"),
      ("hint", hints, "or catalogue entries"),
      ("checkpoint", checkpoints, "saved states of the learned model"),
    ] where count > 0 {
      table.rows.append([kind, String(count), name])
    }
    return table.rows.isEmpty ? headline : headline + "\n" + table.text()
  }
}
