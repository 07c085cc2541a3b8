/// Tests a donation against criteria, except their times.
struct CriteriaTest: Hashable, Sendable {
  private let criteria: Deletion.Criteria
  private let words: Set<String>
  private let folder: FolderName?

  /// - Throws: ``ActivityError/textWithoutWords``.
  init(_ criteria: Deletion.Criteria) throws(ActivityError) {
    self.criteria = criteria
    words = Set(criteria.text.map { Array(WordScanner.words(of: $0)) } ?? [])
    guard criteria.text == nil || !words.isEmpty else { throw .textWithoutWords }
    folder = try criteria.folder.map { path throws(ActivityError) in
      guard let folder = FolderName(path) else { throw .notAbsolutePath(field: "folder") }
      return folder
    }
  }

  /// Returns whether a donation meets every criterion; the most expensive criteria are evaluated
  /// last.
  func isMet(by donation: Donation) -> Bool {
    func agrees<Value: Equatable>(_ criterion: Value?, _ value: @autoclosure () -> Value?) -> Bool {
      criterion == nil || criterion == value()
    }
    let activity = donation.activity
    return agrees(criteria.identity, donation.identity) && agrees(criteria.donation, donation.identifier)
      && agrees(criteria.persistentIdentifier, activity.persistentIdentifier)
      && agrees(criteria.externalIdentifier, donation.details.externalIdentifier)
      && agrees(criteria.program, donation.program)
      && agrees(criteria.relatedUniqueIdentifier, activity.relatedUniqueIdentifier)
      && (criteria.activityType.map { Self.isType(activity.activityType, of: $0) } ?? true)
      && (criteria.userInfoKey.map { activity.userInfo[$0] != nil } ?? true)
      && (criteria.expiredBy.map(activity.isExpired(at:)) ?? true)
      && (criteria.area.map { area in donation.context.place.map(area.contains) ?? false } ?? true)
      && meetsSites(activity)
      && (folder.map { folder in
        folder.isNamed(in: activity)
          || donation.context.attributes.values.contains { $0.textsAndLinks.contains(where: folder.isNamed) }
      } ?? true)
      && (words.isEmpty || DonationWords.all(words, standIn: DonationWords.texts(of: donation)))
  }

  private func meetsSites(_ activity: UserActivity) -> Bool {
    guard criteria.site != nil || criteria.siteKind != nil else { return true }
    let sites = activity.sites
    return (criteria.site.map { site in sites.contains(where: site.contains) } ?? true)
      && (criteria.siteKind.map { kind in sites.contains { SiteKind(of: $0) == kind } } ?? true)
  }

  /// Returns whether a hint meets every criterion; it has neither a place where it happened nor a
  /// donation identifier.
  func isMet(by stated: StatedHint) -> Bool {
    let activity = stated.hint.activity
    func agrees<Value: Equatable>(_ criterion: Value?, _ value: @autoclosure () -> Value?) -> Bool {
      criterion == nil || criterion == value()
    }
    return criteria.donation == nil && criteria.externalIdentifier == nil && criteria.area == nil
      && agrees(criteria.program, stated.program) && agrees(criteria.identity, activity.identity)
      && agrees(criteria.persistentIdentifier, activity.persistentIdentifier)
      && agrees(criteria.relatedUniqueIdentifier, activity.relatedUniqueIdentifier)
      && (criteria.activityType.map { Self.isType(activity.activityType, of: $0) } ?? true)
      && (criteria.userInfoKey.map { activity.userInfo[$0] != nil } ?? true)
      && (criteria.expiredBy.map(activity.isExpired(at:)) ?? true)
      && meetsSites(activity) && (folder.map { $0.isNamed(in: activity) } ?? true)
      && (words.isEmpty || DonationWords.all(words, standIn: DonationWords.texts(of: activity)))
  }

  /// Returns whether an item's texts have all the words; true if the criteria have none.
  func hasWords(in item: SearchableItem) -> Bool {
    words.isEmpty || DonationWords.all(words, standIn: DonationWords.texts(of: item))
  }

  /// Returns whether a text has one of the words.
  func hasWord(in text: String) -> Bool { WordScanner.words(of: text).contains(where: words.contains) }

  /// Returns whether an activity type equals the requested one, or begins with the requested
  /// prefix.
  static func isType(_ type: String, of pattern: String) -> Bool {
    type == pattern || pattern.hasSuffix("*") && type.hasPrefix(pattern.dropLast())
  }
}
