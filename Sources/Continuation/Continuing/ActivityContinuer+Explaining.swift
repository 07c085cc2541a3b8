public import Activities

extension ActivityContinuer {
  /// Tells whether an activity would be continued, gate by gate, and what it may be used for.
  ///
  /// Nothing is performed, no router is asked, and no delivery is taken.
  public func explain(_ incoming: IncomingActivity, at instant: Instant) async -> EligibilityReport {
    let activity = incoming.activity
    let source = incoming.source ?? ContinuationSource(classifying: incoming.activity)
    var report = EligibilityReport(on: "continuing \(activity.activityType)")
    let refusals = refusals(of: incoming, from: source, at: instant)
    report.add(
      .switchedOn, closedBecause: switches.areActivitiesEnabled ? nil : "activities are switched off")
    report.add(.notExpired, closedBecause: refusals.contains(.expired) ? "its expiration date is over" : nil)
    report.add(
      .publisher,
      closedBecause: refusals.contains(.otherPublisher) ? "it comes from a program of another publisher" : nil
    )
    report.add(
      .typeDeclared,
      closedBecause: refusals.contains(.undeclaredType) ? "the program does not declare it" : nil)
    let found = destination(of: activity)
    report.add(.mapped, closedBecause: found == nil ? "no action or route leads anywhere" : nil)
    let isAvailable = found.map { self.isAvailable($0.action.feature) } ?? false
    report.add(
      .available,
      closedBecause: isAvailable ? nil : "\(found?.action.feature.name ?? "the feature") is not available")
    var problem: String?
    if let found { problem = self.problem(with: found.action.action, reading: found.payload) }
    if found?.payload.isHashed == true { problem = "a rule at the door hashed what it would be read from" }
    report.add(.readable, closedBecause: problem)
    report.addUses(activity.marks)
    return report
  }

  private func problem<Performed: Action>(with action: Performed.Type, reading payload: Payload) -> String? {
    do throws(ActivityCodableError) {
      _ = try input(of: action, from: payload)
      return nil
    } catch {
      return error.description
    }
  }
}

extension UserActivity {
  /// Its flags as a set.
  fileprivate var marks: ActivityEligibility {
    var marks: ActivityEligibility = []
    if isEligibleForHandoff { marks.insert(.handoff) }
    if isEligibleForSearch { marks.insert(.search) }
    if isEligibleForPrediction { marks.insert(.prediction) }
    if isEligibleForPublicIndexing { marks.insert(.publicIndexing) }
    return marks
  }
}
