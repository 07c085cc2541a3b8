extension ActivityCenter {
  /// The newest publications of one type.
  struct PublicationRate {
    private var instants: [Instant] = []
    private var wasAdvised = false

    /// Counts a publication; answers how many there were within the last minute, if an advice is due.
    ///
    /// It is due once, when the number is exceeded, and again only after it was not.
    mutating func count(_ instant: Instant, advised: Int) -> Int? {
      instants.append(instant)
      instants.removeAll { !(0..<60).contains(instant.seconds(since: $0)) }
      let count = instants.count
      if count - 1 > advised { instants.removeFirst() }  // no more are needed to know
      defer { wasAdvised = count > advised }
      return count > advised && !wasAdvised ? count : nil
    }
  }

  func advise(about activity: UserActivity, at instant: Instant) {
    var advice = activity.advice(limits: policy.payloadLimits)
    let advised = policy.publicationsPerMinute
    if let count = rates[activity.activityType, default: PublicationRate()].count(instant, advised: advised) {
      advice.append(
        ActivityAdvice(about: activity.activityType, .publishedOften(count: count, advised: advised)))
    }
    for advice in advice { broadcast.send(.advice(advice)) }
  }
}
