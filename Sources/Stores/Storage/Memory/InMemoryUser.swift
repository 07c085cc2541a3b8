internal import Activities

/// A user's records and indexes in an in-memory store.
///
/// The search index is recomputed from the donations for every query, so it always agrees with
/// them. A stored index must give the same answers.
struct InMemoryUser {
  /// The donations in the order of (time, arrival).
  private(set) var donations: [LoggedDonation] = []
  private(set) var feedback: [Feedback] = []
  private(set) var phrases: [ActivityIdentity: OwnPhrase] = [:]
  private(set) var hints: [HintList: [StatedHint]] = [:]
  var places = NamedPlaces()
  private var items: [ItemName: IndexedItem] = [:]
  /// The checkpoints in the order of saving.
  private var checkpoints: [Checkpoint] = []
  private var generation: Int64 = 0
  private var lastSequence: Int64 = 0
  /// A Boolean value that indicates whether every donation arrived after those with earlier times.
  private var isInOrderOfArrival = true

  /// The state of the user's log.
  var version: LogVersion {
    LogVersion(generation: generation, lastSequence: lastSequence, feedbackCount: feedback.count)
  }

  // MARK: Appending

  /// Appends a donation; returns whether the donations must be sorted before reading.
  mutating func append(_ logged: LoggedDonation) -> Bool {
    let isLate = donations.last.map { logged.cursor < $0.cursor } ?? false
    if isLate {
      voidCheckpoints(from: logged.cursor)
      isInOrderOfArrival = false
    }
    donations.append(logged)
    lastSequence = logged.sequence
    return isLate
  }

  mutating func sortDonations() { donations.sort { $0.cursor < $1.cursor } }

  /// Appends feedback; returns whether it is new.
  ///
  /// - Complexity: O(n) for n stored records.
  mutating func append(_ record: Feedback) -> Bool {
    guard !feedback.contains(record) else { return false }
    let later = feedback.lastIndex { $0.instant.milliseconds <= record.instant.milliseconds }
    feedback.insert(record, at: later.map { $0 + 1 } ?? 0)
    return true
  }

  /// Adds or removes a phrase; returns whether anything changed.
  mutating func set(_ phrase: OwnPhrase) -> Bool {
    let known = phrases[phrase.identity]
    let isOlder =
      known.map { phrase.instant.milliseconds < $0.instant.milliseconds } ?? (phrase.phrase == nil)
    guard !isOlder, known?.covers(phrase) != true else { return false }
    phrases[phrase.identity] = phrase.phrase == nil ? nil : phrase
    return true
  }

  mutating func setHints(_ new: [Hint], in list: HintList, of program: String) {
    let program = CanonicalForm.normalized(program)
    var kept = hints[list] ?? []
    kept.removeAll { $0.program == program }
    let place = kept.partitioningIndex { program.precedesInBytes($0.program) }
    kept.insert(contentsOf: new.map { StatedHint(by: program, $0) }, at: place)
    hints[list] = kept
  }

  // MARK: Reading

  func donations(in times: Range<Int64>, after cursor: LogCursor?, limit: Int) -> [LoggedDonation] {
    let start = LogCursor(milliseconds: times.lowerBound, sequence: 0)
    let from = max(cursor ?? start, start)
    let first = donations.partitioningIndex { $0.cursor > from }
    return donations[first...].prefix(limit).prefix {
      $0.donation.context.instant.milliseconds < times.upperBound
    }
  }

  func donation(at place: LogCursor) -> LoggedDonation? {
    let index = donations.partitioningIndex { $0.cursor >= place }
    return index < donations.count && donations[index].cursor == place ? donations[index] : nil
  }

  func arrivals(after sequence: Int64, limit: Int) -> [LoggedDonation] {
    if isInOrderOfArrival {
      let first = donations.partitioningIndex { $0.sequence > sequence }
      return Array(donations[first...].prefix(limit))
    }
    let later = donations.filter { $0.sequence > sequence }
    return Array(later.sorted { $0.sequence < $1.sequence }.prefix(limit))
  }

  // MARK: Forgetting

  /// Invalidates everything derived from the log.
  mutating func renewGeneration() { generation += 1 }

  /// Forgets the donations that a deletion matches; returns a receipt and the donations.
  mutating func forget(
    _ deletion: Deletion
  ) -> (receipt: ForgettingReceipt, donations: [Donation]) {
    let gone = items.filter { deletion.matches($0.value) }
    for name in gone.keys { items[name] = nil }
    let (hints, namedPlaces) = (forgetHints(deletion), places.forget(deletion))
    var forgotten = forgetDonations(deletion, where: deletion.matches)
    (forgotten.receipt.items, forgotten.receipt.hints) = (gone.count, hints)
    forgotten.receipt.places = namedPlaces
    return forgotten
  }

  /// Deletes items and the donations linked to them; returns the number of items, and the
  /// donations.
  mutating func deleteItems(
    _ selection: ItemSelection, of program: String, by deletion: Deletion
  ) -> (items: Int, donations: [Donation]) {
    var names = Set(items(selection, of: program).map(\.uniqueIdentifier))
    let count = names.count
    if case .identifiers(let named) = selection { names.formUnion(named) }
    for name in names { items[ItemName(program: program, identifier: name)] = nil }
    let forgotten = forgetDonations(deletion) { donation in
      donation.program == program && donation.activity.relatedUniqueIdentifier.map(names.contains) ?? false
    }
    return (count, forgotten.donations)
  }

  /// Forgets the donations that satisfy a condition, on behalf of a deletion.
  private mutating func forgetDonations(
    _ deletion: Deletion, where isForgotten: (Donation) -> Bool
  ) -> (receipt: ForgettingReceipt, donations: [Donation]) {
    var receipt = ForgettingReceipt()
    let forgotten = donations.filter { isForgotten($0.donation) }
    guard !forgotten.isEmpty || deletion.criteria.all else {
      receipt.phrases = forgetPhrases(deletion, gone: [])
      return (receipt, [])
    }
    let findable = findable()
    donations.removeAll { isForgotten($0.donation) }
    let checkpointsBefore = checkpoints.count
    if let first = forgotten.first { voidCheckpoints(from: first.cursor) }
    let touched = Set(forgotten.map(\.donation.identity))
    let left = touched.intersection(donations.map(\.donation.identity))
    receipt.count(forgotten.map(\.donation), left: left)
    receipt.checkpoints = checkpointsBefore - checkpoints.count
    receipt.searchEntries = touched.count { findable[$0] != nil }
    shortenFeedback(after: deletion, without: touched.subtracting(left), lessening: left, &receipt)
    receipt.phrases = forgetPhrases(deletion, gone: touched.subtracting(left))
    generation += 1
    return (receipt, forgotten.map(\.donation))
  }

  private mutating func shortenFeedback(
    after deletion: Deletion, without gone: Set<ActivityIdentity>, lessening left: Set<ActivityIdentity>,
    _ receipt: inout ForgettingReceipt
  ) {
    var seen: Set<Feedback> = []
    var kept: [Feedback] = []
    for record in feedback {
      let rest = record.remainder(after: deletion, without: gone, lessening: left)
      guard let rest, seen.insert(rest).inserted else {  // shortened feedback may now equal another
        receipt.feedbackRemoved += 1
        continue
      }
      if rest != record { receipt.feedbackShortened += 1 }
      kept.append(rest)
    }
    feedback = kept
  }

  /// Removes the phrases that a deletion covers; returns how many.
  private mutating func forgetPhrases(_ deletion: Deletion, gone: Set<ActivityIdentity>) -> Int {
    let before = phrases.count
    guard before > 0 else { return 0 }
    let left = Set(donations.map(\.donation.identity))
    phrases = phrases.filter {
      !$0.value.isForgotten(by: deletion, gone: gone, hasTarget: left.contains($0.key))
    }
    return before - phrases.count
  }

  /// Removes the hints that a deletion covers; returns how many.
  private mutating func forgetHints(_ deletion: Deletion) -> Int {
    let before = hints.values.reduce(0) { $0 + $1.count }
    hints = hints.mapValues { stated in stated.filter { !deletion.matches($0) } }
    return before - hints.values.reduce(0) { $0 + $1.count }
  }

  // MARK: Search

  mutating func index(_ new: [SearchableItem], of program: String, at now: Instant) {
    for item in new {
      let indexed = IndexedItem(item, of: program, time: now.milliseconds)
      items[indexed.name] = indexed
    }
    items = items.filter { $0.key.program != program || !$0.value.isExpired(at: now) }
  }

  func items(_ selection: ItemSelection, of program: String) -> [SearchableItem] {
    items.values.filter { $0.program == program && selection.contains($0.item) }.map(\.item)
      .sorted { $0.uniqueIdentifier < $1.uniqueIdentifier }
  }

  /// Returns the entries of activities and items at a moment.
  func entries(at now: Instant) -> [SearchEntry] {
    findable(at: now).values.map(\.entry) + items.values.map(SearchEntry.init)
  }

  /// Returns the entries that activities would have from donations that are not eligible for
  /// search.
  func hiddenEntries(at now: Instant) -> [SearchEntry] {
    findable(at: now, isEligible: false).values.map(\.entry)
  }

  func hit(_ result: SearchRanking.Result) -> SearchHit {
    SearchHit(
      result, donation: result.activity.flatMap { donation(at: $0.latest)?.donation },
      item: result.item.flatMap { entry in
        entry.item.flatMap { items[ItemName(program: entry.program, identifier: $0)]?.item }
      })
  }

  func values(_ query: TextFieldQuery) -> [OfferedValue] {
    var collector = ValueCollector(query)
    for one in findable(at: query.now).values.sorted(by: { $0.newest.cursor > $1.newest.cursor }) {
      collector.add(one.newest.donation)
    }
    return collector.values
  }

  /// Returns the findable activities, each by its newest eligible donation; or all activities by
  /// donations that are not eligible.
  private func findable(
    at now: Instant? = nil, isEligible: Bool = true
  ) -> [ActivityIdentity: FindableActivities.Activity] {
    var findable = FindableActivities()
    for logged in donations where logged.donation.activity.isEligibleForSearch == isEligible {
      if let now, logged.cursor.milliseconds > now.milliseconds { break }
      findable.add(logged)
    }
    return findable.activities
  }

  // MARK: Checkpoints

  func checkpoint(key: String, before end: Int64, arrivedBy last: Int64) -> Checkpoint? {
    checkpoints.filter { $0.key == key && $0.cursor.milliseconds < end && $0.lastSequence <= last }
      .max { $0.cursor < $1.cursor }
  }

  /// Saves the checkpoints that are still valid; returns how many.
  mutating func save(_ new: [Checkpoint], generation: Int64) -> Int {
    guard generation == self.generation else { return 0 }
    let accepted = new.filter(agrees)
    for checkpoint in accepted {
      checkpoints.removeAll { $0.key == checkpoint.key && $0.cursor == checkpoint.cursor }
      checkpoints.append(checkpoint)
    }
    for key in Set(accepted.map(\.key)) { thinCheckpoints(key: key) }
    return accepted.count
  }

  /// Returns whether a checkpoint agrees with the donations.
  private func agrees(with checkpoint: Checkpoint) -> Bool {
    checkpoint.lastSequence <= lastSequence && donations.contains { $0.cursor == checkpoint.cursor }
      && !donations.contains { $0.sequence > checkpoint.lastSequence && $0.cursor <= checkpoint.cursor }
  }

  /// Removes excess checkpoints of a key, and all other keys except the one saved last.
  private mutating func thinCheckpoints(key: String) {
    let own = checkpoints.filter { $0.key == key }.sorted { $0.cursor < $1.cursor }
    let surplus = Checkpoint.surplus(
      ofThoseCovering: own.map(\.donations), sizes: own.map(\.state.count)
    ).map { own[$0] }
    let neighbour = checkpoints.last { $0.key != key }?.key
    checkpoints.removeAll { ![key, neighbour].contains($0.key) || surplus.contains($0) }
  }

  /// Removes the checkpoints that cover a position in the log.
  private mutating func voidCheckpoints(from place: LogCursor) {
    checkpoints.removeAll { $0.cursor >= place }
  }
}

extension ForgettingReceipt {
  /// Counts forgotten donations, which must be in the order of time.
  fileprivate mutating func count(_ forgotten: [Donation], left: Set<ActivityIdentity>) {
    (first, last) = (forgotten.first?.context.instant, forgotten.last?.context.instant)
    donations = forgotten.count
    let groups = Dictionary(grouping: forgotten, by: \.identity)
    activities = Self.ordered(
      groups.compactMap { identity, donations in
        donations.last.map { newest in
          Activity(
            identity: identity, activityType: newest.activity.activityType, title: newest.activity.title,
            donations: donations.count, isGone: !left.contains(identity))
        }
      })
  }
}

extension SearchEntry {
  fileprivate init(_ item: IndexedItem) {
    self.init(
      number: 0, identity: nil, program: item.program, item: item.item.uniqueIdentifier, uses: 0,
      latest: LogCursor(milliseconds: item.time, sequence: 0), expiration: item.expiration,
      fields: SearchFields(item.item))
  }
}

extension Array {
  /// Returns the first index whose element satisfies a predicate that is first false, then true,
  /// along the array.
  ///
  /// - Complexity: O(log n).
  fileprivate func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
