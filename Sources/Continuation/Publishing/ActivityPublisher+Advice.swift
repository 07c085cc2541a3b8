internal import Activities

extension ActivityPublisher {
  /// What could be better about an activity: of its own, then of the way in which it is published.
  func advice<Performed: Action>(
    on activity: UserActivity, _ builder: ActivityBuilder<Performed>
  ) -> [PublishingAdvice] {
    var advice = activity.advice(limits: center.policy.payloadLimits).map(PublishingAdvice.activity)
    if activity.isEligibleForPrediction, let title = activity.title {
      if title == builder.metadata?.title {
        advice.append(.titleOnlyNames)
      } else if !isCallToAction(title, of: Performed.self) {
        advice.append(.titleWithoutVerb)
      }
    }
    if let error = readingError(of: activity, builder) { advice.append(.unreadable(error)) }
    if let size = builder.oversizedThumbnail(limit: configuration.thumbnailLimit) {
      advice.append(.thumbnailTooLarge(bytes: size, limit: configuration.thumbnailLimit))
    }
    return advice
  }

  /// Why the input could not be read back from the required keys of the activity, as continuing would have to.
  ///
  /// It is only tried if the same action continues the activity: another one has an input of its own.
  private func readingError<Performed: Action>(
    of activity: UserActivity, _ builder: ActivityBuilder<Performed>
  ) -> ActivityCodableError? {
    guard builder.isContinuedByAction, let codable = builder.input as? any ActivityCodable,
      registry.action(for: activity.activityType)?.action == Performed.self
    else { return nil }
    do throws(ActivityCodableError) {
      _ = try type(of: codable).init(userInfo: activity.restorationPayload)
      return nil
    } catch {
      return error
    }
  }

  private func isCallToAction(_ title: String, of action: any Action.Type) -> Bool {
    guard !configuration.titleVerbs.isEmpty else { return true }
    func firstWord(_ text: String) -> String? {
      text.split(whereSeparator: \.isWhitespace).first?.lowercased()
    }
    guard let word = firstWord(title) else { return false }
    return configuration.titleVerbs.contains(word) || word == firstWord(action.name)
  }
}
