package import Activities

/// The data that a store provides for searching; the steps are the same for every store.
package protocol SearchSource {
  /// The error of a store that cannot be read.
  associatedtype Failure: Error

  /// Returns all users with donations, and how many they have.
  func users() throws(Failure) -> [(user: UserIdentifier, donations: Int)]

  /// Returns the user's entries at the query's moment, or at least those that a ranking can choose
  /// from.
  ///
  /// They include the items they are linked to, and everything else linked to those items.
  func entries(for ranking: SearchRanking) throws(Failure) -> [SearchEntry]

  /// Returns the entries that the user's activities would have from donations that are not eligible
  /// for search.
  func hiddenEntries(of query: SearchQuery) throws(Failure) -> [SearchEntry]

  /// Returns the hit for a result.
  func hit(_ result: SearchRanking.Result, of user: UserIdentifier) throws(Failure) -> SearchHit
}

extension SearchSource {
  /// Searches for the words as typed and, if that finds nothing, with typing errors.
  package func search(_ query: SearchQuery) throws(Failure) -> SearchResults {
    var hits: [SearchHit] = []
    for result in try results(for: SearchRanking(query)) { hits.append(try hit(result, of: query.user)) }
    return SearchResults(to: query, hits)
  }

  private func results(for ranking: SearchRanking) throws(Failure) -> [SearchRanking.Result] {
    var ranking = ranking
    let found = ranking.results(try entries(for: ranking))
    guard found.isEmpty, !ranking.pattern.words.isEmpty else { return found }
    ranking.pattern.tolerance = .typingErrors
    return ranking.results(try entries(for: ranking))
  }

  /// Explains why a search found nothing.
  package func diagnosis(of query: SearchQuery) throws(Failure) -> SearchDiagnosis {
    let users = try users()
    let donations = users.first { $0.user == query.user }?.donations ?? 0
    let ranking = SearchRanking(query.limited(to: SearchQuery.mostCounted))
    guard !ranking.pattern.words.isEmpty || ranking.pattern.isBlank else {
      return SearchDiagnosis(
        of: query, isAnswerable: false, donations: donations, notEligible: 0, expired: 0, otherUsers: [],
        near: [])
    }
    var expired = ranking
    expired.findsExpired = true
    let others = users.map(\.user).filter { $0 != query.user }.sorted().prefix(SearchDiagnosis.mostUsers)
    return SearchDiagnosis(
      of: query, isAnswerable: true, donations: donations,
      notEligible: Self.count(try hiddenEntries(of: query), ranking),
      expired: try results(for: expired).count - results(for: ranking).count,
      otherUsers: try matches(of: Array(others), query, isListingAll: donations == 0), near: try near(query))
  }

  /// Counts the results among some entries.
  private static func count(_ entries: [SearchEntry], _ ranking: SearchRanking) -> Int {
    var ranking = ranking
    let found = ranking.results(entries).count
    guard found == 0, !ranking.pattern.words.isEmpty else { return found }
    ranking.pattern.tolerance = .typingErrors
    return ranking.results(entries).count
  }

  private func matches(
    of users: [UserIdentifier], _ query: SearchQuery, isListingAll: Bool
  ) throws(Failure) -> [SearchDiagnosis.OtherUser] {
    var matches: [SearchDiagnosis.OtherUser] = []
    for user in users {
      let count = try results(for: SearchRanking(query.limited(to: SearchQuery.mostCounted, of: user))).count
      if count > 0 || isListingAll {
        matches.append(SearchDiagnosis.OtherUser(user: user, matches: count))
      }
    }
    return matches
  }

  /// Returns the titles of near matches, each once.
  private func near(_ query: SearchQuery) throws(Failure) -> [String] {
    var ranking = SearchRanking(query.limited(to: 4 * SearchDiagnosis.mostTitles))
    guard !ranking.pattern.words.isEmpty else { return [] }
    ranking.pattern.tolerance = .near
    var titles: [String] = []
    for result in ranking.results(try entries(for: ranking)) where titles.count < SearchDiagnosis.mostTitles {
      let title = try hit(result, of: query.user).title
      if !titles.contains(title) { titles.append(title) }
    }
    return titles
  }
}

extension SearchQuery {
  /// The maximum number of results to count.
  fileprivate static let mostCounted = 1_000

  fileprivate func limited(to limit: Int, of other: UserIdentifier? = nil) -> SearchQuery {
    SearchQuery(text, of: other ?? user, at: now, limit: limit, program: program)
  }
}

/// Collects the entries of activities from donations in any order.
package struct FindableActivities {
  /// A findable activity, as described by its donations.
  package struct Activity {
    /// The newest donation that makes it findable.
    package fileprivate(set) var newest: LoggedDonation
    /// The number of donations that make it findable.
    package fileprivate(set) var uses: Int

    /// The entry of the activity.
    package var entry: SearchEntry {
      let donation = newest.donation
      return SearchEntry(
        number: newest.sequence, identity: donation.identity, program: donation.program,
        item: donation.activity.relatedUniqueIdentifier, uses: uses, latest: newest.cursor,
        expiration: donation.activity.expirationDate.map(SearchEntry.milliseconds),
        fields: SearchFields(donation))
    }
  }

  package private(set) var activities: [ActivityIdentity: Activity] = [:]

  package init() {}

  /// Adds a donation.
  package mutating func add(_ logged: LoggedDonation) {
    let identity = logged.donation.identity
    guard var activity = activities[identity] else {
      activities[identity] = Activity(newest: logged, uses: 1)
      return
    }
    activity.uses += 1
    if logged.cursor > activity.newest.cursor { activity.newest = logged }
    activities[identity] = activity
  }
}
